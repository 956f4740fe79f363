/* Generated from spec/registry/runtime.toml by `cargo run -p eventring-spec -- generate`. Do not edit.
 *
 * The numbers of the runtime events ring file of OCaml 5, for who writes or reads it in C99 or C++11: sizes, words,
 * item headers, types, and the ids and names of each release. SPEC.md says what they mean; its clauses are named here.
 * Nothing is needed but this file, and nothing in it reads or writes memory but eventring_word. */

#ifndef EVENTRING_H
#define EVENTRING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Sizes ------------------------------------------------------------------------------------------------------ */

/* Bytes of a word. */
#define EVENTRING_WORD_BYTES 8

/* Word 0 of the file header, in every release (clause header.version). */
#define EVENTRING_VERSION UINT64_C(1)

/* Bytes of the file header: 8 words at offset 0. */
#define EVENTRING_FILE_HEADER_BYTES 64

/* Bytes of a ring header, as every producer writes it (clause header.ring-header-size). */
#define EVENTRING_RING_HEADER_BYTES 80

/* Bytes of the smallest ring header that holds head and tail (clause header.ring-header-size). */
#define EVENTRING_LEAST_RING_HEADER_BYTES 16

/* The largest number of rings that a file can have (clause header.max-domains). */
#define EVENTRING_MAX_DOMAINS 4096

/* Words of a ring where nothing else was asked for. */
#define EVENTRING_DEFAULT_RING_WORDS UINT64_C(65536)

/* Entries of the name table, and one more than the largest event index (clause user.index). */
#define EVENTRING_NAME_ENTRIES 8192

/* Bytes of one entry of the name table (clause names.entry). */
#define EVENTRING_NAME_ENTRY_BYTES 128

/* Bytes of the longest name (clause names.length). */
#define EVENTRING_NAME_MAX_BYTES 127

/* Bit of the item header where the length starts, which goes up to the highest bit. */
#define EVENTRING_LENGTH_SHIFT 54

/* The largest length, in words, that an item header can hold. */
#define EVENTRING_ITEM_MAX_WORDS UINT64_C(1023)

/* The bit of the item header that is set in user events (clause item.category). */
#define EVENTRING_USER_BIT (UINT64_C(1) << 53)

/* Bit of the item header where the type starts. */
#define EVENTRING_TYPE_SHIFT 49

/* Mask of the type once it is shifted down by EVENTRING_TYPE_SHIFT. */
#define EVENTRING_TYPE_MASK UINT64_C(0xf)

/* Bit of the item header where the id starts. */
#define EVENTRING_ID_SHIFT 36

/* Mask of the id once it is shifted down by EVENTRING_ID_SHIFT. */
#define EVENTRING_ID_MASK UINT64_C(0x1fff)

/* The bits of the item header without meaning (clause item.reserved-bits). */
#define EVENTRING_RESERVED_MASK UINT64_C(0xfffffffff)

/* The most data bytes of a custom event, without filler and count byte (clause custom.max). */
#define EVENTRING_CUSTOM_MAX_BYTES 1024

/* Buckets of an alloc event (clause runtime.alloc.length). */
#define EVENTRING_ALLOC_BUCKETS 20

/* --- Words of the headers, by their index ----------------------------------------------------------------------- */

/* Words of the file header. */
enum {
  EVENTRING_WORD_VERSION = 0,
  EVENTRING_WORD_MAX_DOMAINS = 1,
  EVENTRING_WORD_RING_HEADER_SIZE_BYTES = 2,
  EVENTRING_WORD_RING_SIZE_BYTES = 3,
  EVENTRING_WORD_RING_SIZE_ELEMENTS = 4,
  EVENTRING_WORD_HEADERS_OFFSET = 5,
  EVENTRING_WORD_DATA_OFFSET = 6,
  EVENTRING_WORD_NAMES_OFFSET = 7
};

/* Words of a ring header. */
enum {
  EVENTRING_WORD_HEAD = 0,
  EVENTRING_WORD_TAIL = 1
};

/* --- Categories, types and lifecycles, the same in every release ------------------------------------------------ */

/* Bit 53 of an item header (clause item.category). */
enum {
  EVENTRING_CATEGORY_RUNTIME = 0,
  EVENTRING_CATEGORY_USER = 1
};

/* Types of runtime items (clause item.type). */
enum {
  EVENTRING_RUNTIME_PADDING = 0,
  EVENTRING_RUNTIME_LIFECYCLE = 1,
  EVENTRING_RUNTIME_BEGIN = 2,
  EVENTRING_RUNTIME_END = 3,
  EVENTRING_RUNTIME_COUNTER = 4,
  EVENTRING_RUNTIME_ALLOC = 5
};

#define EVENTRING_RUNTIME_BEGIN_WORDS 2
#define EVENTRING_RUNTIME_END_WORDS 2
#define EVENTRING_RUNTIME_COUNTER_WORDS 3
#define EVENTRING_RUNTIME_ALLOC_WORDS 22

/* Types of user items (clause item.type). */
enum {
  EVENTRING_USER_UNIT = 0,
  EVENTRING_USER_INT = 1,
  EVENTRING_USER_SPAN_BEGIN = 2,
  EVENTRING_USER_SPAN_END = 3,
  EVENTRING_USER_CUSTOM = 4
};

#define EVENTRING_USER_UNIT_WORDS 2
#define EVENTRING_USER_INT_WORDS 3
#define EVENTRING_USER_SPAN_BEGIN_WORDS 2
#define EVENTRING_USER_SPAN_END_WORDS 2

/* Lifecycle ids (clause runtime.id). */
enum {
  EVENTRING_LIFECYCLE_RING_START = 0,
  EVENTRING_LIFECYCLE_RING_STOP = 1,
  EVENTRING_LIFECYCLE_RING_PAUSE = 2,
  EVENTRING_LIFECYCLE_RING_RESUME = 3,
  EVENTRING_LIFECYCLE_FORK_PARENT = 4,
  EVENTRING_LIFECYCLE_FORK_CHILD = 5,
  EVENTRING_LIFECYCLE_DOMAIN_SPAWN = 6,
  EVENTRING_LIFECYCLE_DOMAIN_TERMINATE = 7
};

#define EVENTRING_LIFECYCLE_RING_START_WORDS 3
#define EVENTRING_LIFECYCLE_RING_STOP_WORDS 2
#define EVENTRING_LIFECYCLE_RING_PAUSE_WORDS 3
#define EVENTRING_LIFECYCLE_RING_RESUME_WORDS 3
#define EVENTRING_LIFECYCLE_FORK_PARENT_WORDS 3
#define EVENTRING_LIFECYCLE_FORK_CHILD_WORDS 3
#define EVENTRING_LIFECYCLE_DOMAIN_SPAWN_WORDS 3
#define EVENTRING_LIFECYCLE_DOMAIN_TERMINATE_WORDS 3

/* --- Words -------------------------------------------------------------------------------------------------------- */

/* The word in 8 bytes of a file, of either byte order (clause file.byte-order). */
static inline uint64_t eventring_word(const unsigned char *bytes, int is_big_endian)
{
  uint64_t word = 0;
  for (int at = 0; at < 8; at++)
    word |= (uint64_t)bytes[at] << 8 * (is_big_endian ? 7 - at : at);
  return word;
}

/* --- Item headers -------------------------------------------------------------------------------------------------- */

/* The item header of an event; what does not fit its field is cut off. */
static inline uint64_t eventring_item_header(uint64_t len_words, unsigned category, unsigned type, unsigned id)
{
  return len_words << EVENTRING_LENGTH_SHIFT | (category == EVENTRING_CATEGORY_USER ? EVENTRING_USER_BIT : 0)
    | (type & EVENTRING_TYPE_MASK) << EVENTRING_TYPE_SHIFT | (id & EVENTRING_ID_MASK) << EVENTRING_ID_SHIFT;
}

/* The item header of padding (clauses item.padding.ends-ring and item.padding.id). */
static inline uint64_t eventring_padding_header(uint64_t len_words)
{
  return eventring_item_header(len_words, EVENTRING_CATEGORY_RUNTIME, EVENTRING_RUNTIME_PADDING, 0);
}

/* Words of the whole item, its header among them: 0 to 1023, where 0 is a fault (clause item.length.zero). */
static inline uint64_t eventring_item_len_words(uint64_t header)
{
  return header >> EVENTRING_LENGTH_SHIFT;
}

static inline unsigned eventring_item_category(uint64_t header)
{
  return header & EVENTRING_USER_BIT ? EVENTRING_CATEGORY_USER : EVENTRING_CATEGORY_RUNTIME;
}

