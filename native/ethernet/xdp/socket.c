// SPDX-License-Identifier: MIT
/* One AF_XDP socket: the memory of its frames, whose places the kernel and this library hand each other, and the four rings by
 * which they do so. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <linux/if_ether.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>

#include "xdp.h"

/* At most this many calls send a burst; the next burst sends what is left. */
#define MOST_KICKS ET_BURST

/* A driver fills its own ring with places as soon as it can, so there must be as many again on their way between the rings. */
static unsigned int places_to_receive(const struct et_settings *settings)
{
	return 2 * settings->receive_size;
}

static int make_memory(struct xdp_socket *socket, const struct socket_plan *plan, const struct et_settings *settings)
{
	struct xsk_umem_config config = {
		.fill_size = places_to_receive(settings),
		.comp_size = settings->transmit_size,
		.frame_size = plan->place,
	};
	unsigned int places = places_to_receive(settings) + (plan->sends ? settings->transmit_size : 0);
	void *area;

	socket->place = plan->place;
	socket->area_size = (size_t)places * plan->place;
	area = mmap(NULL, socket->area_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (area == MAP_FAILED)
		return -errno;
	socket->area = area;
	return xsk_umem__create(&socket->umem, area, socket->area_size, &socket->filling, &socket->completed, &config);
}

/* Gives all places to receive to the kernel; all others are unused. */
static int share_places(struct xdp_socket *socket, const struct socket_plan *plan, const struct et_settings *settings)
{
	unsigned int count = places_to_receive(settings), first;

	if (xsk_ring_prod__reserve(&socket->filling, count, &first) != count)
		return -EINVAL;
	for (unsigned int i = 0; i < count; i++)
		*xsk_ring_prod__fill_addr(&socket->filling, first + i) = (uint64_t)i * socket->place;
	xsk_ring_prod__submit(&socket->filling, count);
	if (!plan->sends)
		return 0;
	socket->unused = calloc(settings->transmit_size, sizeof(*socket->unused));
	if (!socket->unused)
		return -ENOMEM;
	for (unsigned int i = 0; i < settings->transmit_size; i++)
		socket->unused[socket->unused_count++] = (uint64_t)(count + i) * socket->place;
	return 0;
}

int open_socket(struct xdp_socket *socket, const struct socket_plan *plan, const struct et_settings *settings)
{
	struct xsk_socket_config config = {
		.rx_size = settings->receive_size,
		.tx_size = settings->transmit_size,
		.libxdp_flags = XSK_LIBXDP_FLAGS__INHIBIT_PROG_LOAD,
		.bind_flags = XDP_USE_NEED_WAKEUP,
	};
	int result = make_memory(socket, plan, settings);

	if (result)
		return result;
	config.bind_flags |= plan->is_zero_copy ? XDP_ZEROCOPY : XDP_COPY;
	socket->is_zero_copy = plan->is_zero_copy;
	result = xsk_socket__create(&socket->socket, settings->interface, plan->channel, socket->umem, &socket->received,
				    plan->sends ? &socket->sending : NULL, &config);
	return result ? result : share_places(socket, plan, settings);
}

void close_socket(struct xdp_socket *socket)
{
	xsk_socket__delete(socket->socket);
	xsk_umem__delete(socket->umem);
	if (socket->area)
		munmap(socket->area, socket->area_size);
	free(socket->unused);
	memset(socket, 0, sizeof(*socket));
}

int descriptor_of(const struct xdp_socket *socket)
{
	return xsk_socket__fd(socket->socket);
}

/* A driver that has run out of places waits until it is called. */
static void wake_driver(const struct xdp_socket *socket)
{
	struct pollfd asleep = {.fd = descriptor_of(socket), .events = POLLIN};

	if (xsk_ring_prod__needs_wakeup(&socket->filling))
		poll(&asleep, 1, 0);
}

void give_places_back(struct xdp_socket *socket)
{
	unsigned int first;

	if (socket->lent_count && xsk_ring_prod__reserve(&socket->filling, socket->lent_count, &first)) {
		for (unsigned int i = 0; i < socket->lent_count; i++)
			*xsk_ring_prod__fill_addr(&socket->filling, first + i) = socket->lent[i];
		xsk_ring_prod__submit(&socket->filling, socket->lent_count);
		socket->lent_count = 0;
	}
	wake_driver(socket);
}

/* The sockets do not tell when a frame came, so the present time is used. */
static unsigned long long time_of_day(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

unsigned int take_frames(struct xdp_socket *socket, struct et_frame *frames, unsigned int most)
{
	unsigned int first, count;
	unsigned long long time;

	if (socket->lent_count)
		return 0;
	count = xsk_ring_cons__peek(&socket->received, most, &first);
	if (!count)
		return 0;
	time = time_of_day();
	for (unsigned int i = 0; i < count; i++) {
		const struct xdp_desc *received = xsk_ring_cons__rx_desc(&socket->received, first + i);

		socket->lent[i] = received->addr / socket->place * socket->place;
		frames[i] = (struct et_frame){
			.data = socket->area + received->addr,
			.time = time,
			.length = received->len,
			.held = received->len,
		};
		if (!socket->is_zero_copy)
			find_missing_checksum(&frames[i]);
	}
	socket->lent_count = count;
	xsk_ring_cons__release(&socket->received, count);
	return count;
}

void reclaim_places(struct xdp_socket *socket)
{
	unsigned int first, count = xsk_ring_cons__peek(&socket->completed, socket->completed.size, &first);

	for (unsigned int i = 0; i < count; i++)
		socket->unused[socket->unused_count++] = *xsk_ring_cons__comp_addr(&socket->completed, first + i);
	if (count)
		xsk_ring_cons__release(&socket->completed, count);
}

bool put_frame(struct xdp_socket *socket, const struct et_frame *frame)
{
	unsigned int length = frame->held > ETH_ZLEN ? frame->held : ETH_ZLEN, place;
	struct xdp_desc *descriptor;
	unsigned char *data;

	if (!socket->unused_count || !xsk_ring_prod__reserve(&socket->sending, 1, &place))
		return false;
	descriptor = xsk_ring_prod__tx_desc(&socket->sending, place);
	*descriptor = (struct xdp_desc){.addr = socket->unused[--socket->unused_count], .len = length};
	data = socket->area + descriptor->addr;
	memcpy(data, frame->data, frame->held);
	if (frame->held < length)
		memset(data + frame->held, 0, length - frame->held);
	xsk_ring_prod__submit(&socket->sending, 1);
	return true;
}

static unsigned int unsent(struct xdp_socket *socket)
{
	return socket->sending.size - xsk_prod_nb_free(&socket->sending, socket->sending.size);
}

/* The ring's flags say whether its driver must be told. */
static int kick_driver(struct xdp_socket *socket)
{
	if (!xsk_ring_prod__needs_wakeup(&socket->sending) || sendto(descriptor_of(socket), NULL, 0, MSG_DONTWAIT, NULL, 0) >= 0)
		return 0;
	return errno == EAGAIN || errno == EBUSY || errno == ENOBUFS || errno == EINTR ? 0 : errno;
}

int kick(struct xdp_socket *socket, unsigned long long *lost)
{
	unsigned int left = unsent(socket);

	if (socket->is_zero_copy)
		return left ? kick_driver(socket) : 0;
	/* The kernel copies only a few in each call. */
	for (unsigned int tries = 0, before = 0; tries < MOST_KICKS && left && left != before; tries++) {
		if (sendto(descriptor_of(socket), NULL, 0, MSG_DONTWAIT, NULL, 0) < 0) {
			if (errno == EBUSY) /* one frame is lost; the others wait in the ring */
				++*lost;
			else if (errno != EAGAIN && errno != ENOBUFS && errno != EINTR)
				return errno;
		}
		before = left;
		left = unsent(socket);
	}
	return 0;
}

void count_socket(const struct xdp_socket *socket, struct et_counters *counters)
{
	struct xdp_statistics statistics = {0};
	socklen_t size = sizeof(statistics);

	if (getsockopt(descriptor_of(socket), SOL_XDP, XDP_STATISTICS, &statistics, &size) == 0)
		count_statistics(&statistics, counters);
}
