/* A plain producer, written from SPEC.md and the numbers of eventring.h, that is told what to write over its standard input (PROTOCOL.md).
 *
 * It is release none: user events and lifecycles, in a session of one process. The steps that readers rely on have the
 * letters of SPEC.md, section "Order of loads and stores". Compile it as C11, for a POSIX system. */

#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "eventring.h"

/* Category and type as they stand in an item header. */
struct kind {
  unsigned category, type;
};

/* A session. The words are those of the mapped file; nobody else writes them. */
static struct {
  _Atomic uint64_t *words;
  uint64_t max_domains, ring_words, latest_ns;
  uint32_t names;
  bool paused, preserve;
  char dir[4096], path[4200];
} session;

static char names[EVENTRING_NAME_ENTRIES][EVENTRING_NAME_ENTRY_BYTES];

static void store(uint64_t word, uint64_t value) {
  atomic_store_explicit(&session.words[word], value, memory_order_relaxed);
}

static void store_release(uint64_t word, uint64_t value) {
  atomic_store_explicit(&session.words[word], value, memory_order_release);
}

static uint64_t load(uint64_t word) {
  return atomic_load_explicit(&session.words[word], memory_order_relaxed);
}

static uint64_t data_offset(void) { return eventring_data_offset_bytes(session.max_domains); }
static uint64_t names_offset(void) { return eventring_names_offset_bytes(session.max_domains, session.ring_words); }
static uint64_t file_bytes(void) { return eventring_file_bytes(session.max_domains, session.ring_words); }

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* Writes an event; it is no longer than half the ring. */
static void put(uint64_t ring, struct kind kind, uint64_t id, const uint64_t *payload, uint64_t payload_words) {
  uint64_t length = payload_words + 2, n = session.ring_words;
  uint64_t header = eventring_ring_header_offset_bytes(ring) / 8;
  uint64_t head_word = header + EVENTRING_WORD_HEAD, tail_word = header + EVENTRING_WORD_TAIL;
  uint64_t data = eventring_ring_offset_bytes(session.max_domains, n, ring) / 8;
  uint64_t head = load(head_word), tail = load(tail_word);
  uint64_t padding = eventring_padding_words(tail, n, length);

  uint64_t time = now_ns();
  if (time < session.latest_ns) time = session.latest_ns;
  session.latest_ns = time;

  if (tail + padding + length - head >= n) {
    while (tail + padding + length - head >= n)
      head += eventring_item_len_words(load(data + eventring_slot(head, n)));
    store_release(head_word, head);            /* C */
    atomic_thread_fence(memory_order_release); /* D */
  }
  if (padding > 0) {
    store(data + eventring_slot(tail, n), eventring_padding_header(padding)); /* E */
    tail += padding;
    store_release(tail_word, tail); /* F */
  }
  uint64_t at = data + eventring_slot(tail, n); /* G */
  store(at, eventring_item_header(length, kind.category, kind.type, (unsigned)id));
  store(at + 1, time);
  for (uint64_t word = 0; word < payload_words; word++) store(at + 2 + word, payload[word]);
  store_release(tail_word, tail + length); /* H */
}

static void put_user(uint64_t ring, unsigned type, uint64_t id, const uint64_t *payload, uint64_t payload_words) {
  put(ring, (struct kind){EVENTRING_CATEGORY_USER, type}, id, payload, payload_words);
}

static void lifecycle(unsigned id, uint64_t value) {
  struct kind kind = {EVENTRING_CATEGORY_RUNTIME, EVENTRING_RUNTIME_LIFECYCLE};
  put(0, kind, id, &value, id == EVENTRING_LIFECYCLE_RING_STOP ? 0 : 1);
}

static void store_name(uint32_t index) {
  uint64_t words[EVENTRING_NAME_ENTRY_BYTES / 8], at = (names_offset() + (uint64_t)EVENTRING_NAME_ENTRY_BYTES * index) / 8;
  memcpy(words, names[index], sizeof words);
  for (uint64_t word = 0; word < EVENTRING_NAME_ENTRY_BYTES / 8; word++) store(at + word, words[word]);
}

