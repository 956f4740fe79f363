(* A small shop that tells of its orders by events of its own. What their bytes mean is in shop.toml beside this file,
   for `eventring dump --schema` and `eventring export --schema`. *)

open Runtime_events

type state = New | Paid | Sent

type order = {
  id : int64;
  state : state;
  price : float;
  urgent : bool;
  country : string; (* at most four bytes *)
  pieces : int list;
  note : string;
}

let code_of = function New -> 0 | Paid -> 1 | Sent -> 2

(* The buffer has 1024 bytes; the longest order that is written here has far fewer. The numbers are little-endian on every
   machine, which shop.toml says. Readers of events in OCaml would need [decode]; other programs need the schema. *)
let order_type =
  let encode buffer order =
    Bytes.set_int64_le buffer 0 order.id;
    Bytes.set_int8 buffer 8 (code_of order.state);
    Bytes.set_int64_le buffer 9 (Int64.bits_of_float order.price);
    Bytes.set_int8 buffer 17 (Bool.to_int order.urgent);
    Bytes.fill buffer 18 4 '\000';
    Bytes.blit_string order.country 0 buffer 18 (min 4 (String.length order.country));
    Bytes.set_uint8 buffer 22 (List.length order.pieces);
    List.iteri (fun place count -> Bytes.set_uint16_le buffer (23 + (2 * place)) count) order.pieces;
    let note = 23 + (2 * List.length order.pieces) in
    Bytes.blit_string order.note 0 buffer note (String.length order.note);
    note + String.length order.note
  in
  Type.register ~encode ~decode:(fun _ _ -> failwith "this program only writes")

type User.tag += Order | Stock

let order = User.register "shop.order" Order order_type

(* Product and how many are left, as two numbers of 32 bits. *)
let stock =
  let encode buffer (product, left) =
    Bytes.set_int32_le buffer 0 (Int32.of_int product);
    Bytes.set_int32_le buffer 4 (Int32.of_int left);
    8
  in
  User.register "shop.stock" Stock (Type.register ~encode ~decode:(fun _ _ -> failwith "this program only writes"))

let () =
  start ();
  Stamp.emit ();
  let first =
    { id = 1L; state = New; price = 12.5; urgent = false; country = "FR"; pieces = [ 3; 500 ]; note = "" }
  in
  User.write order first;
  User.write stock (3, 41);
  User.write order { first with state = Paid; note = "à emballer" };
  User.write order { first with id = -2L; state = Sent; price = 0.1; urgent = true; country = "LUXE"; pieces = [] };
  User.write stock (500, -1)
