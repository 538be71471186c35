/* SPDX-License-Identifier: MIT */
/* A device of mlx5 that is made up: the other side of the rings. It reads requests and writes completions as the manual
 * for programmers of these devices has it, at the offsets of that, and shares no line with native/ethernet/dv. Whatever is
 * not as it has to be ends the test. */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../check.h"

/* Memory that the device may reach. */
struct region {
	unsigned char *begin;
	size_t size;
	uint32_t key;
};

struct device_completions {
	unsigned char *entries;
	unsigned int count, size;
	uint32_t records[2];
	_Alignas(8) unsigned char registers[64];
	uint32_t number;
	uint32_t written; /* counts on and on */
	unsigned int turn;
	bool is_armed;
	uint32_t armed_from;
};

struct device_sender {
	struct device_completions completions;
	struct region region;
	unsigned char *blocks;
	unsigned int count;
	uint32_t records[2];
	_Alignas(8) uint64_t doorbell;
	uint32_t number;
	unsigned int header;  /* bytes of each frame that it demands in the request */
	uint16_t done, known; /* blocks */
	bool is_failed;
	unsigned int rings, told; /* how often the doorbell was rung; completions that were not for errors */
	/* What goes out: a frame, whose bytes are here until the next one. */
	void (*sent)(void *context, const unsigned char *data, unsigned int length);
	void *context;
	/* The next request fails with this; 0: it does not. */
	unsigned int fails_with;
	unsigned int blocks_used[64]; /* how many requests had so many */
	unsigned int in_two_pieces, around_the_end;
};

struct device_receiver {
	struct device_completions completions;
	struct region region;
	unsigned char *requests;
	unsigned int count, stride;
	uint32_t records[2];
	uint16_t done;
	bool is_failed;
	unsigned int dropped; /* for want of a request */
};

/* All have what they need for so many; entry_size: 64 or 128. */
void make_sender(struct device_sender *device, unsigned int blocks, unsigned int completions, unsigned int entry_size,
		 size_t room);
void make_receiver(struct device_receiver *device, unsigned int requests, unsigned int stride, unsigned int completions,
		   unsigned int entry_size, size_t room);
void free_sender(struct device_sender *device);
void free_receiver(struct device_receiver *device);

/* As after the change of a queue's state to reset and back; completions stay. */
void reset_device_sender(struct device_sender *device);
void reset_device_receiver(struct device_receiver *device);

/* Looks at the doorbell, and sends as many of the frames that it knows of. Gives how many. */
unsigned int run_sender(struct device_sender *device, unsigned int most);

/* Forgets that the doorbell was rung. */
void lose_doorbell(struct device_sender *device);

/* A frame comes in; false if it is dropped. */
bool come_in(struct device_receiver *device, const unsigned char *data, unsigned int length);

/* An error ends the queue: it is told of with this request, and all others that are posted are flushed. */
void fail_receiver(struct device_receiver *device, unsigned int syndrome);

/* Writes a completion of which nothing need be right. */
void write_completion(struct device_completions *completions, unsigned int kind, unsigned int form, uint16_t counter,
		      uint32_t length, unsigned int syndrome);

/* Whether notice was asked for and there is something to give it of: gives it once. */
bool gives_notice(struct device_completions *completions);

#endif
