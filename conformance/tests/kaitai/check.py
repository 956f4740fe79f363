"""Reads exported vectors by the Kaitai description: check.py FOLDER, with eventring.py on the path.

Of a sound file every item has to be the one that the export lists, with its payload as the records have it; of any
other the description has to refuse what the records refuse: the file, or just the rings that end with a fault.
"""

import json
import sys
from pathlib import Path

from eventring import Eventring
from kaitaistruct import KaitaiStructError

# OverflowError is what seeking to an offset above 2^63 raises.
REFUSALS = (KaitaiStructError, EOFError, OverflowError)
ITEM = ("position", "length", "user", "type", "id", "ts")
USER_KINDS = ("unit", "int", "span_begin", "span_end", "custom")


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def of_ring(list_of_lines, ring):
    return [line for line in list_of_lines if line.get("ring") == ring]


def items_of(ring):
    """The items of a ring, each with its position."""
    runs = [run for run in (ring.first_run, ring.second_run) if run is not None]
    for run in runs:
        position = run.position
        for item in run.items:
            yield position, item
            position += item.length_words


def as_line(position, item):
    is_user = item.category.name == "user"
    timestamp = None if item.is_padding else item.timestamp
    return dict(zip(ITEM, (position, item.length_words, is_user, item.type, item.id, timestamp)))


def check_payload(file, item, record):
    payload, kind = item.payload, record["kind"]
    if kind == "counter":
        assert payload.value == record["value"], record
    elif kind in ("lifecycle", "int"):
        assert payload.signed_value == record["value"], record
    elif kind == "alloc":
        assert payload.words[:20] == record["buckets"], record
    elif kind == "custom":
        data = None if payload.data is None else payload.data.hex()
        assert data == record["data"], record
    if kind in USER_KINDS:
        names = file.names or []
        found = names[item.id].name if item.id < len(names) else b""
        told = record.get("name_hex")
        told = bytes.fromhex(told) if told is not None else (record["name"] or "").encode()
        assert found == told, record


def check_ring(file, ring, wanted_items, records):
    found = list(items_of(ring))
    wanted = [{member: line[member] for member in ITEM} for line in wanted_items]
    assert [as_line(*one) for one in found] == wanted, "items differ"
    events = [item for _, item in found if not item.is_padding]
    records = [record for record in records if record["kind"] != "lost"]
    assert len(events) == len(records), "other events"
    for item, record in zip(events, records):
        check_payload(file, item, record)


def refuses(read):
    try:
        read()
    except REFUSALS:
        return True
    return False


def check(folder, entry):
    content = (folder / entry["file"]).read_bytes()
    records = lines(folder / entry["records"])
    items = lines((folder / entry["records"]).with_suffix(".items.jsonl"))
    if entry["exit"] == 5 or any(record["kind"] == "refused" for record in records):
        assert refuses(lambda: Eventring.from_bytes(content)), "not refused"
        return "refused"
    file = Eventring.from_bytes(content).file
    broken = {record["ring"] for record in records if record["kind"] == "corrupt"}
    for ring in file.rings:
        if ring.index in broken:
            assert refuses(lambda: list(items_of(ring))), f"ring {ring.index} is not refused"
        else:
            wanted, told = of_ring(items, ring.index), of_ring(records, ring.index)
            check_ring(file, ring, wanted, told)
    return "broken" if broken else "sound"


def main():
    folder = Path(sys.argv[1])
    counts, failures = {"sound": 0, "broken": 0, "refused": 0}, []
    for entry in json.loads((folder / "index.json").read_text()):
        try:
            counts[check(folder, entry)] += 1
        except (AssertionError, *REFUSALS) as error:
            failures.append(f"{entry['file']}: {type(error).__name__}: {error}")
    for failure in failures:
        print(failure)
    told = ", ".join(f"{count} {what}" for what, count in counts.items())
    print(f"files by the Kaitai description: {told}, {len(failures)} failed")
    sys.exit(1 if failures or not all(counts.values()) else 0)


main()
