/* SPDX-License-Identifier: MIT */
/* What an RDMA device has to be for its rings to be used. */
#ifndef DEVICE_H
#define DEVICE_H

#include <infiniband/verbs.h>

#include "../internal.h"

/* Whether its driver is mlx5's, before anything is opened; says what it is if not. */
int check_driver(struct et_settings *settings);

/* Whether what it can is understood. */
int check_device(struct et_settings *settings, struct ibv_context *context);

/* How many bytes of a frame it demands to have in the request itself. */
unsigned int demanded_header(struct ibv_device *device);

#endif
