// SPDX-License-Identifier: MIT
/* Frames by packet(7): rings of TPACKET_V3, with a pair of sockets for each queue; the receiving sockets share the frames by
 * the hash of their flows (PACKET_FANOUT). The kernel's own stack still gets everything that it got before: these are
 * copies. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <arpa/inet.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "layers.h"

#define VLAN_SIZE 4

#define ROOM_OF_FRAME 2048u

/* Frames that come slowly take a block each, so there must be many blocks: a few large ones would soon be used up. */
#define BLOCK_SIZE (16u << 10)
#define LEAST_BLOCKS 32u

/* Room in a block for a frame with its header, the block's own header, and padding. */
#define BLOCK_OF_JOINED (128u << 10)

/* Milliseconds after which the kernel hands over a block that is not full. */
#define HANDED_OVER_AFTER 1

#define HEADER_TO_SEND TPACKET_ALIGN(sizeof(struct tpacket3_hdr))

struct receiver {
	int fd;
	unsigned char *ring;
	unsigned int block_size;
	unsigned int blocks, block; /* how many blocks there are, and the next one to read */
	struct tpacket3_hdr *next;  /* the next frame in that block */
	unsigned int left;	    /* frames of it that have not been given out */
	bool is_lent;		    /* all were given out, and the last of them are still lent */
	_Atomic unsigned long long dropped;
};

struct sender {
	int fd;
	unsigned char *ring;
	size_t ring_size;
	unsigned int places, place, place_size;
};

struct packet_state {
	unsigned int index; /* of the interface */
	struct receiver receivers[ET_MOST_QUEUES];
	struct sender senders[ET_MOST_QUEUES];
};

static int set(int fd, int option, const void *value, socklen_t size)
{
	return setsockopt(fd, SOL_PACKET, option, value, size);
}

static int attach(int fd, struct sock_filter *code, unsigned short length)
{
	struct sock_fprog program = {.len = length, .filter = code};

	return setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof(program));
}

static int attach_nothing(int fd)
{
	struct sock_filter nothing[] = {BPF_STMT(BPF_RET | BPF_K, 0)};

	return attach(fd, nothing, 1);
}

/*
 * A filter that passes frames for the address, and all broadcast and multicast, or everything; but nothing that this host itself
 * sends: PACKET_IGNORE_OUTGOING, which spares a socket by itself these, is without effect in a fanout group (Linux 6.2 has a flag
 * for such groups).
 */
static int attach_steering(int fd, const struct et_settings *settings)
{
	const unsigned char *mac = settings->mac;
	unsigned int first = (unsigned int)mac[0] << 8 | mac[1];
	unsigned int last = (unsigned int)mac[2] << 24 | (unsigned int)mac[3] << 16 | (unsigned int)mac[4] << 8 | mac[5];
	struct sock_filter steering[] = {
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, (unsigned int)(SKF_AD_OFF + SKF_AD_PKTTYPE)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PACKET_OUTGOING, 7, 0),
		BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 1, 4, 0),
		BPF_STMT(BPF_LD | BPF_H | BPF_ABS, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 2),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, last, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, UINT32_MAX),
		BPF_STMT(BPF_RET | BPF_K, 0),
	};

	if (settings->everything)
		steering[2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, UINT32_MAX);
	return attach(fd, steering, sizeof(steering) / sizeof(steering[0]));
}

static int bind_to(int fd, unsigned int index, unsigned short protocol)
{
	struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_protocol = htons(protocol), .sll_ifindex = (int)index};

	return bind(fd, (struct sockaddr *)&address, sizeof(address));
}

/* Makes a fanout group for this port: the kernel chooses its number, which may be 0, for the first socket, and the others join
 * by that number. */
static int join(int fd, int *group)
{
	unsigned int way = PACKET_FANOUT_HASH | (*group < 0 ? PACKET_FANOUT_FLAG_UNIQUEID : 0);
	unsigned int word = (*group < 0 ? 0 : (unsigned int)*group) | way << 16;
	socklen_t size = sizeof(word);

	if (set(fd, PACKET_FANOUT, &word, sizeof(word)))
		return -1;
	if (*group >= 0)
		return 0;
	if (getsockopt(fd, SOL_PACKET, PACKET_FANOUT, &word, &size))
		return -1;
	*group = (int)(word & 0xffff);
	return 0;
}