static inline unsigned eventring_item_type(uint64_t header)
{
  return (unsigned)(header >> EVENTRING_TYPE_SHIFT & EVENTRING_TYPE_MASK);
}

static inline unsigned eventring_item_id(uint64_t header)
{
  return (unsigned)(header >> EVENTRING_ID_SHIFT & EVENTRING_ID_MASK);
}

/* Whether the item is padding, whatever its id is (clause item.padding.skipped). */
static inline int eventring_item_is_padding(uint64_t header)
{
  return eventring_item_category(header) == EVENTRING_CATEGORY_RUNTIME
    && eventring_item_type(header) == EVENTRING_RUNTIME_PADDING;
}

/* --- Where things are in a file, as a producer lays it out. A consumer takes sizes and offsets from the file header. - */

/* Offset of the header of a ring, in bytes. */
static inline uint64_t eventring_ring_header_offset_bytes(uint64_t ring)
{
  return EVENTRING_FILE_HEADER_BYTES + ring * EVENTRING_RING_HEADER_BYTES;
}

/* Offset of the first ring, in bytes (clause header.data-offset). */
static inline uint64_t eventring_data_offset_bytes(uint64_t max_domains)
{
  return eventring_ring_header_offset_bytes(max_domains);
}

/* Offset of slot 0 of a ring, in bytes. */
static inline uint64_t eventring_ring_offset_bytes(uint64_t max_domains, uint64_t ring_words, uint64_t ring)
{
  return eventring_data_offset_bytes(max_domains) + ring * ring_words * EVENTRING_WORD_BYTES;
}

/* Offset of the name table, in bytes (clause header.names-offset). */
static inline uint64_t eventring_names_offset_bytes(uint64_t max_domains, uint64_t ring_words)
{
  return eventring_ring_offset_bytes(max_domains, ring_words, max_domains);
}

/* Bytes of the whole file with its name table (clause file.size). */
static inline uint64_t eventring_file_bytes(uint64_t max_domains, uint64_t ring_words)
{
  return eventring_names_offset_bytes(max_domains, ring_words) + EVENTRING_NAME_ENTRIES * EVENTRING_NAME_ENTRY_BYTES;
}

/* --- Positions ----------------------------------------------------------------------------------------------------- */

/* The slot of a position; a ring's words are a power of two (clause ring.slot). */
static inline uint64_t eventring_slot(uint64_t position, uint64_t ring_words)
{
  return position & (ring_words - 1);
}

/* Words of padding that an event needs before it at tail, 0 for none (clause item.padding.needed). */
static inline uint64_t eventring_padding_words(uint64_t tail, uint64_t ring_words, uint64_t len_words)
{
  uint64_t left_words = ring_words - eventring_slot(tail, ring_words);
  return left_words < len_words ? left_words : 0;
}

/* --- Custom payloads ----------------------------------------------------------------------------------------------- */

/* Words of the payload of a custom event of so many bytes (clause custom.words). */
static inline uint64_t eventring_custom_payload_words(uint64_t len_bytes)
{
  return len_bytes / 8 + 1;
}

/* The last byte of that payload (clause custom.count). */
static inline unsigned char eventring_custom_count(uint64_t len_bytes)
{
  return (unsigned char)(7 - len_bytes % 8);
}

/* Bytes of data in a payload of so many words with that last byte, or -1 where the byte points outside
 * (clauses custom.count.outside and custom.count.above-7). */
static inline int64_t eventring_custom_len_bytes(uint64_t payload_words, unsigned char count)
{
  return payload_words * 8 > count ? (int64_t)(payload_words * 8 - 1 - count) : -1;
}

/* --- Releases, whose ids are given by whoever knows them (clause release.not-from-version) ---------------------- */

/* A line of OCaml whose id tables are equal. */
enum eventring_release {
  EVENTRING_RELEASE_5_0 = 0,
  EVENTRING_RELEASE_5_1 = 1,
  EVENTRING_RELEASE_5_2 = 2,
  EVENTRING_RELEASE_5_3 = 3,
  EVENTRING_RELEASE_5_4 = 4,
  EVENTRING_RELEASE_5_5 = 5,
  EVENTRING_RELEASE_TRUNK = 6,
  EVENTRING_RELEASE_OXCAML = 7
};

/* The name of a release, as in "5.3". */
static inline const char *eventring_release_name(enum eventring_release release)
{
  static const char *const names[] = {
    "5.0", "5.1", "5.2", "5.3", "5.4", "5.5", "trunk", "oxcaml"
  };
  return (size_t)release < sizeof names / sizeof names[0] ? names[release] : NULL;
}

/* --- Names; NULL where there is no such id (clauses release.unknown-id and item.unknown-type) ------------------- */

/* The name of a runtime type, the same in every release. */
static inline const char *eventring_runtime_type_name(unsigned id)
{
  static const char *const names[] = {
    "padding", "lifecycle", "begin", "end", "counter", "alloc"
  };
  return id < sizeof names / sizeof names[0] ? names[id] : NULL;
}

/* The name of a user type, the same in every release. */
static inline const char *eventring_user_type_name(unsigned id)
{
  static const char *const names[] = {
    "unit", "int", "span_begin", "span_end", "custom"
  };
  return id < sizeof names / sizeof names[0] ? names[id] : NULL;
}

/* The name of a lifecycle, the same in every release. */
static inline const char *eventring_lifecycle_name(unsigned id)
{
  static const char *const names[] = {
    "ring_start", "ring_stop", "ring_pause", "ring_resume", "fork_parent", "fork_child", "domain_spawn",
    "domain_terminate"
  };
  return id < sizeof names / sizeof names[0] ? names[id] : NULL;
}

/* The name of a phase in a release. */
static inline const char *eventring_phase_name(enum eventring_release release, unsigned id)
{
  static const char *const of_5_2[] = {
    "explicit_gc_set", "explicit_gc_stat", "explicit_gc_minor", "explicit_gc_major", "explicit_gc_full_major",
    "explicit_gc_compact", "major", "major_sweep", "major_mark_roots", "major_mark", "minor", "minor_local_roots",
    "minor_finalized", "explicit_gc_major_slice", "finalise_update_first", "finalise_update_last",
    "interrupt_remote", "major_ephe_mark", "major_ephe_sweep", "major_finish_marking", "major_gc_cycle_domains",
    "major_gc_phase_change", "major_gc_stw", "major_mark_opportunistic", "major_slice", "major_finish_cycle",
    "minor_clear", "minor_finalizers_oldify", "minor_global_roots", "minor_leave_barrier", "stw_api_barrier",
    "stw_handler", "stw_leader", "major_finish_sweeping", "minor_finalizers_admin", "minor_remembered_set",
    "minor_remembered_set_promote", "minor_local_roots_promote", "domain_condition_wait",
    "domain_resize_heap_reservation", "compaction", "compaction_evacuate", "compaction_forward",
    "compaction_release"
  };
  static const char *const of_5_4[] = {
    "explicit_gc_set", "explicit_gc_stat", "explicit_gc_minor", "explicit_gc_major", "explicit_gc_full_major",
    "explicit_gc_compact", "major", "major_sweep", "major_mark_roots", "major_memprof_roots", "major_mark", "minor",
    "minor_local_roots", "minor_memprof_roots", "minor_memprof_clean", "minor_finalized", "explicit_gc_major_slice",
    "finalise_update_first", "finalise_update_last", "interrupt_remote", "major_ephe_mark", "major_ephe_sweep",
    "major_finish_marking", "major_gc_cycle_domains", "major_gc_phase_change", "major_gc_stw",
    "major_mark_opportunistic", "major_slice", "major_finish_cycle", "minor_clear", "minor_finalizers_oldify",
    "minor_global_roots", "minor_leave_barrier", "stw_api_barrier", "stw_handler", "stw_leader",
    "major_finish_sweeping", "major_memprof_clean", "minor_finalizers_admin", "minor_remembered_set",
    "minor_remembered_set_promote", "minor_local_roots_promote", "domain_condition_wait",
    "domain_resize_heap_reservation", "compaction", "compaction_evacuate", "compaction_forward",
    "compaction_release", "empty_minor", "minor_ephe_clean"
  };
  static const char *const of_oxcaml[] = {
    "explicit_gc_set", "explicit_gc_stat", "explicit_gc_minor", "explicit_gc_major", "explicit_gc_full_major",
    "explicit_gc_compact", "major", "major_sweep", "major_mark_roots", "major_memprof_roots", "major_mark", "minor",
    "minor_local_roots", "minor_memprof_roots", "minor_memprof_clean", "minor_finalized", "explicit_gc_major_slice",
    "finalise_update_first", "finalise_update_last", "interrupt_remote", "major_ephe_mark", "major_ephe_sweep",
    "major_finish_marking", "major_gc_cycle_domains", "major_gc_phase_change", "major_gc_stw",
    "major_mark_opportunistic", "major_slice", "major_finish_cycle", "minor_clear", "minor_finalizers_oldify",
    "minor_global_roots", "minor_leave_barrier", "stw_api_barrier", "stw_handler", "stw_leader",
    "major_finish_sweeping", "major_memprof_clean", "minor_finalizers_admin", "minor_remembered_set",
    "minor_remembered_set_promote", "minor_local_roots_promote", "domain_condition_wait",
    "domain_resize_heap_reservation", "compaction", "compaction_evacuate", "compaction_forward",
    "compaction_release", "minor_ephe_clean", "minor_dependent"
  };
  switch (release) {
  case EVENTRING_RELEASE_5_0:
    return id < 40 ? of_5_2[id] : NULL;
  case EVENTRING_RELEASE_5_1:
    return id < 40 ? of_5_2[id] : NULL;
  case EVENTRING_RELEASE_5_2:
    return id < 44 ? of_5_2[id] : NULL;
  case EVENTRING_RELEASE_5_3:
    return id < 48 ? of_5_4[id] : NULL;
  case EVENTRING_RELEASE_5_4:
    return id < 50 ? of_5_4[id] : NULL;
  case EVENTRING_RELEASE_5_5:
    return id < 50 ? of_5_4[id] : NULL;
  case EVENTRING_RELEASE_TRUNK:
    return NULL;
  case EVENTRING_RELEASE_OXCAML:
    return id < 50 ? of_oxcaml[id] : NULL;
  }
  return NULL;
}

