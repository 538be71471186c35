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

/* The interface of a back end. Its functions may assume that their arguments are in range. */
struct backend {
	int (*open)(struct port *port, struct et_settings *settings);
	int (*receive)(struct port *port, unsigned int queue, struct et_frame *frames, unsigned int most);
	int (*send)(struct port *port, unsigned int queue, const struct et_frame *frames, unsigned int count);
	int (*wait)(struct port *port, unsigned int queue, int milliseconds);
	/* Adds what the kernel or the device has counted: for a queue, or, for the number of queues, what belongs to no single
	 * queue. */
	void (*count)(struct port *port, unsigned int queue, struct et_counters *counters);
	void (*close)(struct port *port);
	/* A descriptor that poll(2) reports when there may be frames. */
	int (*descriptor)(struct port *port, unsigned int queue);
	/* Whether frames to be sent wait in the ring until `receive` or `wait` is called again; NULL: they never do. */
	bool (*is_waiting)(struct port *port, unsigned int queue);
};

/* Counters of a queue; only its thread writes them. */
struct queue_counts {
	_Alignas(64) _Atomic unsigned long long of[ET_COUNTS];
};

struct port {
	const struct backend *backend;
	struct et_settings settings;
	void *state; /* of the back end */
	int claim;   /* a socket whose name no other can have while this is open; -1: none */
	bool fills_checksums; /* the device fills in UDP and TCP checksums over IPv4 at checksum_at of frames to send */
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

/* Writes what failed to settings->why; returns the error, or -errno if that is 0. */
int failed(struct et_settings *settings, int error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Writes to settings->why how frames get in and out. */
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

/* Whether a frame has a length that can be sent, or given out if the frame is whole; counts it if not. */
bool has_good_length(struct port *port, unsigned int queue, const struct et_frame *frame);

/* What an error means for the interface of this number: -ENETDOWN or, if it is gone, -ENODEV, both of which are counted; 0 for
 * other errors, which are temporary. */
int state_of_interface(struct port *port, unsigned int queue, unsigned int index, int error);

/* Makes the interface accept frames that are not for its own address, by a packet socket; the kernel undoes this when the
 * socket is closed. Returns 0, or -1 with errno. */
int take_in_addresses(int socket, unsigned int index, const struct et_settings *settings);

extern const struct backend packet_backend;

/* The back end of a mode; NULL, with the reason in settings->why, if its library or a library that this needs is missing. */
const struct backend *find_backend(struct et_settings *settings, int *error);

/* Each back end's library exports this function, for the version that it was built for. */
#define BACKEND_FUNCTION "et_backend"
typedef const struct backend *backend_function(unsigned int version);

#endif
