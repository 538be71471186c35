/* SPDX-License-Identifier: MIT */
/* Checks whether an RDMA device meets what using its rings requires. */
#ifndef DEVICE_H
#define DEVICE_H

#include <infiniband/verbs.h>

#include "../internal.h"

/* Checks that the device's driver is mlx5's, before anything is opened; if not, says which it is. */
int check_driver(struct et_settings *settings);

/* Checks that this code can use the device's queues and formats. */
int check_device(struct et_settings *settings, struct ibv_context *context);

/* How many bytes of each frame the device requires inside the request itself. */
unsigned int demanded_header(struct ibv_device *device);

#endif
