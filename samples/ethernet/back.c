// SPDX-License-Identifier: MIT
/*
 * Frames by the Ethernet library alone, without Java: what comes for an address is sent back to where it came from.
 * Usage: back INTERFACE [packet|xdp]      for 02:00:00:00:00:0c, until Ctrl-C
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "ethernet.h"

static const unsigned char own[6] = {2, 0, 0, 0, 0, 0x0c};
static volatile sig_atomic_t is_over;

static void stop(int signal)
{
	(void)signal;
	is_over = 1;
}

/* The library owns the ring: a frame that was received is lent until the next call, and may be written to until then. */
static unsigned int turn(struct et_frame *frames, unsigned int count)
{
	unsigned int turned = 0;

	for (unsigned int i = 0; i < count; i++) {
		unsigned char *to = frames[i].data, *from = to + sizeof(own);

		if (memcmp(to, own, sizeof(own))) /* broadcast and multicast */
			continue;
		memcpy(to, from, sizeof(own));
		memcpy(from, own, sizeof(own));
		frames[turned++] = frames[i];
	}
	return turned;
}

static void tell(unsigned long long port)
{
	struct et_counters counters;

	et_count(port, &counters);
	printf("%llu frames received, %llu sent back; of others there was no room for %llu, too long or cut off were %llu\n",
	       counters.of[ET_RECEIVED], counters.of[ET_SENT], counters.of[ET_RING_FULL] + counters.of[ET_SEND_FULL],
	       counters.of[ET_TOO_LONG] + counters.of[ET_CUT_OFF]);
}

int main(int argc, char **argv)
{
	struct et_settings settings = {
		.mode = argc > 2 && !strcmp(argv[2], "xdp") ? ET_XDP : ET_PACKET,
		.queues = 1,
		.receive_size = 1024,
		.transmit_size = 1024,
		.frame_size = 1522, /* an MTU of 1500, with two VLAN tags */
		.alone = 1,	    /* nobody else of this host is to answer as this address */
	};
	struct et_frame frames[ET_BURST];
	unsigned long long port;
	int result;

	if (argc < 2 || argc > 3 || strlen(argv[1]) >= sizeof(settings.interface)) {
		fprintf(stderr, "Usage: back INTERFACE [packet|xdp]\n");
		return 2;
	}
	strcpy(settings.interface, argv[1]);
	memcpy(settings.mac, own, sizeof(own));
	result = et_open(&settings, &port);
	fprintf(stderr, "back: %s\n", settings.why); /* what could not be done, or how it is done */
	if (result)
		return 1;
	signal(SIGINT, stop);
	/* An interface that is down for a while is waited for. */
	while (!is_over && (result >= 0 || result == -ENETDOWN)) {
		result = et_receive(port, 0, frames, ET_BURST);
		if (result > 0)
			result = et_send(port, 0, frames, turn(frames, (unsigned int)result));
		else if (result == 0)
			result = et_wait(port, 0, 100);
	}
	tell(port);
	et_close(port);
	return is_over ? 0 : 1;
}
