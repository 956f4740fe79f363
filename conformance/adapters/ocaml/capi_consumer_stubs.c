/* Decodes a runtime-events file with OCaml's own consumer (its C API) and
   prints event records.  Linked into a small OCaml program (capi_consumer.ml),
   which supplies the names that the OCaml library gives to phases, counters
   and lifecycle events. */
#define CAML_INTERNALS
#include <caml/mlvalues.h>
#include <caml/memory.h>
#include <caml/alloc.h>
#include <caml/version.h>
#include <caml/runtime_events.h>
#include <stdio.h>
#include <string.h>
#include <inttypes.h>

#ifndef OCAML_VERSION
#define OCAML_VERSION (OCAML_VERSION_MAJOR * 10000 + OCAML_VERSION_MINOR * 100)
#endif

/* The consumer's entry points are declared here by hand: the installed header
   either is missing (5.0, 5.1) or does not declare the user-event setters. */
typedef struct caml_runtime_events_cursor cur;
extern int caml_runtime_events_create_cursor(const char *, int, cur **);
extern void caml_runtime_events_free_cursor(cur *);
extern int caml_runtime_events_read_poll(cur *, void *, uintnat, uintnat *);
extern void caml_runtime_events_set_runtime_begin(cur *, int (*)(int, void *, uint64_t, int));
extern void caml_runtime_events_set_runtime_end(cur *, int (*)(int, void *, uint64_t, int));
extern void caml_runtime_events_set_runtime_counter(cur *, int (*)(int, void *, uint64_t, int, uint64_t));
extern void caml_runtime_events_set_alloc(cur *, int (*)(int, void *, uint64_t, uint64_t *));
extern void caml_runtime_events_set_lifecycle(cur *, int (*)(int, void *, int64_t, int, int64_t));
extern void caml_runtime_events_set_lost_events(cur *, int (*)(int, void *, int));
#if OCAML_VERSION >= 50100
extern void caml_runtime_events_set_user_unit(cur *, int (*)(int, void *, int64_t, uintnat, char *));
extern void caml_runtime_events_set_user_span(cur *, int (*)(int, void *, int64_t, uintnat, char *, int));
extern void caml_runtime_events_set_user_int(cur *, int (*)(int, void *, int64_t, uintnat, char *, uint64_t));
extern void caml_runtime_events_set_user_custom(cur *, int (*)(int, void *, int64_t, uintnat, char *, uintnat, uint64_t *));
#endif

static value g_phases, g_counters, g_lifecycles; /* OCaml string arrays, rooted by the caller */
static FILE *out;
static const char *between; /* what stands between two records */
static int records;

static int utf8_ok(const unsigned char *s, size_t n) {
  size_t i = 0;
  while (i < n) {
    unsigned c = s[i]; size_t k; unsigned min, cp;
    if (c < 0x80) { i++; continue; }
    else if (c >= 0xC2 && c <= 0xDF) { k = 1; min = 0x80; cp = c & 0x1F; }
    else if (c >= 0xE0 && c <= 0xEF) { k = 2; min = 0x800; cp = c & 0x0F; }
    else if (c >= 0xF0 && c <= 0xF4) { k = 3; min = 0x10000; cp = c & 0x07; }
    else return 0;
    if (i + k >= n) return 0;
    for (size_t j = 1; j <= k; j++) {
      if ((s[i + j] & 0xC0) != 0x80) return 0;
      cp = (cp << 6) | (s[i + j] & 0x3F);
    }
    if (cp < min || cp > 0x10FFFF || (cp >= 0xD800 && cp <= 0xDFFF)) return 0;
    i += k + 1;
  }
  return 1;
}

static void jstr(const char *key, const char *p, size_t n) {
  const unsigned char *s = (const unsigned char *)p;
  if (!utf8_ok(s, n)) {
    fprintf(out, ",\"%s_hex\":\"", key);
    for (size_t i = 0; i < n; i++) fprintf(out, "%02x", s[i]);
    fputc('"', out);
    return;
  }
  fprintf(out, ",\"%s\":\"", key);
  for (size_t i = 0; i < n; i++) {
    if (s[i] == '"' || s[i] == '\\') { fputc('\\', out); fputc(s[i], out); }
    else if (s[i] < 0x20 || s[i] == 0x7f) fprintf(out, "\\u%04x", s[i]);
    else fputc(s[i], out);
  }
  fputc('"', out);
}

