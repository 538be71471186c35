// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "settings.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_RING ((size_t)16 << 20)
#define LEAST_RING ((size_t)1 << 20)
#define MOST_RING ((size_t)1 << 30)

bool settings_statistics(void)
{
	const char *value = secure_getenv("RDMA_RAWETH_STATISTICS");

	return value && strcmp(value, "1") == 0;
}

size_t settings_ring_bytes(void)
{
	const char *value = secure_getenv("RDMA_RAWETH_RING_BYTES");
	char *end = NULL;
	unsigned long long bytes;

	if (!value)
		return DEFAULT_RING;
	errno = 0;
	bytes = strtoull(value, &end, 10);
	if (!isdigit((unsigned char)*value) || *end || errno || bytes < LEAST_RING || bytes > MOST_RING) {
		fprintf(stderr, "librdma_raweth: RDMA_RAWETH_RING_BYTES=%s is not a number from %zu to %zu: it is %zu\n", value,
			LEAST_RING, MOST_RING, DEFAULT_RING);
		return DEFAULT_RING;
	}
	return (size_t)bytes;
}
