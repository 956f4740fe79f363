(* The full mode's requests: one JSON object a line. Only what the harness writes is understood: members without
   white space around them, strings without escapes but for the backslash and the quote. *)

let find line text =
  let rec go at =
    if at + String.length text > String.length line then None
    else if String.sub line at (String.length text) = text then Some (at + String.length text)
    else go (at + 1)
  in
  go 0

let integer line member =
  match find line (Printf.sprintf "%S:" member) with
  | None -> 0
  | Some start ->
      let stop = ref (if start < String.length line && line.[start] = '-' then start + 1 else start) in
      while !stop < String.length line && line.[!stop] >= '0' && line.[!stop] <= '9' do incr stop done;
      int_of_string (String.sub line start (!stop - start))

let text line member =
  match find line (Printf.sprintf "%S:\"" member) with
  | None -> ""
  | Some start ->
      let found = Buffer.create 100 in
      let rec go at =
        match line.[at] with
        | '"' -> Buffer.contents found
        | '\\' -> Buffer.add_char found line.[at + 1]; go (at + 2)
        | char -> Buffer.add_char found char; go (at + 1)
      in
      go start

(* For files that are being written: each says how it went. [attach dir pid] prints why it cannot, [poll limit] prints
   records; both with commas between them. *)
type live = { attach : string -> int -> string; poll : int -> string }

(* Answers to a request by what [print] prints as records, and by the members that it gives. *)
let reply seq print =
  Printf.printf "{\"seq\":%d,\"records\":[%!" seq;
  let members = print () in
  Printf.printf "],%s}\n%!" members

let outcome text = Printf.sprintf "\"outcome\":\"%s\"" text

(* In a process of its own, since the library keeps what it learned from one file for the next; it takes this one with it
   when it dies. *)
let apart run =
  match Unix.fork () with
  | 0 -> run (); Unix._exit 0
  | child -> (
      match Unix.waitpid [] child with
      | _, WEXITED 0 -> ()
      | _, WEXITED code -> exit code
      | _, (WSIGNALED signal | WSTOPPED signal) -> Unix.kill (Unix.getpid ()) signal)

(* From [attach] to [detach], which this process answers itself. *)
let attached live line seq =
  let how = ref "" in
  reply seq (fun () -> how := live.attach (text line "dir") (integer line "pid"); outcome !how);
  let rec go () =
    let line = input_line stdin in
    let seq = integer line "seq" in
    match text line "op" with
    | "poll" when !how = "attached" -> reply seq (fun () -> outcome (live.poll (integer line "limit"))); go ()
    | "detach" -> reply seq (fun () -> outcome "detached")
    | _ -> exit 1
  in
  if !how = "attached" then go ()

(* [decode dir pid limit] prints records with commas between them, and says how it ended and how many events the
   library counted. *)
let serve ~name ?(options = [ "counts-events"; "limits-events" ]) ?live decode =
  let release = String.concat "." (List.filteri (fun i _ -> i < 2) (String.split_on_char '.' Sys.ocaml_version)) in
  let options = options @ if live = None then [] else [ "live" ] in
  let options = String.concat "," (List.map (Printf.sprintf "%S") options) in
  try
    while true do
      let line = input_line stdin in
      let seq = integer line "seq" in
      match text line "op", live with
      | "start", _ ->
          Printf.printf
            "{\"seq\":%d,\"protocol\":1,\"name\":\"%s\",\"version\":\"%s\",\"releases\":[\"%s\"],\"options\":[%s]}\n%!"
            seq name Sys.ocaml_version release options
      | "decode", _ ->
          apart (fun () ->
              reply seq (fun () ->
                  let how, delivered = decode (text line "dir") (integer line "pid") (integer line "limit") in
                  Printf.sprintf "%s,\"delivered\":%d" (outcome how) delivered))
      | "attach", Some live -> apart (fun () -> attached live line seq)
      | "detach", _ -> reply seq (fun () -> outcome "detached")
      | _ -> exit 0
    done
  with End_of_file -> ()
