// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "settings.h"

#ifndef PACKET_IGNORE_OUTGOING
#define PACKET_IGNORE_OUTGOING 23
#endif

#define TAG_SIZE 4
/* What the kernel puts before a frame, and room for a tag. */
#define OVERHEAD 128
#define LEAST_SLOT 2048
#define BLOCK ((size_t)256 << 10)
#define SEND_ROOM (4 << 20)
/* If a queue of the interface stays full for this long, something is broken. */
#define SEND_TRIES 1000

struct port {
	int ifindex;
	char netdev[IFNAMSIZ];
	uint8_t address[6];
	/* A second socket for sending, which never receives anything. */
	int sender, receiver;
	uint8_t *ring;
	size_t ring_size;
	unsigned int slot_size, slot_count, slots_in_block, next;
	uint64_t lost;
};

static int request(const struct port *port, unsigned long number, struct ifreq *interface)
{
	memset(interface, 0, sizeof(*interface));
	memcpy(interface->ifr_name, port->netdev, sizeof(interface->ifr_name));
	return ioctl(port->sender, number, interface);
}

static int bind_to(int socket, int ifindex, uint16_t protocol)
{
	const struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_protocol = htons(protocol), .sll_ifindex = ifindex};

	return bind(socket, (const struct sockaddr *)&address, sizeof(address));
}

static int open_sender(struct port *port)
{
	const int room = SEND_ROOM;
	struct ifreq interface;

	port->sender = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (port->sender < 0)
		return -1;
	if (request(port, SIOCGIFHWADDR, &interface))
		return -1;
	if (interface.ifr_hwaddr.sa_family != ARPHRD_ETHER && interface.ifr_hwaddr.sa_family != ARPHRD_LOOPBACK) {
		errno = EOPNOTSUPP;
		return -1;
	}
	memcpy(port->address, interface.ifr_hwaddr.sa_data, 6);
	if (request(port, SIOCGIFINDEX, &interface))
		return -1;
	port->ifindex = interface.ifr_ifindex;
	if (setsockopt(port->sender, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof(room)))
		(void)setsockopt(port->sender, SOL_SOCKET, SO_SNDBUF, &room, sizeof(room));
	return bind_to(port->sender, port->ifindex, 0);
}

struct port *port_open(const char *netdev)
{
	struct port *port = calloc(1, sizeof(*port));
	int error;

	if (!port)
		return NULL;
	port->sender = port->receiver = -1;
	strncpy(port->netdev, netdev, sizeof(port->netdev) - 1);
	if (open_sender(port)) {
		error = errno;
		port_close(port);
		errno = error;
		return NULL;
	}
	return port;
}

void port_close(struct port *port)
{
	if (port->ring)
		munmap(port->ring, port->ring_size);
	if (port->receiver >= 0)
		close(port->receiver);
	if (port->sender >= 0)
		close(port->sender);
	free(port);
}

size_t port_mtu(struct port *port)
{
	struct ifreq interface;

	return request(port, SIOCGIFMTU, &interface) ? 0 : (size_t)interface.ifr_mtu;
}

bool port_has_address(struct port *port, const uint8_t mac[6])
{
	return memcmp(port->address, mac, 6) == 0;
}

/* A slot for each frame, whatever its size: it can be read as soon as it is there. */
static void lay_out(struct port *port, struct tpacket_req *layout)
{
	size_t slot = LEAST_SLOT, block, wanted = settings_ring_bytes();

	while (slot < port_mtu(port) + ETH_HLEN + TAG_SIZE + OVERHEAD)
		slot *= 2;
	block = slot > BLOCK ? slot : BLOCK;
	layout->tp_frame_size = (unsigned int)slot;
	layout->tp_block_size = (unsigned int)block;
	layout->tp_block_nr = (unsigned int)(wanted > block ? wanted / block : 1);
	layout->tp_frame_nr = (unsigned int)(block / slot) * layout->tp_block_nr;
	port->slot_size = layout->tp_frame_size;
	port->slot_count = layout->tp_frame_nr;
	port->ring_size = block * layout->tp_block_nr;
}

static int set_option(const struct port *port, int option, int value)
{
	return setsockopt(port->receiver, SOL_PACKET, option, &value, sizeof(value));
}

static int open_receiver(struct port *port)
{
	struct tpacket_req layout;
	void *ring;

	port->receiver = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (port->receiver < 0)
		return -1;
	lay_out(port, &layout);
	if (set_option(port, PACKET_VERSION, TPACKET_V2) || set_option(port, PACKET_RESERVE, TAG_SIZE) ||
	    set_option(port, PACKET_IGNORE_OUTGOING, 1) ||
	    setsockopt(port->receiver, SOL_PACKET, PACKET_RX_RING, &layout, sizeof(layout)))
		return -1;
	ring = mmap(NULL, port->ring_size, PROT_READ | PROT_WRITE, MAP_SHARED, port->receiver, 0);
	if (ring == MAP_FAILED)
		return -1;
	port->ring = ring;
	return bind_to(port->receiver, port->ifindex, ETH_P_ALL);
}

