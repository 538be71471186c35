/* SPDX-License-Identifier: MIT */
/* What this process has of each thing that is counted, and the most that it had. Thread-safe. */
#ifndef USAGE_H
#define USAGE_H

#include <stdint.h>

#include "settings.h"

struct amounts {
	uint64_t of[COUNTERS];
};

/* Takes everything or nothing, so that no thread is refused because of something that another one takes and gives back at once.
 * Returns the counter that has no room, and its present value; COUNTERS if everything was taken. */
enum counter usage_take(const struct amounts *wanted, uint64_t *in_use);

void usage_give_back(const struct amounts *amounts);

/* A call was refused, here or by the collector. */
void usage_count_refusal(void);

/* Count a completion that reports a failure, and a flushed work request. Neither takes a lock. */
void usage_count_bad_completion(void);
void usage_count_flushed(void);

struct usage {
	struct amounts peaks;
	uint64_t refusals;
	uint64_t bad_completions, flushed;
};

/* Since the process began, or was forked. */
struct usage usage_so_far(void);

/* Called in a forked child, which has no object of its own yet. */
void usage_after_fork(void);

#endif
