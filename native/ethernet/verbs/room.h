/* SPDX-License-Identifier: MIT */
/* The memory that frames are sent from, used as a ring: a frame that reaches its end goes on at its beginning, and is two
 * pieces then. */
#ifndef ROOM_H
#define ROOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Both counts go on and on: what is between them is the device's. */
struct room {
	size_t size; /* a multiple of ROOM_UNIT */
	bool in_one_piece;
	uint64_t head, tail;
};

#define ROOM_UNIT 64u /* where frames begin: a line of the cache */

/* Where a frame is; second: bytes of it from the beginning of the room on. */
struct span {
	size_t begin;
	unsigned int first, second;
};

/* For so many frames: of an average length, or, if they have to be in one piece, of the longest. */
size_t size_of_room(unsigned int frames, unsigned int longest, bool in_one_piece);

/* False: there is no room now. Frames may be as long as the longest that the size was for. */
bool take_room(struct room *room, unsigned int length, struct span *span);

#endif
