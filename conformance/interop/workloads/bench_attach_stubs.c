/* The C half of bench_attach: the runtime's consumer, driven by its C API. */
#define CAML_INTERNALS
#include <caml/mlvalues.h>
#include <caml/fail.h>
#include <caml/runtime_events.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>

/* Declared by hand: the installed header lacks the setters of user events. */
typedef struct caml_runtime_events_cursor cur;
extern int caml_runtime_events_create_cursor(const char *, int, cur **);
extern int caml_runtime_events_read_poll(cur *, void *, uintnat, uintnat *);
extern void caml_runtime_events_set_runtime_begin(cur *, int (*)(int, void *, uint64_t, int));
extern void caml_runtime_events_set_runtime_end(cur *, int (*)(int, void *, uint64_t, int));
extern void caml_runtime_events_set_runtime_counter(cur *, int (*)(int, void *, uint64_t, int, uint64_t));
extern void caml_runtime_events_set_lifecycle(cur *, int (*)(int, void *, int64_t, int, int64_t));
extern void caml_runtime_events_set_lost_events(cur *, int (*)(int, void *, int));
extern void caml_runtime_events_set_user_unit(cur *, int (*)(int, void *, int64_t, uintnat, char *));

static uint64_t events, lost_words;
static int on_phase(int ring, void *data, uint64_t time, int phase) { events++; return 1; }
static int on_counter(int ring, void *data, uint64_t time, int counter, uint64_t v) { events++; return 1; }
static int on_lifecycle(int ring, void *data, int64_t time, int kind, int64_t v) { events++; return 1; }
static int on_unit(int ring, void *data, int64_t time, uintnat index, char *name) { events++; return 1; }
static int on_lost(int ring, void *data, int words) { lost_words += (uint32_t)words; return 1; }

value bench_attach_input_is_closed(value unit) {
  struct pollfd input = { 0, POLLIN, 0 };
  return Val_bool(poll(&input, 1, 0) != 0); /* nobody writes anything to it */
}

value bench_attach_run(value dir, value pid, value counts) {
  cur *cursor;
  uintnat consumed;
  int last;
  if (caml_runtime_events_create_cursor(String_val(dir), Int_val(pid), &cursor) != 0)
    caml_failwith("no cursor");
  caml_runtime_events_set_runtime_begin(cursor, on_phase);
  caml_runtime_events_set_runtime_end(cursor, on_phase);
  caml_runtime_events_set_runtime_counter(cursor, on_counter);
  caml_runtime_events_set_lifecycle(cursor, on_lifecycle);
  caml_runtime_events_set_lost_events(cursor, on_lost);
  caml_runtime_events_set_user_unit(cursor, on_unit);
  puts("attached");
  fflush(stdout);
  do {
    last = bench_attach_input_is_closed(Val_unit) == Val_true;
    for (int i = 0; i < 100; i++) caml_runtime_events_read_poll(cursor, NULL, 0, &consumed);
  } while (!last);
  Field(counts, 0) = Val_long(events);
  Field(counts, 1) = Val_long(lost_words);
  return Val_unit;
}
