/* Prints the id tables of eventring.h as rows of ../tables/runtime.csv: release,space,id,name,unit. */

#include <stdio.h>

#include "eventring.h"

static void print(const char *release, const char *space, unsigned id, const char *name, const char *unit)
{
  if (name != NULL)
    printf("%s,%s,%u,%s,%s\n", release, space, id, name, unit);
}

int main(void)
{
  unsigned release, id;
  for (release = 0; eventring_release_name((enum eventring_release)release) != NULL; release++) {
    const enum eventring_release known = (enum eventring_release)release;
    const char *of = eventring_release_name(known);
    for (id = 0; id <= EVENTRING_ID_MASK; id++)
      print(of, "phase", id, eventring_phase_name(known, id), "");
    for (id = 0; id <= EVENTRING_ID_MASK; id++) {
      const struct eventring_counter *counter = eventring_counter(known, id);
      if (counter != NULL)
        print(of, "counter", id, counter->name, counter->unit);
    }
  }
  for (id = 0; id <= EVENTRING_ID_MASK; id++) {
    print("5.5", "runtime_type", id, eventring_runtime_type_name(id), "");
    print("5.5", "user_type", id, eventring_user_type_name(id), "");
    print("5.5", "lifecycle", id, eventring_lifecycle_name(id), "");
  }
  return EVENTRING_5_5_PHASE_MINOR == 11 ? 0 : 1;
}
