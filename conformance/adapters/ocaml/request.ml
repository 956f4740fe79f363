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
      let stop = ref start in
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

(* [decode dir pid limit] prints records with commas between them, and says how it ended and how many events the
   library counted. Each request has a process of its
   own, since the library keeps what it learned from one file for the next; it takes this one with it when it dies. *)
let serve ~name decode =
  let release = String.concat "." (List.filteri (fun i _ -> i < 2) (String.split_on_char '.' Sys.ocaml_version)) in
  try
    while true do
      let line = input_line stdin in
      let seq = integer line "seq" in
      match text line "op" with
      | "start" ->
          Printf.printf
            "{\"seq\":%d,\"protocol\":1,\"name\":\"%s\",\"version\":\"%s\",\"releases\":[\"%s\"],\"options\":[\"counts-events\",\"limits-events\"]}\n%!"
            seq name Sys.ocaml_version release
      | "decode" ->
          (match Unix.fork () with
          | 0 ->
              Printf.printf "{\"seq\":%d,\"records\":[%!" seq;
              let limit = integer line "limit" in
              let outcome, delivered = decode (text line "dir") (integer line "pid") limit in
              Printf.printf "],\"outcome\":\"%s\",\"delivered\":%d}\n%!" outcome delivered;
              Unix._exit 0
          | child -> (
              match Unix.waitpid [] child with
              | _, WEXITED 0 -> ()
              | _, WEXITED code -> exit code
              | _, (WSIGNALED signal | WSTOPPED signal) -> Unix.kill (Unix.getpid ()) signal))
      | _ -> exit 0
    done
  with End_of_file -> ()
