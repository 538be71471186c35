/* SPDX-License-Identifier: MIT */
/* Headers of frames, and their checksums. Nothing is read or written beyond what a frame holds. */
#ifndef LAYERS_H
#define LAYERS_H

#include "internal.h"

/* Where a frame's headers are; 0 for one that it does not have. */
struct layers {
	unsigned int network, transport; /* IPv4 or IPv6; UDP or TCP */
	unsigned int payload;		 /* what follows the last known header */
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

/* Adds to a one's complement sum, RFC 1071; 16 bits. */
unsigned int sum_of(unsigned int sum, const unsigned char *data, unsigned int size);

/* For a frame with a transport header: how many bytes that and the payload have, according to the network header. */
unsigned int transport_size(const unsigned char *data, const struct layers *layers);

/* Whether this many bytes are there, and the checksum is among them. */
bool has_checksum(const struct layers *layers, unsigned int size, unsigned int held);

/* What the stack writes in place of a checksum that it leaves to a device. */
unsigned int sum_of_pseudo_header(const unsigned char *data, const struct layers *layers, unsigned int size);

/* Fills in a checksum that was left to the device. */
void complete_checksum(struct et_frame *frame);

/* Whether the checksum left open is that of UDP or TCP over IPv4, behind at most one VLAN tag: devices are known to find this
 * one. */
bool is_left_to_device(const struct et_frame *frame);

/* Leaves a checksum open that a device has verified, so that whoever gets the frame does not verify it again. Frames that are
 * not UDP or TCP, are padded, or have no checksum, stay as they are. */
void leave_checksum_open(struct et_frame *frame);

#endif
