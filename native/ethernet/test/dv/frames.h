/* SPDX-License-Identifier: MIT */
/* Frames that differ in every byte, by their numbers: whoever gets one sees whether it is the next, and whole. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdint.h>
#include <string.h>

#include "device.h"

#define SHORT_FRAME 60u
#define LONGEST_FRAME 9100u

static inline uint32_t mixed(uint64_t number)
{
	number = (number ^ number >> 29) * 0xbf58476d1ce4e5b9u;
	number = (number ^ number >> 32) * 0x94d049bb133111ebu;
	return (uint32_t)(number >> 32);
}

/* Many short ones and those at the borders of what is done in another way, some long ones. */
static inline unsigned int length_of(uint64_t number, unsigned int longest)
{
	uint32_t chance = mixed(number);
	unsigned int most = chance % 16 == 0 ? longest : chance % 3 == 0 ? 140 : 97;

	if (most > longest)
		most = longest;
	return 14 + mixed(number + 0x10000000000) % (most - 13);
}

static inline unsigned int make_frame(uint64_t number, unsigned int longest, unsigned char *data)
{
	unsigned int length = length_of(number, longest);

	for (unsigned int i = 0; i < length; i++)
		data[i] = (unsigned char)mixed(number << 16 | i);
	return length;
}

/* Whether it is this one, perhaps made longer with zeros. */
static inline void check_frame(uint64_t number, unsigned int longest, const unsigned char *data, unsigned int length)
{
	unsigned int own = length_of(number, longest);

	CHECK(length == own || (own < SHORT_FRAME && length == SHORT_FRAME));
	for (unsigned int i = 0; i < length; i++)
		CHECK(data[i] == (i < own ? (unsigned char)mixed(number << 16 | i) : 0));
}

#endif
