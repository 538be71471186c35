/* SPDX-License-Identifier: MIT */
/* The collector, a process that grants queue pairs, completion queues and memory regions for all processes
 * together. Nothing is asked for other objects, or where no collector is used.
 * Thread-safe. */
#ifndef COLLECTOR_H
#define COLLECTOR_H

#include "quota.h"

/* True: granted, by a credit or when asked; or not the collector's affair (then granted is false). False: refused, and why. Waits for the answer
 * at most the time that is set. */
bool collector_reserve(const struct demand *demand, bool *granted, char *why, size_t size);

/* A granted object is gone: what it took up is a credit of this process, or the collector is told. An answer is waited for,
 * and not looked at: until it is there, nobody else has the place. */
void collector_release(const struct demand *demand);

#endif
