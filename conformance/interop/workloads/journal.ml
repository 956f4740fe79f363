(* journal [COUNT [DOMAINS]]: every domain writes COUNT user events, each of
   which says its number, so that a reader can tell which ones it did not get
   (OCaml >= 5.1).  The K-th event of domain D is, if K is even, the int K of
   name journal.D.int, else the custom journal.D.text: K in decimal, and then x
   up to 37 * K mod 1000 bytes.  It says "ready" when its file is there, and
   "done" when all is written, and waits after each until a line or the end
   comes on its input. *)
open Runtime_events

let count = try int_of_string Sys.argv.(1) with _ -> 1000
let domains = try int_of_string Sys.argv.(2) with _ -> 1

type User.tag += Tag

let text =
  Type.register
    ~encode:(fun buf s -> Bytes.blit_string s 0 buf 0 (String.length s); String.length s)
    ~decode:(fun buf n -> Bytes.sub_string buf 0 n)

let events =
  Array.init domains (fun d ->
      ( User.register (Printf.sprintf "journal.%d.int" d) Tag Type.int,
        User.register (Printf.sprintf "journal.%d.text" d) Tag text ))

let write (int, text) =
  for k = 0 to count - 1 do
    if k land 1 = 0 then User.write int k
    else begin
      let s = string_of_int k in
      User.write text (s ^ String.make (max 0 ((37 * k mod 1000) - String.length s)) 'x')
    end
  done

let wait word =
  print_endline word;
  try ignore (read_line ()) with End_of_file -> ()

let () =
  start ();
  wait "ready";
  let others =
    List.init (domains - 1) (fun d -> Domain.spawn (fun () -> write events.(d + 1)))
  in
  write events.(0);
  List.iter Domain.join others;
  wait "done"