/* A counter: its name, and the unit of its values. */
struct eventring_counter {
  const char *name;
  const char *unit;
};

/* A counter of a release. Words are those of the producing machine, 4 bytes on a 32-bit one. */
static inline const struct eventring_counter *eventring_counter(enum eventring_release release, unsigned id)
{
  static const struct eventring_counter of_5_5[] = {
    {"force_minor_alloc_small", "occurrences"}, {"force_minor_make_vect", "occurrences"},
    {"force_minor_set_minor_heap_size", "occurrences"}, {"force_minor_memprof", "occurrences"},
    {"minor_promoted", "bytes"}, {"minor_allocated", "bytes"}, {"request_major_alloc_shr", "occurrences"},
    {"request_major_adjust_gc_speed", "occurrences"}, {"request_minor_realloc_ref_table", "occurrences"},
    {"request_minor_realloc_ephe_ref_table", "occurrences"}, {"request_minor_realloc_custom_table", "occurrences"},
    {"major_heap_pool_words", "words"}, {"major_heap_pool_live_words", "words"},
    {"major_heap_large_words", "words"}, {"major_heap_pool_frag_words", "words"},
    {"major_heap_pool_live_blocks", "blocks"}, {"major_heap_large_blocks", "blocks"}, {"major_heap_words", "words"},
    {"major_allocated_words", "words"}, {"major_allocated_work", "work"}, {"major_dependent_work", "work"},
    {"major_extra_work", "work"}, {"major_work_counter", "work"}, {"major_alloc_counter", "work"},
    {"major_slice_target", "work"}, {"major_slice_budget", "work"}, {"minor_allocated_words", "words"},
    {"minor_promoted_words", "words"}
  };
  static const struct eventring_counter of_oxcaml[] = {
    {"force_minor_alloc_small", "occurrences"}, {"force_minor_make_vect", "occurrences"},
    {"force_minor_set_minor_heap_size", "occurrences"}, {"force_minor_memprof", "occurrences"},
    {"minor_promoted", "bytes"}, {"minor_allocated", "bytes"}, {"request_major_alloc_shr", "occurrences"},
    {"request_major_adjust_gc_speed", "occurrences"}, {"request_minor_realloc_ref_table", "occurrences"},
    {"request_minor_realloc_ephe_ref_table", "occurrences"}, {"request_minor_realloc_custom_table", "occurrences"},
    {"major_heap_pool_words", "words"}, {"major_heap_pool_live_words", "words"},
    {"major_heap_large_words", "words"}, {"major_heap_pool_frag_words", "words"},
    {"major_heap_pool_live_blocks", "blocks"}, {"major_heap_large_blocks", "blocks"},
    {"request_minor_realloc_dependent_table", "occurrences"}, {"major_slice_alloc_words", "words"},
    {"major_slice_alloc_dependent_words", "words"}, {"major_slice_new_work", "work"},
    {"major_slice_total_work", "work"}, {"major_slice_budget", "work"}, {"major_slice_work_done", "work"}
  };
  switch (release) {
  case EVENTRING_RELEASE_5_0:
    return id < 11 ? &of_5_5[id] : NULL;
  case EVENTRING_RELEASE_5_1:
    return id < 17 ? &of_5_5[id] : NULL;
  case EVENTRING_RELEASE_5_2:
    return id < 17 ? &of_5_5[id] : NULL;
  case EVENTRING_RELEASE_5_3:
    return id < 26 ? &of_5_5[id] : NULL;
  case EVENTRING_RELEASE_5_4:
    return id < 26 ? &of_5_5[id] : NULL;
  case EVENTRING_RELEASE_5_5:
    return id < 28 ? &of_5_5[id] : NULL;
  case EVENTRING_RELEASE_TRUNK:
    return NULL;
  case EVENTRING_RELEASE_OXCAML:
    return id < 24 ? &of_oxcaml[id] : NULL;
  }
  return NULL;
}

/* --- Ids of each release ---------------------------------------------------------------------------------------- */

/* Every phase of 5.0. */
enum {
  EVENTRING_5_0_PHASE_EXPLICIT_GC_SET = 0,
  EVENTRING_5_0_PHASE_EXPLICIT_GC_STAT = 1,
  EVENTRING_5_0_PHASE_EXPLICIT_GC_MINOR = 2,
  EVENTRING_5_0_PHASE_EXPLICIT_GC_MAJOR = 3,
  EVENTRING_5_0_PHASE_EXPLICIT_GC_FULL_MAJOR = 4,
  EVENTRING_5_0_PHASE_EXPLICIT_GC_COMPACT = 5,
  EVENTRING_5_0_PHASE_MAJOR = 6,
  EVENTRING_5_0_PHASE_MAJOR_SWEEP = 7,
  EVENTRING_5_0_PHASE_MAJOR_MARK_ROOTS = 8,
  EVENTRING_5_0_PHASE_MAJOR_MARK = 9,
  EVENTRING_5_0_PHASE_MINOR = 10,
  EVENTRING_5_0_PHASE_MINOR_LOCAL_ROOTS = 11,
  EVENTRING_5_0_PHASE_MINOR_FINALIZED = 12,
  EVENTRING_5_0_PHASE_EXPLICIT_GC_MAJOR_SLICE = 13,
  EVENTRING_5_0_PHASE_FINALISE_UPDATE_FIRST = 14,
  EVENTRING_5_0_PHASE_FINALISE_UPDATE_LAST = 15,
  EVENTRING_5_0_PHASE_INTERRUPT_REMOTE = 16,
  EVENTRING_5_0_PHASE_MAJOR_EPHE_MARK = 17,
  EVENTRING_5_0_PHASE_MAJOR_EPHE_SWEEP = 18,
  EVENTRING_5_0_PHASE_MAJOR_FINISH_MARKING = 19,
  EVENTRING_5_0_PHASE_MAJOR_GC_CYCLE_DOMAINS = 20,
  EVENTRING_5_0_PHASE_MAJOR_GC_PHASE_CHANGE = 21,
  EVENTRING_5_0_PHASE_MAJOR_GC_STW = 22,
  EVENTRING_5_0_PHASE_MAJOR_MARK_OPPORTUNISTIC = 23,
  EVENTRING_5_0_PHASE_MAJOR_SLICE = 24,
  EVENTRING_5_0_PHASE_MAJOR_FINISH_CYCLE = 25,
  EVENTRING_5_0_PHASE_MINOR_CLEAR = 26,
  EVENTRING_5_0_PHASE_MINOR_FINALIZERS_OLDIFY = 27,
  EVENTRING_5_0_PHASE_MINOR_GLOBAL_ROOTS = 28,
  EVENTRING_5_0_PHASE_MINOR_LEAVE_BARRIER = 29,
  EVENTRING_5_0_PHASE_STW_API_BARRIER = 30,
  EVENTRING_5_0_PHASE_STW_HANDLER = 31,
  EVENTRING_5_0_PHASE_STW_LEADER = 32,
  EVENTRING_5_0_PHASE_MAJOR_FINISH_SWEEPING = 33,
  EVENTRING_5_0_PHASE_MINOR_FINALIZERS_ADMIN = 34,
  EVENTRING_5_0_PHASE_MINOR_REMEMBERED_SET = 35,
  EVENTRING_5_0_PHASE_MINOR_REMEMBERED_SET_PROMOTE = 36,
  EVENTRING_5_0_PHASE_MINOR_LOCAL_ROOTS_PROMOTE = 37,
  EVENTRING_5_0_PHASE_DOMAIN_CONDITION_WAIT = 38,
  EVENTRING_5_0_PHASE_DOMAIN_RESIZE_HEAP_RESERVATION = 39
};

