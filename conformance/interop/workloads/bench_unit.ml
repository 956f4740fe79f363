(* bench_unit SECONDS: unit events in a tight loop, for bench-live.  Says
   "ready" when its file is there and waits for a line; writes; says how many
   events it wrote and how many nanoseconds each took; waits for another line
   (OCaml >= 5.1; needs the unix library). *)
open Runtime_events

let seconds = float_of_string Sys.argv.(1)

type User.tag += Tag

let event = User.register "bench.unit" Tag Type.unit

let say_and_wait line =
  print_endline line;
  try ignore (read_line ()) with End_of_file -> ()

let () =
  start ();
  say_and_wait "ready";
  let before = Unix.gettimeofday () in
  let until = before +. seconds in
  let written = ref 0 in
  while Unix.gettimeofday () < until do
    for _ = 1 to 10_000 do User.write event () done;
    written := !written + 10_000
  done;
  let nanoseconds = (Unix.gettimeofday () -. before) *. 1e9 in
  say_and_wait (Printf.sprintf "%d %.3f" !written (nanoseconds /. float !written))
