/* SPDX-License-Identifier: MIT */
/* What the files of this library share. */
#ifndef INTERNAL_H
#define INTERNAL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ethernet.h"

#define ETHERNET_HEADER 14
#define ADDRESS_SIZE 6

struct port;

/* A way for frames to get in and out: the seam. Each may assume that its arguments are in range. */
struct backend {
	int (*open)(struct port *port, struct et_settings *settings);
	int (*receive)(struct port *port, unsigned int queue, struct et_frame *frames, unsigned int most);
	int (*send)(struct port *port, unsigned int queue, const struct et_frame *frames, unsigned int count);
	int (*wait)(struct port *port, unsigned int queue, int milliseconds);
	/* Adds what others have counted: of a queue, or, with the number of queues, what belongs to none of them. */
	void (*count)(struct port *port, unsigned int queue, struct et_counters *counters);
	void (*close)(struct port *port);
	/* The descriptor to poll(2) for frames, along with others. */
	int (*descriptor)(struct port *port, unsigned int queue);
	/* Whether frames to be sent wait for room below, until `receive` or `wait` are called again; NULL: they never do. */
	bool (*is_waiting)(struct port *port, unsigned int queue);
};

/* Counts of a queue; written by its thread only. */
struct queue_counts {
	_Alignas(64) _Atomic unsigned long long of[ET_COUNTS];
};

struct port {
	const struct backend *backend;
	struct et_settings settings;
	void *state; /* the back end's */
	int claim;   /* a name that no other has while this is open; -1: none */
	bool fills_checksums; /* of UDP and TCP over IPv4, where frames to be sent have checksum_at */
	struct queue_counts counts[ET_MOST_QUEUES];
};

static inline bool has_unsent(struct port *port, unsigned int queue)
{
	return port->backend->is_waiting && port->backend->is_waiting(port, queue);
}

static inline void add_to_count(struct port *port, unsigned int queue, enum et_count count, unsigned long long amount)
{
	_Atomic unsigned long long *sum = &port->counts[queue].of[count];

	atomic_store_explicit(sum, atomic_load_explicit(sum, memory_order_relaxed) + amount, memory_order_relaxed);
}

/* Says in settings->why what failed; returns the error, or -errno if that is 0. */
int failed(struct et_settings *settings, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Says in settings->why how it is done. */
void tell(struct et_settings *settings, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline struct port *port_of(unsigned long long handle)
{
	return (struct port *)(uintptr_t)handle;
}

/* CLOCK_MONOTONIC, nanoseconds. */
unsigned long long now(void);

static inline bool has_stopped(const struct et_progress *progress)
{
	return __atomic_load_n(&progress->stop, __ATOMIC_RELAXED);
}

/* Whether a frame has a length that can be sent, and given out where it is whole; counts it if not. */
bool has_good_length(struct port *port, unsigned int queue, const struct et_frame *frame);

/* What an error says of the interface of this number: -ENETDOWN or, if it is gone, -ENODEV, which is counted; 0 for other
 * errors, which pass. */
int state_of_interface(struct port *port, unsigned int queue, unsigned int index, int error);

/* Makes the interface take in frames that are not for its own address, by a packet socket; the kernel undoes it when the
 * socket is closed. Returns 0, or -1 with errno. */
int take_in_addresses(int socket, unsigned int index, const struct et_settings *settings);

extern const struct backend packet_backend;

/* The back end of a mode; NULL, with the reason in settings->why, if its library or something that that needs is
 * missing. */
const struct backend *find_backend(struct et_settings *settings, int *error);

/* What a library of a way exports: this function, for the version that it was made with. */
#define BACKEND_FUNCTION "et_backend"
typedef const struct backend *backend_function(unsigned int version);

#endif
