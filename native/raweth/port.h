/* SPDX-License-Identifier: MIT */
/* A network interface, over AF_PACKET. */
#ifndef PORT_H
#define PORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct mmsghdr;
struct port;

/* A frame that has come in, with its tag; it stays until port_release(). */
struct frame {
	uint8_t *data;
	size_t length;
	/* It is longer than what can be kept of it, and of no use. */
	bool truncated;
	/* The checksum of its transport was found right, or it never left this host. */
	bool trusted;
};

/* Packets that the interface would not take up by itself. */
enum reach { REACH_OWN, REACH_ADDRESS, REACH_ALL_MULTICAST, REACH_ALL };

/* Opens it, for sending only at first. NULL, and errno: EPERM without CAP_NET_RAW. */
struct port *port_open(const char *netdev);
void port_close(struct port *port);

/* Starts to receive; may be called again. 0 or an errno. */
int port_listen(struct port *port);

/* The largest IP packet; 0 if the interface is gone. */
size_t port_mtu(struct port *port);

bool port_has_address(struct port *port, const uint8_t mac[6]);

/* Each is undone as often as it was done. 0 or an errno. */
int port_join(struct port *port, enum reach reach, const uint8_t mac[6]);
void port_leave(struct port *port, enum reach reach, const uint8_t mac[6]);

/* The next frame, if there is one. Not for two threads at once. */
bool port_next(struct port *port, struct frame *frame);
void port_release(struct port *port);

/* Sends frames; returns how many were sent, at least one, or -1 and errno if the first could not be. Waits a while for
 * room. */
int port_send(struct port *port, struct mmsghdr *frames, unsigned int count);

/* Frames that came in when there was no room. */
uint64_t port_lost(struct port *port);

#endif
