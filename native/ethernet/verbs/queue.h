/* SPDX-License-Identifier: MIT */
/* One queue of a port: what was posted to its libibverbs objects, and what has completed. */
#ifndef QUEUE_H
#define QUEUE_H

#include <infiniband/verbs.h>

#include "../internal.h"
#include "../objects/objects.h"
#include "../objects/region.h"
#include "room.h"

struct queue {
	struct objects objects;
	struct region sent_from, places; /* to send from, to receive to */
	size_t room_of_frame;		 /* of each place */
	struct room room;		 /* bookkeeping of sent_from */
	uint64_t *begins;		 /* for each send request: the room's head before it */
	unsigned int size_to_send, size_to_receive;
	/* How many send requests have been posted, and how many of them are known to be done. */
	uint64_t posted, done;
	/* Places whose frames are no longer used, or could not be given out. */
	unsigned int free[ET_BURST], free_count;
	/* Completions that were found when notice was asked for. */
	struct ibv_wc found[ET_BURST];
	int found_count;
	bool has_failed;       /* receiving must be restarted */
	unsigned int restarts; /* of receiving, in a row without a frame */
	bool gives_notice;     /* otherwise the timer goes off again and again */
	bool is_asked;	       /* notice was asked for */
	int timer, waiting;    /* to be waited for: an epoll descriptor of all that there is to wait for */
};

/* To be called before anything is opened, so that closing is always possible. */
void begin_queue(struct queue *queue);

/* Opens the queue, and lets the device receive. */
int open_queue(struct queue *queue, const struct objects *objects, const struct objects_of_port *all, struct et_settings *settings);
void close_queue(struct queue *queue);

/* Posts the places that are free for receiving again. 0 or -errno. */
int post_free_places(struct queue *queue);

/* Takes completions of received frames, at most this many; -1 after an overrun. */
int take_received(struct queue *queue, struct ibv_wc *completions, unsigned int most);

/* Restarts receiving after an error; what had come is lost. 0 or -errno. */
int restart_receiving(struct queue *queue);

/* Takes completions of sent frames, and gives how many were not sent. 0 or -errno. */
int reclaim(struct queue *queue, unsigned long long *lost);

/* Posts the leading frames, whose lengths must be allowed; returns how many were taken. *error: 0 if the next frame may be
 * taken later, else why the device will never take it. */
unsigned int post_frames(struct queue *queue, const struct et_frame *frames, unsigned int count, int *error);

/* Has the device give notice of the next frame. Returns a descriptor that is readable when there may be one. */
int await_notice(struct queue *queue);

/* The memory of a place. */
static inline unsigned char *place(const struct queue *queue, unsigned int number)
{
	return queue->places.begin + number * queue->room_of_frame;
}

#endif