static unsigned int block_size(const struct et_settings *settings)
{
	unsigned int size = settings->joined ? BLOCK_OF_JOINED : BLOCK_SIZE;

	while (size < 4 * settings->frame_size)
		size *= 2;
	return size;
}

static int open_receiver(struct receiver *receiver, const struct et_settings *settings, unsigned int index, int *group)
{
	unsigned int size = block_size(settings), blocks = settings->receive_size / (size / ROOM_OF_FRAME);
	int version = TPACKET_V3, yes = 1, reserved = VLAN_SIZE;
	struct tpacket_req3 request = {
		.tp_block_size = size,
		.tp_frame_size = ROOM_OF_FRAME,
		.tp_retire_blk_tov = HANDED_OVER_AFTER,
	};

	request.tp_block_nr = blocks > LEAST_BLOCKS ? blocks : LEAST_BLOCKS;
	request.tp_frame_nr = request.tp_block_nr * (size / ROOM_OF_FRAME);
	receiver->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (receiver->fd < 0 || attach_nothing(receiver->fd) ||
	    set(receiver->fd, PACKET_VERSION, &version, sizeof(version)) ||
	    set(receiver->fd, PACKET_IGNORE_OUTGOING, &yes, sizeof(yes)) ||
	    set(receiver->fd, PACKET_VNET_HDR, &yes, sizeof(yes)) ||
	    set(receiver->fd, PACKET_RESERVE, &reserved, sizeof(reserved)) ||
	    set(receiver->fd, PACKET_RX_RING, &request, sizeof(request)))
		return -1;
	receiver->block_size = size;
	receiver->blocks = request.tp_block_nr;
	receiver->ring = mmap(NULL, (size_t)size * receiver->blocks, PROT_READ | PROT_WRITE, MAP_SHARED, receiver->fd, 0);
	if (receiver->ring == MAP_FAILED) {
		receiver->ring = NULL;
		return -1;
	}
	if (take_in_addresses(receiver->fd, index, settings) || bind_to(receiver->fd, index, ETH_P_ALL))
		return -1;
	/* No frame is let through before each socket gets only its share of flows. */
	return settings->queues > 1 ? join(receiver->fd, group) : 0;
}

static int open_sender(struct sender *sender, const struct et_settings *settings, unsigned int index)
{
	unsigned int place = ROOM_OF_FRAME;
	int version = TPACKET_V3;
	struct tpacket_req3 request = {0};

	while (place < settings->frame_size + HEADER_TO_SEND)
		place *= 2;
	request.tp_frame_size = place;
	request.tp_frame_nr = settings->transmit_size;
	request.tp_block_size = place > 65536 ? place : 65536;
	request.tp_block_nr = request.tp_frame_nr / (request.tp_block_size / place);
	if (!request.tp_block_nr)
		request.tp_block_nr = 1;
	request.tp_frame_nr = request.tp_block_nr * (request.tp_block_size / place);
	sender->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (sender->fd < 0 || set(sender->fd, PACKET_VERSION, &version, sizeof(version)) ||
	    set(sender->fd, PACKET_TX_RING, &request, sizeof(request)))
		return -1;
	sender->places = request.tp_frame_nr;
	sender->place_size = place;
	sender->ring_size = (size_t)request.tp_block_size * request.tp_block_nr;
	sender->ring = mmap(NULL, sender->ring_size, PROT_READ | PROT_WRITE, MAP_SHARED, sender->fd, 0);
	if (sender->ring == MAP_FAILED) {
		sender->ring = NULL;
		return -1;
	}
	return bind_to(sender->fd, index, 0);
}

static void packet_close(struct port *port)
{
	struct packet_state *state = port->state;

	for (unsigned int queue = 0; queue < port->settings.queues; queue++) {
		struct receiver *receiver = &state->receivers[queue];
		struct sender *sender = &state->senders[queue];

		if (receiver->ring)
			munmap(receiver->ring, (size_t)receiver->block_size * receiver->blocks);
		if (sender->ring)
			munmap(sender->ring, sender->ring_size);
		if (receiver->fd >= 0)
			close(receiver->fd);
		if (sender->fd >= 0)
			close(sender->fd);
	}
	free(state);
}

static int cannot_open(struct et_settings *settings, const char *what)
{
	if (errno == EPERM)
		return failed(settings, 0, "packet sockets need the capability CAP_NET_RAW: run this as root");
	return failed(settings, 0, "cannot %s on %s: %s", what, settings->interface, strerrordesc_np(errno));
}

