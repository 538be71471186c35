/* SPDX-License-Identifier: MIT */
/* Frames to test with. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const uint8_t mac_here[6] = {2, 0, 0, 0, 0, 1}, mac_there[6] = {2, 0, 0, 0, 0, 2};

static inline void put_16(uint8_t *at, unsigned int value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

/* To here, from there. Gives the length, with what was asked for as payload and no checksums. */
static inline size_t udp_frame(uint8_t *frame, unsigned int source_port, unsigned int port, size_t payload)
{
	static const uint8_t addresses[8] = {10, 0, 0, 2, 10, 0, 0, 1};

	memset(frame, 0, 42 + payload);
	memcpy(frame, mac_here, 6);
	memcpy(frame + 6, mac_there, 6);
	put_16(frame + 12, 0x0800);
	frame[14] = 0x45;
	put_16(frame + 16, (unsigned int)(28 + payload));
	frame[22] = 64;
	frame[23] = 17;
	memcpy(frame + 26, addresses, 8);
	put_16(frame + 34, source_port);
	put_16(frame + 36, port);
	put_16(frame + 38, (unsigned int)(8 + payload));
	for (size_t i = 0; i < payload; i++)
		frame[42 + i] = (uint8_t)i;
	return 42 + payload;
}

/* Puts a tag into a frame with room for it. */
static inline size_t tagged(uint8_t *frame, size_t length, unsigned int tag)
{
	memmove(frame + 16, frame + 12, length - 12);
	put_16(frame + 12, 0x8100);
	put_16(frame + 14, tag);
	return length + 4;
}

#endif
