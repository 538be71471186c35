/* SPDX-License-Identifier: MIT */
/* One queue of a port: the objects of libibverbs, and their rings. */
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
	unsigned int fruitless; /* how often in a row no frame could be put into the ring */
	unsigned int restarts;	/* of receiving, in a row without a frame */
	bool has_failed;	/* receiving must be restarted */
	bool is_asked;		/* notice of the next frame was asked for */
};

/* Finds the rings of the objects, and lets the device receive. `header`: how many bytes of a frame the device requires in a
 * request. */
int open_queue(struct queue *queue, const struct objects *objects, struct ibv_pd *domain, unsigned int header,
	       struct et_settings *settings);
void close_queue(struct queue *queue);

/* After an error: forgets what was posted, and starts again. 0 or -errno. */
int restart_sending(struct queue *queue);
int restart_receiving(struct queue *queue);

/* Has the device give notice of the next frame, unless it was asked already. Gives the descriptor to be polled. */
int await_notice(struct queue *queue);

#endif
