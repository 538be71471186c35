// SPDX-License-Identifier: MIT
/* Frames by AF_XDP: one socket for each hardware queue, shared out over the port's queues. Frames for the port's address never
 * get to the host's own stack. Broadcast and multicast go to the host, and the port gets copies by packet(7), because a program
 * in the kernel can give a frame to only one of the two. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <bpf/bpf.h>
#include <errno.h>
#include <net/if.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <xdp/libxdp.h>

#include "layers.h"
#include "xdp.h"

#define EXPORT __attribute__((visibility("default")))

/* After this many calls in which nothing came, check whether the interface is gone: epoll(7) reports that in the same way as
 * frames. */
#define EMPTY_BEFORE_LOOK 64

/* What one of the port's N queues has: every Nth socket. */
struct queue {
	struct pollfd *waiting; /* that of packet(7), and the sockets */
	unsigned int waiting_count;
	int epoll;
	unsigned int next;  /* socket to ask first */
	bool is_group_next; /* whether packet(7) is asked first; it alternates, so that neither starves the other */
	unsigned int empty;
};

struct xdp_state {
	unsigned int index; /* of the interface */
	struct channels channels;
	struct steering steering;
	struct xdp_socket *sockets; /* one for each channel to receive */
	struct port *group;	    /* for broadcast and multicast */
	struct queue queues[ET_MOST_QUEUES];
};

/* Silences libxdp and libbpf: settings->why already says, more briefly, what they would print. */
static int print_nothing(enum libxdp_print_level level, const char *format, va_list arguments)
{
	(void)level;
	(void)format;
	(void)arguments;
	return 0;
}

static int check(struct et_settings *settings, const struct channels *channels)
{
	if (settings->queues > channels->receive)
		return failed(settings, -EINVAL, "%u queues, but %s receives by %u: that many at most (see ethtool -L)",
			      settings->queues, settings->interface, channels->receive);
	if (!settings->listens && settings->queues > channels->transmit)
		return failed(settings, -EINVAL, "%u queues, but %s sends by %u: that many at most (see ethtool -L)",
			      settings->queues, settings->interface, channels->transmit);
	return 0;
}

/* If nobody asked for this mode: whether packet(7) would be better, now that it is known whether frames are copied. */
static int check_copies(const struct xdp_state *state, struct et_settings *settings)
{
	if (!settings->optional || !settings->joined || state->sockets[0].is_zero_copy)
		return 0;
	return failed(settings, -EOPNOTSUPP, "the driver of %s has no zero-copy, and packet(7) carries what offloads have joined",
		      settings->interface);
}

static int check_alone(struct et_settings *settings)
{
	if (settings->rss)
		return failed(settings, -EINVAL, "AF_XDP shares flows as the device is set to (ethtool -X and -N), and not otherwise");
	if (!place_for(settings->frame_size))
		return failed(settings, -EINVAL, "frames of %u bytes: AF_XDP takes %u at most (a smaller MTU, or --max-pktlen)",
			      settings->frame_size, longest_frame());
	if (settings->optional && takes_tags_out(settings->interface))
		return failed(settings, -EOPNOTSUPP, "%s takes VLAN tags out of frames (see ethtool -K, rxvlan), and AF_XDP does not see them",
			      settings->interface);
	return 0;
}

/* Opens the port for broadcast and multicast, which also makes the interface accept frames for the address. */
static int open_group(struct xdp_state *state, struct et_settings *settings)
{
	struct port *group = aligned_alloc(64, (sizeof(*group) + 63) / 64 * 64);
	int result;

	if (!group)
		return failed(settings, -ENOMEM, "no memory");
	memset(group, 0, sizeof(*group));
	group->backend = &packet_backend;
	group->settings = *settings;
	group->settings.mode = ET_PACKET;
	group->settings.listens = 1;
	group->claim = -1;
	result = packet_backend.open(group, &group->settings);
	if (result) {
		memcpy(settings->why, group->settings.why, sizeof(settings->why));
		free(group);
		return result;
	}
	state->group = group;
	return 0;
}

/* The memory of frames is locked. Raises the limit if permitted; if not, opening fails with a message when it is too low. */
static void raise_locked_memory(void)
{
	struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};

	setrlimit(RLIMIT_MEMLOCK, &all);
}

static void close_sockets(struct xdp_state *state)
{
	for (unsigned int channel = 0; channel < state->channels.receive; channel++)
		close_socket(&state->sockets[channel]);
}

