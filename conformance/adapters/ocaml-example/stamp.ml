(* Says which release of OCaml wrote this file of runtime events. The file itself does not, and the ids of runtime
   events have moved between releases; a reader that finds the stamp need not ask. It costs one event. *)

open Runtime_events

type User.tag += Stamp

(* "5.4.1" and "5.4.1+flambda" are both of the release 5.4. *)
let release =
  match String.split_on_char '.' Sys.ocaml_version with
  | major :: minor :: _ -> major ^ "." ^ minor
  | _ -> Sys.ocaml_version

let event = User.register ("eventring.release:" ^ release) Stamp Type.unit

(* After Runtime_events.start, so that the ring is there. *)
let emit () = User.write event ()
