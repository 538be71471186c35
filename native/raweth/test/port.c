// SPDX-License-Identifier: MIT
/* An interface for tests only, in place of the one over AF_PACKET: what is sent goes to a socket, and what comes from
 * there comes in. The descriptor is in RAWETH_TEST_SOCKET; without it nobody may open the interface. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "../port.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MTU 1500

struct port {
	int socket;
	bool listens;
	int joined[REACH_ALL + 1];
	uint8_t slot[MTU + 18];
};

struct port *port_open(const char *netdev)
{
	const char *socket = getenv("RAWETH_TEST_SOCKET");
	struct port *port;

	if (!socket || strcmp(netdev, "net7") != 0) {
		errno = EPERM;
		return NULL;
	}
	port = calloc(1, sizeof(*port));
	port->socket = atoi(socket);
	return port;
}

/* All that was joined was left. */
void port_close(struct port *port)
{
	for (int i = 0; i <= REACH_ALL; i++) {
		if (port->joined[i]) {
			fprintf(stderr, "reach %d is left joined\n", i);
			_Exit(1);
		}
	}
	free(port);
}

int port_listen(struct port *port)
{
	port->listens = true;
	return 0;
}

size_t port_mtu(struct port *port)
{
	(void)port;
	return MTU;
}

bool port_has_address(struct port *port, const uint8_t mac[6])
{
	static const uint8_t address[6] = {2, 0, 0, 0, 0, 1};

	(void)port;
	return memcmp(mac, address, 6) == 0;
}

int port_join(struct port *port, enum reach reach, const uint8_t mac[6])
{
	(void)mac;
	port->joined[reach]++;
	return 0;
}

void port_leave(struct port *port, enum reach reach, const uint8_t mac[6])
{
	(void)mac;
	port->joined[reach]--;
}

bool port_next(struct port *port, struct frame *frame)
{
	ssize_t length = port->listens ? recv(port->socket, port->slot, sizeof(port->slot), MSG_DONTWAIT | MSG_TRUNC) : -1;

	if (length < 0)
		return false;
	*frame = (struct frame){.data = port->slot, .length = (size_t)length,
				.truncated = (size_t)length > sizeof(port->slot)};
	return true;
}

void port_release(struct port *port)
{
	memset(port->slot, 0xdd, sizeof(port->slot));
}

int port_send(struct port *port, struct mmsghdr *frames, unsigned int count)
{
	return sendmmsg(port->socket, frames, count, 0);
}

uint64_t port_lost(struct port *port)
{
	(void)port;
	return 0;
}
