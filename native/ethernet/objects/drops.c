// SPDX-License-Identifier: MIT
/* Counts frames for which a device had no place. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "drops.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>

#ifndef DEVICES /* tests have their own */
#define DEVICES "/sys/class/infiniband"
#endif

/* A function of librdma_raweth.so, present if that is preloaded; false: the context is not one of its own. */
typedef int raweth_function(struct ibv_context *context, unsigned long long *count);

unsigned long long frames_without_place(const struct et_settings *settings, struct ibv_context *context)
{
	raweth_function *ask = (raweth_function *)(uintptr_t)dlsym(RTLD_DEFAULT, "rdma_raweth_without_place");
	unsigned long long count = 0;
	char path[PATH_MAX];
	FILE *file;

	if (ask && ask(context, &count))
		return count;
	snprintf(path, sizeof(path), DEVICES "/%s/ports/%u/hw_counters/out_of_buffer", settings->device, settings->device_port);
	file = fopen(path, "re");
	if (!file)
		return 0;
	if (fscanf(file, "%llu", &count) != 1)
		count = 0;
	fclose(file);
	return count;
}