/* 0 or a negative errno; *at is the channel that it belongs to. */
static int open_sockets(struct xdp_state *state, const struct et_settings *settings, bool is_zero_copy, unsigned int *at)
{
	for (unsigned int channel = 0; channel < state->channels.receive; channel++) {
		struct socket_plan plan = {
			.channel = channel,
			.place = place_for(settings->frame_size),
			.is_zero_copy = is_zero_copy,
			.sends = !settings->listens && channel < settings->queues,
		};
		int result = open_socket(&state->sockets[channel], &plan, settings);

		if (result) {
			*at = channel;
			close_sockets(state);
			return result;
		}
	}
	return 0;
}

static int cannot_open(struct et_settings *settings, int error, unsigned int channel)
{
	switch (error) {
	case -EPERM:
		return failed(settings, error, "AF_XDP sockets need the capability CAP_NET_RAW: run this as root");
	case -EAFNOSUPPORT:
		return failed(settings, error, "this kernel has no AF_XDP sockets (CONFIG_XDP_SOCKETS)");
	case -EBUSY:
		return failed(settings, error, "hardware queue %u of %s has an AF_XDP socket of another program", channel,
			      settings->interface);
	case -ENOBUFS:
	case -ENOMEM:
		return failed(settings, error, "frames need more locked memory than there may be: raise it (ulimit -l), or have smaller rings");
	default:
		return failed(settings, error, "cannot make an AF_XDP socket on hardware queue %u of %s: %s", channel, settings->interface,
			      strerrordesc_np(-error));
	}
}

/* Opens sockets without copying, if the driver supports that. */
static int open_best_sockets(struct xdp_state *state, struct et_settings *settings)
{
	unsigned int channel = 0;
	int result = open_sockets(state, settings, true, &channel);

	if (!result)
		return 0;
	result = open_sockets(state, settings, false, &channel);
	return result ? cannot_open(settings, result, channel) : 0;
}

/* With generic XDP frames are copied. */
static int reopen_for_generic(struct xdp_state *state, struct et_settings *settings)
{
	unsigned int channel = 0;
	int result;

	if (!state->steering.is_generic || !state->sockets[0].is_zero_copy)
		return 0;
	close_sockets(state);
	result = open_sockets(state, settings, false, &channel);
	return result ? cannot_open(settings, result, channel) : 0;
}

static int steer_to_sockets(struct xdp_state *state, struct et_settings *settings)
{
	for (unsigned int channel = 0; channel < state->channels.receive; channel++) {
		int fd = descriptor_of(&state->sockets[channel]);

		if (bpf_map_update_elem(state->steering.sockets, &channel, &fd, BPF_ANY))
			return failed(settings, 0, "cannot steer frames to hardware queue %u of %s: %s", channel, settings->interface,
				      strerrordesc_np(errno));
	}
	return 0;
}

static int watch(struct queue *queue, int fd)
{
	struct epoll_event event = {.events = EPOLLIN};

	queue->waiting[queue->waiting_count++] = (struct pollfd){.fd = fd, .events = POLLIN};
	return epoll_ctl(queue->epoll, EPOLL_CTL_ADD, fd, &event) ? -errno : 0;
}

static int prepare_queue(struct xdp_state *state, const struct et_settings *settings, unsigned int number)
{
	struct queue *queue = &state->queues[number];
	int result;

	queue->waiting = calloc(1 + state->channels.receive, sizeof(*queue->waiting));
	if (!queue->waiting)
		return -ENOMEM;
	queue->epoll = epoll_create1(EPOLL_CLOEXEC);
	if (queue->epoll < 0)
		return -errno;
	queue->next = number;
	result = watch(queue, packet_backend.descriptor(state->group, number));
	for (unsigned int channel = number; !result && channel < state->channels.receive; channel += settings->queues)
		result = watch(queue, descriptor_of(&state->sockets[channel]));
	return result;
}

static int prepare_queues(struct xdp_state *state, struct et_settings *settings)
{
	for (unsigned int number = 0; number < settings->queues; number++) {
		int result = prepare_queue(state, settings, number);

		if (result)
			return failed(settings, result, "cannot wait for frames: %s", strerrordesc_np(-result));
	}
	return 0;
}

static void close_state(struct xdp_state *state, unsigned int queues)
{
	remove_steering(&state->steering);
	for (unsigned int number = 0; number < queues; number++) {
		if (state->queues[number].epoll >= 0)
			close(state->queues[number].epoll);
		free(state->queues[number].waiting);
	}
	if (state->sockets)
		close_sockets(state);
	free(state->sockets);
	if (state->group)
		packet_backend.close(state->group);
	free(state->group);
	free(state);
}

