/* SPDX-License-Identifier: MIT */
/* One queue of a port: the objects of libibverbs whose rings it has, and the rings. */
#ifndef QUEUE_H
#define QUEUE_H

#include <infiniband/verbs.h>

#include "../internal.h"
#include "../objects/objects.h"
#include "../objects/region.h"
#include "rings.h"

struct queue {
	struct objects objects;
	struct sender sender;
	struct receiver receiver;
	struct region room, places; /* to send from, to receive to */
	unsigned int fruitless; /* how often in a row no frame could be put */
	unsigned int restarts;	/* of receiving, without a frame in between */
	bool has_failed;	/* receiving is to be started again */
	bool is_asked;		/* for notice */
};

/* Finds the rings of the objects, and has the device receive. `header`: bytes of a frame that it requires in a
 * request. */
int open_queue(struct queue *queue, const struct objects *objects, struct ibv_pd *domain, unsigned int header,
	       struct et_settings *settings);
void close_queue(struct queue *queue);

/* After an error: what was posted is forgotten. 0 or -errno. */
int restart_sending(struct queue *queue);
int restart_receiving(struct queue *queue);

/* Has the device give notice of the next frame, if it has not been asked to before. Gives what is to be polled. */
int await_notice(struct queue *queue);

#endif