int port_listen(struct port *port)
{
	int error;

	if (port->receiver >= 0)
		return 0;
	if (open_receiver(port) == 0)
		return 0;
	error = errno;
	if (port->ring)
		munmap(port->ring, port->ring_size);
	if (port->receiver >= 0)
		close(port->receiver);
	port->ring = NULL;
	port->receiver = -1;
	return error;
}

static int change_membership(struct port *port, int option, enum reach reach, const uint8_t mac[6])
{
	static const unsigned short types[] = {
		[REACH_ALL_MULTICAST] = PACKET_MR_ALLMULTI,
		[REACH_ALL] = PACKET_MR_PROMISC,
	};
	struct packet_mreq membership = {.mr_ifindex = port->ifindex, .mr_type = types[reach]};

	if (reach == REACH_OWN)
		return 0;
	if (reach == REACH_ADDRESS) {
		membership.mr_type = mac[0] & 1 ? PACKET_MR_MULTICAST : PACKET_MR_UNICAST;
		membership.mr_alen = 6;
		memcpy(membership.mr_address, mac, 6);
	}
	return setsockopt(port->receiver, SOL_PACKET, option, &membership, sizeof(membership)) ? errno : 0;
}

int port_join(struct port *port, enum reach reach, const uint8_t mac[6])
{
	return change_membership(port, PACKET_ADD_MEMBERSHIP, reach, mac);
}

void port_leave(struct port *port, enum reach reach, const uint8_t mac[6])
{
	(void)change_membership(port, PACKET_DROP_MEMBERSHIP, reach, mac);
}

static struct tpacket2_hdr *slot(const struct port *port)
{
	return (struct tpacket2_hdr *)(port->ring + (size_t)port->next * port->slot_size);
}

/* The kernel takes the tag out of the frame and gives it separately; there is room before the addresses to put it
 * back. */
static void put_tag_back(struct frame *frame, const struct tpacket2_hdr *header)
{
	uint16_t type = header->tp_status & TP_STATUS_VLAN_TPID_VALID ? header->tp_vlan_tpid : ETH_P_8021Q;
	const uint16_t tag[2] = {htons(type), htons(header->tp_vlan_tci)};

	memmove(frame->data - TAG_SIZE, frame->data, 2 * ETH_ALEN);
	frame->data -= TAG_SIZE;
	frame->length += TAG_SIZE;
	memcpy(frame->data + 2 * ETH_ALEN, tag, sizeof(tag));
}

static __u32 status_of(const struct tpacket2_hdr *header)
{
	return __atomic_load_n(&header->tp_status, __ATOMIC_ACQUIRE);
}

bool port_next(struct port *port, struct frame *frame)
{
	struct tpacket2_hdr *header;
	__u32 status;

	if (!port->ring)
		return false;
	header = slot(port);
	status = status_of(header);
	if (!(status & TP_STATUS_USER))
		return false;
	*frame = (struct frame){
		.data = (uint8_t *)header + header->tp_mac,
		.length = header->tp_snaplen,
		.truncated = header->tp_snaplen < header->tp_len,
		.trusted = status & (TP_STATUS_CSUM_VALID | TP_STATUS_CSUMNOTREADY),
	};
	if (status & TP_STATUS_VLAN_VALID && frame->length >= ETH_HLEN)
		put_tag_back(frame, header);
	return true;
}

void port_release(struct port *port)
{
	__atomic_store_n(&slot(port)->tp_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
	port->next = (port->next + 1) % port->slot_count;
}

static void wait_for_room(const struct port *port)
{
	struct pollfd room = {.fd = port->sender, .events = POLLOUT};

	/* An interface whose queue is full does not say when there is room in it. */
	if (poll(&room, 1, 1) > 0)
		usleep(50);
}

int port_send(struct port *port, struct mmsghdr *frames, unsigned int count)
{
	for (int tries = 0;; tries++) {
		int sent = sendmmsg(port->sender, frames, count, MSG_DONTWAIT);

		if (sent > 0)
			return sent;
		if (errno == EINTR)
			continue;
		if ((errno != EAGAIN && errno != ENOBUFS) || tries == SEND_TRIES)
			return -1;
		wait_for_room(port);
	}
}

uint64_t port_lost(struct port *port)
{
	struct tpacket_stats statistics = {0};
	socklen_t size = sizeof(statistics);

	/* Reading sets it to zero. */
	if (port->receiver >= 0 && getsockopt(port->receiver, SOL_PACKET, PACKET_STATISTICS, &statistics, &size) == 0)
		port->lost += statistics.tp_drops;
	return port->lost;
}
