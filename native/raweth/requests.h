/* SPDX-License-Identifier: MIT */
/* The receive requests of a queue pair or receive work queue. */
#ifndef REQUESTS_H
#define REQUESTS_H

#include <stdint.h>
#include <sys/uio.h>

#include "completions.h"

/* What becomes of requests and of packets. */
enum intake {
	/* Requests are refused, packets dropped. */
	INTAKE_CLOSED,
	/* Requests wait, packets are dropped. */
	INTAKE_WAITING,
	INTAKE_OPEN,
	/* Requests are given back with an error, packets dropped. */
	INTAKE_FLUSHING,
};

struct request;

struct requests {
	pthread_mutex_t lock;
	struct request *ring;
	struct ibv_sge *pieces;
	unsigned int capacity, most_pieces, head, count;
	enum intake intake;
	/* In work completions. */
	uint32_t number;
	struct completions *completions;
};

/* What was done with a packet. */
enum delivery { DELIVERED, NOT_OPEN, NO_REQUEST, TOO_LONG };

/* 0 or ENOMEM. */
int requests_init(struct requests *requests, uint32_t number, uint32_t capacity, uint32_t most_pieces,
		  struct completions *completions);
void requests_free(struct requests *requests);

/* As ibv_post_recv. */
int requests_post(struct requests *requests, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr);

/* INTAKE_FLUSHING gives back those that wait; INTAKE_CLOSED forgets them, and what has completed. */
void requests_set_intake(struct requests *requests, enum intake intake);

/* Copies a packet to the oldest request. */
enum delivery requests_deliver(struct requests *requests, const struct iovec *parts, int count, unsigned int wc_flags);

#endif