static void tell_how(const struct xdp_state *state, struct et_settings *settings)
{
	const char *way = state->steering.is_generic ? "generic" : "native";
	const char *memory = state->sockets[0].is_zero_copy ? "zero-copy" : "copies";

	tell(settings, "AF_XDP, %s, %s, hardware queues: %u; broadcast and multicast by packet(7)%s", way, memory,
	     state->channels.receive, takes_tags_out(settings->interface) ? "; VLAN tags may be missing (ethtool -K, rxvlan off)" : "");
}

/* Opens everything in an order that disturbs the host least if something is missing: the program comes last. */
static int open_all(struct xdp_state *state, struct et_settings *settings)
{
	int result = refuse_second_program(settings, state->index);

	if (!result)
		result = open_group(state, settings);
	if (!result)
		result = load_steering(&state->steering, settings, &state->channels);
	if (!result)
		result = open_best_sockets(state, settings);
	if (!result)
		result = check_copies(state, settings);
	if (!result)
		result = attach_steering(&state->steering, settings, state->index);
	if (!result)
		result = reopen_for_generic(state, settings);
	if (!result)
		result = prepare_queues(state, settings);
	return result ? result : steer_to_sockets(state, settings);
}

static struct xdp_state *new_state(struct et_settings *settings, int *result)
{
	struct xdp_state *state = calloc(1, sizeof(*state));

	if (!state) {
		*result = failed(settings, -ENOMEM, "no memory");
		return NULL;
	}
	state->steering.link = -1;
	for (unsigned int number = 0; number < ET_MOST_QUEUES; number++)
		state->queues[number].epoll = -1;
	state->index = if_nametoindex(settings->interface);
	if (!state->index || find_channels(settings->interface, &state->channels))
		*result = failed(settings, -ENODEV, "there is no interface %s", settings->interface);
	else
		*result = check(settings, &state->channels);
	if (*result) {
		free(state);
		return NULL;
	}
	state->sockets = calloc(state->channels.receive, sizeof(*state->sockets));
	if (!state->sockets) {
		free(state);
		*result = failed(settings, -ENOMEM, "no memory");
		return NULL;
	}
	return state;
}

static int xdp_open(struct port *port, struct et_settings *settings)
{
	struct xdp_state *state;
	int result = check_alone(settings);

	if (result)
		return result;
	state = new_state(settings, &result);
	if (!state)
		return result;
	libxdp_set_print(print_nothing);
	raise_locked_memory();
	port->state = state;
	result = open_all(state, settings);
	if (result)
		close_state(state, settings->queues);
	else
		tell_how(state, settings);
	return result;
}

static void xdp_close(struct port *port)
{
	close_state(port->state, port->settings.queues);
}

/* The error of a descriptor that reports one, and no frame. */
static int error_of(struct port *port, unsigned int number, const struct pollfd *waiting)
{
	socklen_t size = sizeof(int);
	int error = 0;

	if (!(waiting->revents & POLLERR) || getsockopt(waiting->fd, SOL_SOCKET, SO_ERROR, &error, &size))
		return 0;
	return state_of_interface(port, number, ((struct xdp_state *)port->state)->index, error);
}

static int wait_for_any(struct port *port, unsigned int number, int milliseconds)
{
	struct xdp_state *state = port->state;
	struct queue *queue = &state->queues[number];
	int result = poll(queue->waiting, queue->waiting_count, milliseconds);

	if (result < 0)
		return errno == EINTR ? 0 : -errno;
	for (unsigned int i = 0; result > 0 && i < queue->waiting_count; i++) {
		int error = error_of(port, number, &queue->waiting[i]);

		if (error)
			return error;
	}
	return result > 0;
}

static int xdp_wait(struct port *port, unsigned int number, int milliseconds)
{
	struct xdp_state *state = port->state;
	/* packet(7) may have frames left in a block that the kernel handed over earlier. */
	int result = packet_backend.wait(state->group, number, 0);

	return result ? result : wait_for_any(port, number, milliseconds);
}

static unsigned int receive_of(struct port *port, unsigned int number, struct xdp_socket *socket, struct et_frame *frames,
			       unsigned int most)
{
	unsigned int taken = take_frames(socket, frames, most), good = 0;
	unsigned long long bytes = 0;

	for (unsigned int i = 0; i < taken; i++) {
		if (!has_good_length(port, number, &frames[i]))
			continue;
		if (port->settings.own_checksums)
			complete_checksum(&frames[i]);
		bytes += frames[i].length;
		frames[good++] = frames[i];
	}
	add_to_count(port, number, ET_RECEIVED, good);
	add_to_count(port, number, ET_RECEIVED_BYTES, bytes);
	return good;
}