/* Every counter of 5.0. */
enum {
  EVENTRING_5_0_COUNTER_FORCE_MINOR_ALLOC_SMALL = 0,
  EVENTRING_5_0_COUNTER_FORCE_MINOR_MAKE_VECT = 1,
  EVENTRING_5_0_COUNTER_FORCE_MINOR_SET_MINOR_HEAP_SIZE = 2,
  EVENTRING_5_0_COUNTER_FORCE_MINOR_MEMPROF = 3,
  EVENTRING_5_0_COUNTER_MINOR_PROMOTED = 4,
  EVENTRING_5_0_COUNTER_MINOR_ALLOCATED = 5,
  EVENTRING_5_0_COUNTER_REQUEST_MAJOR_ALLOC_SHR = 6,
  EVENTRING_5_0_COUNTER_REQUEST_MAJOR_ADJUST_GC_SPEED = 7,
  EVENTRING_5_0_COUNTER_REQUEST_MINOR_REALLOC_REF_TABLE = 8,
  EVENTRING_5_0_COUNTER_REQUEST_MINOR_REALLOC_EPHE_REF_TABLE = 9,
  EVENTRING_5_0_COUNTER_REQUEST_MINOR_REALLOC_CUSTOM_TABLE = 10
};

/* Every phase of 5.1. */
enum {
  EVENTRING_5_1_PHASE_EXPLICIT_GC_SET = 0,
  EVENTRING_5_1_PHASE_EXPLICIT_GC_STAT = 1,
  EVENTRING_5_1_PHASE_EXPLICIT_GC_MINOR = 2,
  EVENTRING_5_1_PHASE_EXPLICIT_GC_MAJOR = 3,
  EVENTRING_5_1_PHASE_EXPLICIT_GC_FULL_MAJOR = 4,
  EVENTRING_5_1_PHASE_EXPLICIT_GC_COMPACT = 5,
  EVENTRING_5_1_PHASE_MAJOR = 6,
  EVENTRING_5_1_PHASE_MAJOR_SWEEP = 7,
  EVENTRING_5_1_PHASE_MAJOR_MARK_ROOTS = 8,
  EVENTRING_5_1_PHASE_MAJOR_MARK = 9,
  EVENTRING_5_1_PHASE_MINOR = 10,
  EVENTRING_5_1_PHASE_MINOR_LOCAL_ROOTS = 11,
  EVENTRING_5_1_PHASE_MINOR_FINALIZED = 12,
  EVENTRING_5_1_PHASE_EXPLICIT_GC_MAJOR_SLICE = 13,
  EVENTRING_5_1_PHASE_FINALISE_UPDATE_FIRST = 14,
  EVENTRING_5_1_PHASE_FINALISE_UPDATE_LAST = 15,
  EVENTRING_5_1_PHASE_INTERRUPT_REMOTE = 16,
  EVENTRING_5_1_PHASE_MAJOR_EPHE_MARK = 17,
  EVENTRING_5_1_PHASE_MAJOR_EPHE_SWEEP = 18,
  EVENTRING_5_1_PHASE_MAJOR_FINISH_MARKING = 19,
  EVENTRING_5_1_PHASE_MAJOR_GC_CYCLE_DOMAINS = 20,
  EVENTRING_5_1_PHASE_MAJOR_GC_PHASE_CHANGE = 21,
  EVENTRING_5_1_PHASE_MAJOR_GC_STW = 22,
  EVENTRING_5_1_PHASE_MAJOR_MARK_OPPORTUNISTIC = 23,
  EVENTRING_5_1_PHASE_MAJOR_SLICE = 24,
  EVENTRING_5_1_PHASE_MAJOR_FINISH_CYCLE = 25,
  EVENTRING_5_1_PHASE_MINOR_CLEAR = 26,
  EVENTRING_5_1_PHASE_MINOR_FINALIZERS_OLDIFY = 27,
  EVENTRING_5_1_PHASE_MINOR_GLOBAL_ROOTS = 28,
  EVENTRING_5_1_PHASE_MINOR_LEAVE_BARRIER = 29,
  EVENTRING_5_1_PHASE_STW_API_BARRIER = 30,
  EVENTRING_5_1_PHASE_STW_HANDLER = 31,
  EVENTRING_5_1_PHASE_STW_LEADER = 32,
  EVENTRING_5_1_PHASE_MAJOR_FINISH_SWEEPING = 33,
  EVENTRING_5_1_PHASE_MINOR_FINALIZERS_ADMIN = 34,
  EVENTRING_5_1_PHASE_MINOR_REMEMBERED_SET = 35,
  EVENTRING_5_1_PHASE_MINOR_REMEMBERED_SET_PROMOTE = 36,
  EVENTRING_5_1_PHASE_MINOR_LOCAL_ROOTS_PROMOTE = 37,
  EVENTRING_5_1_PHASE_DOMAIN_CONDITION_WAIT = 38,
  EVENTRING_5_1_PHASE_DOMAIN_RESIZE_HEAP_RESERVATION = 39
};

/* Every counter of 5.1. */
enum {
  EVENTRING_5_1_COUNTER_FORCE_MINOR_ALLOC_SMALL = 0,
  EVENTRING_5_1_COUNTER_FORCE_MINOR_MAKE_VECT = 1,
  EVENTRING_5_1_COUNTER_FORCE_MINOR_SET_MINOR_HEAP_SIZE = 2,
  EVENTRING_5_1_COUNTER_FORCE_MINOR_MEMPROF = 3,
  EVENTRING_5_1_COUNTER_MINOR_PROMOTED = 4,
  EVENTRING_5_1_COUNTER_MINOR_ALLOCATED = 5,
  EVENTRING_5_1_COUNTER_REQUEST_MAJOR_ALLOC_SHR = 6,
  EVENTRING_5_1_COUNTER_REQUEST_MAJOR_ADJUST_GC_SPEED = 7,
  EVENTRING_5_1_COUNTER_REQUEST_MINOR_REALLOC_REF_TABLE = 8,
  EVENTRING_5_1_COUNTER_REQUEST_MINOR_REALLOC_EPHE_REF_TABLE = 9,
  EVENTRING_5_1_COUNTER_REQUEST_MINOR_REALLOC_CUSTOM_TABLE = 10,
  EVENTRING_5_1_COUNTER_MAJOR_HEAP_POOL_WORDS = 11,
  EVENTRING_5_1_COUNTER_MAJOR_HEAP_POOL_LIVE_WORDS = 12,
  EVENTRING_5_1_COUNTER_MAJOR_HEAP_LARGE_WORDS = 13,
  EVENTRING_5_1_COUNTER_MAJOR_HEAP_POOL_FRAG_WORDS = 14,
  EVENTRING_5_1_COUNTER_MAJOR_HEAP_POOL_LIVE_BLOCKS = 15,
  EVENTRING_5_1_COUNTER_MAJOR_HEAP_LARGE_BLOCKS = 16
};

