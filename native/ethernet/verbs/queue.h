/* SPDX-License-Identifier: MIT */
/* One queue of a port: what was posted to its objects of libibverbs, and what has completed. */
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
	size_t room_of_frame;		 /* in a place */
	struct room room;		 /* of what is sent from */
	uint64_t *begins;		 /* of each request to send: the head of the room before it */
	unsigned int size_to_send, size_to_receive;
	/* Requests to send: so many have been posted, and so many of them are known to be done. */
	uint64_t posted, done;
	/* Places whose frames have been given out, or could not be. */
	unsigned int free[ET_BURST], free_count;
	/* Completions that were found when notice was asked for. */
	struct ibv_wc found[ET_BURST];
	int found_count;
	bool has_failed;       /* receiving is to be started again */
	unsigned int restarts; /* of receiving, without a frame in between */
	bool gives_notice;     /* else the timer goes off again and again */
	bool is_asked;	       /* for notice */
	int timer, waiting;    /* to be waited for: an epoll descriptor of all that there is to wait for */
};

/* Called before anything is opened, so that closing is always possible. */
void begin_queue(struct queue *queue);

/* Has the device receive. */
int open_queue(struct queue *queue, const struct objects *objects, const struct objects_of_port *all, struct et_settings *settings);
void close_queue(struct queue *queue);

/* Posts the places of frames that were given out for receiving again. 0 or -errno. */
int post_free_places(struct queue *queue);

/* What has completed, at most so many; -1 after an overrun. */
int take_received(struct queue *queue, struct ibv_wc *completions, unsigned int most);

/* Begins anew, after an error; what had come is lost. 0 or -errno. */
int restart_receiving(struct queue *queue);

/* Takes note of what was sent; gives how many were not. 0 or -errno. */
int reclaim(struct queue *queue, unsigned long long *lost);

/* Posts the leading frames, whose lengths must be allowed; returns how many were taken. Error: 0 where the next one may be
 * later, or why the device will never take it. */
unsigned int post_frames(struct queue *queue, const struct et_frame *frames, unsigned int count, int *error);

/* Has the device give notice of the next frame. Gives a descriptor that is readable when there may be one. */
int await_notice(struct queue *queue);

/* The memory of a place. */
static inline unsigned char *place(const struct queue *queue, unsigned int number)
{
	return queue->places.begin + number * queue->room_of_frame;
}

#endif
