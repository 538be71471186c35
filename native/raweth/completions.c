// SPDX-License-Identifier: MIT
#include "completions.h"

#include <errno.h>
#include <stdlib.h>

struct completion {
	struct ibv_wc wc;
	const void *owner;
	atomic_uint *in_use;
	unsigned int slots;
};

struct completions *completions_create(struct ibv_cq *cq)
{
	struct completions *completions = calloc(1, sizeof(*completions));

	if (!completions)
		return NULL;
	completions->cq = cq;
	completions->capacity = cq->cqe > 0 ? (unsigned int)cq->cqe : 1;
	completions->ring = calloc(completions->capacity, sizeof(*completions->ring));
	if (!completions->ring) {
		free(completions);
		return NULL;
	}
	pthread_mutex_init(&completions->lock, NULL);
	return completions;
}

void completions_free(struct completions *completions)
{
	pthread_mutex_destroy(&completions->lock);
	free(completions->ring);
	free(completions);
}

static struct completion *entry(struct completions *completions, unsigned int index)
{
	return &completions->ring[(completions->head + index) % completions->capacity];
}

int completions_resize(struct completions *completions, int entries)
{
	struct completion *ring = entries > 0 ? calloc((size_t)entries, sizeof(*ring)) : NULL;
	unsigned int count;
	int error = 0;

	if (!ring)
		return entries > 0 ? ENOMEM : EINVAL;
	pthread_mutex_lock(&completions->lock);
	count = atomic_load(&completions->count);
	if (count > (unsigned int)entries) {
		error = EINVAL;
		free(ring);
	} else {
		for (unsigned int i = 0; i < count; i++)
			ring[i] = *entry(completions, i);
		free(completions->ring);
		completions->ring = ring;
		completions->capacity = (unsigned int)entries;
		completions->head = 0;
	}
	pthread_mutex_unlock(&completions->lock);
	return error;
}

void completions_add(struct completions *completions, const struct ibv_wc *wc, const void *owner, atomic_uint *in_use,
		     unsigned int slots)
{
	unsigned int count;

	pthread_mutex_lock(&completions->lock);
	count = atomic_load(&completions->count);
	if (count == completions->capacity || atomic_load(&completions->overrun)) {
		atomic_store(&completions->overrun, true);
	} else {
		*entry(completions, count) =
			(struct completion){.wc = *wc, .owner = owner, .in_use = in_use, .slots = slots};
		atomic_store(&completions->count, count + 1);
	}
	pthread_mutex_unlock(&completions->lock);
}

int completions_take(struct completions *completions, int most, struct ibv_wc *wc)
{
	int taken = 0;

	if (atomic_load(&completions->count) == 0)
		return atomic_load(&completions->overrun) ? -1 : 0;
	pthread_mutex_lock(&completions->lock);
	while (taken < most && atomic_load(&completions->count) > 0) {
		struct completion *first = entry(completions, 0);

		wc[taken++] = first->wc;
		if (first->in_use)
			atomic_fetch_sub(first->in_use, first->slots);
		completions->head = (completions->head + 1) % completions->capacity;
		atomic_fetch_sub(&completions->count, 1);
	}
	pthread_mutex_unlock(&completions->lock);
	return taken;
}

void completions_purge(struct completions *completions, const void *owner)
{
	unsigned int count, kept = 0;

	pthread_mutex_lock(&completions->lock);
	count = atomic_load(&completions->count);
	for (unsigned int i = 0; i < count; i++) {
		if (entry(completions, i)->owner != owner)
			*entry(completions, kept++) = *entry(completions, i);
	}
	atomic_store(&completions->count, kept);
	pthread_mutex_unlock(&completions->lock);
}