static void jhex(const char *key, const void *p, size_t n) {
  const unsigned char *s = p;
  fprintf(out, ",\"%s\":\"", key);
  for (size_t i = 0; i < n; i++) fprintf(out, "%02x", s[i]);
  fputc('"', out);
}

static void jname(value arr, int id) {
  fprintf(out, ",\"id\":%d", id);
  if (id >= 0 && id < (int)Wosize_val(arr)) {
    value s = Field(arr, id);
    if (caml_string_length(s) > 0) { jstr("name", String_val(s), caml_string_length(s)); return; }
  }
  fprintf(out, ",\"name\":null"); /* unknown to the OCaml library */
}

static void start(void) { if (records++) fputs(between, out); }
#define HEAD(kind) start(), fprintf(out, "{\"ring\":%d,\"ts\":%" PRIu64 ",\"kind\":\"" kind "\"", dom, (uint64_t)ts)
#define DONE do { fputs("}", out); return 1; } while (0)

static int cb_begin(int dom, void *d, uint64_t ts, int ph) { HEAD("begin"); jname(g_phases, ph); DONE; }
static int cb_end(int dom, void *d, uint64_t ts, int ph) { HEAD("end"); jname(g_phases, ph); DONE; }
static int cb_counter(int dom, void *d, uint64_t ts, int c, uint64_t v) {
  HEAD("counter"); jname(g_counters, c); fprintf(out, ",\"value\":%" PRIu64, v); DONE;
}
static int cb_alloc(int dom, void *d, uint64_t ts, uint64_t *sz) {
  HEAD("alloc"); fputs(",\"buckets\":[", out);
  for (int i = 0; i < RUNTIME_EVENTS_NUM_ALLOC_BUCKETS; i++) fprintf(out, "%s%" PRIu64, i ? "," : "", sz[i]);
  fputs("]", out); DONE;
}
static int cb_lifecycle(int dom, void *d, int64_t ts, int l, int64_t data) {
  HEAD("lifecycle"); jname(g_lifecycles, l);
  /* ring_stop has no payload, which the library does not tell from a payload of 0. */
  if (l == EV_RING_STOP) { fputs(",\"value\":null", out); DONE; }
  fprintf(out, ",\"value\":%" PRId64, data); DONE;
}
static int cb_lost(int dom, void *d, int words) {
  /* An int: what is above 2^32 is gone, and what is above 2^31 negative. */
  start(); fprintf(out, "{\"ring\":%d,\"kind\":\"lost\",\"words\":%u", dom, (unsigned)words); DONE;
}
#if OCAML_VERSION >= 50100
#define UNAME do { fprintf(out, ",\"id\":%" PRIuPTR, (uintptr_t)id); jstr("name", name, strnlen(name, RUNTIME_EVENTS_CUSTOM_EVENT_ID_LENGTH)); } while (0)
static int cb_unit(int dom, void *d, int64_t ts, uintnat id, char *name) { HEAD("unit"); UNAME; DONE; }
static int cb_span(int dom, void *d, int64_t ts, uintnat id, char *name, int sp) {
  if (sp == EV_USER_SPAN_BEGIN) HEAD("span_begin"); else HEAD("span_end");
  UNAME; DONE;
}
static int cb_int(int dom, void *d, int64_t ts, uintnat id, char *name, uint64_t v) {
  HEAD("int"); UNAME; fprintf(out, ",\"value\":%" PRId64, (int64_t)v); DONE;
}
static int cb_custom(int dom, void *d, int64_t ts, uintnat id, char *name, uintnat words, uint64_t *w) {
  HEAD("custom"); UNAME;
  /* The C API hands over the payload as it is; the count byte is the adapter's to read. */
  size_t len = words * 8;
  const unsigned char *bytes = (const unsigned char *)w;
  if (len > 0 && bytes[len - 1] <= len - 1) jhex("data", w, len - 1 - bytes[len - 1]);
  else fputs(",\"data\":null", out);
  DONE;
}
#endif

