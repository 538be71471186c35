/* SPDX-License-Identifier: MIT */
/* The connection to the collector, kept from one request to the next. Thread-safe: a thread that asks while another one
 * is asking gets a connection of its own, and so does a child of fork. */
#ifndef CONNECTION_H
#define CONNECTION_H

#include <stddef.h>

/* Sends a line, and receives one, whose end is cut off: 0, or an errno. Waits no longer than the settings allow. If the thread
 * is being cancelled, this is finished first, so that nothing is left half done. */
int connection_ask(const char *request, char *answer, size_t size);

/* Called in a forked child, which must not ask in its parent's name. */
void connection_after_fork(void);

#endif
