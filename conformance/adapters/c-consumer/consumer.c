/* The reader as a unit under test: `consumer FILE` in the easy mode, `consumer` in the full mode (../PROTOCOL.md). */

#define _POSIX_C_SOURCE 200809L /* getline */

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader.h"

/* Reads a whole file; a mapping would do too, but nobody may cut a file short under a copy. */
static unsigned char *read_file(const char *path, size_t *len)
{
  struct stat status;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &status) != 0)
    return NULL;
  size_t size = (size_t)status.st_size;
  unsigned char *bytes = malloc(size + 1);
  *len = 0;
  for (ssize_t got; bytes != NULL && *len < size; *len += (size_t)got)
    if ((got = read(file, bytes + *len, size - *len)) <= 0)
      break;
  close(file);
  return bytes;
}

static int easy(const char *path)
{
  size_t len;
  unsigned char *bytes = read_file(path, &len);
  if (bytes == NULL) {
    perror(path);
    return 3;
  }
  enum ending ending = print_records(bytes, len, stdout, "\n");
  putchar('\n');
  free(bytes);
  return ending;
}

static int full(void)
{
  static const char *const outcomes[] = {[DECODED] = "decoded", [REJECTED] = "rejected",
                                         [NOT_READY] = "not-ready"};
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) > 0) {
    const char *number = strstr(line, "\"seq\":");
    unsigned long seq = number == NULL ? 0 : strtoul(number + 6, NULL, 10);
    char *path = strstr(line, "\"file\":\"");
    if (strstr(line, "\"op\":\"start\"") != NULL) {
      printf("{\"seq\":%lu,\"protocol\":1,\"name\":\"a reader in C\"}\n", seq);
    } else if (path != NULL) {
      /* The harness names files without quotes and backslashes. */
      path += 8;
      path[strcspn(path, "\"")] = '\0';
      size_t len;
      unsigned char *bytes = read_file(path, &len);
      printf("{\"seq\":%lu,\"records\":[", seq);
      const char *outcome = "failed";
      if (bytes != NULL)
        outcome = outcomes[print_records(bytes, len, stdout, ",")];
      printf("],\"outcome\":\"%s\"}\n", outcome);
      free(bytes);
    } else {
      break;
    }
    fflush(stdout);
  }
  free(line);
  return 0;
}

int main(int argc, char **argv)
{
  return argc > 1 ? easy(argv[1]) : full();
}
