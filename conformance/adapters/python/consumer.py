#!/usr/bin/env python3
"""A plain consumer of OCaml's runtime events ring files, written from SPEC.md alone.

    consumer.py FILE     prints event records, one JSON object a line (easy mode of `eventring certify`)
    consumer.py --follow FILE   prints them while they are written, until the session has ended
    consumer.py --full   answers requests on standard input (full mode; see ../PROTOCOL.md)

It reads snapshots, files that are written too (live.py), says what Eio's events mean (eio.py), and names user events only:
the ids of runtime events have no names here. Names of clauses stand where the code does what they say. No module outside Python's own is needed.
"""

import json
import mmap
import os
import sys
import time

import eio

FILE_HEADER_BYTES = 64
NAME_COUNT, NAME_BYTES = 8192, 128
TABLE_BYTES = NAME_COUNT * NAME_BYTES
TOP = 1 << 64

LIFECYCLES = [
    "ring_start", "ring_stop", "ring_pause", "ring_resume",
    "fork_parent", "fork_child", "domain_spawn", "domain_terminate",
]


class NotReady(Exception):
    """The producer has not finished the file header (file.not-ready)."""


class Refused(Exception):
    """The file header is at fault (fault.refuse)."""

    def __init__(self, clause, message):
        super().__init__(message)
        self.clause = clause


class Corrupt(Exception):
    """A ring ends here (fault.framing)."""

    def __init__(self, clause, position, offset, message):
        super().__init__(message)
        self.clause, self.position, self.offset = clause, position, offset


class RingFile:
    """A file whose header has been judged."""

    def __init__(self, data):
        if len(data) == 0:
            raise NotReady
        if len(data) < FILE_HEADER_BYTES:
            raise Refused("header.complete", f"{len(data)} bytes, a file header has 64")
        if data[:FILE_HEADER_BYTES] == bytes(FILE_HEADER_BYTES):
            raise NotReady
        self.data = data
        # file.byte-order: the order in which word 0 is 1.
        for self.order in ("little", "big"):
            if self.word(0) == 1:
                break
        else:
            raise Refused("header.version", "word 0 is 1 in neither byte order")
        (_, self.max_domains, self.header_bytes, self.ring_bytes, self.ring_words,
         self.headers_at, self.data_at, self.names_at) = (self.word(8 * i) for i in range(8))
        if self.data_at == 0:
            raise NotReady
        self.judge()

    def judge(self):
        """Every clause for which a consumer refuses a file. Python's numbers do not overflow, so sums are simple."""
        rules = [
            ("header.max-domains", 1 <= self.max_domains <= 4096),
            ("header.ring-header-size", self.header_bytes >= 16 and self.header_bytes % 8 == 0),
            ("header.ring-elements", self.ring_words > 0 and self.ring_words & (self.ring_words - 1) == 0),
            ("header.ring-size", self.ring_bytes == 8 * self.ring_words),
            ("header.alignment", (self.headers_at | self.data_at | self.names_at) % 8 == 0),
        ]
        areas = [
            (0, FILE_HEADER_BYTES),
            (self.headers_at, self.headers_at + self.max_domains * self.header_bytes),
            (self.data_at, self.data_at + self.max_domains * self.ring_bytes),
        ]
        rings_end = areas[2][1]
        # names.none
        self.has_names = not (self.names_at == 0 or (self.names_at == rings_end and len(self.data) <= rings_end))
        if self.has_names:
            areas.append((self.names_at, self.names_at + TABLE_BYTES))
        rules.append(("header.no-overflow", all(end < TOP for _, end in areas)))
        areas_in_order = sorted(areas)
        apart = all(one[1] <= other[0] for one, other in zip(areas_in_order, areas_in_order[1:]))
        rules.append(("header.no-overlap", apart))
        rules.append(("header.ring-headers-in-file", areas[1][1] <= len(self.data)))
        for clause, holds in rules:
            if not holds:
                raise Refused(clause, "the file header breaks this clause")

    def word(self, offset):
        return int.from_bytes(self.data[offset:offset + 8], self.order)

    def name(self, index):
        """The name of an event index: bytes, or None where there is none (names.entry, names.last-byte)."""
        at = self.names_at + NAME_BYTES * index
        if not self.has_names or at + NAME_BYTES > len(self.data):
            return None
        return self.data[at:at + 127].split(b"\0")[0] or None

    def records(self):
        for ring in range(self.max_domains):
            try:
                yield from self.ring_records(ring)
            except Corrupt as fault:
                # ring.independent: the other rings go on.
                yield {"ring": ring, "kind": "corrupt", "position": fault.position, "offset": fault.offset,
                       "clause": fault.clause, "message": str(fault)}

    def ring_records(self, ring):
        header_at = self.headers_at + ring * self.header_bytes
        head, tail = self.word(header_at), self.word(header_at + 8)
        if head > tail or tail - head > self.ring_words:
            raise Corrupt("ring.window", head, header_at, f"head {head}, tail {tail}")
        if head > 0:
            yield {"ring": ring, "kind": "lost", "words": head}
        position = head
        while position != tail:
            slot = position % self.ring_words
            at = self.data_at + ring * self.ring_bytes + 8 * slot

            def fault(clause, message):
                return Corrupt(clause, position, at, message)

            if at + 8 > len(self.data):
                raise fault("file.truncated", "the file ends before this item")
            item = self.word(at)
            length, user, kind, ident = item >> 54, item >> 53 & 1, item >> 49 & 15, item >> 36 & 8191
            padding = not user and kind == 0
            if length == 0:
                raise fault("item.length.zero", "length 0")
            if length == 1 and not padding:
                raise fault("item.length.one", "an event of length 1")
            if slot + length > self.ring_words:
                raise fault("item.within-ring", f"length {length}, {self.ring_words - slot} words to the end")
            if length > tail - position:
                raise fault("item.within-window", f"length {length}, {tail - position} words to tail")
            if at + 8 * length > len(self.data):
                raise fault("file.truncated", "the file ends within this item")
            if not padding:
                payload = self.data[at + 16:at + 8 * length]
                yield {"ring": ring, "ts": self.word(at + 8), **self.event(user, kind, ident, payload)}
            position += length

    def event(self, user, kind, ident, payload):
        """What an event says. What its payload is too short for is null (payload.short)."""
        words = [int.from_bytes(payload[i:i + 8], self.order) for i in range(0, len(payload), 8)]
        unsigned = words[0] if words else None
        signed = None if unsigned is None else unsigned - (TOP if unsigned >> 63 else 0)
        if user:
            named = {"id": ident, **name_members(self.name(ident))}
            if kind == 0:
                return {"kind": "unit", **named}
            if kind == 1:
                return {"kind": "int", **named, "value": signed}
            if kind == 2:
                return {"kind": "span_begin", **named}
            if kind == 3:
                return {"kind": "span_end", **named}
            if kind == 4:
                return {"kind": "custom", **named, "data": custom_data(payload)}
        else:
            if kind == 1:
                name = LIFECYCLES[ident] if ident < len(LIFECYCLES) else None
                return {"kind": "lifecycle", "id": ident, "name": name, "value": signed}
            if kind == 2:
                return {"kind": "begin", "id": ident, "name": None}
            if kind == 3:
                return {"kind": "end", "id": ident, "name": None}
            if kind == 4:
                return {"kind": "counter", "id": ident, "name": None, "value": unsigned}
            if kind == 5:
                return {"kind": "alloc", "buckets": words[:20]}
        # item.unknown-type
        return {"kind": "unknown", "user": bool(user), "type": kind, "id": ident, "payload": payload.hex()}


