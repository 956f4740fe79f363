(* Eio's own library as a consumer of Eio's events (eio.runtime_events).

     eio_consumer DIR PID    prints event records (easy mode of `eventring certify`)
     eio_consumer --full     answers requests on standard input (full mode; see ../PROTOCOL.md)

   The library delivers Eio's events of generation 2 and no others, by names that it registers when it is linked. So this
   program declares only-eio, and prints ring, ts and typed. *)

let decode dir pid between =
  let records = ref 0 in
  let print text =
    if !records > 0 then print_string between;
    incr records;
    print_string text
  in
  let refused message = print (Printf.sprintf "{\"kind\":\"refused\",\"clause\":\"\",\"message\":%S}" message) in
  let event ring ts event =
    print
      (Printf.sprintf "{\"ring\":%d,\"ts\":%Lu,\"typed\":{\"eio\":%s}}" ring
         (Runtime_events.Timestamp.to_int64 ts) (Eio_json.body event))
  in
  let callbacks = Runtime_events.Callbacks.create () |> Eio_runtime_events.add_callbacks event in
  match Runtime_events.create_cursor (Some (dir, pid)) with
  | exception Failure message -> refused message; "rejected"
  | cursor -> (
      (* Unit events are not counted, so a poll that counts nothing may have delivered some. *)
      let rec poll () =
        let before = !records in
        let counted = Runtime_events.read_poll cursor callbacks None in
        if counted > 0 || !records > before then poll ()
      in
      match poll () with
      | () -> Runtime_events.free_cursor cursor; "decoded"
      | exception Failure message -> refused message; "rejected")

let () =
  match Sys.argv with
  | [| _; "--full" |] ->
      Request.serve ~name:"Eio's library, eio.runtime_events" ~options:[ "eio"; "only-eio" ] (fun dir pid _ ->
          let outcome = decode dir pid "," in
          (outcome, 0))
  | [| _; dir; pid |] ->
      let outcome = decode dir (int_of_string pid) "\n" in
      print_newline ();
      exit (if outcome = "decoded" then 0 else 1)
  | _ ->
      prerr_endline "usage: eio_consumer DIR PID, or eio_consumer --full";
      exit 2
