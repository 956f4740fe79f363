#include "reader.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "eventring.h"

struct reader {
  const unsigned char *file;
  uint64_t len;
  bool big;
  uint64_t max_domains, ring_header_bytes, ring_bytes, ring_words, headers, data, names;
  bool has_names;
  FILE *out;
  const char *between;
  bool is_first;
};

/* An item whose framing holds. */
struct item {
  const unsigned char *bytes;
  uint64_t words;
  bool user;
  unsigned type, id;
};

static uint64_t word_at(const struct reader *reader, uint64_t offset)
{
  return eventring_word(reader->file + offset, reader->big);
}

/* Whether the bytes are inside the file; no sum here can overflow. */
static bool is_inside(const struct reader *reader, uint64_t offset, uint64_t bytes)
{
  return offset <= reader->len && bytes <= reader->len - offset;
}

static void record(struct reader *reader)
{
  if (!reader->is_first)
    fputs(reader->between, reader->out);
  reader->is_first = false;
}

static void print_hex(FILE *out, const unsigned char *bytes, uint64_t len)
{
  for (uint64_t at = 0; at < len; at++)
    fprintf(out, "%02x", bytes[at]);
}

/* Whether bytes are UTF-8: no code is longer than it need be, none is a surrogate or above 0x10ffff. */
static bool is_utf8(const unsigned char *bytes, size_t len)
{
  size_t at = 0;
  while (at < len) {
    unsigned char first = bytes[at++];
    int more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : (first & 0xf0) == 0xe0 ? 2
      : first >= 0xf0 && first < 0xf5 ? 3 : -1;
    if (more < 0 || len - at < (size_t)more)
      return false;
    if (more > 0) {
      unsigned char second = bytes[at];
      if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
          (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
        return false;
    }
    for (; more > 0; more--)
      if ((bytes[at++] & 0xc0) != 0x80)
        return false;
  }
  return true;
}

static void print_name(struct reader *reader, unsigned id)
{
  uint64_t offset = reader->names + (uint64_t)EVENTRING_NAME_ENTRY_BYTES * id;
  const unsigned char *name = NULL;
  size_t len = 0;
  /* Not even a pointer is made to what lies outside. */
  if (reader->has_names && is_inside(reader, offset, EVENTRING_NAME_ENTRY_BYTES)) {
    name = reader->file + offset;
    while (len < EVENTRING_NAME_ENTRY_BYTES - 1 && name[len] != 0)
      len++;
  }
  if (len == 0) {
    fputs(",\"name\":null", reader->out);
  } else if (!is_utf8(name, len)) {
    fputs(",\"name_hex\":\"", reader->out);
    print_hex(reader->out, name, len);
    fputc('"', reader->out);
  } else {
    fputs(",\"name\":\"", reader->out);
    for (size_t at = 0; at < len; at++) {
      if (name[at] < 0x20)
        fprintf(reader->out, "\\u%04x", name[at]);
      else if (name[at] == '"' || name[at] == '\\')
        fprintf(reader->out, "\\%c", name[at]);
      else
        fputc(name[at], reader->out);
    }
    fputc('"', reader->out);
  }
}

static void print_value(struct reader *reader, const struct item *item, bool is_signed)
{
  if (item->words < 3) {
    fputs(",\"value\":null", reader->out);
    return;
  }
  uint64_t value = eventring_word(item->bytes + 16, reader->big);
  if (is_signed)
    fprintf(reader->out, ",\"value\":%" PRId64, (int64_t)value);
  else
    fprintf(reader->out, ",\"value\":%" PRIu64, value);
}

static void print_data(struct reader *reader, const struct item *item)
{
  if (item->words > 2) {
    int64_t bytes = eventring_custom_len_bytes(item->words - 2, item->bytes[8 * item->words - 1]);
    if (bytes >= 0) {
      fputs(",\"data\":\"", reader->out);
      print_hex(reader->out, item->bytes + 16, (uint64_t)bytes);
      fputc('"', reader->out);
      return;
    }
  }
  fputs(",\"data\":null", reader->out);
}

static void print_buckets(struct reader *reader, const struct item *item)
{
  fputs(",\"buckets\":[", reader->out);
  for (uint64_t at = 2; at < item->words && at < EVENTRING_RUNTIME_ALLOC_WORDS; at++)
    fprintf(reader->out, "%s%" PRIu64, at > 2 ? "," : "",
            eventring_word(item->bytes + 8 * at, reader->big));
  fputc(']', reader->out);
}

static void print_event(struct reader *reader, uint64_t ring, const struct item *item)
{
  const char *known = item->user ? eventring_user_type_name(item->type) : eventring_runtime_type_name(item->type);
  const char *kind = known == NULL ? "unknown" : known;
  record(reader);
  fprintf(reader->out, "{\"ring\":%" PRIu64 ",\"ts\":%" PRIu64 ",\"kind\":\"%s\"", ring,
          eventring_word(item->bytes + 8, reader->big), kind);
  if (known == NULL) {
    fprintf(reader->out, ",\"user\":%s,\"type\":%u,\"id\":%u,\"payload\":\"",
            item->user ? "true" : "false", item->type, item->id);
    print_hex(reader->out, item->bytes + 16, 8 * (item->words - 2));
    fputs("\"}", reader->out);
    return;
  }
  if (!item->user && item->type == EVENTRING_RUNTIME_ALLOC) {
    print_buckets(reader, item);
  } else {
    fprintf(reader->out, ",\"id\":%u", item->id);
    if (item->user)
      print_name(reader, item->id);
    else
      fputs(",\"name\":null", reader->out);
    bool is_counter = !item->user && item->type == EVENTRING_RUNTIME_COUNTER;
    bool is_lifecycle = !item->user && item->type == EVENTRING_RUNTIME_LIFECYCLE;
    if (is_counter || is_lifecycle || (item->user && item->type == EVENTRING_USER_INT))
      print_value(reader, item, !is_counter);
    if (item->user && item->type == EVENTRING_USER_CUSTOM)
      print_data(reader, item);
  }
  fputc('}', reader->out);
}

static void print_corrupt(struct reader *reader, uint64_t ring, uint64_t position, uint64_t offset,
                          const char *clause)
{
  record(reader);
  fprintf(reader->out,
          "{\"ring\":%" PRIu64 ",\"kind\":\"corrupt\",\"position\":%" PRIu64 ",\"offset\":%" PRIu64
          ",\"clause\":\"%s\",\"message\":\"\"}",
          ring, position, offset, clause);
}

/* Reads one ring to its end; false where it ends with a fault. */
static bool print_ring(struct reader *reader, uint64_t ring)
{
  uint64_t header = reader->headers + ring * reader->ring_header_bytes;
  uint64_t head = word_at(reader, header + 8 * EVENTRING_WORD_HEAD);
  uint64_t tail = word_at(reader, header + 8 * EVENTRING_WORD_TAIL);
  if (tail < head || tail - head > reader->ring_words) {
    print_corrupt(reader, ring, head, header, "ring.window");
    return false;
  }
  if (head > 0) {
    record(reader);
    fprintf(reader->out, "{\"ring\":%" PRIu64 ",\"kind\":\"lost\",\"words\":%" PRIu64 "}", ring, head);
  }
  for (uint64_t position = head; position != tail;) {
    uint64_t slot = eventring_slot(position, reader->ring_words);
    uint64_t offset = reader->data + ring * reader->ring_bytes + 8 * slot;
    const char *fault = NULL;
    bool is_padding = false;
    struct item item = {0};
    if (!is_inside(reader, offset, 8)) {
      fault = "file.truncated";
    } else {
      uint64_t bits = word_at(reader, offset);
      item.bytes = reader->file + offset;
      item.words = eventring_item_len_words(bits);
      item.user = eventring_item_category(bits) == EVENTRING_CATEGORY_USER;
      item.type = eventring_item_type(bits);
      item.id = eventring_item_id(bits);
      is_padding = eventring_item_is_padding(bits);
      if (item.words == 0)
        fault = "item.length.zero";
      else if (item.words == 1 && !is_padding)
        fault = "item.length.one";
      else if (item.words > reader->ring_words - slot)
        fault = "item.within-ring";
      else if (item.words > tail - position)
        fault = "item.within-window";
      else if (!is_inside(reader, offset, 8 * item.words))
        fault = "file.truncated";
    }
    if (fault != NULL) {
      print_corrupt(reader, ring, position, offset, fault);
      return false;
    }
    if (!is_padding)
      print_event(reader, ring, &item);
    position += item.words;
  }
  return true;
}

/* The end of an area; false where it is beyond 64 bits. */
static bool end_of(uint64_t start, uint64_t count, uint64_t bytes, uint64_t *end)
{
  return !__builtin_mul_overflow(count, bytes, end) && !__builtin_add_overflow(*end, start, end);
}

/* The clause for which the file header is refused, or NULL. */
static const char *header_fault(struct reader *reader)
{
  if (reader->max_domains < 1 || reader->max_domains > EVENTRING_MAX_DOMAINS)
    return "header.max-domains";
  if (reader->ring_header_bytes < EVENTRING_LEAST_RING_HEADER_BYTES || reader->ring_header_bytes % 8 != 0)
    return "header.ring-header-size";
  if (reader->ring_words == 0 || (reader->ring_words & (reader->ring_words - 1)) != 0)
    return "header.ring-elements";
  if (reader->ring_words > UINT64_MAX / 8 || reader->ring_bytes != 8 * reader->ring_words)
    return "header.ring-size";
  if ((reader->headers | reader->data | reader->names) % 8 != 0)
    return "header.alignment";
  uint64_t starts[4] = {0, reader->headers, reader->data, reader->names}, ends[4] = {EVENTRING_FILE_HEADER_BYTES};
  if (!end_of(reader->headers, reader->max_domains, reader->ring_header_bytes, &ends[1]) ||
      !end_of(reader->data, reader->max_domains, reader->ring_bytes, &ends[2]))
    return "header.no-overflow";
  reader->has_names = reader->names != 0 && !(reader->names == ends[2] && reader->len <= ends[2]);
  if (reader->has_names && !end_of(reader->names, EVENTRING_NAME_ENTRIES, EVENTRING_NAME_ENTRY_BYTES, &ends[3]))
    return "header.no-overflow";
  for (int one = 0; one < 4; one++)
    for (int other = 0; other < one; other++)
      if ((one < 3 || reader->has_names) && starts[one] < ends[other] && starts[other] < ends[one])
        return "header.no-overlap";
  return ends[1] > reader->len ? "header.ring-headers-in-file" : NULL;
}

enum ending print_records(const unsigned char *file, size_t len, FILE *out, const char *between)
{
  static const unsigned char zeros[EVENTRING_FILE_HEADER_BYTES];
  struct reader reader = {.file = file, .len = len, .out = out, .between = between, .is_first = true};
  if (len == 0 || (len >= sizeof zeros && memcmp(file, zeros, sizeof zeros) == 0))
    return NOT_READY;
  const char *fault = NULL;
  if (len < EVENTRING_FILE_HEADER_BYTES) {
    fault = "header.complete";
  } else {
    reader.big = eventring_word(file, false) != EVENTRING_VERSION;
    if (word_at(&reader, 0) != EVENTRING_VERSION)
      fault = "header.version";
  }
  if (fault == NULL) {
    reader.max_domains = word_at(&reader, 8 * EVENTRING_WORD_MAX_DOMAINS);
    reader.ring_header_bytes = word_at(&reader, 8 * EVENTRING_WORD_RING_HEADER_SIZE_BYTES);
    reader.ring_bytes = word_at(&reader, 8 * EVENTRING_WORD_RING_SIZE_BYTES);
    reader.ring_words = word_at(&reader, 8 * EVENTRING_WORD_RING_SIZE_ELEMENTS);
    reader.headers = word_at(&reader, 8 * EVENTRING_WORD_HEADERS_OFFSET);
    reader.data = word_at(&reader, 8 * EVENTRING_WORD_DATA_OFFSET);
    reader.names = word_at(&reader, 8 * EVENTRING_WORD_NAMES_OFFSET);
    if (reader.data == 0)
      return NOT_READY;
    fault = header_fault(&reader);
  }
  if (fault != NULL) {
    fprintf(out, "{\"kind\":\"refused\",\"clause\":\"%s\",\"message\":\"\"}", fault);
    return REJECTED;
  }
  enum ending ending = DECODED;
  for (uint64_t ring = 0; ring < reader.max_domains; ring++)
    if (!print_ring(&reader, ring))
      ending = REJECTED;
  return ending;
}
