// SPDX-License-Identifier: MIT
#include "usage.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t used[COUNTERS];
static struct usage so_far;
static _Atomic uint64_t bad_completions, flushed;

static bool has_room(int counter, uint64_t wanted)
{
	uint64_t limit = settings()->limits[counter];

	return limit == UNLIMITED || wanted == 0 || (used[counter] <= limit && wanted <= limit - used[counter]);
}

enum counter usage_take(const struct amounts *wanted, uint64_t *in_use)
{
	int full = 0;

	pthread_mutex_lock(&lock);
	while (full < COUNTERS && has_room(full, wanted->of[full]))
		full++;
	for (int i = 0; i < COUNTERS && full == COUNTERS; i++) {
		used[i] += wanted->of[i];
		if (used[i] > so_far.peaks.of[i])
			so_far.peaks.of[i] = used[i];
	}
	*in_use = full < COUNTERS ? used[full] : 0;
	pthread_mutex_unlock(&lock);
	return (enum counter)full;
}

void usage_give_back(const struct amounts *amounts)
{
	pthread_mutex_lock(&lock);
	for (int i = 0; i < COUNTERS; i++)
		used[i] -= amounts->of[i];
	pthread_mutex_unlock(&lock);
}

void usage_count_refusal(void)
{
	pthread_mutex_lock(&lock);
	so_far.refusals++;
	pthread_mutex_unlock(&lock);
}

void usage_count_bad_completion(void)
{
	atomic_fetch_add_explicit(&bad_completions, 1, memory_order_relaxed);
}

void usage_count_flushed(void)
{
	atomic_fetch_add_explicit(&flushed, 1, memory_order_relaxed);
}

struct usage usage_so_far(void)
{
	struct usage copy;

	pthread_mutex_lock(&lock);
	copy = so_far;
	pthread_mutex_unlock(&lock);
	copy.bad_completions = bad_completions;
	copy.flushed = flushed;
	return copy;
}

void usage_after_fork(void)
{
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	so_far = (struct usage){.refusals = 0};
	bad_completions = flushed = 0;
	for (int i = 0; i < COUNTERS; i++)
		used[i] = 0;
}
