// SPDX-License-Identifier: MIT
/* What this library and those of the back ends share; it is linked into each of them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "internal.h"

unsigned long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

int failed(struct et_settings *settings, int error, const char *format, ...)
{
	int saved = error ? -error : errno;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(settings->why, sizeof(settings->why), format, arguments);
	va_end(arguments);
	return -saved;
}

void tell(struct et_settings *settings, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(settings->why, sizeof(settings->why), format, arguments);
	va_end(arguments);
}

bool has_good_length(struct port *port, unsigned int queue, const struct et_frame *frame)
{
	if (frame->held >= ETHERNET_HEADER && frame->held <= port->settings.frame_size)
		return true;
	add_to_count(port, queue, frame->held < ETHERNET_HEADER ? ET_TOO_SHORT : ET_TOO_LONG, 1);
	return false;
}

int state_of_interface(struct port *port, unsigned int queue, unsigned int index, int error)
{
	char name[IF_NAMESIZE];

	if (error != ENETDOWN && error != ENXIO && error != ENODEV)
		return 0;
	add_to_count(port, queue, ET_DOWN, 1);
	/* Found by its number: another interface may have taken the name of one that is gone. */
	return if_indextoname(index, name) ? -ENETDOWN : -ENODEV;
}

int take_in_addresses(int socket, unsigned int index, const struct et_settings *settings)
{
	static const unsigned char none[ADDRESS_SIZE];
	struct packet_mreq all = {.mr_ifindex = (int)index,
				  .mr_type = settings->everything ? PACKET_MR_PROMISC : PACKET_MR_ALLMULTI};
	struct packet_mreq own = {.mr_ifindex = (int)index, .mr_type = PACKET_MR_UNICAST, .mr_alen = ADDRESS_SIZE};

	memcpy(own.mr_address, settings->mac, ADDRESS_SIZE);
	if (setsockopt(socket, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &all, sizeof(all)))
		return -1;
	/* In promiscuous mode the address is added too: a device may not let its functions see everything, and does not
	 * say so. */
	if (!memcmp(settings->mac, none, ADDRESS_SIZE))
		return 0;
	return setsockopt(socket, SOL_PACKET, PACKET_ADD_MEMBERSHIP, &own, sizeof(own));
}
