(* OCaml's Runtime_events as a consumer, by its OCaml API.

     api_consumer DIR PID    prints event records (easy mode of `eventring certify`)
     api_consumer --full     answers requests on standard input (full mode; see ../PROTOCOL.md)

   The API says the name of a user event and not its index, and drops a custom event whose name was not registered.
   So this program looks into the file itself (peek.ml) for which index has a name, and which names custom events have,
   before each poll; all else comes from the library. In a file that is being written an event may still come between
   that look and the poll. *)

type Runtime_events.User.tag += Custom

let bytes_type =
  Runtime_events.Type.register
    ~encode:(fun buffer data -> Bytes.blit data 0 buffer 0 (Bytes.length data); Bytes.length data)
    ~decode:(fun buffer len -> Bytes.sub buffer 0 len)

let json_name name =
  if name = "" then "\"name\":null"
  else if String.is_valid_utf_8 name then begin
    let text = Buffer.create 100 in
    String.iter
      (function
        | ('"' | '\\') as char -> Buffer.add_char text '\\'; Buffer.add_char text char
        | char when Char.code char < 0x20 -> Buffer.add_string text (Printf.sprintf "\\u%04x" (Char.code char))
        | char -> Buffer.add_char text char)
      name;
    Printf.sprintf "\"name\":\"%s\"" (Buffer.contents text)
  end
  else
    let hex = String.concat "" (List.map (fun char -> Printf.sprintf "%02x" (Char.code char)) (List.of_seq (String.to_seq name))) in
    Printf.sprintf "\"name_hex\":\"%s\"" hex

