(* The runtime of this OCaml as a producer that is told what to write: user events by Runtime_events.User, each ring by a
   domain of its own.

   The size of the rings is read when the runtime starts, so [open] starts this program anew. *)

open Runtime_events

type User.tag += Told

let reply seq members = Printf.printf "{\"seq\":%d,%s}\n%!" seq members
let done_ seq = reply seq "\"outcome\":\"done\""

let refused seq why =
  reply seq (Printf.sprintf "\"outcome\":\"refused\",\"message\":\"%s\"" (String.escaped why))

let unhex text =
  String.init (String.length text / 2) (fun i -> Char.chr (int_of_string ("0x" ^ String.sub text (2 * i) 2)))

(* By event index: what writes an event of it, given the request. *)
let writers : (int, string -> unit) Hashtbl.t = Hashtbl.create 100

let bytes =
  Type.register
    ~encode:(fun buffer data -> Bytes.blit_string data 0 buffer 0 (String.length data); String.length data)
    ~decode:(fun buffer length -> Bytes.sub_string buffer 0 length)

(* The first field of what [User.register] gives is the event index. The library shows it to nobody. *)
let index event : int = Obj.obj (Obj.field (Obj.repr event) 0)

let register name kind =
  let add event write =
    Hashtbl.replace writers (index event) write;
    index event
  in
  match kind with
  | "int" ->
      let event = User.register name Told Type.int in
      add event (fun line -> User.write event (Request.integer line "value"))
  | "span_begin" ->
      let event = User.register name Told Type.span in
      add event (fun line ->
          User.write event (if Request.text line "kind" = "span_begin" then Type.Begin else Type.End))
  | "custom" ->
      let event = User.register name Told bytes in
      add event (fun line -> User.write event (unhex (Request.text line "data")))
  | _ ->
      let event = User.register name Told Type.unit in
      add event (fun _ -> User.write event ())

(* A domain that does one thing after the other. *)
type worker = { mutex : Mutex.t; changed : Condition.t; mutable job : (unit -> unit) option; mutable failed : exn option }

let work worker =
  while true do
    Mutex.lock worker.mutex;
    while worker.job = None do Condition.wait worker.changed worker.mutex done;
    (try Option.iter (fun job -> job ()) worker.job with error -> worker.failed <- Some error);
    worker.job <- None;
    Condition.broadcast worker.changed;
    Mutex.unlock worker.mutex
  done

(* Domain slots are given out in order, so the worker of ring [n] is the [n]th. *)
let workers : worker list ref = ref []

let rec in_ring ring job =
  if ring = 0 then job ()
  else if List.length !workers < ring then begin
    let worker = { mutex = Mutex.create (); changed = Condition.create (); job = None; failed = None } in
    ignore (Domain.spawn (fun () -> work worker));
    workers := !workers @ [ worker ];
    in_ring ring job
  end
  else begin
    let worker = List.nth !workers (ring - 1) in
    Mutex.lock worker.mutex;
    worker.failed <- None;
    worker.job <- Some job;
    Condition.broadcast worker.changed;
    while worker.job <> None do Condition.wait worker.changed worker.mutex done;
    Mutex.unlock worker.mutex;
    Option.iter raise worker.failed
  end

let rec times count job = if count > 0 then (job (); times (count - 1) job)

let answer seq line =
  match Request.text line "op" with
  | "register" ->
      let name = unhex (Request.text line "name_hex") and last = ref 0 in
      times (Request.integer line "count") (fun () -> last := register name (Request.text line "kind"));
      reply seq (Printf.sprintf "\"outcome\":\"done\",\"index\":%d" !last)
  | "write" -> (
      match Hashtbl.find_opt writers (Request.integer line "id") with
      | None -> refused seq "no name has this event index"
      | Some write ->
          in_ring (Request.integer line "ring") (fun () ->
              times (Request.integer line "count") (fun () -> write line));
          done_ seq)
  | "pause" -> pause (); done_ seq
  | "resume" -> resume (); done_ seq
  | "fork" -> (
      match Unix.fork () with
      | 0 -> Hashtbl.find writers (Request.integer line "id") line; exit 0
      | child ->
          ignore (Unix.waitpid [] child);
          reply seq (Printf.sprintf "\"outcome\":\"done\",\"pid\":%d" child))
  | _ -> exit 0

let log2 words =
  let rec go power = if 1 lsl power = words then Some power else if power > 40 then None else go (power + 1) in
  go 0

(* Whether a runtime with these variables starts at all: it refuses by ending the process. *)
let starts () =
  let program = Sys.executable_name in
  let nothing = Unix.openfile "/dev/null" [ O_RDWR ] 0 in
  let child = Unix.create_process program [| program; "--start" |] nothing nothing Unix.stderr in
  let _, status = Unix.waitpid [] child in
  Unix.close nothing;
  status = WEXITED 0

let open_ seq line =
  match log2 (Request.integer line "ring_words") with
  | None -> refused seq "a ring has 2^e words"
  | Some power ->
      let program = Sys.executable_name in
      Unix.putenv "OCAMLRUNPARAM" (Printf.sprintf "e=%d,d=%d" power (Request.integer line "max_domains"));
      Unix.putenv "OCAML_RUNTIME_EVENTS_DIR" (Filename.get_temp_dir_name ());
      if not (starts ()) then refused seq "the runtime does not start"
      else begin
        Unix.putenv "OCAML_RUNTIME_EVENTS_DIR" (Request.text line "dir");
        if Request.find line "\"preserve\":true" <> None then Unix.putenv "OCAML_RUNTIME_EVENTS_PRESERVE" "1";
        Unix.execv program [| program; "--opened"; string_of_int seq |]
      end

let rec serve () =
  match input_line stdin with
  | exception End_of_file -> ()
  | line ->
      let seq = Request.integer line "seq" in
      (match Request.text line "op" with
      | "start" ->
          let release = String.concat "." (List.filteri (fun i _ -> i < 2) (String.split_on_char '.' Sys.ocaml_version)) in
          reply seq
            (Printf.sprintf
               "\"protocol\":1,\"name\":\"OCaml Runtime_events, producer\",\"version\":\"%s\",\"homepage\":\"https://github.com/ocaml/ocaml\",\"releases\":[\"%s\"],\"options\":[\"geometry\",\"rings\",\"ints\",\"spans\",\"customs\",\"pause\",\"pause-event\",\"fork\"]"
               Sys.ocaml_version release)
      | "open" -> open_ seq line
      | _ -> (
          try answer seq line with
          | Stdlib.Exit -> raise Stdlib.Exit
          | Invalid_argument why | Failure why -> refused seq why));
      serve ()

let () =
  match Sys.argv with
  | [| _; "--start" |] -> start ()
  | [| _; "--opened"; seq |] ->
      start ();
      reply (int_of_string seq) (Printf.sprintf "\"outcome\":\"done\",\"pid\":%d" (Unix.getpid ()));
      serve ()
  | _ -> serve ()
