/* SPDX-License-Identifier: MIT */
/* What is required of an RDMA device before its rings can be used. */
#ifndef DEVICE_H
#define DEVICE_H

#include <infiniband/verbs.h>

#include "../internal.h"

/* Whether its driver is mlx5's, before anything is opened; says what it is if not. */
int check_driver(struct et_settings *settings);

/* Whether this code can use the device's queues and formats. */
int check_device(struct et_settings *settings, struct ibv_context *context);

/* How many bytes of each frame the device requires inside the request itself. */
unsigned int demanded_header(struct ibv_device *device);

#endif
