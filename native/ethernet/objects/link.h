/* SPDX-License-Identifier: MIT */
/* Whether a device and its port are there, according to the device's own events. */
#ifndef LINK_H
#define LINK_H

#include <infiniband/verbs.h>

#include "../internal.h"

struct link {
	struct ibv_context *context;
	/* Set by whichever thread reads the event. */
	_Atomic bool is_down, is_gone;
};

/* Begins to follow the device and its port. */
int watch_link(struct link *link, struct ibv_context *context, struct et_settings *settings);

/* -ENETDOWN, -ENODEV or 0. */
int state_of_link(const struct link *link);

/* Reads the device's events since the last call, and counts them for a queue. Returns the state after them. */
int look_at_events(struct link *link, struct port *port, unsigned int queue);

#endif
