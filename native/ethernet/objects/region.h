/* SPDX-License-Identifier: MIT */
/* Memory of this process that a device may access. */
#ifndef REGION_H
#define REGION_H

#include <infiniband/verbs.h>

#include "../internal.h"

struct region {
	unsigned char *begin;
	size_t size;
	struct ibv_mr *registered;
};

/* Returns 0 or -errno. The region may be freed after a failure, too. */
int make_region(struct ibv_pd *domain, size_t size, struct region *region);
void free_region(struct region *region);

/* Writes to settings->why that memory could not be made. */
int no_memory(struct et_settings *settings, int error, size_t size);

#endif
