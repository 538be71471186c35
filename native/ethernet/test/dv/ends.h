/* SPDX-License-Identifier: MIT */
/* Both ends of the rings: those of native/ethernet/dv, and the device that is made up. */
#ifndef ENDS_H
#define ENDS_H

#include "../../dv/rings.h"
#include "device.h"

static inline struct completion_memory memory_of_completions(struct device_completions *device)
{
	return (struct completion_memory){
		.entries = device->entries,
		.count = device->count,
		.size = device->size,
		.records = device->records,
		.registers = device->registers,
		.number = device->number,
	};
}

static inline struct send_memory memory_to_send(struct device_sender *device, unsigned int frames, bool in_one_piece)
{
	return (struct send_memory){
		.blocks = device->blocks,
		.block_count = device->count,
		.records = device->records,
		.doorbell = &device->doorbell,
		.number = device->number,
		.header = device->header,
		.frames = frames,
		.room = device->region.begin,
		.room_size = device->region.size,
		.key = device->region.key,
		.in_one_piece = in_one_piece,
	};
}

static inline struct receive_memory memory_to_receive(struct device_receiver *device)
{
	return (struct receive_memory){
		.requests = device->requests,
		.count = device->count,
		.stride = device->stride,
		.records = device->records,
		.places = device->region.begin,
		.place_size = device->region.size / device->count,
		.key = device->region.key,
	};
}

#endif
