/* SPDX-License-Identifier: MIT */
/* The connection to the collector, kept from one request to the next. Thread-safe: a thread that comes while another one
 * asks has a connection of its own, and a child of fork too. */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <stddef.h>

/* Sends a line, and receives one without its end: 0, or an errno. Waits at most the time that is set. A thread that is
 * cancelled is so later, with nothing left half done. */
int connection_ask(const char *request, char *answer, size_t size);

/* In a forked child, which is not to ask in its parent's name. */
void connection_after_fork(void);

#endif
