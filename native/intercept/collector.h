/* SPDX-License-Identifier: MIT */
/* The collector, a process that grants queue pairs, completion queues and memory regions for all processes together. It is not
 * asked about other objects, nor where no collector is used. Thread-safe. */
#ifndef COLLECTOR_H
#define COLLECTOR_H

#include "quota.h"

/* True: granted, by a credit or by the collector's answer; or the collector does not decide about it (then granted is false).
 * False: refused, and why. Waits for an answer no longer than the settings allow. */
bool collector_reserve(const struct demand *demand, bool *granted, char *why, size_t size);

/* A granted object is gone: what it took up becomes a credit of this process, or is given back to the collector. In the latter
 * case this waits for the answer, whatever it says: only then can other processes have the place. */
void collector_release(const struct demand *demand);

#endif
