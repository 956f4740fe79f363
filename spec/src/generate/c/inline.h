/* --- Words -------------------------------------------------------------------------------------------------------- */

/* The word in 8 bytes of a file, of either byte order (clause file.byte-order). */
static inline uint64_t eventring_word(const unsigned char *bytes, int is_big_endian)
{
  uint64_t word = 0;
  for (int at = 0; at < 8; at++)
    word |= (uint64_t)bytes[at] << 8 * (is_big_endian ? 7 - at : at);
  return word;
}

/* --- Item headers -------------------------------------------------------------------------------------------------- */

/* The item header of an event; what does not fit its field is cut off. */
static inline uint64_t eventring_item_header(uint64_t len_words, unsigned category, unsigned type, unsigned id)
{
  return len_words << EVENTRING_LENGTH_SHIFT | (category == EVENTRING_CATEGORY_USER ? EVENTRING_USER_BIT : 0)
    | (type & EVENTRING_TYPE_MASK) << EVENTRING_TYPE_SHIFT | (id & EVENTRING_ID_MASK) << EVENTRING_ID_SHIFT;
}

/* The item header of padding (clauses item.padding.ends-ring and item.padding.id). */
static inline uint64_t eventring_padding_header(uint64_t len_words)
{
  return eventring_item_header(len_words, EVENTRING_CATEGORY_RUNTIME, EVENTRING_RUNTIME_PADDING, 0);
}

/* Words of the whole item, its header among them: 0 to 1023, where 0 is a fault (clause item.length.zero). */
static inline uint64_t eventring_item_len_words(uint64_t header)
{
  return header >> EVENTRING_LENGTH_SHIFT;
}

static inline unsigned eventring_item_category(uint64_t header)
{
  return header & EVENTRING_USER_BIT ? EVENTRING_CATEGORY_USER : EVENTRING_CATEGORY_RUNTIME;
}

static inline unsigned eventring_item_type(uint64_t header)
{
  return (unsigned)(header >> EVENTRING_TYPE_SHIFT & EVENTRING_TYPE_MASK);
}

static inline unsigned eventring_item_id(uint64_t header)
{
  return (unsigned)(header >> EVENTRING_ID_SHIFT & EVENTRING_ID_MASK);
}

/* Whether the item is padding, whatever its id is (clause item.padding.skipped). */
static inline int eventring_item_is_padding(uint64_t header)
{
  return eventring_item_category(header) == EVENTRING_CATEGORY_RUNTIME
    && eventring_item_type(header) == EVENTRING_RUNTIME_PADDING;
}

/* --- Where things are in a file, as a producer lays it out. A consumer takes sizes and offsets from the file header. - */

/* Offset of the header of a ring, in bytes. */
static inline uint64_t eventring_ring_header_offset_bytes(uint64_t ring)
{
  return EVENTRING_FILE_HEADER_BYTES + ring * EVENTRING_RING_HEADER_BYTES;
}

/* Offset of the first ring, in bytes (clause header.data-offset). */
static inline uint64_t eventring_data_offset_bytes(uint64_t max_domains)
{
  return eventring_ring_header_offset_bytes(max_domains);
}

/* Offset of slot 0 of a ring, in bytes. */
static inline uint64_t eventring_ring_offset_bytes(uint64_t max_domains, uint64_t ring_words, uint64_t ring)
{
  return eventring_data_offset_bytes(max_domains) + ring * ring_words * EVENTRING_WORD_BYTES;
}

/* Offset of the name table, in bytes (clause header.names-offset). */
static inline uint64_t eventring_names_offset_bytes(uint64_t max_domains, uint64_t ring_words)
{
  return eventring_ring_offset_bytes(max_domains, ring_words, max_domains);
}

/* Bytes of the whole file with its name table (clause file.size). */
static inline uint64_t eventring_file_bytes(uint64_t max_domains, uint64_t ring_words)
{
  return eventring_names_offset_bytes(max_domains, ring_words) + EVENTRING_NAME_ENTRIES * EVENTRING_NAME_ENTRY_BYTES;
}

/* --- Positions ----------------------------------------------------------------------------------------------------- */

/* The slot of a position; a ring's words are a power of two (clause ring.slot). */
static inline uint64_t eventring_slot(uint64_t position, uint64_t ring_words)
{
  return position & (ring_words - 1);
}

/* Words of padding that an event needs before it at tail, 0 for none (clause item.padding.needed). */
static inline uint64_t eventring_padding_words(uint64_t tail, uint64_t ring_words, uint64_t len_words)
{
  uint64_t left_words = ring_words - eventring_slot(tail, ring_words);
  return left_words < len_words ? left_words : 0;
}

/* --- Custom payloads ----------------------------------------------------------------------------------------------- */

/* Words of the payload of a custom event of so many bytes (clause custom.words). */
static inline uint64_t eventring_custom_payload_words(uint64_t len_bytes)
{
  return len_bytes / 8 + 1;
}

/* The last byte of that payload (clause custom.count). */
static inline unsigned char eventring_custom_count(uint64_t len_bytes)
{
  return (unsigned char)(7 - len_bytes % 8);
}

/* Bytes of data in a payload of so many words with that last byte, or -1 where the byte points outside
 * (clauses custom.count.outside and custom.count.above-7). */
static inline int64_t eventring_custom_len_bytes(uint64_t payload_words, unsigned char count)
{
  return payload_words * 8 > count ? (int64_t)(payload_words * 8 - 1 - count) : -1;
}

