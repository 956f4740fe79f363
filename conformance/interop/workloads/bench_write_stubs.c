/* Looks at the clock that the runtime takes timestamps from, so many times. */
#include <caml/mlvalues.h>
#include <time.h>

value bench_write_clock(value times) {
  struct timespec now;
  for (long left = Long_val(times); left > 0; left--) clock_gettime(CLOCK_MONOTONIC, &now);
  return Val_unit;
}