/* What is wrong with a session, or null where it has begun. The file gets its name when it is whole. */
static const char *begin(void) {
  char aside[4300];
  snprintf(session.path, sizeof session.path, "%s/%ld.events", session.dir, (long)getpid());
  snprintf(aside, sizeof aside, "%s.new", session.path);
  unlink(aside);
  int file = open(aside, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, (off_t)file_bytes()) != 0) return strerror(errno);
  void *memory = mmap(NULL, file_bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (memory == MAP_FAILED) return strerror(errno);
  session.words = memory;

  /* All zero so far: heads, tails and the data offset too. */
  store(EVENTRING_WORD_VERSION, EVENTRING_VERSION); /* A */
  store(EVENTRING_WORD_MAX_DOMAINS, session.max_domains);
  store(EVENTRING_WORD_RING_HEADER_SIZE_BYTES, EVENTRING_RING_HEADER_BYTES);
  store(EVENTRING_WORD_RING_SIZE_BYTES, EVENTRING_WORD_BYTES * session.ring_words);
  store(EVENTRING_WORD_RING_SIZE_ELEMENTS, session.ring_words);
  store(EVENTRING_WORD_HEADERS_OFFSET, EVENTRING_FILE_HEADER_BYTES);
  store(EVENTRING_WORD_NAMES_OFFSET, names_offset());
  store_release(EVENTRING_WORD_DATA_OFFSET, data_offset()); /* B */
  for (uint32_t index = 0; index < session.names; index++) store_name(index);
  lifecycle(EVENTRING_LIFECYCLE_RING_START, (uint64_t)getpid());
  return rename(aside, session.path) == 0 ? NULL : strerror(errno);
}

/* Requests: flat objects as the harness writes them. */

static const char *find(const char *line, const char *member) {
  char quoted[32];
  snprintf(quoted, sizeof quoted, "\"%s\":", member);
  const char *found = strstr(line, quoted);
  return found ? found + strlen(quoted) : NULL;
}

static int64_t integer(const char *line, const char *member) {
  const char *found = find(line, member);
  return found ? strtoll(found, NULL, 10) : 0;
}

static const char *text(const char *line, const char *member, char *into, size_t size) {
  const char *found = find(line, member);
  size_t length = 0;
  if (found && *found == '"') {
    for (found++; *found && *found != '"' && length + 1 < size; found++) {
      if (*found == '\\' && found[1]) found++;
      into[length++] = *found;
    }
  }
  into[length] = 0;
  return into;
}

/* The bytes of a member in hex; how many there are, at most `size`. */
static size_t bytes(const char *line, const char *member, unsigned char *into, size_t size) {
  const char *found = find(line, member);
  size_t length = 0;
  unsigned byte;
  if (found && *found == '"')
    for (found++; length < size && sscanf(found, "%2x", &byte) == 1; found += 2) into[length++] = (unsigned char)byte;
  return length;
}

static void reply(int64_t seq, const char *refused) {
  if (refused)
    printf("{\"seq\":%" PRId64 ",\"outcome\":\"refused\",\"message\":\"%s\"}\n", seq, refused);
  else
    printf("{\"seq\":%" PRId64 ",\"outcome\":\"done\"}\n", seq);
}

static void reply_with(int64_t seq, const char *member, int64_t value) {
  printf("{\"seq\":%" PRId64 ",\"outcome\":\"done\",\"%s\":%" PRId64 "}\n", seq, member, value);
}

static const char *open_session(const char *line) {
  session.max_domains = (uint64_t)integer(line, "max_domains");
  session.ring_words = (uint64_t)integer(line, "ring_words");
  session.preserve = strstr(line, "\"preserve\":true") != NULL;
  text(line, "dir", session.dir, sizeof session.dir);
  if (session.max_domains < 1 || session.max_domains > EVENTRING_MAX_DOMAINS) return "there are 1 to 4096 rings";
  if (session.ring_words & (session.ring_words - 1)) return "the words of a ring are a power of two";
  if (session.ring_words < 2 * EVENTRING_LIFECYCLE_RING_START_WORDS) return "no event is longer than half its ring";
  return begin();
}

static const char *register_name(const char *line) {
  unsigned char name[4096];
  size_t length = bytes(line, "name_hex", name, sizeof name);
  if (length >= EVENTRING_NAME_ENTRY_BYTES) return "a name has at most 127 bytes";
  if (memchr(name, 0, length)) return "a name has no byte 0";
  if (length >= 10 && memcmp(name, "eventring.", 10) == 0) return "names that begin with eventring. are reserved";
  for (int64_t count = integer(line, "count"); count > 0; count--) {
    if (session.names == EVENTRING_NAME_ENTRIES) return "the table of names is full";
    memcpy(names[session.names], name, length);
    store_name(session.names++);
  }
  return NULL;
}

