(* OCaml's Runtime_events as a consumer, by its C API (capi_consumer_stubs.c).

     capi_consumer DIR PID    prints event records (easy mode of `eventring certify`)
     capi_consumer --full     answers requests on standard input (full mode; see ../PROTOCOL.md)

   Runtime names are those of OCaml's library, for the ids that its types have. *)

external sizes : unit -> int * int * int = "capi_sizes"
type names = string array * string array * string array

external decode : string -> int -> names -> string -> int -> int * int = "capi_decode"
external attach : string -> int -> names -> int = "capi_attach"
external poll : names -> int -> int = "capi_poll"

let names count name = Array.init count (fun id -> name (Obj.magic (id : int)))

let names =
  let phases, counters, lifecycles = sizes () in
  ( names phases Runtime_events.runtime_phase_name,
    names counters Runtime_events.runtime_counter_name,
    names lifecycles Runtime_events.lifecycle_name )

(* The library never says that a file is not ready, nor that a session is over. *)
let live =
  {
    Request.attach = (fun dir pid -> if attach dir pid names = 0 then "attached" else "rejected");
    poll = (fun limit -> ignore (poll names limit); "live");
  }

let () =
  match Sys.argv with
  | [| _; "--full" |] ->
      Request.serve ~name:"OCaml Runtime_events, C API" ~live (fun dir pid limit ->
          (* The library's status, and how many events it counted. *)
          let status, counted = decode dir pid names "," limit in
          ((if status = 0 then "decoded" else "rejected"), counted))
  | [| _; dir; pid |] -> exit (if fst (decode dir (int_of_string pid) names "\n" 0) = 0 then 0 else 1)
  | _ ->
      prerr_endline "usage: capi_consumer DIR PID, or capi_consumer --full";
      exit 2
