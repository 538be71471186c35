/* SPDX-License-Identifier: MIT */
/* Parses values of variables, and makes them printable. Each parser stores a value in a field of struct settings. It returns
 * false if the value is malformed; then the field's content is undefined. */
#ifndef PARSE_H
#define PARSE_H

#include <stdbool.h>
#include <stddef.h>

typedef bool parser(const char *value, void *field);

/* 0 or 1, or words for them; bool. */
parser parse_switch;

/* Digits only: no sign, no space, nothing after them; uint64_t. */
parser parse_number;

/* A number as above, "none" for 0, or "unlimited"; uint64_t. */
parser parse_limit;

/* The same in MiB; the field has bytes, uint64_t. */
parser parse_mebibytes;

/* A limit in bytes, perhaps followed by K, M, G or T for a power of 1024; uint64_t. */
parser parse_bytes;

/* enum level. */
parser parse_level;

/* The name of an errno that stands for a refusal; int. */
parser parse_error;

/* enum collector_use. */
parser parse_collector;

/* An absolute path; VALUE_SIZE characters. */
parser parse_path;

/* A limit that only the collector enforces; it has no field. */
parser parse_of_collector;
parser parse_bytes_of_collector;

/* Copies what fits, and replaces characters that could forge or garble a line by question marks. */
void printable(char *to, size_t size, const char *from);

#endif
