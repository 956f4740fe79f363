(* bench_write EVENTS PASSES: a line for each type of user event, "NAME MEDIAN
   LEAST", nanoseconds an event in a tight loop; "clock" is what a look at the
   clock of the events takes alone (OCaml >= 5.1; needs the unix library, and
   bench_write_stubs.c). *)
external look_at_clock : int -> unit = "bench_write_clock"

open Runtime_events

let events = int_of_string Sys.argv.(1)
let passes = int_of_string Sys.argv.(2)

type User.tag += Tag

let bytes16 =
  Type.register
    ~encode:(fun buf s -> Bytes.blit_string s 0 buf 0 16; 16)
    ~decode:(fun buf n -> Bytes.sub_string buf 0 n)

let unit = User.register "bench.unit" Tag Type.unit
let int = User.register "bench.int" Tag Type.int
let span = User.register "bench.span" Tag Type.span
let custom = User.register "bench.custom" Tag bytes16
let data = String.make 16 '\007'

let measure name run =
  let pass _ =
    let before = Unix.gettimeofday () in
    run ();
    (Unix.gettimeofday () -. before) *. 1e9 /. float events
  in
  let all = List.sort compare (List.init passes pass) in
  Printf.printf "%s %.2f %.2f\n" name (List.nth all (passes / 2)) (List.hd all)

let () =
  start ();
  measure "clock" (fun () -> look_at_clock events);
  measure "unit" (fun () -> for _ = 1 to events do User.write unit () done);
  measure "int" (fun () -> for k = 1 to events do User.write int k done);
  measure "span" (fun () ->
      for _ = 1 to events / 2 do
        User.write span Type.Begin;
        User.write span Type.End
      done);
  measure "custom" (fun () -> for _ = 1 to events do User.write custom data done)
