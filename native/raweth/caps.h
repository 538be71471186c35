/* SPDX-License-Identifier: MIT */
/* What a device says that it can do. */
#ifndef CAPS_H
#define CAPS_H

#include "device.h"

/* As ibv_query_device_ex. */
int caps_query(struct ibv_context *context, const struct ibv_query_device_ex_input *input, struct ibv_device_attr_ex *attr,
	       size_t size);

/* Adds raw Ethernet to what the device says that it can do. */
void caps_add(struct ibv_device_attr *attr);

#endif
