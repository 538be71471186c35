/* SPDX-License-Identifier: MIT */
/* One line for each thing to say. No file stays open, since a program may close or reuse any descriptor. */
#ifndef LOG_H
#define LOG_H

#include <stddef.h>

#include "settings.h"

/* Appends a line to the log, or to stderr where the log cannot be had. Keeps errno. Thread-safe. */
void log_line(enum level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes a line to stderr, whatever the level. Keeps errno. */
void tell_on_stderr(const char *text);

/* Copies what fits, with a question mark for what could forge or disturb a line. */
void printable(char *to, size_t size, const char *from);

#endif
