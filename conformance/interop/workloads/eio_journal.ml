(* eio_journal: fibers, nested switches, a failing one, protection, daemons,
   promises, a stream, a mutex, a semaphore, a condition and a second domain,
   with a journal of its own (eio >= 1.0).  Every fiber says in a log event, and
   in the journal, who it is.  The journal is printed at the end, one JSON
   object a line: fibers, contexts, objects, logs, each by what the program
   itself knows of them. *)
open Eio.Std
module Trace = Eio.Private.Trace

let journal = Buffer.create 4096
let lock = Stdlib.Mutex.create ()

let note fmt =
  Printf.ksprintf
    (fun line -> Stdlib.Mutex.protect lock (fun () -> Buffer.add_string journal (line ^ "\n")))
    fmt

(* The id of the fiber that runs. *)
let self () : int =
  (Eio.Private.Fiber_context.tid (Effect.perform Eio.Private.Effects.Get_context) :> int)

let str text = {|"|} ^ String.concat {|\"|} (String.split_on_char '"' text) ^ {|"|}
let option = function Some text -> str text | None -> "null"

let log text =
  Trace.log text;
  note {|{"log":%s,"fiber":%d}|} (str text) (self ())

(* What a fiber does, with an entry for it: [context] is the name of the switch
   that it was forked in, [stops] are the reasons for which it stops, where
   that does not hang on the scheduler. *)
let fiber ?stops ~context ~creator label body () =
  let id = self () in
  log (label ^ " begins");
  Fun.protect body ~finally:(fun () ->
      log (label ^ " ends");
      let stops =
        match stops with
        | Some stops -> Printf.sprintf "[%s]" (String.concat "," (List.map str stops))
        | None -> "null"
      in
      note {|{"fiber":%d,"label":%s,"context":%s,"creator":%d,"stops":%s,"ring":%d}|} id (str label)
        (str context) creator stops
        (Domain.self () :> int))

let switch ?failure ?parent name body =
  Fun.protect
    (fun () -> Switch.run ~name (fun sw -> body sw))
    ~finally:(fun () ->
      note {|{"context":%s,"type":"switch","parent":%s,"failure":%s,"creator":%d}|} (str name)
        (option parent) (option failure) (self ()))

let count kind number = note {|{"count":%s,"number":%d}|} (str kind) number

let () =
  Runtime_events.start ();
  Eio_main.run @@ fun env ->
  let creator = self () in
  switch "outer" (fun outer ->
      let parent = "outer" in
      (* A promise: one waits for it, another keeps it. *)
      let answer, keep = Promise.create ~label:"answer" () in
      Fiber.fork ~sw:outer
        (fiber "waiter" ~context:"outer" ~creator ~stops:[ "Promise.await" ] (fun () ->
             assert (Promise.await answer = 42)));
      Fiber.fork ~sw:outer
        (fiber "keeper" ~context:"outer" ~creator ~stops:[ "" ] (fun () ->
             Fiber.yield ();
             Promise.resolve keep 42;
             note {|{"object":"answer","type":"promise","put_by":%d}|} (self ())));
      switch "inner" ~parent (fun sw ->
          let one i =
            fiber (Printf.sprintf "promised %d" i) ~context:"inner" ~creator ~stops:[ "" ]
              (fun () -> Fiber.yield (); i)
          in
          let all = List.init 3 (fun i -> Fiber.fork_promise ~sw (one i)) in
          assert (List.map Promise.await_exn all = [ 0; 1; 2 ]);
          switch "innermost" ~parent:"inner" (fun sw ->
              Fiber.fork ~sw
                (fiber "deep" ~context:"innermost" ~creator ~stops:[] (fun () ->
                     log "grüße, \"deep\""))));
      (* Things that are waited for. *)
      switch "things" ~parent (fun sw ->
          let stream = Eio.Stream.create 1 in
          Fiber.fork ~sw
            (fiber "taker" ~context:"things" ~creator (fun () ->
                 for i = 1 to 3 do assert (Eio.Stream.take stream = i) done));
          Fiber.fork ~sw
            (fiber "adder" ~context:"things" ~creator (fun () ->
                 for i = 1 to 3 do Eio.Stream.add stream i; Fiber.yield () done));
          let mutex = Eio.Mutex.create () in
          Fiber.fork ~sw
            (fiber "holder" ~context:"things" ~creator ~stops:[ "" ] (fun () ->
                 Eio.Mutex.use_ro mutex Fiber.yield));
          Fiber.fork ~sw
            (fiber "locker" ~context:"things" ~creator ~stops:[ "Mutex.lock" ] (fun () ->
                 Eio.Mutex.use_ro mutex ignore));
          let semaphore = Eio.Semaphore.make 1 in
          Fiber.fork ~sw
            (fiber "first in" ~context:"things" ~creator ~stops:[ "" ] (fun () ->
                 Eio.Semaphore.acquire semaphore;
                 Fiber.yield ();
                 Eio.Semaphore.release semaphore));
          Fiber.fork ~sw
            (fiber "second in" ~context:"things" ~creator ~stops:[ "Semaphore.acquire" ] (fun () ->
                 Eio.Semaphore.acquire semaphore;
                 Eio.Semaphore.release semaphore)));
      (* A fiber fails, and takes its switch with it, but not who is protected. *)
      (try
         switch "failing" ~parent ~failure:"Failure(\"one\")" (fun sw ->
             Fiber.fork ~sw
               (fiber "cancelled" ~context:"failing" ~creator ~stops:[ "await_cancel" ] Fiber.await_cancel);
             Fiber.fork ~sw
               (fiber "protected" ~context:"failing" ~creator ~stops:[ ""; "" ] (fun () ->
                    note {|{"protect":%d,"within":"failing"}|} (self ());
                    Eio.Cancel.protect (fun () -> Fiber.yield (); Fiber.yield ())));
             Fiber.fork ~sw (fiber "failing" ~context:"failing" ~creator ~stops:[] (fun () -> failwith "one")))
       with Failure _ -> ());
      (* A daemon is stopped when nobody else is left. *)
      switch "daemons" ~parent ~failure:"Stdlib.Exit" (fun sw ->
          Fiber.fork_daemon ~sw
            (fiber "daemon" ~context:"daemons" ~creator ~stops:[ "await_cancel" ] (fun () ->
                 Fiber.await_cancel ()));
          Fiber.fork ~sw (fiber "short" ~context:"daemons" ~creator ~stops:[ "" ] Fiber.yield));
      (* A second domain, with switches of its own. *)
      Eio.Domain_manager.run env#domain_mgr (fun () ->
          note {|{"root":%d,"creator":%d,"ring":%d}|} (self ()) creator (Domain.self () :> int);
          let creator = self () in
          switch "abroad" (fun sw ->
              Fiber.fork ~sw (fiber "abroad" ~context:"abroad" ~creator ~stops:[ "" ] Fiber.yield))));
  count "stream" 1;
  count "mutex" 1;
  count "semaphore" 1;
  print_string (Buffer.contents journal)
