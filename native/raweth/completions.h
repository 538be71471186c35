/* SPDX-License-Identifier: MIT */
/* Work completions of raw packet queue pairs, beside those that the device has for the same completion queue. */
#ifndef COMPLETIONS_H
#define COMPLETIONS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <infiniband/verbs.h>

struct completion;

struct completions {
	struct ibv_cq *cq;
	pthread_mutex_t lock;
	struct completion *ring;
	unsigned int capacity, head;
	atomic_uint count;
	/* There was no room for a completion: none come any more, as on a device whose queue has overrun. */
	atomic_bool overrun;
	/* Queues that report here, and those of them that receive. */
	atomic_uint users, receivers;
};

struct completions *completions_create(struct ibv_cq *cq);
void completions_free(struct completions *completions);

/* For a queue of that number of entries: 0, ENOMEM, or EINVAL if it has more than that. */
int completions_resize(struct completions *completions, int entries);

/* Adds a completion. When it is taken out, slots are subtracted from what is in use, if that is given; owner is for
 * completions_purge(). */
void completions_add(struct completions *completions, const struct ibv_wc *wc, const void *owner, atomic_uint *in_use,
		     unsigned int slots);

/* Takes out that many at most; -1 where the queue has overrun and there is no more. */
int completions_take(struct completions *completions, int most, struct ibv_wc *wc);

/* Forgets those of an owner that is destroyed or reset. */
void completions_purge(struct completions *completions, const void *owner);

#endif
