/* Changes of ring files for engines that fuzz a reader in C or C++.
 *
 * libFuzzer: link your target with libeventring_mutator.a; it defines LLVMFuzzerCustomMutator.
 * AFL++:     AFL_CUSTOM_MUTATOR_LIBRARY=/path/to/libeventring_mutator.so afl-fuzz ...
 * Others:    call eventring_mutate.
 *
 * The same seed makes the same of the same file. Nothing here keeps a pointer after it returns, and nothing calls back.
 */
#ifndef EVENTRING_MUTATOR_H
#define EVENTRING_MUTATOR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes the file in the first `size` of `max_size` bytes at `data`, and returns its new size, at most `max_size`. A
 * ring file mostly stays one: items are put in, taken out and stretched, heads and tails moved, fields flipped. Now and
 * then, and where it is none, another one comes in its place, valid, with one clause of SPEC.md broken, or hostile; what
 * does not fit is cut off. */
size_t eventring_mutate(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* What libFuzzer calls. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);

/* What AFL++ calls. */
void *afl_custom_init(void *afl, unsigned int seed);
size_t afl_custom_fuzz(void *state, uint8_t *data, size_t size, uint8_t **out, uint8_t *other, size_t other_size,
                       size_t max_size);
void afl_custom_deinit(void *state);

#ifdef __cplusplus
}
#endif

#endif
