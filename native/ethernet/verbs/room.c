// SPDX-License-Identifier: MIT
#include "room.h"

#define AVERAGE_LENGTH 2048u

static size_t whole_units(size_t length)
{
	return (length + ROOM_UNIT - 1) / ROOM_UNIT * ROOM_UNIT;
}

size_t size_of_room(unsigned int frames, unsigned int longest, bool in_one_piece)
{
	return frames * whole_units(in_one_piece || longest < AVERAGE_LENGTH ? longest : AVERAGE_LENGTH);
}

bool take_room(struct room *room, unsigned int length, struct span *span)
{
	size_t begin = room->head % room->size, behind = room->size - begin;
	uint64_t head = room->head;

	if (room->in_one_piece && behind < length) {
		head += behind;
		begin = 0;
		behind = room->size;
	}
	head += whole_units(length);
	if (head - room->tail > room->size)
		return false;
	room->head = head;
	span->begin = begin;
	span->first = behind < length ? (unsigned int)behind : length;
	span->second = length - span->first;
	return true;
}
