#include "reader.h"

#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#define NAMES 8192
#define NAME_BYTES 128

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

static uint64_t word_of(bool big, const unsigned char *bytes)
{
  uint64_t word = 0;
  for (int at = 0; at < 8; at++)
    word |= (uint64_t)bytes[at] << 8 * (big ? 7 - at : at);
  return word;
}

static uint64_t word_at(const struct reader *reader, uint64_t offset)
{
  return word_of(reader->big, reader->file + offset);
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
  uint64_t offset = reader->names + (uint64_t)NAME_BYTES * id;
  const unsigned char *name = NULL;
  size_t len = 0;
  /* Not even a pointer is made to what lies outside. */
  if (reader->has_names && is_inside(reader, offset, NAME_BYTES)) {
    name = reader->file + offset;
    while (len < NAME_BYTES - 1 && name[len] != 0)
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
  uint64_t value = word_of(reader->big, item->bytes + 16);
  if (is_signed)
    fprintf(reader->out, ",\"value\":%" PRId64, (int64_t)value);
  else
    fprintf(reader->out, ",\"value\":%" PRIu64, value);
}

static void print_data(struct reader *reader, const struct item *item)
{
  if (item->words > 2) {
    uint64_t payload = 8 * (item->words - 2);
    unsigned count = item->bytes[8 * item->words - 1];
    if (count < payload) {
      fputs(",\"data\":\"", reader->out);
      print_hex(reader->out, item->bytes + 16, payload - 1 - count);
      fputc('"', reader->out);
      return;
    }
  }
  fputs(",\"data\":null", reader->out);
}

static void print_buckets(struct reader *reader, const struct item *item)
{
  fputs(",\"buckets\":[", reader->out);
  for (uint64_t at = 2; at < item->words && at < 22; at++)
    fprintf(reader->out, "%s%" PRIu64, at > 2 ? "," : "",
            word_of(reader->big, item->bytes + 8 * at));
  fputc(']', reader->out);
}

static void print_event(struct reader *reader, uint64_t ring, const struct item *item)
{
  static const char *const runtime[] = {NULL, "lifecycle", "begin", "end", "counter", "alloc"};
  static const char *const user[] = {"unit", "int", "span_begin", "span_end", "custom"};
  bool is_known = item->type < (item->user ? 5u : 6u);
  const char *kind = !is_known ? "unknown" : item->user ? user[item->type] : runtime[item->type];
  record(reader);
  fprintf(reader->out, "{\"ring\":%" PRIu64 ",\"ts\":%" PRIu64 ",\"kind\":\"%s\"", ring,
          word_of(reader->big, item->bytes + 8), kind);
  if (!is_known) {
    fprintf(reader->out, ",\"user\":%s,\"type\":%u,\"id\":%u,\"payload\":\"",
            item->user ? "true" : "false", item->type, item->id);
    print_hex(reader->out, item->bytes + 16, 8 * (item->words - 2));
    fputs("\"}", reader->out);
    return;
  }
  if (!item->user && item->type == 5) {
    print_buckets(reader, item);
  } else {
    fprintf(reader->out, ",\"id\":%u", item->id);
    if (item->user)
      print_name(reader, item->id);
    else
      fputs(",\"name\":null", reader->out);
    if (item->user ? item->type == 1 : item->type == 1 || item->type == 4)
      print_value(reader, item, item->user || item->type == 1);
    if (item->user && item->type == 4)
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
  uint64_t head = word_at(reader, header), tail = word_at(reader, header + 8);
  if (tail < head || tail - head > reader->ring_words) {
    print_corrupt(reader, ring, head, header, "ring.window");
    return false;
  }
  if (head > 0) {
    record(reader);
    fprintf(reader->out, "{\"ring\":%" PRIu64 ",\"kind\":\"lost\",\"words\":%" PRIu64 "}", ring, head);
  }
  for (uint64_t position = head; position != tail;) {
    uint64_t slot = position & (reader->ring_words - 1);
    uint64_t offset = reader->data + ring * reader->ring_bytes + 8 * slot;
    const char *fault = NULL;
    struct item item = {0};
    if (!is_inside(reader, offset, 8)) {
      fault = "file.truncated";
    } else {
      uint64_t bits = word_at(reader, offset);
      item.bytes = reader->file + offset;
      item.words = bits >> 54;
      item.user = bits >> 53 & 1;
      item.type = bits >> 49 & 0xf;
      item.id = bits >> 36 & 0x1fff;
      if (item.words == 0)
        fault = "item.length.zero";
      else if (item.words == 1 && (item.user || item.type != 0))
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
    if (item.user || item.type != 0)
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
  if (reader->max_domains < 1 || reader->max_domains > 4096)
    return "header.max-domains";
  if (reader->ring_header_bytes < 16 || reader->ring_header_bytes % 8 != 0)
    return "header.ring-header-size";
  if (reader->ring_words == 0 || (reader->ring_words & (reader->ring_words - 1)) != 0)
    return "header.ring-elements";
  if (reader->ring_words > UINT64_MAX / 8 || reader->ring_bytes != 8 * reader->ring_words)
    return "header.ring-size";
  if ((reader->headers | reader->data | reader->names) % 8 != 0)
    return "header.alignment";
  uint64_t starts[4] = {0, reader->headers, reader->data, reader->names}, ends[4] = {64};
  if (!end_of(reader->headers, reader->max_domains, reader->ring_header_bytes, &ends[1]) ||
      !end_of(reader->data, reader->max_domains, reader->ring_bytes, &ends[2]))
    return "header.no-overflow";
  reader->has_names = reader->names != 0 && !(reader->names == ends[2] && reader->len <= ends[2]);
  if (reader->has_names && !end_of(reader->names, NAMES, NAME_BYTES, &ends[3]))
    return "header.no-overflow";
  for (int one = 0; one < 4; one++)
    for (int other = 0; other < one; other++)
      if ((one < 3 || reader->has_names) && starts[one] < ends[other] && starts[other] < ends[one])
        return "header.no-overlap";
  return ends[1] > reader->len ? "header.ring-headers-in-file" : NULL;
}

enum ending print_records(const unsigned char *file, size_t len, FILE *out, const char *between)
{
  static const unsigned char zeros[64];
  struct reader reader = {.file = file, .len = len, .out = out, .between = between, .is_first = true};
  if (len == 0 || (len >= 64 && memcmp(file, zeros, 64) == 0))
    return NOT_READY;
  const char *fault = NULL;
  if (len < 64) {
    fault = "header.complete";
  } else {
    reader.big = word_of(false, file) != 1;
    if (word_at(&reader, 0) != 1)
      fault = "header.version";
  }
  if (fault == NULL) {
    reader.max_domains = word_at(&reader, 8);
    reader.ring_header_bytes = word_at(&reader, 16);
    reader.ring_bytes = word_at(&reader, 24);
    reader.ring_words = word_at(&reader, 32);
    reader.headers = word_at(&reader, 40);
    reader.data = word_at(&reader, 48);
    reader.names = word_at(&reader, 56);
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
