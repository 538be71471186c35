/* SPDX-License-Identifier: MIT */
/* Headers of frames, and their checksums. Nothing is read or written beyond what a frame holds. */
#ifndef LAYERS_H
#define LAYERS_H

#include "internal.h"

/* Where a frame has its headers; 0 where it has no such. */
struct layers {
	unsigned int network, transport; /* IPv4 or IPv6; UDP or TCP */
	unsigned int payload;		 /* what is behind all headers that are known */
	unsigned int checksum;		 /* of UDP or TCP */
	bool is_ipv6;
};

struct layers layers_of(const unsigned char *data, unsigned int held);

static inline unsigned int get16(const unsigned char *at)
{
	return (unsigned int)at[0] << 8 | at[1];
}

static inline void put16(unsigned char *at, unsigned int value)
{
	at[0] = (unsigned char)(value >> 8);
	at[1] = (unsigned char)value;
}

/* One's complement sum, RFC 1071, on top of another; 16 bits. */
unsigned int sum_of(unsigned int sum, const unsigned char *data, unsigned int size);

/* Of a frame with a transport: bytes of its header and payload, as the network's header has it. */
unsigned int transport_size(const unsigned char *data, const struct layers *layers);

/* Whether that many bytes are there, the checksum among them. */
bool has_checksum(const struct layers *layers, unsigned int size, unsigned int held);

/* What the stack has in place of a checksum that it leaves to a device. */
unsigned int sum_of_pseudo_header(const unsigned char *data, const struct layers *layers, unsigned int size);

/* Fills in a checksum that was left to the device. */
void complete_checksum(struct et_frame *frame);

/* Whether it is the checksum of UDP or TCP over IPv4 that is left open, and no other, behind one VLAN tag at most: what
 * devices are known to find. */
bool is_left_to_device(const struct et_frame *frame);

/* Leaves the checksum of a frame open that a device has looked at: who is handed it then does not look again. What is no
 * UDP or TCP, is padded, or has no checksum, stays as it is. */
void leave_checksum_open(struct et_frame *frame);

#endif
