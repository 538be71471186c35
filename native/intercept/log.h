/* SPDX-License-Identifier: MIT */
/* One line for each message. No file stays open, since a program may close or reuse any descriptor. */
#ifndef LOG_H
#define LOG_H

#include "settings.h"

/* Appends a line to the log, or to stderr if the log cannot be opened. Keeps errno. Thread-safe. */
void log_line(enum level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