static int open_queues(struct port *port, struct et_settings *settings)
{
	struct packet_state *state = port->state;
	int group = -1;

	for (unsigned int queue = 0; queue < settings->queues; queue++) {
		if (open_receiver(&state->receivers[queue], settings, state->index, &group))
			return cannot_open(settings, "make a ring to receive");
		if (!settings->listens && open_sender(&state->senders[queue], settings, state->index))
			return cannot_open(settings, "make a ring to send");
	}
	for (unsigned int queue = 0; queue < settings->queues; queue++) {
		if (attach_steering(state->receivers[queue].fd, settings))
			return cannot_open(settings, "steer frames by address");
	}
	return 0;
}

static int packet_open(struct port *port, struct et_settings *settings)
{
	struct packet_state *state = calloc(1, sizeof(*state));
	int result;

	if (settings->rss) {
		free(state);
		return failed(settings, -EINVAL, "packet sockets share flows by the kernel's own hash, of all protocols alike");
	}
	if (!state)
		return failed(settings, -ENOMEM, "no memory");
	for (unsigned int queue = 0; queue < ET_MOST_QUEUES; queue++)
		state->receivers[queue].fd = state->senders[queue].fd = -1;
	port->state = state;
	state->index = if_nametoindex(settings->interface);
	result = state->index ? open_queues(port, settings) : failed(settings, -ENODEV, "there is no interface %s", settings->interface);
	if (result)
		packet_close(port);
	else
		tell(settings, "packet(7), TPACKET_V3");
	return result;
}

static struct tpacket_block_desc *current_block(struct receiver *receiver)
{
	return (struct tpacket_block_desc *)(receiver->ring + (size_t)receiver->block * receiver->block_size);
}

/* Gives a block back to the kernel, once the frames that were lent of it are no longer used. */
static void give_back(struct receiver *receiver)
{
	if (!receiver->is_lent)
		return;
	__atomic_store_n(&current_block(receiver)->hdr.bh1.block_status, TP_STATUS_KERNEL, __ATOMIC_RELEASE);
	receiver->block = (receiver->block + 1) % receiver->blocks;
	receiver->is_lent = false;
}

static bool has_block(struct receiver *receiver)
{
	struct tpacket_block_desc *block = current_block(receiver);

	if (receiver->left)
		return true;
	if (!(__atomic_load_n(&block->hdr.bh1.block_status, __ATOMIC_ACQUIRE) & TP_STATUS_USER))
		return false;
	receiver->left = block->hdr.bh1.num_pkts;
	receiver->next = (struct tpacket3_hdr *)((unsigned char *)block + block->hdr.bh1.offset_to_first_pkt);
	receiver->is_lent = receiver->left == 0;
	return true;
}

/* Puts the VLAN tag that the kernel has taken out of the frame back to its place; there is room for it. */
static unsigned char *with_tag(unsigned char *data, const struct tpacket3_hdr *header)
{
	unsigned short type = header->tp_status & TP_STATUS_VLAN_TPID_VALID ? header->hv1.tp_vlan_tpid : ETH_P_8021Q;
	unsigned char *begin = data - VLAN_SIZE;

	memmove(begin, data, 2 * ADDRESS_SIZE);
	begin[12] = (unsigned char)(type >> 8);
	begin[13] = (unsigned char)type;
	begin[14] = (unsigned char)(header->hv1.tp_vlan_tci >> 8);
	begin[15] = (unsigned char)header->hv1.tp_vlan_tci;
	return begin;
}

static void fill(struct et_frame *frame, struct tpacket3_hdr *header)
{
	unsigned char *data = (unsigned char *)header + header->tp_mac;
	struct virtio_net_hdr offload;
	unsigned int shift = 0;

	memcpy(&offload, data - sizeof(offload), sizeof(offload));
	if (header->tp_status & TP_STATUS_VLAN_VALID) {
		data = with_tag(data, header);
		shift = VLAN_SIZE;
	}
	*frame = (struct et_frame){
		.data = data,
		.time = (unsigned long long)header->tp_sec * 1000000000 + header->tp_nsec,
		.length = header->tp_len + shift,
		.held = header->tp_snaplen + shift,
		.segment = offload.gso_type ? offload.gso_size : 0,
		.segment_type = offload.gso_type,
		.header = offload.gso_type ? (unsigned short)(offload.hdr_len + shift) : 0,
	};
	if (offload.flags & VIRTIO_NET_HDR_F_NEEDS_CSUM) {
		frame->checksum_from = offload.csum_start + shift;
		frame->checksum_at = frame->checksum_from + offload.csum_offset;
	}
}