/* Every phase of 5.2. */
enum {
  EVENTRING_5_2_PHASE_EXPLICIT_GC_SET = 0,
  EVENTRING_5_2_PHASE_EXPLICIT_GC_STAT = 1,
  EVENTRING_5_2_PHASE_EXPLICIT_GC_MINOR = 2,
  EVENTRING_5_2_PHASE_EXPLICIT_GC_MAJOR = 3,
  EVENTRING_5_2_PHASE_EXPLICIT_GC_FULL_MAJOR = 4,
  EVENTRING_5_2_PHASE_EXPLICIT_GC_COMPACT = 5,
  EVENTRING_5_2_PHASE_MAJOR = 6,
  EVENTRING_5_2_PHASE_MAJOR_SWEEP = 7,
  EVENTRING_5_2_PHASE_MAJOR_MARK_ROOTS = 8,
  EVENTRING_5_2_PHASE_MAJOR_MARK = 9,
  EVENTRING_5_2_PHASE_MINOR = 10,
  EVENTRING_5_2_PHASE_MINOR_LOCAL_ROOTS = 11,
  EVENTRING_5_2_PHASE_MINOR_FINALIZED = 12,
  EVENTRING_5_2_PHASE_EXPLICIT_GC_MAJOR_SLICE = 13,
  EVENTRING_5_2_PHASE_FINALISE_UPDATE_FIRST = 14,
  EVENTRING_5_2_PHASE_FINALISE_UPDATE_LAST = 15,
  EVENTRING_5_2_PHASE_INTERRUPT_REMOTE = 16,
  EVENTRING_5_2_PHASE_MAJOR_EPHE_MARK = 17,
  EVENTRING_5_2_PHASE_MAJOR_EPHE_SWEEP = 18,
  EVENTRING_5_2_PHASE_MAJOR_FINISH_MARKING = 19,
  EVENTRING_5_2_PHASE_MAJOR_GC_CYCLE_DOMAINS = 20,
  EVENTRING_5_2_PHASE_MAJOR_GC_PHASE_CHANGE = 21,
  EVENTRING_5_2_PHASE_MAJOR_GC_STW = 22,
  EVENTRING_5_2_PHASE_MAJOR_MARK_OPPORTUNISTIC = 23,
  EVENTRING_5_2_PHASE_MAJOR_SLICE = 24,
  EVENTRING_5_2_PHASE_MAJOR_FINISH_CYCLE = 25,
  EVENTRING_5_2_PHASE_MINOR_CLEAR = 26,
  EVENTRING_5_2_PHASE_MINOR_FINALIZERS_OLDIFY = 27,
  EVENTRING_5_2_PHASE_MINOR_GLOBAL_ROOTS = 28,
  EVENTRING_5_2_PHASE_MINOR_LEAVE_BARRIER = 29,
  EVENTRING_5_2_PHASE_STW_API_BARRIER = 30,
  EVENTRING_5_2_PHASE_STW_HANDLER = 31,
  EVENTRING_5_2_PHASE_STW_LEADER = 32,
  EVENTRING_5_2_PHASE_MAJOR_FINISH_SWEEPING = 33,
  EVENTRING_5_2_PHASE_MINOR_FINALIZERS_ADMIN = 34,
  EVENTRING_5_2_PHASE_MINOR_REMEMBERED_SET = 35,
  EVENTRING_5_2_PHASE_MINOR_REMEMBERED_SET_PROMOTE = 36,
  EVENTRING_5_2_PHASE_MINOR_LOCAL_ROOTS_PROMOTE = 37,
  EVENTRING_5_2_PHASE_DOMAIN_CONDITION_WAIT = 38,
  EVENTRING_5_2_PHASE_DOMAIN_RESIZE_HEAP_RESERVATION = 39,
  EVENTRING_5_2_PHASE_COMPACTION = 40,
  EVENTRING_5_2_PHASE_COMPACTION_EVACUATE = 41,
  EVENTRING_5_2_PHASE_COMPACTION_FORWARD = 42,
  EVENTRING_5_2_PHASE_COMPACTION_RELEASE = 43
};

/* Every counter of 5.2. */
enum {
  EVENTRING_5_2_COUNTER_FORCE_MINOR_ALLOC_SMALL = 0,
  EVENTRING_5_2_COUNTER_FORCE_MINOR_MAKE_VECT = 1,
  EVENTRING_5_2_COUNTER_FORCE_MINOR_SET_MINOR_HEAP_SIZE = 2,
  EVENTRING_5_2_COUNTER_FORCE_MINOR_MEMPROF = 3,
  EVENTRING_5_2_COUNTER_MINOR_PROMOTED = 4,
  EVENTRING_5_2_COUNTER_MINOR_ALLOCATED = 5,
  EVENTRING_5_2_COUNTER_REQUEST_MAJOR_ALLOC_SHR = 6,
  EVENTRING_5_2_COUNTER_REQUEST_MAJOR_ADJUST_GC_SPEED = 7,
  EVENTRING_5_2_COUNTER_REQUEST_MINOR_REALLOC_REF_TABLE = 8,
  EVENTRING_5_2_COUNTER_REQUEST_MINOR_REALLOC_EPHE_REF_TABLE = 9,
  EVENTRING_5_2_COUNTER_REQUEST_MINOR_REALLOC_CUSTOM_TABLE = 10,
  EVENTRING_5_2_COUNTER_MAJOR_HEAP_POOL_WORDS = 11,
  EVENTRING_5_2_COUNTER_MAJOR_HEAP_POOL_LIVE_WORDS = 12,
  EVENTRING_5_2_COUNTER_MAJOR_HEAP_LARGE_WORDS = 13,
  EVENTRING_5_2_COUNTER_MAJOR_HEAP_POOL_FRAG_WORDS = 14,
  EVENTRING_5_2_COUNTER_MAJOR_HEAP_POOL_LIVE_BLOCKS = 15,
  EVENTRING_5_2_COUNTER_MAJOR_HEAP_LARGE_BLOCKS = 16
};

/* Every phase of 5.3. */
enum {
  EVENTRING_5_3_PHASE_EXPLICIT_GC_SET = 0,
  EVENTRING_5_3_PHASE_EXPLICIT_GC_STAT = 1,
  EVENTRING_5_3_PHASE_EXPLICIT_GC_MINOR = 2,
  EVENTRING_5_3_PHASE_EXPLICIT_GC_MAJOR = 3,
  EVENTRING_5_3_PHASE_EXPLICIT_GC_FULL_MAJOR = 4,
  EVENTRING_5_3_PHASE_EXPLICIT_GC_COMPACT = 5,
  EVENTRING_5_3_PHASE_MAJOR = 6,
  EVENTRING_5_3_PHASE_MAJOR_SWEEP = 7,
  EVENTRING_5_3_PHASE_MAJOR_MARK_ROOTS = 8,
  EVENTRING_5_3_PHASE_MAJOR_MEMPROF_ROOTS = 9,
  EVENTRING_5_3_PHASE_MAJOR_MARK = 10,
  EVENTRING_5_3_PHASE_MINOR = 11,
  EVENTRING_5_3_PHASE_MINOR_LOCAL_ROOTS = 12,
  EVENTRING_5_3_PHASE_MINOR_MEMPROF_ROOTS = 13,
  EVENTRING_5_3_PHASE_MINOR_MEMPROF_CLEAN = 14,
  EVENTRING_5_3_PHASE_MINOR_FINALIZED = 15,
  EVENTRING_5_3_PHASE_EXPLICIT_GC_MAJOR_SLICE = 16,
  EVENTRING_5_3_PHASE_FINALISE_UPDATE_FIRST = 17,
  EVENTRING_5_3_PHASE_FINALISE_UPDATE_LAST = 18,
  EVENTRING_5_3_PHASE_INTERRUPT_REMOTE = 19,
  EVENTRING_5_3_PHASE_MAJOR_EPHE_MARK = 20,
  EVENTRING_5_3_PHASE_MAJOR_EPHE_SWEEP = 21,
  EVENTRING_5_3_PHASE_MAJOR_FINISH_MARKING = 22,
  EVENTRING_5_3_PHASE_MAJOR_GC_CYCLE_DOMAINS = 23,
  EVENTRING_5_3_PHASE_MAJOR_GC_PHASE_CHANGE = 24,
  EVENTRING_5_3_PHASE_MAJOR_GC_STW = 25,
  EVENTRING_5_3_PHASE_MAJOR_MARK_OPPORTUNISTIC = 26,
  EVENTRING_5_3_PHASE_MAJOR_SLICE = 27,
  EVENTRING_5_3_PHASE_MAJOR_FINISH_CYCLE = 28,
  EVENTRING_5_3_PHASE_MINOR_CLEAR = 29,
  EVENTRING_5_3_PHASE_MINOR_FINALIZERS_OLDIFY = 30,
  EVENTRING_5_3_PHASE_MINOR_GLOBAL_ROOTS = 31,
  EVENTRING_5_3_PHASE_MINOR_LEAVE_BARRIER = 32,
  EVENTRING_5_3_PHASE_STW_API_BARRIER = 33,
  EVENTRING_5_3_PHASE_STW_HANDLER = 34,
  EVENTRING_5_3_PHASE_STW_LEADER = 35,
  EVENTRING_5_3_PHASE_MAJOR_FINISH_SWEEPING = 36,
  EVENTRING_5_3_PHASE_MAJOR_MEMPROF_CLEAN = 37,
  EVENTRING_5_3_PHASE_MINOR_FINALIZERS_ADMIN = 38,
  EVENTRING_5_3_PHASE_MINOR_REMEMBERED_SET = 39,
  EVENTRING_5_3_PHASE_MINOR_REMEMBERED_SET_PROMOTE = 40,
  EVENTRING_5_3_PHASE_MINOR_LOCAL_ROOTS_PROMOTE = 41,
  EVENTRING_5_3_PHASE_DOMAIN_CONDITION_WAIT = 42,
  EVENTRING_5_3_PHASE_DOMAIN_RESIZE_HEAP_RESERVATION = 43,
  EVENTRING_5_3_PHASE_COMPACTION = 44,
  EVENTRING_5_3_PHASE_COMPACTION_EVACUATE = 45,
  EVENTRING_5_3_PHASE_COMPACTION_FORWARD = 46,
  EVENTRING_5_3_PHASE_COMPACTION_RELEASE = 47
};

