(* What the OCaml API does not say of a file: the index of a name, and which names custom events have. *)

(* Words of the file, as little-endian; what is not there is 0. *)
let load path = In_channel.with_open_bin path In_channel.input_all

let item file at = if at < 0 || at > String.length file - 8 then 0L else String.get_int64_le file at
let word file at = Int64.to_int (item file at)

let name file index =
  let at = word file 56 + (128 * index) in
  if word file 56 <= 0 || at < 0 || at > String.length file - 128 || file.[at] = '\000' then ""
  else
    let entry = String.sub file at 127 in
    match String.index_opt entry '\000' with Some stop -> String.sub entry 0 stop | None -> entry

let header file ring = word file 40 + (ring * word file 16)

(* The indices of custom events in the windows. Stops at whatever it does not understand. What the producer was writing
   over while the file was loaded is not believed: [later] is the file as it is after that. *)
let customs file later =
  let found = Hashtbl.create 16 in
  let words = word file 32 in
  for ring = 0 to min 4096 (word file 8) - 1 do
    let tail = word file (header file ring + 8) and overwritten = word later (header later ring) in
    let rec walk position =
      if words > 0 && position >= 0 && position < tail then begin
        let at = word file 48 + (ring * word file 24) + (8 * (position mod words)) in
        let item = item file at in
        let field shift bits = Int64.to_int (Int64.shift_right_logical item shift) land ((1 lsl bits) - 1) in
        if field 53 1 = 1 && field 49 4 = 4 then Hashtbl.replace found (field 36 13) ();
        if field 54 10 > 0 then walk (position + field 54 10)
      end
    in
    let head = max overwritten (word file (header file ring)) in
    if tail - head <= words then walk head
  done;
  Hashtbl.fold (fun index () all -> index :: all) found []