def custom_data(payload):
    """The bytes of a custom event in hex, or None where the count byte points outside (custom.count.outside)."""
    if not payload or payload[-1] > len(payload) - 1:
        return None
    return payload[:len(payload) - 1 - payload[-1]].hex()


def name_members(name):
    """record.name, record.name-hex"""
    if name is None:
        return {"name": None}
    try:
        return {"name": name.decode("utf-8")}
    except UnicodeDecodeError:
        return {"name_hex": name.hex()}


def decode(path):
    """The outcome, and the records."""
    with open(path, "rb") as file:
        # Of a sparse file only what is looked at is read.
        size = os.fstat(file.fileno()).st_size
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
    try:
        records = list(RingFile(data).records())
    except NotReady:
        return "not-ready", []
    except Refused as refusal:
        return "rejected", [{"kind": "refused", "clause": refusal.clause, "message": str(refusal)}]
    eio.add_typed(records)
    corrupt = any(record["kind"] == "corrupt" for record in records)
    return ("rejected" if corrupt else "decoded"), records


def easy(path):
    outcome, records = decode(path)
    sys.stdout.write("".join(json.dumps(record) + "\n" for record in records))
    return {"decoded": 0, "rejected": 1, "not-ready": 5}[outcome]


def follow(path):
    import live  # It needs the names of this file.
    pid = os.path.basename(path).split(".")[0]
    outcome, records, attached = live.attach(path, pid)
    for record in records:
        print(json.dumps(record), flush=True)
    if outcome != "attached":
        return {"not-ready": 5, "rejected": 1}[outcome]
    outcome, corrupt = "live", False
    while outcome == "live":
        outcome, records = attached.poll(4096)
        sys.stdout.write("".join(json.dumps(record) + "\n" for record in records))
        sys.stdout.flush()
        corrupt |= any(record["kind"] == "corrupt" for record in records)
        if not records:
            time.sleep(0.001)
    return 1 if corrupt else 0


def full():
    import live  # It needs the names of this file.
    attached = None
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"seq": request["seq"]}
        if request["op"] == "start":
            reply.update(protocol=1, name="plain Python consumer", version="3", releases=[],
                         options=["live", "eio", "eio-generation-1", "eio-proposal"])
        elif request["op"] == "decode":
            reply["outcome"], reply["records"] = decode(request["file"])
        elif request["op"] == "attach":
            reply["outcome"], reply["records"], attached = live.attach(request["file"], request["pid"])
        elif request["op"] == "poll":
            reply["outcome"], reply["records"] = attached.poll(request["limit"]) if attached else ("over", [])
        elif request["op"] == "detach":
            reply["outcome"] = "detached"
            if attached:
                attached.close()
            attached = None
        elif request["op"] == "stop":
            return 0
        print(json.dumps(reply), flush=True)
    return 0


if __name__ == "__main__":
    # So that live.py finds this file as it is, and not once more.
    sys.modules["consumer"] = sys.modules["__main__"]
    if len(sys.argv) == 3 and sys.argv[1] == "--follow":
        sys.exit(follow(sys.argv[2]))
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(full() if sys.argv[1] == "--full" else easy(sys.argv[1]))