/* Every counter of 5.3. */
enum {
  EVENTRING_5_3_COUNTER_FORCE_MINOR_ALLOC_SMALL = 0,
  EVENTRING_5_3_COUNTER_FORCE_MINOR_MAKE_VECT = 1,
  EVENTRING_5_3_COUNTER_FORCE_MINOR_SET_MINOR_HEAP_SIZE = 2,
  EVENTRING_5_3_COUNTER_FORCE_MINOR_MEMPROF = 3,
  EVENTRING_5_3_COUNTER_MINOR_PROMOTED = 4,
  EVENTRING_5_3_COUNTER_MINOR_ALLOCATED = 5,
  EVENTRING_5_3_COUNTER_REQUEST_MAJOR_ALLOC_SHR = 6,
  EVENTRING_5_3_COUNTER_REQUEST_MAJOR_ADJUST_GC_SPEED = 7,
  EVENTRING_5_3_COUNTER_REQUEST_MINOR_REALLOC_REF_TABLE = 8,
  EVENTRING_5_3_COUNTER_REQUEST_MINOR_REALLOC_EPHE_REF_TABLE = 9,
  EVENTRING_5_3_COUNTER_REQUEST_MINOR_REALLOC_CUSTOM_TABLE = 10,
  EVENTRING_5_3_COUNTER_MAJOR_HEAP_POOL_WORDS = 11,
  EVENTRING_5_3_COUNTER_MAJOR_HEAP_POOL_LIVE_WORDS = 12,
  EVENTRING_5_3_COUNTER_MAJOR_HEAP_LARGE_WORDS = 13,
  EVENTRING_5_3_COUNTER_MAJOR_HEAP_POOL_FRAG_WORDS = 14,
  EVENTRING_5_3_COUNTER_MAJOR_HEAP_POOL_LIVE_BLOCKS = 15,
  EVENTRING_5_3_COUNTER_MAJOR_HEAP_LARGE_BLOCKS = 16,
  EVENTRING_5_3_COUNTER_MAJOR_HEAP_WORDS = 17,
  EVENTRING_5_3_COUNTER_MAJOR_ALLOCATED_WORDS = 18,
  EVENTRING_5_3_COUNTER_MAJOR_ALLOCATED_WORK = 19,
  EVENTRING_5_3_COUNTER_MAJOR_DEPENDENT_WORK = 20,
  EVENTRING_5_3_COUNTER_MAJOR_EXTRA_WORK = 21,
  EVENTRING_5_3_COUNTER_MAJOR_WORK_COUNTER = 22,
  EVENTRING_5_3_COUNTER_MAJOR_ALLOC_COUNTER = 23,
  EVENTRING_5_3_COUNTER_MAJOR_SLICE_TARGET = 24,
  EVENTRING_5_3_COUNTER_MAJOR_SLICE_BUDGET = 25
};

/* Every phase of 5.4. */
enum {
  EVENTRING_5_4_PHASE_EXPLICIT_GC_SET = 0,
  EVENTRING_5_4_PHASE_EXPLICIT_GC_STAT = 1,
  EVENTRING_5_4_PHASE_EXPLICIT_GC_MINOR = 2,
  EVENTRING_5_4_PHASE_EXPLICIT_GC_MAJOR = 3,
  EVENTRING_5_4_PHASE_EXPLICIT_GC_FULL_MAJOR = 4,
  EVENTRING_5_4_PHASE_EXPLICIT_GC_COMPACT = 5,
  EVENTRING_5_4_PHASE_MAJOR = 6,
  EVENTRING_5_4_PHASE_MAJOR_SWEEP = 7,
  EVENTRING_5_4_PHASE_MAJOR_MARK_ROOTS = 8,
  EVENTRING_5_4_PHASE_MAJOR_MEMPROF_ROOTS = 9,
  EVENTRING_5_4_PHASE_MAJOR_MARK = 10,
  EVENTRING_5_4_PHASE_MINOR = 11,
  EVENTRING_5_4_PHASE_MINOR_LOCAL_ROOTS = 12,
  EVENTRING_5_4_PHASE_MINOR_MEMPROF_ROOTS = 13,
  EVENTRING_5_4_PHASE_MINOR_MEMPROF_CLEAN = 14,
  EVENTRING_5_4_PHASE_MINOR_FINALIZED = 15,
  EVENTRING_5_4_PHASE_EXPLICIT_GC_MAJOR_SLICE = 16,
  EVENTRING_5_4_PHASE_FINALISE_UPDATE_FIRST = 17,
  EVENTRING_5_4_PHASE_FINALISE_UPDATE_LAST = 18,
  EVENTRING_5_4_PHASE_INTERRUPT_REMOTE = 19,
  EVENTRING_5_4_PHASE_MAJOR_EPHE_MARK = 20,
  EVENTRING_5_4_PHASE_MAJOR_EPHE_SWEEP = 21,
  EVENTRING_5_4_PHASE_MAJOR_FINISH_MARKING = 22,
  EVENTRING_5_4_PHASE_MAJOR_GC_CYCLE_DOMAINS = 23,
  EVENTRING_5_4_PHASE_MAJOR_GC_PHASE_CHANGE = 24,
  EVENTRING_5_4_PHASE_MAJOR_GC_STW = 25,
  EVENTRING_5_4_PHASE_MAJOR_MARK_OPPORTUNISTIC = 26,
  EVENTRING_5_4_PHASE_MAJOR_SLICE = 27,
  EVENTRING_5_4_PHASE_MAJOR_FINISH_CYCLE = 28,
  EVENTRING_5_4_PHASE_MINOR_CLEAR = 29,
  EVENTRING_5_4_PHASE_MINOR_FINALIZERS_OLDIFY = 30,
  EVENTRING_5_4_PHASE_MINOR_GLOBAL_ROOTS = 31,
  EVENTRING_5_4_PHASE_MINOR_LEAVE_BARRIER = 32,
  EVENTRING_5_4_PHASE_STW_API_BARRIER = 33,
  EVENTRING_5_4_PHASE_STW_HANDLER = 34,
  EVENTRING_5_4_PHASE_STW_LEADER = 35,
  EVENTRING_5_4_PHASE_MAJOR_FINISH_SWEEPING = 36,
  EVENTRING_5_4_PHASE_MAJOR_MEMPROF_CLEAN = 37,
  EVENTRING_5_4_PHASE_MINOR_FINALIZERS_ADMIN = 38,
  EVENTRING_5_4_PHASE_MINOR_REMEMBERED_SET = 39,
  EVENTRING_5_4_PHASE_MINOR_REMEMBERED_SET_PROMOTE = 40,
  EVENTRING_5_4_PHASE_MINOR_LOCAL_ROOTS_PROMOTE = 41,
  EVENTRING_5_4_PHASE_DOMAIN_CONDITION_WAIT = 42,
  EVENTRING_5_4_PHASE_DOMAIN_RESIZE_HEAP_RESERVATION = 43,
  EVENTRING_5_4_PHASE_COMPACTION = 44,
  EVENTRING_5_4_PHASE_COMPACTION_EVACUATE = 45,
  EVENTRING_5_4_PHASE_COMPACTION_FORWARD = 46,
  EVENTRING_5_4_PHASE_COMPACTION_RELEASE = 47,
  EVENTRING_5_4_PHASE_EMPTY_MINOR = 48,
  EVENTRING_5_4_PHASE_MINOR_EPHE_CLEAN = 49
};

