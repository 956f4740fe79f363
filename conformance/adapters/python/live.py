"""A plain live consumer of OCaml's runtime events ring files, written from SPEC.md alone. Used by consumer.py.

What is said there of clauses holds here. Words are loaded one by one (live.access): an element of a memory view of
8-byte numbers is one load. Python knows no fences, so this needs a processor that keeps loads in order, such as x86.
"""

import mmap
import os
import sys

from consumer import NotReady, Refused, RingFile


class Over(Exception):
    """The session has ended, or another has taken its place (live.restart, live.identity)."""


class Live:
    """A file that is read while it is written."""

    def __init__(self, path, pid):
        self.path = path
        # live.end: only of a process that was there can it be said that it has ended.
        self.process = f"/proc/{pid}" if os.path.exists(f"/proc/{pid}") else None
        with open(path, "rb") as file:
            stat = os.fstat(file.fileno())
            if stat.st_size == 0:
                raise NotReady
            self.identity = (stat.st_dev, stat.st_ino)
            self.data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)  # live.read-only
        self.words = memoryview(self.data)[:len(self.data) // 8 * 8].cast("Q")
        self.header = self.load_header()
        # live.ready: the data offset was loaded first.
        if len(self.header) == 8 and self.header[6] == 0 and self.swap(self.header[0]) in (0, 1):
            raise NotReady
        self.file = RingFile(self.data)
        self.is_swapped = self.file.order != sys.byteorder
        self.cursors = [Cursor(index) for index in range(self.file.max_domains)]

    def load_header(self):
        if len(self.words) < 8:
            return []
        data_offset = self.words[6]
        header = self.words[:8].tolist()
        header[6] = data_offset
        return header

    def swap(self, word):
        """A word in the other byte order, or as it is where that is a version."""
        return word if word in (0, 1) else int.from_bytes(word.to_bytes(8, "little"), "big")

    def load(self, offset):
        word = self.words[offset // 8]
        return int.from_bytes(word.to_bytes(8, "little"), "big") if self.is_swapped else word

    def poll(self, limit):
        """What there is now, ring by ring, and whether the session goes on."""
        records = []
        try:
            self.check_header()
            for cursor in self.cursors:
                while len(records) < limit and self.batch(cursor, records):
                    pass
            if not records:
                self.look_around()
        except Over:
            return "over", records
        return "live", records

    def check_header(self):
        now = self.load_header()
        if now == self.header:
            return
        if now[:7] != self.header[:7] or self.header[7] != 0:
            raise Over
        # names.late: only word 7 came.
        self.header = now
        self.file = RingFile(self.data)

    def look_around(self):
        if self.process and not os.path.exists(self.process):
            raise Over
        try:
            stat = os.stat(self.path)
        except OSError:
            raise Over from None
        if (stat.st_dev, stat.st_ino) != self.identity:
            raise Over

    def batch(self, cursor, records):
        """Takes what is new in a ring, as far as the ring's end; whether there may be more."""
        file = self.file
        header_at = file.headers_at + cursor.ring * file.header_bytes
        tail = self.load(header_at + 8)  # S
        if tail < cursor.tail:
            raise Over
        if cursor.is_over or tail == cursor.position:
            return False
        # U: no further than the ring's end; more than a ring of new words is a lap.
        slot = cursor.position % file.ring_words
        start = (file.data_at + cursor.ring * file.ring_bytes) // 8 + slot
        count = min(tail - cursor.position, file.ring_words - slot)
        copied = self.words[start:start + count].tolist() if tail - cursor.position <= file.ring_words else []
        head, tail_now = self.load(header_at), self.load(header_at + 8)  # W, Y
        if tail_now < tail or head < cursor.head:
            raise Over
        cursor.head, cursor.tail = head, tail_now
        if head > tail_now or max(tail - head, 0) > file.ring_words:
            self.fault(cursor, records, "ring.window", head, header_at)
            return False
        lost = max(head - cursor.position, 0)
        if lost:
            records.append({"ring": cursor.ring, "kind": "lost", "words": lost})
            cursor.position = head
        if lost >= len(copied):
            return lost > 0
        self.items(cursor, records, copied[lost:], 8 * (start + lost), tail)
        return not cursor.is_over

    def items(self, cursor, records, words, offset, tail):
        """Reads items of a copy that was whole, up to its end, which is tail or the end of the ring."""
        if self.is_swapped:
            words = [int.from_bytes(word.to_bytes(8, "little"), "big") for word in words]
        at = 0
        while at < len(words):
            length, user, kind, ident = words[at] >> 54, words[at] >> 53 & 1, words[at] >> 49 & 15, words[at] >> 36 & 8191
            padding = not user and kind == 0
            clause = None
            if length == 0:
                clause = "item.length.zero"
            elif length == 1 and not padding:
                clause = "item.length.one"
            elif at + length > len(words):
                clause = "item.within-window" if cursor.position + length > tail else "item.within-ring"
            if clause:
                self.fault(cursor, records, clause, cursor.position, offset + 8 * at)
                return
            if not padding:
                payload = b"".join(word.to_bytes(8, self.file.order) for word in words[at + 2:at + length])
                event = self.file.event(user, kind, ident, payload)
                records.append({"ring": cursor.ring, "ts": words[at + 1], **event})
            at += length
            cursor.position += length

    def fault(self, cursor, records, clause, position, offset):
        cursor.is_over = True
        records.append({"ring": cursor.ring, "kind": "corrupt", "position": position, "offset": offset,
                        "clause": clause, "message": "this ring ends here"})

    def close(self):
        self.words.release()
        self.file = None


class Cursor:
    """Where the reader is in one ring (live.lost, live.resume)."""

    def __init__(self, ring):
        self.ring, self.position, self.head, self.tail, self.is_over = ring, 0, 0, 0, False


def attach(path, pid):
    """The outcome, the records, and what is attached to."""
    try:
        return "attached", [], Live(path, pid)
    except NotReady:
        return "not-ready", [], None
    except Refused as refusal:
        return "rejected", [{"kind": "refused", "clause": refusal.clause, "message": str(refusal)}], None