(* An int of OCaml has 63 bits: the highest of the word's is gone. *)
let unsigned value = Printf.sprintf "%Lu" (Int64.of_int value)

let registered = Hashtbl.create 16
let indices = Hashtbl.create 16

(* Looks up what the library will not say, and registers the names of custom events, without which it drops them. *)
let prepare path =
  let file = Peek.load path in
  for index = 8191 downto 0 do
    let name = Peek.name file index in
    if name <> "" then Hashtbl.replace indices name index
  done;
  List.iter
    (fun index ->
      let name = Peek.name file index in
      if name <> "" && not (Hashtbl.mem registered name) then
        Hashtbl.replace registered name (Runtime_events.User.register name Custom bytes_type))
    (Peek.customs file (Peek.load path))

(* What stands between two records of the answer, and how many it has so far. *)
let between = ref ","
let records = ref 0

let print text =
  if !records > 0 then print_string !between;
  incr records;
  print_string text

let event ring ts kind rest =
  print (Printf.sprintf "{\"ring\":%d,\"ts\":%Lu,\"kind\":\"%s\"%s}" ring (Runtime_events.Timestamp.to_int64 ts) kind rest)

let runtime kind (id : int) name rest ring ts = event ring ts kind (Printf.sprintf ",\"id\":%d,%s%s" id (json_name name) rest)

let user kind ring ts event_of rest =
  let name = Runtime_events.User.name event_of in
  let index = Option.value ~default:0 (Hashtbl.find_opt indices name) in
  event ring ts kind (Printf.sprintf ",\"id\":%d,%s%s" index (json_name name) rest)

let callbacks =
  let module R = Runtime_events in
  R.Callbacks.create
    ~runtime_begin:(fun ring ts phase -> runtime "begin" (Obj.magic phase) (R.runtime_phase_name phase) "" ring ts)
    ~runtime_end:(fun ring ts phase -> runtime "end" (Obj.magic phase) (R.runtime_phase_name phase) "" ring ts)
    ~runtime_counter:(fun ring ts counter value ->
      runtime "counter" (Obj.magic counter) (R.runtime_counter_name counter) (Printf.sprintf ",\"value\":%s" (unsigned value)) ring ts)
    ~alloc:(fun ring ts buckets ->
      let counts = String.concat "," (Array.to_list (Array.map unsigned buckets)) in
      event ring ts "alloc" (Printf.sprintf ",\"buckets\":[%s]" counts))
    ~lifecycle:(fun ring ts lifecycle value ->
      (* The API makes no difference between a payload of 0 and none. *)
      let none = if (Obj.magic lifecycle : int) = 1 then "null" else "0" in
      let value = match value with Some value -> string_of_int value | None -> none in
      runtime "lifecycle" (Obj.magic lifecycle) (R.lifecycle_name lifecycle) (Printf.sprintf ",\"value\":%s" value) ring ts)
    ~lost_events:(fun ring words -> print (Printf.sprintf "{\"ring\":%d,\"kind\":\"lost\",\"words\":%d}" ring (words land 0xffffffff)))
    ()
  |> R.Callbacks.add_user_event R.Type.unit (fun ring ts ev () -> user "unit" ring ts ev "")
  |> R.Callbacks.add_user_event R.Type.int (fun ring ts ev value -> user "int" ring ts ev (Printf.sprintf ",\"value\":%d" value))
  |> R.Callbacks.add_user_event R.Type.span (fun ring ts ev edge ->
         user (match edge with R.Type.Begin -> "span_begin" | End -> "span_end") ring ts ev "")
  |> R.Callbacks.add_user_event bytes_type (fun ring ts ev data ->
         let hex = String.concat "" (List.map (fun char -> Printf.sprintf "%02x" (Char.code char)) (List.of_seq (Bytes.to_seq data))) in
         user "custom" ring ts ev (Printf.sprintf ",\"data\":\"%s\"" hex))

let path dir pid = Filename.concat dir (string_of_int pid ^ ".events")

(* The library says nothing but a message where it gives up. *)
let gave_up message = print (Printf.sprintf "{\"kind\":\"refused\",\"clause\":\"\",\"message\":%S}" message)

(* With a limit above 0 the library is asked once, for at most so many events. *)
let decode dir pid limit separator =
  between := separator;
  prepare (path dir pid);
  let counted = ref 0 in
  let module R = Runtime_events in
  let outcome =
    match R.create_cursor (Some (dir, pid)) with
    | exception Failure message -> Error message
    | cursor -> (
        (* Unit events are not counted, so a poll that counts nothing may have delivered some. *)
        let rec poll () =
          let before = !records in
          counted := !counted + R.read_poll cursor callbacks (if limit > 0 then Some limit else None);
          if limit = 0 && !records > before then poll ()
        in
        match poll () with
        | () -> R.free_cursor cursor; Ok ()
        | exception Failure message -> R.free_cursor cursor; Error message)
  in
  match outcome with
  | Ok () -> ("decoded", !counted)
  | Error message -> gave_up message; ("rejected", !counted)

(* What is attached to: at most one file in the life of a process. *)
let attached = ref None

(* The library never says that a file is not ready, nor that a session is over. *)
let live =
  let attach dir pid =
    records := 0;
    match Runtime_events.create_cursor (Some (dir, pid)) with
    | cursor -> attached := Some (cursor, path dir pid); "attached"
    | exception Failure message -> gave_up message; "rejected"
  in
  let poll limit =
    records := 0;
    Option.iter
      (fun (cursor, path) ->
        (* A file that was removed has no new names. *)
        (try prepare path with Sys_error _ -> ());
        try ignore (Runtime_events.read_poll cursor callbacks (Some limit)) with Failure message -> gave_up message)
      !attached;
    "live"
  in
  { Request.attach; poll }

let () =
  match Sys.argv with
  | [| _; "--full" |] ->
      Request.serve ~name:"OCaml Runtime_events, OCaml API" ~live (fun dir pid limit -> decode dir pid limit ",")
  | [| _; dir; pid |] ->
      let outcome, _ = decode dir (int_of_string pid) 0 "\n" in
      print_newline ();
      exit (if outcome = "decoded" then 0 else 1)
  | _ ->
      prerr_endline "usage: api_consumer DIR PID, or api_consumer --full";
      exit 2
