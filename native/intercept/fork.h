/* SPDX-License-Identifier: MIT */
#ifndef FORK_H
#define FORK_H

/* From now on a child of fork begins with nothing: no objects, no credits, no connection, and no lock taken. Must be
 * called before any of these exist. Thread-safe. */
void watch_forks(void);

#endif
