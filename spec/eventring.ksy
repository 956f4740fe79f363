meta:
  id: eventring
  title: Runtime events ring file of OCaml 5
  file-extension: events
  license: MIT OR Apache-2.0
  ks-version: 0.11
doc: |
  A file that an OCaml 5 program traces itself into, as SPEC.md describes it: files at rest, file version 1. A reader
  made from this reads what the specification calls sound and what it calls odd, and refuses a file with a fault in its
  header, or a ring with a framing fault. Rings are read when they are asked for, so a fault in one leaves the others.

  Sums of 64 bits must not wrap: use a target whose numbers are large enough, such as Python.
doc-ref: SPEC.md
seq:
  - id: file
    type: file
instances:
  version_little:
    pos: 0
    type: u8le
    doc: 1 in a little-endian file; the version tells the order of all words (clause file.byte-order).
types:
  file:
    meta:
      endian:
        switch-on: _root.version_little
        cases:
          1: le
          _: be
    seq:
      - id: header
        type: file_header
      - id: areas_apart
        size: 0
        valid:
          expr: header.areas_apart
        doc: Clauses header.no-overflow, header.no-overlap and header.ring-headers-in-file.
    instances:
      rings:
        pos: 0
        type: ring(_index)
        repeat: expr
        repeat-expr: header.max_domains
      names:
        pos: header.names_offset
        type: name_entry
        repeat: expr
        repeat-expr: names_in_file
        if: header.has_names and names_in_file > 0
        doc: By event index; fewer than 8192 where the file ends inside the table.
      names_in_file:
        value: >-
          _root._io.size >= header.names_end ? 8192
          : (_root._io.size < header.names_offset ? 0 : (_root._io.size - header.names_offset) / 128)
    types:
      file_header:
        seq:
          - id: version
            type: u8
            valid: 1
          - id: max_domains
            type: u8
            valid:
              min: 1
              max: 4096
          - id: ring_header_size_bytes
            type: u8
            valid:
              expr: _ >= 16 and _ % 8 == 0
          - id: ring_size_bytes
            type: u8
          - id: ring_size_elements
            type: u8
            valid:
              expr: _ != 0 and (_ & (_ - 1)) == 0 and ring_size_bytes == 8 * _
          - id: headers_offset
            type: u8
            valid:
              expr: _ % 8 == 0
          - id: data_offset
            type: u8
            valid:
              expr: _ != 0 and _ % 8 == 0
            doc: 0 while the file is not ready (clause file.not-ready).
          - id: names_offset
            type: u8
            valid:
              expr: _ % 8 == 0
            doc: 0 without a name table.
        instances:
          headers_end:
            value: headers_offset + max_domains * ring_header_size_bytes
          rings_end:
            value: data_offset + max_domains * ring_size_bytes
          names_end:
            value: names_offset + 8192 * 128
          has_names:
            value: names_offset != 0 and not (names_offset == rings_end and _root._io.size <= rings_end)
            doc: Clause names.none.
          most:
            value: 0x7fff_ffff_ffff_ffff * 2 + 1
          areas_apart:
            value: >-
              headers_end <= most and rings_end <= most and headers_offset >= 64 and data_offset >= 64
              and headers_end <= _root._io.size
              and (headers_end <= data_offset or rings_end <= headers_offset)
              and (not has_names or (names_end <= most and names_offset >= 64
              and (headers_end <= names_offset or names_end <= headers_offset)
              and (rings_end <= names_offset or names_end <= data_offset)))
      ring_header:
        params:
          - id: ring_size_elements
            type: u8
        seq:
          - id: head
            type: u8
            doc: Position of the oldest item.
          - id: tail
            type: u8
            valid:
              expr: head <= _ and _ - head <= ring_size_elements
            doc: Position after the newest item (clause ring.window).
      ring:
        params:
          - id: index
            type: s4
        instances:
          file_header:
            value: _parent.header
          header:
            io: _root._io
            pos: file_header.headers_offset + index * file_header.ring_header_size_bytes
            type: ring_header(file_header.ring_size_elements)
          offset:
            value: file_header.data_offset + index * file_header.ring_size_bytes
          head_slot:
            value: header.head % file_header.ring_size_elements
          words_to_end:
            value: file_header.ring_size_elements - head_slot
          window_words:
            value: header.tail - header.head
          first_words:
            value: 'window_words < words_to_end ? window_words : words_to_end'
          first_run:
            io: _root._io
            pos: offset + 8 * head_slot
            size: 8 * first_words
            type: run(header.head)
            if: window_words != 0
            doc: Up to the end of the ring, or to tail. No item passes either (clauses item.within-ring, item.within-window).
          second_run:
            io: _root._io
            pos: offset
            size: 8 * (window_words - first_words)
            type: run(header.head + first_words)
            if: window_words > first_words
            doc: From slot 0 to tail, where the window has wrapped.
      run:
        doc: Items one after the other. The position of an item is that of the run plus the lengths before it.
        params:
          - id: position
            type: u8
        seq:
          - id: items
            type: item
            repeat: eos
      item:
        seq:
          - id: word
            type: u8
            valid:
              expr: (_ >> 54) > 1 or ((_ >> 54) == 1 and ((_ >> 49) & 0x1f) == 0)
            doc: The item header. Length 1 is for padding only (clauses item.length.zero, item.length.one).
          - id: left_over
            size: 8 * (length_words - 1)
            if: is_padding
          - id: timestamp
            type: u8
            if: not is_padding
          - id: payload
            size: 8 * (length_words - 2)
            type: payload
            if: not is_padding
        instances:
          length_words:
            value: word >> 54
          category:
            value: (word >> 53) & 1
            enum: category
          type:
            value: (word >> 49) & 0xf
          id:
            value: (word >> 36) & 0x1fff
          is_padding:
            value: category == category::runtime and type == 0
      payload:
        seq:
          - id: words
            type: u8
            repeat: eos
        instances:
          value:
            pos: 0
            type: u8
            if: _io.size >= 8
            doc: Of a counter.
          signed_value:
            pos: 0
            type: s8
            if: _io.size >= 8
            doc: Of a lifecycle or user int event.
          count_byte:
            pos: _io.size - 1
            type: u1
            if: _io.size >= 8
            doc: Of a custom event.
          data:
            pos: 0
            size: _io.size - 1 - count_byte
            if: _io.size >= 8 and count_byte < _io.size
            doc: Of a custom event; null where the count byte points outside (clause custom.count.outside).
      name_entry:
        seq:
          - id: name
            size: 127
            terminator: 0
            doc: Empty where nothing is registered.
          - id: last_byte
            size: 1
            doc: Means nothing (clause names.last-byte).
    enums:
      category:
        0: runtime
        1: user
