(* bench_attach DIR PID c|ocaml: OCaml's consumer, by its C or its OCaml API,
   with callbacks that only count, polls DIR/PID.events in a loop until its
   input is closed, for bench-live.  Says "attached", and at the end how many
   events it was given and how many words it was told are lost.  Needs
   bench_attach_stubs.c. *)
external run_c : string -> int -> int array -> unit = "bench_attach_run"
external input_is_closed : unit -> bool = "bench_attach_input_is_closed" [@@noalloc]

open Runtime_events

let run_ocaml dir pid =
  let events = ref 0 and lost = ref 0 in
  let count _ _ _ = incr events in
  let callbacks =
    Callbacks.create ~runtime_begin:count ~runtime_end:count
      ~runtime_counter:(fun _ _ _ _ -> incr events)
      ~lifecycle:(fun _ _ _ _ -> incr events)
      ~lost_events:(fun _ words -> lost := !lost + words)
      ()
    |> Callbacks.add_user_event Type.unit (fun _ _ _ () -> incr events)
  in
  let cursor = create_cursor (Some (dir, pid)) in
  print_endline "attached";
  let last = ref false in
  while not !last do
    last := input_is_closed ();
    for _ = 1 to 100 do ignore (read_poll cursor callbacks None) done
  done;
  [| !events; !lost |]

let () =
  let dir = Sys.argv.(1) and pid = int_of_string Sys.argv.(2) in
  let counts =
    match Sys.argv.(3) with
    | "c" ->
      let counts = [| 0; 0 |] in
      run_c dir pid counts;
      counts
    | _ -> run_ocaml dir pid
  in
  Printf.printf "%d %d\n" counts.(0) counts.(1)
