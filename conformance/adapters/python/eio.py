"""What Eio's events say: the member `typed` of event records, written from SPEC.md alone (chapter Eio profile).

Names of clauses stand where the code does what they say.
"""

CONTEXT_TYPES = {3: "switch", 4: "protect", 5: "sub", 6: "root", 7: "any"}
GENERATION_1_TYPES = {1: "fiber", 15: "promise", 16: "semaphore", 17: "switch", 18: "stream", 19: "mutex"}
OBJECT_TYPES = {15: "promise", 16: "semaphore", 18: "stream", 19: "mutex"}
PROPOSAL_TYPES = {
    0: "wait", 1: "task", 2: "bind", 3: "try", 7: "map", 8: "condition", 9: "on-success", 10: "on-failure",
    11: "on-termination", 12: "on-any", 13: "ignore-result", 14: "async", 15: "promise", 16: "semaphore", 17: "switch",
    18: "stream", 19: "mutex", 20: "cancellation-context", 21: "system-thread",
}
PURPOSES = {0: "choose", 1: "pick", 2: "join", 3: "switch", 4: "protect", 5: "sub", 6: "root"}
CONTEXT = 20


def whole(member):
    return member, 8, lambda data: int.from_bytes(data, "little", signed=True)


def low_32(member):
    return member, 4, lambda data: int.from_bytes(data, "little", signed=True)


def code(names):
    # eio.unknown-enum: the number in place of a name.
    return "type", 1, lambda data: names.get(data[0], data[0])


TEXT = ("text", None, None)
UNIT, SPAN = ("unit", []), ("span", [])


def integer(member="id"):
    return "int", [(member, None, None)]


def custom(*fields):
    return "custom", list(fields)


# By name without `eio.`: the type, and the fields in their order.
GENERATION_2 = {
    "create_obj": custom(whole("id"), code(OBJECT_TYPES)),
    "create_cc": custom(whole("id"), code(CONTEXT_TYPES)),
    "create_fiber": custom(whole("id"), whole("cc")),
    "get": integer(), "try_get": integer(), "put": integer(), "exit_fiber": integer(), "fiber": integer(),
    "domain_spawn": integer("parent"), "exit_cc": UNIT, "exit_span": UNIT, "suspend_domain": SPAN,
    "error": custom(whole("id"), TEXT), "name": custom(whole("id"), TEXT),
    "log": custom(TEXT), "enter_span": custom(TEXT), "suspend_fiber": custom(TEXT),
}
GENERATION_1 = {
    "create": custom(whole("id"), code(GENERATION_1_TYPES)),
    "read": integer(), "try_read": integer(), "resolve": integer(), "fiber": integer(), "signal": integer(),
    "resolve_error": custom(whole("id"), TEXT), "name": custom(whole("id"), TEXT), "log": custom(TEXT),
    "suspend": SPAN,
}
PROPOSAL = {
    "created": custom(low_32("id"), code(PROPOSAL_TYPES)),
    "read": custom(low_32("reader"), low_32("id")), "try_read": custom(low_32("reader"), low_32("id")),
    "signal": custom(low_32("src"), low_32("id")), "parent": custom(low_32("id"), low_32("parent")),
    "fail": custom(low_32("id"), TEXT), "name": custom(low_32("id"), TEXT), "loc": custom(low_32("id"), TEXT),
    "log": custom(low_32("id"), TEXT), "resolved": integer(), "switch": integer(), "suspend": UNIT,
}
WIRES = [PROPOSAL, GENERATION_1, GENERATION_2]
TYPES = {"unit": "unit", "int": "int", "span_begin": "span", "span_end": "span", "custom": "custom"}


def key(record):
    """Name and type together (eio.by-name); None for what is not Eio's by its name."""
    name = record.get("name")
    if record["kind"] in TYPES and isinstance(name, str) and name.startswith("eio."):
        return name[4:], TYPES[record["kind"]]
    return None


def has(wire, name_and_type):
    name, kind = name_and_type
    return name in wire and wire[name][0] == kind


def shape(wire, name):
    return [(member, size) for member, size, _ in wire[name][1]]


def wire_of(keys):
    """The wire that all events of a file fit, if there is one (eio.wire.by-use)."""
    # eio.unknown-event: what no wire has tells nothing.
    seen = {each for each in keys if any(has(wire, each) for wire in WIRES)}
    left = [wire for wire in WIRES if all(has(wire, each) for each in seen)]
    if not seen or not left:
        return None  # eio.wires-not-mixed
    # eio.wire.open: several are left, and differ in what an event says.
    if any(shape(wire, name) != shape(left[0], name) for name, _ in seen for wire in left):
        return None
    return left[-1]


def reading(wire, name, record):
    """The member typed: a dict, or None where the data is too short (eio.payload.short)."""
    said = {"eio": name}
    kind, fields = wire[name]
    if kind == "span":
        said["edge"] = "begin" if record["kind"] == "span_begin" else "end"
    if kind == "int":
        if record["value"] is None:
            return None
        said[fields[0][0]] = record["value"]
    if kind != "custom":
        return said
    if record["data"] is None:
        return None
    data = bytes.fromhex(record["data"])
    for member, size, read in fields:
        if size is None:
            # eio.text.bytes: up to the end, whatever is in it.
            try:
                said["text"] = data.decode("utf-8")
            except UnicodeDecodeError:
                said["text_hex"] = data.hex()
            return said
        if len(data) < size:
            return None
        said[member], field, data = read(data[:size]), data[:size], data[size:]
        if wire is PROPOSAL and member == "type" and field[0] == CONTEXT:
            if len(data) < 2:
                return None
            said["type"] += f"({PURPOSES.get(data[0], data[0])})"
            said["protected"] = bool(data[1]) if data[1] < 2 else data[1]
    # eio.payload.extra: what is left of the data is nothing.
    return said


def add_typed(records):
    """Adds the member to the records of a whole file (eio.record.typed)."""
    keys = [key(record) for record in records]
    wire = wire_of(each for each in keys if each)
    for record, each in zip(records, keys):
        if wire and each and has(wire, each):
            record["typed"] = reading(wire, each[0], record)
