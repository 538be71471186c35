/* SPDX-License-Identifier: MIT */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* RDMA_RAWETH_STATISTICS: a line on stderr when a device is closed. */
bool settings_statistics(void);

/* RDMA_RAWETH_RING_BYTES: room for frames that have come in and are not polled yet. */
size_t settings_ring_bytes(void);

#endif
