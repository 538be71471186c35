/* SPDX-License-Identifier: MIT */
/* Checksums of IPv4's header, TCP and UDP. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include "packet.h"

/* Whether it is of TCP or UDP over IPv4 and all its checksums were looked at and are right; for a transport that is
 * trusted, only IP's is looked at. */
bool checksum_verified(const struct packet *packet, bool trusted);

/* Writes what is right into a frame. */
void checksum_fill(uint8_t *frame, size_t length);

#endif
