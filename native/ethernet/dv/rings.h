/* SPDX-License-Identifier: MIT */
/* Rings of an mlx5 device: send and receive requests, completions, and how the device is told of them. All that this code knows
 * of the device is where its memory is; tests put a made-up device on the other side. Each sender, and each receiver, is for
 * one thread. */
#ifndef RINGS_H
#define RINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MOST_IN_RING 32768u /* half as many as the numbers of requests can tell apart */

/* How much of a frame a device may require in the request itself: the Ethernet header with one VLAN tag; or that with two tags,
 * and the headers of IPv6 and TCP. */
#define HEADER_OF_LINK 18u
#define HEADER_OF_TRANSPORT 82u

/* A frame of up to this length goes into the request as a whole, which then takes two blocks, whatever the device requires. */
#define INLINE_MOST 94u
#define SHORTEST 60u /* shorter frames are padded to this with zeros */

enum ring_result {
	RING_NOTHING,
	RING_FRAME,
	RING_FAILED,  /* the device has stopped the queue because of an error, which `syndrome` tells */
	RING_STRANGE, /* it has reported something impossible */
};

/* Completions: entries of 64 or 128 bytes; their number is a power of two. */
struct completion_memory {
	unsigned char *entries;
	unsigned int count, size;
	uint32_t *records;
	unsigned char *registers; /* the page of their registers; NULL: nobody waits for completions */
	uint32_t number;	  /* of this completion queue */
};

struct completions {
	struct completion_memory memory;
	uint32_t next; /* number of the next completion; never wraps to the ring's size */
	unsigned int turn; /* how often notice has come */
};

struct send_memory {
	unsigned char *blocks;
	unsigned int block_count; /* a power of two */
	uint32_t *records;
	uint64_t *doorbell;
	uint32_t number;
	unsigned int header;	/* HEADER_OF_LINK or HEADER_OF_TRANSPORT */
	unsigned int frames;	/* the most that may be under way */
	unsigned char *room;	/* for bytes that are not in the requests themselves; the device may read it by `key` */
	size_t room_size;	/* a power of two */
	uint32_t key;
	bool in_one_piece; /* no frame may be in two pieces of `room` */
};

/* A frame under way, by the first block of its request, with the values of the sender's tails when it is done. */
struct sent {
	uint32_t block, next_block, next_frame;
	uint64_t next_room;
};

/* Heads and tails count without wrapping at the ring's size: what is between a tail and its head belongs to the device. */
struct sender {
	struct send_memory memory;
	struct completions completions;
	struct sent *sent;
	uint32_t block_head, block_tail;
	uint32_t frame_head, frame_tail;
	uint64_t room_head, room_tail;
	uint32_t last_block; /* where the last request begins */
	uint32_t told;	     /* block_head when the device was last told */
	unsigned int syndrome;
};

struct receive_memory {
	unsigned char *requests;
	unsigned int count, stride; /* powers of two */
	uint32_t *records;
	unsigned char *places; /* each for one frame; the device may write there by `key` */
	size_t place_size;
	uint32_t key;
};

struct receiver {
	struct receive_memory memory;
	struct completions completions;
	uint32_t posted;  /* counts without wrapping at the ring's size */
	uint32_t taken;
	unsigned int lent; /* how many of those taken last are still lent */
	unsigned int syndrome;
};

/* What is wrong with a description, or NULL. */
const char *fault_of_sending(const struct send_memory *memory, const struct completion_memory *completions);
const char *fault_of_receiving(const struct receive_memory *memory, const struct completion_memory *completions);

/* Begins with a description that has been checked. False: no memory for the ring's own state. */
bool begin_sender(struct sender *sender, const struct send_memory *memory, const struct completion_memory *completions);
void end_sender(struct sender *sender);

/* Copies a frame into the ring; false: there is no room now. The device does not know of it yet. Without its header a frame
 * must fit into the room, or into half of it if it has to be in one piece. */
bool put_frame(struct sender *sender, const unsigned char *data, unsigned int length);

/* Tells the device of all frames that were put into the ring, and has it report when the last one is done. */
void tell_of_frames(struct sender *sender);

/* Rings the doorbell once more for requests that the device should know already. */
void tell_again(struct sender *sender);

/* Takes completions. After RING_FAILED and RING_STRANGE, `*lost` is how many frames will not be sent, and the only thing to do
 * is to reset the queue. */
enum ring_result reclaim(struct sender *sender, unsigned int *lost);

/* To be called when the device's queue was reset, before it is started again. */
void reset_sender(struct sender *sender);

void begin_receiver(struct receiver *receiver, const struct receive_memory *memory, const struct completion_memory *completions);

/* Gives the device all places. */
void post_all(struct receiver *receiver);

/* RING_FRAME: a frame was taken, which is lent until give_back(). */
enum ring_result take_frame(struct receiver *receiver, unsigned char **data, unsigned int *length);
void give_back(struct receiver *receiver);

/* To be called when the device's queue was reset; call post_all() when it is started again. */
void reset_receiver(struct receiver *receiver);

/* Whether there is a completion to be taken. */
bool has_completion(const struct completions *completions);

/* Has the device give notice, once, of the next completion; notice_came() notes that it has. */
void ask_for_notice(struct completions *completions);
void notice_came(struct completions *completions);

#endif
