/* SPDX-License-Identifier: MIT */
/* The memory that frames are sent from, used as a ring: a frame that reaches its end goes on at its beginning, and is in two
 * pieces then. */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* head and tail count without wrapping at the size: what is between them belongs to the device. */
struct room {
	size_t size; /* a multiple of ROOM_UNIT */
	bool in_one_piece;
	uint64_t head, tail;
};

#define ROOM_UNIT 64u /* frames begin at multiples of this: a cache line */

/* Where a frame is; `second`: how many bytes of it are at the beginning of the room. */
struct span {
	size_t begin;
	unsigned int first, second;
};

/* The size for this many frames: of an average length, or, if they have to be in one piece, of the longest. */
size_t size_of_room(unsigned int frames, unsigned int longest, bool in_one_piece);

/* False: there is no room now. A frame may be as long as the longest that the size was made for. */
bool take_room(struct room *room, unsigned int length, struct span *span);

#endif
