/* SPDX-License-Identifier: MIT */
/* Random verbs on one device: creations, destructions, state changes and queries, some of them bound to fail. */
#ifndef WORKLOAD_OPERATIONS_H
#define WORKLOAD_OPERATIONS_H

#include "random.h"
#include "tally.h"

#include <infiniband/verbs.h>

#define POOL 12	/* the most objects of a type that one process keeps on a device */

struct pool {
	void *objects[POOL];
	unsigned count;
};

struct device {
	struct ibv_context *context;
	union ibv_gid gid;
	struct pool pds, cqs, qps, mrs, srqs;
	struct tally *tally;
};

/* Opens the device; returns 0, or a positive errno. */
int device_open(struct device *device, const char *name, struct tally *tally);

/* Does one random operation, which may fail, and records it. */
void device_operate(struct device *device, struct random *random);

/* Destroys everything and closes; returns 0, or the positive errno of a destruction that must not fail and did. */
int device_close(struct device *device);

#endif
