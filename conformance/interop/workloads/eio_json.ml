(* Eio's own decoding of its events (eio.runtime_events) as members of a JSON
   object: the value of "eio" and what follows. *)
let esc s =
  let b = Buffer.create (String.length s + 8) in
  String.iter
    (fun c ->
      match c with
      | '"' | '\\' -> Buffer.add_char b '\\'; Buffer.add_char b c
      | c when Char.code c < 0x20 || c = '\127' -> Buffer.add_string b (Printf.sprintf "\\u%04x" (Char.code c))
      | c -> Buffer.add_char b c)
    s;
  Buffer.contents b

let str k s =
  if String.is_valid_utf_8 s then Printf.sprintf ",%S:\"%s\"" k (esc s)
  else
    Printf.sprintf ",\"%s_hex\":\"%s\"" k
      (String.concat "" (List.map (fun c -> Printf.sprintf "%02x" (Char.code c)) (List.of_seq (String.to_seq s))))

let body : Eio_runtime_events.event -> string = function
  | `Create (id, `Fiber_in cc) -> Printf.sprintf "\"create_fiber\",\"id\":%d,\"cc\":%d" id cc
  | `Create (id, `Cc ty) -> Printf.sprintf "\"create_cc\",\"id\":%d,\"type\":\"%s\"" id (Eio_runtime_events.cc_ty_to_string ty)
  | `Create (id, `Obj ty) -> Printf.sprintf "\"create_obj\",\"id\":%d,\"type\":\"%s\"" id (Eio_runtime_events.obj_ty_to_string ty)
  | `Fiber id -> Printf.sprintf "\"fiber\",\"id\":%d" id
  | `Name (id, s) -> Printf.sprintf "\"name\",\"id\":%d%s" id (str "text" s)
  | `Log s -> "\"log\"" ^ str "text" s
  | `Enter_span s -> "\"enter_span\"" ^ str "text" s
  | `Exit_span -> "\"exit_span\""
  | `Get id -> Printf.sprintf "\"get\",\"id\":%d" id
  | `Try_get id -> Printf.sprintf "\"try_get\",\"id\":%d" id
  | `Put id -> Printf.sprintf "\"put\",\"id\":%d" id
  | `Error (id, s) -> Printf.sprintf "\"error\",\"id\":%d%s" id (str "text" s)
  | `Exit_cc -> "\"exit_cc\""
  | `Exit_fiber id -> Printf.sprintf "\"exit_fiber\",\"id\":%d" id
  | `Suspend_domain Runtime_events.Type.Begin -> "\"suspend_domain\",\"edge\":\"begin\""
  | `Suspend_domain Runtime_events.Type.End -> "\"suspend_domain\",\"edge\":\"end\""
  | `Suspend_fiber s -> "\"suspend_fiber\"" ^ str "text" s
  | `Domain_spawn id -> Printf.sprintf "\"domain_spawn\",\"parent\":%d" id