/* Every counter of 5.4. */
enum {
  EVENTRING_5_4_COUNTER_FORCE_MINOR_ALLOC_SMALL = 0,
  EVENTRING_5_4_COUNTER_FORCE_MINOR_MAKE_VECT = 1,
  EVENTRING_5_4_COUNTER_FORCE_MINOR_SET_MINOR_HEAP_SIZE = 2,
  EVENTRING_5_4_COUNTER_FORCE_MINOR_MEMPROF = 3,
  EVENTRING_5_4_COUNTER_MINOR_PROMOTED = 4,
  EVENTRING_5_4_COUNTER_MINOR_ALLOCATED = 5,
  EVENTRING_5_4_COUNTER_REQUEST_MAJOR_ALLOC_SHR = 6,
  EVENTRING_5_4_COUNTER_REQUEST_MAJOR_ADJUST_GC_SPEED = 7,
  EVENTRING_5_4_COUNTER_REQUEST_MINOR_REALLOC_REF_TABLE = 8,
  EVENTRING_5_4_COUNTER_REQUEST_MINOR_REALLOC_EPHE_REF_TABLE = 9,
  EVENTRING_5_4_COUNTER_REQUEST_MINOR_REALLOC_CUSTOM_TABLE = 10,
  EVENTRING_5_4_COUNTER_MAJOR_HEAP_POOL_WORDS = 11,
  EVENTRING_5_4_COUNTER_MAJOR_HEAP_POOL_LIVE_WORDS = 12,
  EVENTRING_5_4_COUNTER_MAJOR_HEAP_LARGE_WORDS = 13,
  EVENTRING_5_4_COUNTER_MAJOR_HEAP_POOL_FRAG_WORDS = 14,
  EVENTRING_5_4_COUNTER_MAJOR_HEAP_POOL_LIVE_BLOCKS = 15,
  EVENTRING_5_4_COUNTER_MAJOR_HEAP_LARGE_BLOCKS = 16,
  EVENTRING_5_4_COUNTER_MAJOR_HEAP_WORDS = 17,
  EVENTRING_5_4_COUNTER_MAJOR_ALLOCATED_WORDS = 18,
  EVENTRING_5_4_COUNTER_MAJOR_ALLOCATED_WORK = 19,
  EVENTRING_5_4_COUNTER_MAJOR_DEPENDENT_WORK = 20,
  EVENTRING_5_4_COUNTER_MAJOR_EXTRA_WORK = 21,
  EVENTRING_5_4_COUNTER_MAJOR_WORK_COUNTER = 22,
  EVENTRING_5_4_COUNTER_MAJOR_ALLOC_COUNTER = 23,
  EVENTRING_5_4_COUNTER_MAJOR_SLICE_TARGET = 24,
  EVENTRING_5_4_COUNTER_MAJOR_SLICE_BUDGET = 25
};

/* Every phase of 5.5. */
enum {
  EVENTRING_5_5_PHASE_EXPLICIT_GC_SET = 0,
  EVENTRING_5_5_PHASE_EXPLICIT_GC_STAT = 1,
  EVENTRING_5_5_PHASE_EXPLICIT_GC_MINOR = 2,
  EVENTRING_5_5_PHASE_EXPLICIT_GC_MAJOR = 3,
  EVENTRING_5_5_PHASE_EXPLICIT_GC_FULL_MAJOR = 4,
  EVENTRING_5_5_PHASE_EXPLICIT_GC_COMPACT = 5,
  EVENTRING_5_5_PHASE_MAJOR = 6,
  EVENTRING_5_5_PHASE_MAJOR_SWEEP = 7,
  EVENTRING_5_5_PHASE_MAJOR_MARK_ROOTS = 8,
  EVENTRING_5_5_PHASE_MAJOR_MEMPROF_ROOTS = 9,
  EVENTRING_5_5_PHASE_MAJOR_MARK = 10,
  EVENTRING_5_5_PHASE_MINOR = 11,
  EVENTRING_5_5_PHASE_MINOR_LOCAL_ROOTS = 12,
  EVENTRING_5_5_PHASE_MINOR_MEMPROF_ROOTS = 13,
  EVENTRING_5_5_PHASE_MINOR_MEMPROF_CLEAN = 14,
  EVENTRING_5_5_PHASE_MINOR_FINALIZED = 15,
  EVENTRING_5_5_PHASE_EXPLICIT_GC_MAJOR_SLICE = 16,
  EVENTRING_5_5_PHASE_FINALISE_UPDATE_FIRST = 17,
  EVENTRING_5_5_PHASE_FINALISE_UPDATE_LAST = 18,
  EVENTRING_5_5_PHASE_INTERRUPT_REMOTE = 19,
  EVENTRING_5_5_PHASE_MAJOR_EPHE_MARK = 20,
  EVENTRING_5_5_PHASE_MAJOR_EPHE_SWEEP = 21,
  EVENTRING_5_5_PHASE_MAJOR_FINISH_MARKING = 22,
  EVENTRING_5_5_PHASE_MAJOR_GC_CYCLE_DOMAINS = 23,
  EVENTRING_5_5_PHASE_MAJOR_GC_PHASE_CHANGE = 24,
  EVENTRING_5_5_PHASE_MAJOR_GC_STW = 25,
  EVENTRING_5_5_PHASE_MAJOR_MARK_OPPORTUNISTIC = 26,
  EVENTRING_5_5_PHASE_MAJOR_SLICE = 27,
  EVENTRING_5_5_PHASE_MAJOR_FINISH_CYCLE = 28,
  EVENTRING_5_5_PHASE_MINOR_CLEAR = 29,
  EVENTRING_5_5_PHASE_MINOR_FINALIZERS_OLDIFY = 30,
  EVENTRING_5_5_PHASE_MINOR_GLOBAL_ROOTS = 31,
  EVENTRING_5_5_PHASE_MINOR_LEAVE_BARRIER = 32,
  EVENTRING_5_5_PHASE_STW_API_BARRIER = 33,
  EVENTRING_5_5_PHASE_STW_HANDLER = 34,
  EVENTRING_5_5_PHASE_STW_LEADER = 35,
  EVENTRING_5_5_PHASE_MAJOR_FINISH_SWEEPING = 36,
  EVENTRING_5_5_PHASE_MAJOR_MEMPROF_CLEAN = 37,
  EVENTRING_5_5_PHASE_MINOR_FINALIZERS_ADMIN = 38,
  EVENTRING_5_5_PHASE_MINOR_REMEMBERED_SET = 39,
  EVENTRING_5_5_PHASE_MINOR_REMEMBERED_SET_PROMOTE = 40,
  EVENTRING_5_5_PHASE_MINOR_LOCAL_ROOTS_PROMOTE = 41,
  EVENTRING_5_5_PHASE_DOMAIN_CONDITION_WAIT = 42,
  EVENTRING_5_5_PHASE_DOMAIN_RESIZE_HEAP_RESERVATION = 43,
  EVENTRING_5_5_PHASE_COMPACTION = 44,
  EVENTRING_5_5_PHASE_COMPACTION_EVACUATE = 45,
  EVENTRING_5_5_PHASE_COMPACTION_FORWARD = 46,
  EVENTRING_5_5_PHASE_COMPACTION_RELEASE = 47,
  EVENTRING_5_5_PHASE_EMPTY_MINOR = 48,
  EVENTRING_5_5_PHASE_MINOR_EPHE_CLEAN = 49
};

/* Every counter of 5.5. */
enum {
  EVENTRING_5_5_COUNTER_FORCE_MINOR_ALLOC_SMALL = 0,
  EVENTRING_5_5_COUNTER_FORCE_MINOR_MAKE_VECT = 1,
  EVENTRING_5_5_COUNTER_FORCE_MINOR_SET_MINOR_HEAP_SIZE = 2,
  EVENTRING_5_5_COUNTER_FORCE_MINOR_MEMPROF = 3,
  EVENTRING_5_5_COUNTER_MINOR_PROMOTED = 4,
  EVENTRING_5_5_COUNTER_MINOR_ALLOCATED = 5,
  EVENTRING_5_5_COUNTER_REQUEST_MAJOR_ALLOC_SHR = 6,
  EVENTRING_5_5_COUNTER_REQUEST_MAJOR_ADJUST_GC_SPEED = 7,
  EVENTRING_5_5_COUNTER_REQUEST_MINOR_REALLOC_REF_TABLE = 8,
  EVENTRING_5_5_COUNTER_REQUEST_MINOR_REALLOC_EPHE_REF_TABLE = 9,
  EVENTRING_5_5_COUNTER_REQUEST_MINOR_REALLOC_CUSTOM_TABLE = 10,
  EVENTRING_5_5_COUNTER_MAJOR_HEAP_POOL_WORDS = 11,
  EVENTRING_5_5_COUNTER_MAJOR_HEAP_POOL_LIVE_WORDS = 12,
  EVENTRING_5_5_COUNTER_MAJOR_HEAP_LARGE_WORDS = 13,
  EVENTRING_5_5_COUNTER_MAJOR_HEAP_POOL_FRAG_WORDS = 14,
  EVENTRING_5_5_COUNTER_MAJOR_HEAP_POOL_LIVE_BLOCKS = 15,
  EVENTRING_5_5_COUNTER_MAJOR_HEAP_LARGE_BLOCKS = 16,
  EVENTRING_5_5_COUNTER_MAJOR_HEAP_WORDS = 17,
  EVENTRING_5_5_COUNTER_MAJOR_ALLOCATED_WORDS = 18,
  EVENTRING_5_5_COUNTER_MAJOR_ALLOCATED_WORK = 19,
  EVENTRING_5_5_COUNTER_MAJOR_DEPENDENT_WORK = 20,
  EVENTRING_5_5_COUNTER_MAJOR_EXTRA_WORK = 21,
  EVENTRING_5_5_COUNTER_MAJOR_WORK_COUNTER = 22,
  EVENTRING_5_5_COUNTER_MAJOR_ALLOC_COUNTER = 23,
  EVENTRING_5_5_COUNTER_MAJOR_SLICE_TARGET = 24,
  EVENTRING_5_5_COUNTER_MAJOR_SLICE_BUDGET = 25,
  EVENTRING_5_5_COUNTER_MINOR_ALLOCATED_WORDS = 26,
  EVENTRING_5_5_COUNTER_MINOR_PROMOTED_WORDS = 27
};