value capi_sizes(value unit) {
  CAMLparam1(unit);
  CAMLlocal1(r);
  r = caml_alloc_tuple(3);
#if OCAML_VERSION >= 50400
#if OCAML_VERSION >= 50501
  Store_field(r, 0, Val_int(EV_MINOR_EPHE_CLEAN + 1));
#else
  Store_field(r, 0, Val_int(EV_EMPTY_MINOR + 1)); /* EV_MINOR_EPHE_CLEAN has no OCaml constructor before 5.5.1 */
#endif
#elif OCAML_VERSION >= 50200
  Store_field(r, 0, Val_int(EV_COMPACT_RELEASE + 1));
#else
  Store_field(r, 0, Val_int(EV_DOMAIN_RESIZE_HEAP_RESERVATION + 1));
#endif
#if OCAML_VERSION >= 50500
  Store_field(r, 1, Val_int(EV_C_MINOR_PROMOTED_WORDS + 1));
#elif OCAML_VERSION >= 50300
  Store_field(r, 1, Val_int(EV_C_MAJOR_SLICE_BUDGET + 1));
#elif OCAML_VERSION >= 50100
  Store_field(r, 1, Val_int(EV_C_MAJOR_HEAP_LARGE_BLOCKS + 1));
#else
  Store_field(r, 1, Val_int(EV_C_REQUEST_MINOR_REALLOC_CUSTOM_TABLE + 1));
#endif
  Store_field(r, 2, Val_int(EV_DOMAIN_TERMINATE + 1));
  CAMLreturn(r);
}

/* The library says neither where it gave up nor in which ring. */
static int gave_up(const char *what, int status) {
  if (status == 0) return 0;
  start();
  fprintf(out, "{\"kind\":\"refused\",\"clause\":\"\",\"message\":\"%s returns %d\"}", what, status);
  return status;
}

/* A cursor, with every callback. */
static int open_cursor(value dir, value pid, cur **c) {
  int st = gave_up("create_cursor", caml_runtime_events_create_cursor(String_val(dir), Int_val(pid), c));
  if (st != 0) return st;
  caml_runtime_events_set_runtime_begin(*c, cb_begin);
  caml_runtime_events_set_runtime_end(*c, cb_end);
  caml_runtime_events_set_runtime_counter(*c, cb_counter);
  caml_runtime_events_set_alloc(*c, cb_alloc);
  caml_runtime_events_set_lifecycle(*c, cb_lifecycle);
  caml_runtime_events_set_lost_events(*c, cb_lost);
#if OCAML_VERSION >= 50100
  caml_runtime_events_set_user_unit(*c, cb_unit);
  caml_runtime_events_set_user_span(*c, cb_span);
  caml_runtime_events_set_user_int(*c, cb_int);
  caml_runtime_events_set_user_custom(*c, cb_custom);
#endif
  return 0;
}

/* What is printed from now on. No OCaml allocation may happen while it is, so that the names cannot move: [names] has
   those of phases, counters and lifecycles. */
static void begin(value names, const char *separator) {
  out = stdout;
  between = separator;
  records = 0;
  g_phases = Field(names, 0); g_counters = Field(names, 1); g_lifecycles = Field(names, 2);
}

/* With a limit above 0 the library is asked once, for at most so many events. */
value capi_decode(value dir, value pid, value names, value separator, value limit) {
  CAMLparam5(dir, pid, names, separator, limit);
  CAMLlocal1(result);
  cur *c = NULL;
  uintnat n = 0, total = 0;
  int st;
  begin(names, String_val(separator));
  st = open_cursor(dir, pid, &c);
  if (st == 0) {
    /* Unit events are not counted, so a poll that counts nothing may have delivered some. */
    int before;
    do {
      before = records;
      n = 0;
      st = gave_up("read_poll", caml_runtime_events_read_poll(c, NULL, Long_val(limit), &n));
      total += n;
    } while (st == 0 && Long_val(limit) == 0 && records > before);
    caml_runtime_events_free_cursor(c);
  }
  if (records && between[0] == '\n') fputs(between, out);
  fflush(out);
  result = caml_alloc_tuple(2);
  Store_field(result, 0, Val_int(st));
  Store_field(result, 1, Val_long(total));
  CAMLreturn(result);
}

/* What is attached to: at most one in the life of a process. */
static cur *attached = NULL;

value capi_attach(value dir, value pid, value names) {
  begin(names, ",");
  return Val_int(open_cursor(dir, pid, &attached));
}

value capi_poll(value names, value limit) {
  uintnat n = 0;
  begin(names, ",");
  int st = gave_up("read_poll", caml_runtime_events_read_poll(attached, NULL, Long_val(limit), &n));
  fflush(out);
  return Val_int(st);
}
