/* A libFuzzer target over the reader in conformance/adapters/c-consumer: whatever it prints, it stays inside the file. */

#include <stdint.h>
#include <stdlib.h>

#include "../../../conformance/adapters/c-consumer/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static FILE *out;
  if (out == NULL && (out = fopen("/dev/null", "w")) == NULL)
    abort();
  print_records(data, size, out, "\n");
  return 0;
}