/* Every phase of oxcaml. */
enum {
  EVENTRING_OXCAML_PHASE_EXPLICIT_GC_SET = 0,
  EVENTRING_OXCAML_PHASE_EXPLICIT_GC_STAT = 1,
  EVENTRING_OXCAML_PHASE_EXPLICIT_GC_MINOR = 2,
  EVENTRING_OXCAML_PHASE_EXPLICIT_GC_MAJOR = 3,
  EVENTRING_OXCAML_PHASE_EXPLICIT_GC_FULL_MAJOR = 4,
  EVENTRING_OXCAML_PHASE_EXPLICIT_GC_COMPACT = 5,
  EVENTRING_OXCAML_PHASE_MAJOR = 6,
  EVENTRING_OXCAML_PHASE_MAJOR_SWEEP = 7,
  EVENTRING_OXCAML_PHASE_MAJOR_MARK_ROOTS = 8,
  EVENTRING_OXCAML_PHASE_MAJOR_MEMPROF_ROOTS = 9,
  EVENTRING_OXCAML_PHASE_MAJOR_MARK = 10,
  EVENTRING_OXCAML_PHASE_MINOR = 11,
  EVENTRING_OXCAML_PHASE_MINOR_LOCAL_ROOTS = 12,
  EVENTRING_OXCAML_PHASE_MINOR_MEMPROF_ROOTS = 13,
  EVENTRING_OXCAML_PHASE_MINOR_MEMPROF_CLEAN = 14,
  EVENTRING_OXCAML_PHASE_MINOR_FINALIZED = 15,
  EVENTRING_OXCAML_PHASE_EXPLICIT_GC_MAJOR_SLICE = 16,
  EVENTRING_OXCAML_PHASE_FINALISE_UPDATE_FIRST = 17,
  EVENTRING_OXCAML_PHASE_FINALISE_UPDATE_LAST = 18,
  EVENTRING_OXCAML_PHASE_INTERRUPT_REMOTE = 19,
  EVENTRING_OXCAML_PHASE_MAJOR_EPHE_MARK = 20,
  EVENTRING_OXCAML_PHASE_MAJOR_EPHE_SWEEP = 21,
  EVENTRING_OXCAML_PHASE_MAJOR_FINISH_MARKING = 22,
  EVENTRING_OXCAML_PHASE_MAJOR_GC_CYCLE_DOMAINS = 23,
  EVENTRING_OXCAML_PHASE_MAJOR_GC_PHASE_CHANGE = 24,
  EVENTRING_OXCAML_PHASE_MAJOR_GC_STW = 25,
  EVENTRING_OXCAML_PHASE_MAJOR_MARK_OPPORTUNISTIC = 26,
  EVENTRING_OXCAML_PHASE_MAJOR_SLICE = 27,
  EVENTRING_OXCAML_PHASE_MAJOR_FINISH_CYCLE = 28,
  EVENTRING_OXCAML_PHASE_MINOR_CLEAR = 29,
  EVENTRING_OXCAML_PHASE_MINOR_FINALIZERS_OLDIFY = 30,
  EVENTRING_OXCAML_PHASE_MINOR_GLOBAL_ROOTS = 31,
  EVENTRING_OXCAML_PHASE_MINOR_LEAVE_BARRIER = 32,
  EVENTRING_OXCAML_PHASE_STW_API_BARRIER = 33,
  EVENTRING_OXCAML_PHASE_STW_HANDLER = 34,
  EVENTRING_OXCAML_PHASE_STW_LEADER = 35,
  EVENTRING_OXCAML_PHASE_MAJOR_FINISH_SWEEPING = 36,
  EVENTRING_OXCAML_PHASE_MAJOR_MEMPROF_CLEAN = 37,
  EVENTRING_OXCAML_PHASE_MINOR_FINALIZERS_ADMIN = 38,
  EVENTRING_OXCAML_PHASE_MINOR_REMEMBERED_SET = 39,
  EVENTRING_OXCAML_PHASE_MINOR_REMEMBERED_SET_PROMOTE = 40,
  EVENTRING_OXCAML_PHASE_MINOR_LOCAL_ROOTS_PROMOTE = 41,
  EVENTRING_OXCAML_PHASE_DOMAIN_CONDITION_WAIT = 42,
  EVENTRING_OXCAML_PHASE_DOMAIN_RESIZE_HEAP_RESERVATION = 43,
  EVENTRING_OXCAML_PHASE_COMPACTION = 44,
  EVENTRING_OXCAML_PHASE_COMPACTION_EVACUATE = 45,
  EVENTRING_OXCAML_PHASE_COMPACTION_FORWARD = 46,
  EVENTRING_OXCAML_PHASE_COMPACTION_RELEASE = 47,
  EVENTRING_OXCAML_PHASE_MINOR_EPHE_CLEAN = 48,
  EVENTRING_OXCAML_PHASE_MINOR_DEPENDENT = 49
};

/* Every counter of oxcaml. */
enum {
  EVENTRING_OXCAML_COUNTER_FORCE_MINOR_ALLOC_SMALL = 0,
  EVENTRING_OXCAML_COUNTER_FORCE_MINOR_MAKE_VECT = 1,
  EVENTRING_OXCAML_COUNTER_FORCE_MINOR_SET_MINOR_HEAP_SIZE = 2,
  EVENTRING_OXCAML_COUNTER_FORCE_MINOR_MEMPROF = 3,
  EVENTRING_OXCAML_COUNTER_MINOR_PROMOTED = 4,
  EVENTRING_OXCAML_COUNTER_MINOR_ALLOCATED = 5,
  EVENTRING_OXCAML_COUNTER_REQUEST_MAJOR_ALLOC_SHR = 6,
  EVENTRING_OXCAML_COUNTER_REQUEST_MAJOR_ADJUST_GC_SPEED = 7,
  EVENTRING_OXCAML_COUNTER_REQUEST_MINOR_REALLOC_REF_TABLE = 8,
  EVENTRING_OXCAML_COUNTER_REQUEST_MINOR_REALLOC_EPHE_REF_TABLE = 9,
  EVENTRING_OXCAML_COUNTER_REQUEST_MINOR_REALLOC_CUSTOM_TABLE = 10,
  EVENTRING_OXCAML_COUNTER_MAJOR_HEAP_POOL_WORDS = 11,
  EVENTRING_OXCAML_COUNTER_MAJOR_HEAP_POOL_LIVE_WORDS = 12,
  EVENTRING_OXCAML_COUNTER_MAJOR_HEAP_LARGE_WORDS = 13,
  EVENTRING_OXCAML_COUNTER_MAJOR_HEAP_POOL_FRAG_WORDS = 14,
  EVENTRING_OXCAML_COUNTER_MAJOR_HEAP_POOL_LIVE_BLOCKS = 15,
  EVENTRING_OXCAML_COUNTER_MAJOR_HEAP_LARGE_BLOCKS = 16,
  EVENTRING_OXCAML_COUNTER_REQUEST_MINOR_REALLOC_DEPENDENT_TABLE = 17,
  EVENTRING_OXCAML_COUNTER_MAJOR_SLICE_ALLOC_WORDS = 18,
  EVENTRING_OXCAML_COUNTER_MAJOR_SLICE_ALLOC_DEPENDENT_WORDS = 19,
  EVENTRING_OXCAML_COUNTER_MAJOR_SLICE_NEW_WORK = 20,
  EVENTRING_OXCAML_COUNTER_MAJOR_SLICE_TOTAL_WORK = 21,
  EVENTRING_OXCAML_COUNTER_MAJOR_SLICE_BUDGET = 22,
  EVENTRING_OXCAML_COUNTER_MAJOR_SLICE_WORK_DONE = 23
};

#ifdef __cplusplus
}
#endif

#endif
