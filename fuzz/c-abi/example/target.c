/* A libFuzzer target over the reader in conformance/adapters/c-consumer: whatever it prints, it stays inside the file.
 *
 * With PLANTED it is followed by one that does not, so that it can be shown that an engine finds it. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../../conformance/adapters/c-consumer/reader.h"

#ifdef PLANTED
static uint64_t word(const uint8_t *file, uint64_t index)
{
  uint64_t word;
  memcpy(&word, file + 8 * index, sizeof word);
  return word;
}

/* Sums the data of the custom events of ring 0 in a sound file of this machine's byte order, and takes every count byte for
 * one that points inside (clause custom.count.outside). */
static unsigned sum_of_data(const uint8_t *file)
{
  unsigned sum = 0;
  uint64_t ring_words = word(file, 4), header = word(file, 5) / 8, data = word(file, 6) / 8;
  for (uint64_t position = word(file, header); position != word(file, header + 1);) {
    uint64_t item = data + position % ring_words, bits = word(file, item), words = bits >> 54;
    if ((bits >> 49 & 0x1f) == 0x14 && words > 2) {
      const uint8_t *payload = file + 8 * (item + 2);
      unsigned bytes = 8 * (unsigned)(words - 2);
      for (unsigned at = 0; at < bytes - 1 - payload[bytes - 1]; at++)
        sum += payload[at];
    }
    position += words;
  }
  return sum;
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static FILE *out;
  if (out == NULL && (out = fopen("/dev/null", "w")) == NULL)
    abort();
  enum ending ending = print_records(data, size, out, "\n");
  (void)ending;
#ifdef PLANTED
  if (ending == DECODED && data[0] == 1)
    fprintf(out, "%u", sum_of_data(data));
#endif
  return 0;
}
