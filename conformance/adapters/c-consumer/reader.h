/* A reader of ring files in plain C, written from SPEC.md and the numbers of eventring.h: an example to certify and to fuzz. */
#ifndef READER_H
#define READER_H

#include <stddef.h>
#include <stdio.h>

/* How a file ends; the numbers are the exit codes of the easy mode. */
enum ending { DECODED = 0, REJECTED = 1, NOT_READY = 5 };

/* Prints the event records of a file, each but the first after `between`. It knows no names of runtime events. */
enum ending print_records(const unsigned char *file, size_t len, FILE *out, const char *between);

#endif
