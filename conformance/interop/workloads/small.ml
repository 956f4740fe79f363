(* small: a session so short that its whole file can be shown, in a ring so small that the writer comes round once. *)
open Runtime_events

let encode bytes text =
  Bytes.blit_string text 0 bytes 0 (String.length text);
  String.length text

let decode bytes len = Bytes.sub_string bytes 0 len
type User.tag += Request | Served | Handle | Label

let () =
  let request = User.register "request" Request Type.unit
  and served = User.register "served" Served Type.int
  and handle = User.register "handle" Handle Type.span
  and label = User.register "label" Label (Type.register ~encode ~decode) in
  start ();
  for number = 1 to 4 do
    User.write request ();
    User.write handle Type.Begin;
    User.write label (Printf.sprintf "GET /%d" number);
    User.write handle Type.End;
    User.write served number
  done