/* Takes frames from each socket of the queue; another one is asked first each time. */
static unsigned int receive_steered(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct xdp_state *state = port->state;
	struct queue *queue = &state->queues[number];
	unsigned int count = 0, queues = port->settings.queues;

	for (unsigned int asked = 1; asked < queue->waiting_count && count < most; asked++) {
		count += receive_of(port, number, &state->sockets[queue->next], frames + count, most - count);
		queue->next += queues;
		if (queue->next >= state->channels.receive)
			queue->next = number;
	}
	return count;
}

/* Takes frames of packet(7)'s port. Its counters are added only when they are asked for. */
static unsigned int receive_group(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	const struct xdp_state *state = port->state;
	int count = most ? packet_backend.receive(state->group, number, frames, most) : 0;

	return count > 0 ? (unsigned int)count : 0;
}

static unsigned int receive_both(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct xdp_state *state = port->state;
	struct queue *queue = &state->queues[number];
	unsigned int count;

	queue->is_group_next = !queue->is_group_next;
	if (queue->is_group_next) {
		count = receive_group(port, number, frames, most);
		return count + receive_steered(port, number, frames + count, most - count);
	}
	count = receive_steered(port, number, frames, most);
	return count + receive_group(port, number, frames + count, most - count);
}

/* Has the kernel send what still waits in the ring: if no more frames are sent, nothing else tells it to. */
static void send_rest(struct port *port, unsigned int number)
{
	struct xdp_state *state = port->state;
	unsigned long long lost = 0;

	if (port->settings.listens)
		return;
	kick(&state->sockets[number], &lost);
	add_to_count(port, number, ET_SEND_REFUSED, lost);
}

static int xdp_receive(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct xdp_state *state = port->state;
	struct queue *queue = &state->queues[number];
	unsigned int count;
	int result = 0;

	for (unsigned int channel = number; channel < state->channels.receive; channel += port->settings.queues)
		give_places_back(&state->sockets[channel]);
	count = receive_both(port, number, frames, most);
	if (count) {
		queue->empty = 0;
		return (int)count;
	}
	send_rest(port, number);
	if (++queue->empty == EMPTY_BEFORE_LOOK) {
		queue->empty = 0;
		result = wait_for_any(port, number, 0);
	}
	return result < 0 ? result : 0;
}

static int xdp_send(struct port *port, unsigned int number, const struct et_frame *frames, unsigned int count)
{
	struct xdp_state *state = port->state;
	struct xdp_socket *socket = &state->sockets[number];
	unsigned long long bytes = 0, lost = 0;
	unsigned int taken, sent = 0;
	int result;

	reclaim_places(socket);
	for (taken = 0; taken < count; taken++) {
		if (!has_good_length(port, number, &frames[taken]))
			continue;
		if (!put_frame(socket, &frames[taken]))
			break;
		sent++;
		bytes += frames[taken].held;
	}
	result = state_of_interface(port, number, state->index, kick(socket, &lost));
	add_to_count(port, number, ET_SEND_REFUSED, lost);
	add_to_count(port, number, ET_SENT, sent);
	add_to_count(port, number, ET_SENT_BYTES, bytes);
	/* Frames in the ring go out when the interface is up again, so they count as taken; the caller must not send them a
	 * second time. */
	return result == -ENODEV || (result && !taken) ? result : (int)taken;
}

static void xdp_count(struct port *port, unsigned int number, struct et_counters *counters)
{
	struct xdp_state *state = port->state;

	if (number >= port->settings.queues)
		return;
	for (unsigned int channel = number; channel < state->channels.receive; channel += port->settings.queues)
		count_socket(&state->sockets[channel], counters);
	for (int i = 0; i < ET_COUNTS; i++)
		counters->of[i] += atomic_load_explicit(&state->group->counts[number].of[i], memory_order_relaxed);
	packet_backend.count(state->group, number, counters);
}

static int xdp_descriptor(struct port *port, unsigned int number)
{
	const struct xdp_state *state = port->state;

	return state->queues[number].epoll;
}

static const struct backend xdp_backend = {
	.open = xdp_open,
	.receive = xdp_receive,
	.send = xdp_send,
	.wait = xdp_wait,
	.count = xdp_count,
	.close = xdp_close,
	.descriptor = xdp_descriptor,
};

EXPORT const struct backend *et_backend(unsigned int version);

EXPORT const struct backend *et_backend(unsigned int version)
{
	return version == ET_VERSION ? &xdp_backend : NULL;
}