/* Whether a frame is to be given out; counts it if not. */
static bool is_good(struct port *port, unsigned int queue, const struct et_frame *frame)
{
	if (frame->held < ETHERNET_HEADER) {
		add_to_count(port, queue, ET_TOO_SHORT, 1);
		return false;
	}
	if (frame->held < frame->length) {
		add_to_count(port, queue, ET_CUT_OFF, 1);
		return false;
	}
	if (!frame->segment && frame->length > port->settings.frame_size) {
		add_to_count(port, queue, ET_TOO_LONG, 1);
		return false;
	}
	return true;
}

static struct tpacket3_hdr *place_at(const struct sender *sender, unsigned int place)
{
	return (struct tpacket3_hdr *)(sender->ring + (size_t)place * sender->place_size);
}

static unsigned int status_of(const struct tpacket3_hdr *header)
{
	return __atomic_load_n(&header->tp_status, __ATOMIC_ACQUIRE);
}

/* The kernel stops at a frame that it refuses, such as one longer than the MTU. Moves the frames behind it up, into places that
 * the kernel does not look at meanwhile. False: no frame was refused. */
static bool remove_refused(struct port *port, unsigned int queue, struct sender *sender)
{
	unsigned int at = sender->place, behind = 0;

	for (;; behind++) {
		at = (at + sender->places - 1) % sender->places;
		if (status_of(place_at(sender, at)) != TP_STATUS_SEND_REQUEST || behind + 1 == sender->places)
			break;
	}
	if (!(status_of(place_at(sender, at)) & TP_STATUS_WRONG_FORMAT))
		return false;
	add_to_count(port, queue, ET_SEND_REFUSED, 1);
	add_to_count(port, queue, ET_SENT, -1ULL);
	add_to_count(port, queue, ET_SENT_BYTES, 0ULL - place_at(sender, at)->tp_len);
	for (; behind; behind--) {
		unsigned int next = (at + 1) % sender->places;

		memcpy(place_at(sender, at), place_at(sender, next), HEADER_TO_SEND + place_at(sender, next)->tp_len);
		at = next;
	}
	__atomic_store_n(&place_at(sender, at)->tp_status, TP_STATUS_AVAILABLE, __ATOMIC_RELEASE);
	sender->place = at;
	return true;
}

/* Has the kernel send what is in the ring. */
static int kick(struct port *port, unsigned int queue, struct sender *sender)
{
	unsigned int congested = 0;

	while (congested < ET_BURST && send(sender->fd, NULL, 0, MSG_DONTWAIT) < 0) {
		int error = errno;

		if (error == ENOBUFS) /* the interface has no room: all frames wait in the ring */
			congested++;
		else if (!remove_refused(port, queue, sender))
			return error == EAGAIN || error == EINTR ? 0 : state_of_interface(port, queue, ((struct packet_state *)port->state)->index, error);
	}
	return 0;
}

/* Whether the ring has frames that the kernel has not taken: it takes only as many as the socket's buffer has room for, and the
 * others wait until it is told to send again. */
static bool is_waiting(const struct sender *sender)
{
	return sender->ring &&
	       status_of(place_at(sender, (sender->place + sender->places - 1) % sender->places)) == TP_STATUS_SEND_REQUEST;
}

/* Tells it again. Other errors are reported when more is sent. */
static void send_waiting(struct port *port, unsigned int queue, struct sender *sender)
{
	while (is_waiting(sender) && send(sender->fd, NULL, 0, MSG_DONTWAIT) < 0 && remove_refused(port, queue, sender))
		;
}

static void put(struct tpacket3_hdr *header, const struct et_frame *frame)
{
	unsigned char *data = (unsigned char *)header + HEADER_TO_SEND;
	unsigned int length = frame->held > ETH_ZLEN ? frame->held : ETH_ZLEN;

	memcpy(data, frame->data, frame->held);
	if (frame->held < length)
		memset(data + frame->held, 0, length - frame->held);
	header->tp_next_offset = 0;
	header->tp_len = header->tp_snaplen = length;
	__atomic_store_n(&header->tp_status, TP_STATUS_SEND_REQUEST, __ATOMIC_RELEASE);
}

