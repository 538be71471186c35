// SPDX-License-Identifier: MIT
/* Memory of this process that a device may access. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "region.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

int make_region(struct ibv_pd *domain, size_t size, struct region *region)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		return -errno;
	region->begin = memory;
	region->size = size;
	/* Otherwise, after a fork, the first write would give this process a copy, which the device does not see. */
	madvise(memory, size, MADV_DONTFORK);
	region->registered = ibv_reg_mr(domain, memory, size, IBV_ACCESS_LOCAL_WRITE);
	return region->registered ? 0 : -errno;
}

void free_region(struct region *region)
{
	if (region->registered)
		ibv_dereg_mr(region->registered);
	if (region->begin)
		munmap(region->begin, region->size);
}

int no_memory(struct et_settings *settings, int error, size_t size)
{
	return failed(settings, error,
		      "cannot have %zu bytes for frames on %s: %s; there is more room with a greater limit of locked memory (ulimit -l) or shorter rings",
		      size, settings->device, strerrordesc_np(-error));
}
