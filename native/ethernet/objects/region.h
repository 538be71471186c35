/* SPDX-License-Identifier: MIT */
/* Memory of this process that a device may reach. */
#ifndef REGION_H
#define REGION_H

#include <infiniband/verbs.h>

#include "../internal.h"

struct region {
	unsigned char *begin;
	size_t size;
	struct ibv_mr *registered;
};

/* 0 or -errno; it may be freed after a failure too. */
int make_region(struct ibv_pd *domain, size_t size, struct region *region);
void free_region(struct region *region);

/* Says that it could not be made. */
int no_memory(struct et_settings *settings, int error, size_t size);

#endif