static const char *write_event(const char *line) {
  static unsigned char data[1 << 16];
  char kind[16];
  uint64_t payload[EVENTRING_CUSTOM_MAX_BYTES / 8 + 1] = {0}, words = 0;
  unsigned type;
  uint64_t ring = (uint64_t)integer(line, "ring"), id = (uint64_t)integer(line, "id");
  if (ring >= session.max_domains) return "there is no such ring";
  if (id >= session.names) return "no name has this event index";
  text(line, "kind", kind, sizeof kind);
  if (strcmp(kind, "unit") == 0) type = EVENTRING_USER_UNIT;
  else if (strcmp(kind, "span_begin") == 0) type = EVENTRING_USER_SPAN_BEGIN;
  else if (strcmp(kind, "span_end") == 0) type = EVENTRING_USER_SPAN_END;
  else if (strcmp(kind, "int") == 0) {
    type = EVENTRING_USER_INT;
    words = 1;
    payload[0] = (uint64_t)integer(line, "value");
  } else if (strcmp(kind, "custom") == 0) {
    type = EVENTRING_USER_CUSTOM;
    size_t length = bytes(line, "data", data, sizeof data);
    if (length > EVENTRING_CUSTOM_MAX_BYTES) return "a custom event has at most 1024 bytes";
    words = eventring_custom_payload_words(length);
    memcpy(payload, data, length);
    ((unsigned char *)payload)[8 * words - 1] = eventring_custom_count(length);
  } else return "there is no such event";
  if (2 * (words + 2) > session.ring_words) return "no event is longer than half its ring";
  for (int64_t count = integer(line, "count"); count > 0 && !session.paused; count--)
    put_user(ring, type, id, payload, words);
  return NULL;
}

static void fork_session(int64_t seq, uint64_t id) {
  pid_t child = fork();
  if (child == 0) {
    /* The memory of the parent is left alone: a session of its own has the same names under the same indices. */
    munmap((void *)session.words, file_bytes());
    session.paused = false;
    if (begin() != NULL) _exit(1);
    lifecycle(EVENTRING_LIFECYCLE_FORK_CHILD, 0);
    put_user(0, EVENTRING_USER_UNIT, id, NULL, 0);
    _exit(0);
  }
  int status;
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
    printf("{\"seq\":%" PRId64 ",\"outcome\":\"failed\",\"message\":\"no child\"}\n", seq);
    return;
  }
  if (!session.paused) lifecycle(EVENTRING_LIFECYCLE_FORK_PARENT, (uint64_t)child);
  reply_with(seq, "pid", child);
}

int main(void) {
  char *line = NULL, op[16];
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    int64_t seq = integer(line, "seq");
    const char *refused = NULL;
    text(line, "op", op, sizeof op);
    if (strcmp(op, "start") == 0) {
      printf("{\"seq\":%" PRId64 ",\"protocol\":1,\"name\":\"plain C producer\",\"version\":\"1\",\"releases\":[\"none\"],"
             "\"options\":[\"geometry\",\"rings\",\"ints\",\"spans\",\"customs\",\"pause\",\"pause-event\",\"fork\"]}\n",
             seq);
    } else if (strcmp(op, "stop") == 0) {
      break;
    } else if (strcmp(op, "open") == 0) {
      refused = open_session(line);
      if (refused) reply(seq, refused);
      else reply_with(seq, "pid", getpid());
    } else if (strcmp(op, "register") == 0) {
      refused = register_name(line);
      if (refused) reply(seq, refused);
      else reply_with(seq, "index", (int64_t)session.names - 1);
    } else if (strcmp(op, "write") == 0) {
      reply(seq, write_event(line));
    } else if (strcmp(op, "pause") == 0) {
      if (!session.paused) lifecycle(EVENTRING_LIFECYCLE_RING_PAUSE, 0);
      session.paused = true;
      reply(seq, NULL);
    } else if (strcmp(op, "resume") == 0) {
      session.paused = false;
      lifecycle(EVENTRING_LIFECYCLE_RING_RESUME, 0);
      reply(seq, NULL);
    } else if (strcmp(op, "fork") == 0) {
      fflush(stdout);
      fork_session(seq, (uint64_t)integer(line, "id"));
    } else {
      reply(seq, "there is no such request");
    }
    fflush(stdout);
  }
  free(line);
  if (session.words) {
    lifecycle(EVENTRING_LIFECYCLE_RING_STOP, 0);
    if (!session.preserve) unlink(session.path);
  }
  return 0;
}
