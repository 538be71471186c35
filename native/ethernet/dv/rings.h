/* SPDX-License-Identifier: MIT */
/* Rings of an mlx5 device: requests to send and to receive, completions, and how the device is told of them. All that
 * is known here of the device is where its memory is: tests put one of their own on the other side. One thread for each
 * sender, and one for each receiver. */
#ifndef RINGS_H
#define RINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_IN_RING 32768u /* half of what the numbers of requests can tell apart */

/* How much of a frame a device may require in the request itself: the Ethernet header with a tag; or that with two
 * tags, and the headers of IPv6 and TCP. */
#define HEADER_OF_LINK 18u
#define HEADER_OF_TRANSPORT 82u

/* A frame up to this length is put into the request as a whole, which then takes two blocks, whatever the device
 * requires. */
#define INLINE_MOST 94u
#define SHORTEST 60u /* shorter frames are made so long with zeros */

enum ring_result {
	RING_NOTHING,
	RING_FRAME,
	RING_FAILED,  /* the device has stopped the queue because of an error, which `syndrome` tells */
	RING_STRANGE, /* it has told something that cannot be */
};

/* Completions: entries of 64 or 128 bytes, a power of two of them. */
struct completion_memory {
	unsigned char *entries;
	unsigned int count, size;
	uint32_t *records;
	unsigned char *registers; /* the page of them; NULL: nobody waits for completions */
	uint32_t number;	  /* of this queue */
};

struct completions {
	struct completion_memory memory;
	uint32_t next; /* counts on and on */
	unsigned int turn; /* of waiting */
};

struct send_memory {
	unsigned char *blocks;
	unsigned int block_count; /* a power of two */
	uint32_t *records;
	uint64_t *doorbell;
	uint32_t number;
	unsigned int header;	/* HEADER_OF_LINK or HEADER_OF_TRANSPORT */
	unsigned int frames;	/* how many may be under way */
	unsigned char *room;	/* for what is not in the requests themselves; the device may read it by `key` */
	size_t room_size;	/* a power of two */
	uint32_t key;
	bool in_one_piece; /* no frame is in two pieces of `room` */
};

/* A frame under way, by the first block of its request; what the counts of the sender are when it is done. */
struct sent {
	uint32_t block, next_block, next_frame;
	uint64_t next_room;
};

/* All counts go on and on: what is between a tail and its head is the device's. */
struct sender {
	struct send_memory memory;
	struct completions completions;
	struct sent *sent;
	uint32_t block_head, block_tail;
	uint32_t frame_head, frame_tail;
	uint64_t room_head, room_tail;
	uint32_t last_block; /* where the last request begins */
	uint32_t told;	     /* what block_head was when the device was told last */
	unsigned int syndrome;
};

struct receive_memory {
	unsigned char *requests;
	unsigned int count, stride; /* powers of two */
	uint32_t *records;
	unsigned char *places; /* for one frame each; the device may write there by `key` */
	size_t place_size;
	uint32_t key;
};

struct receiver {
	struct receive_memory memory;
	struct completions completions;
	uint32_t posted;  /* counts on and on */
	uint32_t taken;
	unsigned int lent; /* the last ones of what was taken */
	unsigned int syndrome;
};

/* What is wrong with a description, or NULL. */
const char *fault_of_sending(const struct send_memory *memory, const struct completion_memory *completions);
const char *fault_of_receiving(const struct receive_memory *memory, const struct completion_memory *completions);

/* The description must have been checked. False: no memory for the ring's own state. */
bool begin_sender(struct sender *sender, const struct send_memory *memory, const struct completion_memory *completions);
void end_sender(struct sender *sender);

/* Copies a frame into the ring; false: there is no room now. The device does not know of it yet. Without its header a
 * frame must be no longer than the whole room, or than half of it if it has to be in one piece. */
bool put_frame(struct sender *sender, const unsigned char *data, unsigned int length);

/* Tells the device of all frames that were put, and has it tell when the last one is done. */
void tell_of_frames(struct sender *sender);

/* Tells the device once more what it should know already. */
void tell_again(struct sender *sender);

/* Takes what is done. After RING_FAILED and RING_STRANGE, `*lost` is how many frames will not be sent, and there is
 * nothing to do but to reset the queue. */
enum ring_result reclaim(struct sender *sender, unsigned int *lost);

/* After the device's queue was reset, before it is started again. */
void reset_sender(struct sender *sender);

void begin_receiver(struct receiver *receiver, const struct receive_memory *memory, const struct completion_memory *completions);

/* Gives the device all places. */
void post_all(struct receiver *receiver);

/* RING_FRAME: one that is lent until give_back(). */
enum ring_result take_frame(struct receiver *receiver, unsigned char **data, unsigned int *length);
void give_back(struct receiver *receiver);

/* After the device's queue was reset; post_all() when it is started again. */
void reset_receiver(struct receiver *receiver);

/* Whether there is one to be taken. */
bool has_completion(const struct completions *completions);

/* Has the device give notice of the next completion, once; and takes note that it has. */
void ask_for_notice(struct completions *completions);
void notice_came(struct completions *completions);

#endif