static int packet_send(struct port *port, unsigned int queue, const struct et_frame *frames, unsigned int count)
{
	struct packet_state *state = port->state;
	struct sender *sender = &state->senders[queue];
	unsigned long long bytes = 0;
	unsigned int taken, sent = 0;
	int result = 0;

	for (taken = 0; taken < count; taken++) {
		const struct et_frame *frame = &frames[taken];
		struct tpacket3_hdr *header = place_at(sender, sender->place);

		if (!has_good_length(port, queue, frame))
			continue;
		if (status_of(header) != TP_STATUS_AVAILABLE)
			break;
		put(header, frame);
		sender->place = (sender->place + 1) % sender->places;
		sent++;
		bytes += frame->held;
	}
	add_to_count(port, queue, ET_SENT, sent);
	add_to_count(port, queue, ET_SENT_BYTES, bytes);
	if (count)
		result = kick(port, queue, sender);
	/* Frames in the ring go out when the interface is up again, so they count as taken; the caller must not send them a
	 * second time. */
	return result == -ENODEV || (result && !taken) ? result : (int)taken;
}

static int packet_receive(struct port *port, unsigned int queue, struct et_frame *frames, unsigned int most)
{
	struct packet_state *state = port->state;
	struct receiver *receiver = &state->receivers[queue];
	unsigned long long bytes = 0;
	unsigned int count = 0;

	send_waiting(port, queue, &state->senders[queue]);
	give_back(receiver);
	while (count < most && !receiver->is_lent && has_block(receiver)) {
		while (count < most && receiver->left) {
			struct tpacket3_hdr *header = receiver->next;

			receiver->next = (struct tpacket3_hdr *)((unsigned char *)header + header->tp_next_offset);
			receiver->is_lent = --receiver->left == 0;
			fill(&frames[count], header);
			if (port->settings.own_checksums && !frames[count].segment)
				complete_checksum(&frames[count]);
			if (is_good(port, queue, &frames[count]))
				bytes += frames[count++].length;
		}
		if (!count)
			give_back(receiver);
	}
	if (count) {
		add_to_count(port, queue, ET_RECEIVED, count);
		add_to_count(port, queue, ET_RECEIVED_BYTES, bytes);
	}
	return (int)count;
}

static int packet_wait(struct port *port, unsigned int queue, int milliseconds)
{
	struct packet_state *state = port->state;
	struct receiver *receiver = &state->receivers[queue];
	struct pollfd waiting = {.fd = receiver->fd, .events = POLLIN};
	int error = 0, result = 1;
	socklen_t size = sizeof(error);

	send_waiting(port, queue, &state->senders[queue]);
	if (!receiver->left)
		result = poll(&waiting, 1, milliseconds > 1 && is_waiting(&state->senders[queue]) ? 1 : milliseconds);
	if (result < 0)
		return errno == EINTR ? 0 : -errno;
	if (result && waiting.revents & POLLERR && !getsockopt(receiver->fd, SOL_SOCKET, SO_ERROR, &error, &size) && error)
		return state_of_interface(port, queue, ((struct packet_state *)port->state)->index, error);
	return result > 0;
}

static void packet_count(struct port *port, unsigned int queue, struct et_counters *counters)
{
	struct packet_state *state = port->state;
	struct receiver *receiver = &state->receivers[queue];
	struct tpacket_stats_v3 since = {0};
	socklen_t size = sizeof(since);

	if (queue >= port->settings.queues)
		return;
	/* Reading the statistics resets them to 0. */
	if (getsockopt(receiver->fd, SOL_PACKET, PACKET_STATISTICS, &since, &size) == 0)
		atomic_fetch_add(&receiver->dropped, since.tp_drops);
	counters->of[ET_RING_FULL] += atomic_load(&receiver->dropped);
}

static int packet_descriptor(struct port *port, unsigned int queue)
{
	struct packet_state *state = port->state;

	return state->receivers[queue].fd;
}

static bool packet_is_waiting(struct port *port, unsigned int queue)
{
	struct packet_state *state = port->state;

	return is_waiting(&state->senders[queue]);
}

const struct backend packet_backend = {
	.open = packet_open,
	.receive = packet_receive,
	.send = packet_send,
	.wait = packet_wait,
	.count = packet_count,
	.close = packet_close,
	.descriptor = packet_descriptor,
	.is_waiting = packet_is_waiting,
};
