// SPDX-License-Identifier: MIT
/* The rings of packet(7) in ordinary memory, which plays the kernel: frames of every length, tags that it has taken out, and what
 * it does with frames that it refuses. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <limits.h>
#include <stdio.h>

/* The kernel's other side: it sends what is in the ring when it is told to. */
static ssize_t kernel_sends(int fd, const void *nothing, size_t size, int flags);
#define send kernel_sends
#include "packet.c"
#undef send
#include "../check.h"

#define BLOCK 16384
#define PLACES 8
#define PLACE 2048

static _Alignas(64) unsigned char block[BLOCK], places[PLACES * PLACE];
static struct packet_state state;
static struct port port;

static void begin(void)
{
	memset(block, 0, sizeof(block));
	memset(places, 0, sizeof(places));
	memset(&port, 0, sizeof(port));
	memset(&state, 0, sizeof(state));
	port.state = &state;
	port.settings.queues = 1;
	port.settings.frame_size = 1522;
	state.receivers[0] = (struct receiver){.fd = -1, .ring = block, .block_size = BLOCK, .blocks = 1};
	state.senders[0] = (struct sender){.fd = -1, .ring = places, .places = PLACES, .place_size = PLACE};
}

static unsigned long long counted(enum et_count count)
{
	return atomic_load(&port.counts[0].of[count]);
}

/* A frame in the block, which is the user's then; of `length` bytes, of which there are `held`. */
static struct tpacket3_hdr *comes(unsigned int length, unsigned int held)
{
	struct tpacket_block_desc *description = (struct tpacket_block_desc *)block;
	unsigned int number = description->hdr.bh1.num_pkts++;
	struct tpacket3_hdr *header = (struct tpacket3_hdr *)(block + 64);

	description->hdr.bh1.offset_to_first_pkt = 64;
	description->hdr.bh1.block_status = TP_STATUS_USER;
	while (number--) {
		if (!header->tp_next_offset)
			header->tp_next_offset = 128 + (header->tp_snaplen + 63) / 64 * 64;
		header = (struct tpacket3_hdr *)((unsigned char *)header + header->tp_next_offset);
	}
	*header = (struct tpacket3_hdr){.tp_len = length, .tp_snaplen = held, .tp_mac = 96};
	memset((unsigned char *)header + 96 - sizeof(struct virtio_net_hdr), 0, sizeof(struct virtio_net_hdr));
	for (unsigned int i = 0; i < held; i++)
		((unsigned char *)header)[96 + i] = (unsigned char)i;
	return header;
}

static void every_length_has_its_cause(void)
{
	struct et_frame frames[ET_BURST];

	begin();
	comes(0, 0);
	comes(1, 1);
	comes(13, 13);
	comes(14, 14);
	comes(1522, 1522);
	comes(1523, 1523);
	comes(2000, 1999);
	comes(3000, 2000);
	CHECK(packet_receive(&port, 0, frames, ET_BURST) == 2);
	CHECK(frames[0].length == 14 && frames[1].length == 1522);
	CHECK(counted(ET_TOO_SHORT) == 3 && counted(ET_TOO_LONG) == 1 && counted(ET_CUT_OFF) == 2);
	CHECK(counted(ET_RECEIVED) == 2 && counted(ET_RECEIVED_BYTES) == 1536);
	CHECK(packet_receive(&port, 0, frames, ET_BURST) == 0);
}

/* A tag that the kernel has taken out is back in its place, the outer one of two. */
static void tags_come_back(void)
{
	struct et_frame frames[ET_BURST];
	struct tpacket3_hdr *header;
	const unsigned char *data;

	begin();
	header = comes(60, 60);
	header->tp_status = TP_STATUS_VLAN_VALID | TP_STATUS_VLAN_TPID_VALID;
	header->hv1.tp_vlan_tpid = 0x88a8;
	header->hv1.tp_vlan_tci = 0x1005;
	memcpy((unsigned char *)header + 96 + 12, "\x81\x00\x00\x07", 4); /* the inner one was left there */
	header = comes(1519, 1519);
	header->tp_status = TP_STATUS_VLAN_VALID;
	CHECK(packet_receive(&port, 0, frames, ET_BURST) == 1);
	data = frames[0].data;
	CHECK(frames[0].length == 64 && frames[0].held == 64 && data[0] == 0 && data[11] == 11);
	CHECK(!memcmp(data + 12, "\x88\xa8\x10\x05\x81\x00\x00\x07", 8) && data[20] == 16);
	CHECK(counted(ET_TOO_LONG) == 1); /* with its tag */
}

static void checksums_are_filled_in_where_that_is_wanted(void)
{
	for (int is_wanted = 0; is_wanted < 2; is_wanted++) {
		struct virtio_net_hdr offload = {.flags = VIRTIO_NET_HDR_F_NEEDS_CSUM, .csum_start = 34, .csum_offset = 6};
		struct et_frame frames[ET_BURST];
		struct tpacket3_hdr *header;
		unsigned int sum = 0x2829; /* of the pseudo header, which is where the checksum goes */

		begin();
		port.settings.own_checksums = (unsigned char)is_wanted;
		header = comes(60, 60);
		memcpy((unsigned char *)header + 96 - sizeof(offload), &offload, sizeof(offload));
		CHECK(packet_receive(&port, 0, frames, ET_BURST) == 1);
		CHECK(frames[0].checksum_at == (is_wanted ? 0 : 40));
		for (unsigned int i = 34; i < 60; i += 2)
			sum += (unsigned int)((unsigned char *)frames[0].data)[i] << 8 | ((unsigned char *)frames[0].data)[i + 1];
		while (sum >> 16)
			sum = (sum & 0xffff) + (sum >> 16);
		CHECK((sum == 0xffff) == is_wanted);
	}
}

/* What has been sent, by its first byte; frames longer than this are refused, and nothing behind them is looked at. */
static unsigned char sent[64];
static unsigned int sent_count, mtu = 1000, kernels_place, lost, room = ET_BURST;
static bool is_down;

static ssize_t kernel_sends(int fd, const void *nothing, size_t size, int flags)
{
	unsigned int left = room;

	CHECK(fd == -1 && !nothing && !size && flags == MSG_DONTWAIT);
	if (is_down) {
		errno = ENETDOWN;
		return -1;
	}
	for (;;) {
		struct tpacket3_hdr *header = (struct tpacket3_hdr *)(places + (size_t)kernels_place * PLACE);

		if (header->tp_status != TP_STATUS_SEND_REQUEST)
			return 0;
		if (header->tp_len > mtu) {
			header->tp_status = TP_STATUS_WRONG_FORMAT;
			errno = EMSGSIZE;
			return -1;
		}
		if (lost) { /* the interface's queue was full: it stays in the ring */
			lost--;
			errno = ENOBUFS;
			return -1;
		}
		if (!left--) { /* the socket's buffer is full: it stays there too, and none is told unless it was the first */
			errno = EAGAIN;
			return room ? 1 : -1;
		}
		sent[sent_count++] = *((unsigned char *)header + HEADER_TO_SEND);
		header->tp_status = TP_STATUS_AVAILABLE;
		kernels_place = (kernels_place + 1) % PLACES;
	}
}

static void goes_out(const char *names, const char *expected, unsigned long long refused)
{
	static unsigned char data[ET_BURST][1500];
	struct et_frame frames[ET_BURST];
	unsigned int count = (unsigned int)strlen(names), bytes = 0;

	begin();
	memset(sent, 0, sizeof(sent));
	sent_count = kernels_place = 0;
	for (unsigned int i = 0; i < count; i++) {
		unsigned int length = names[i] >= 'A' && names[i] <= 'Z' ? 1200 : 100;

		data[i][0] = (unsigned char)names[i];
		frames[i] = (struct et_frame){.data = data[i], .length = length, .held = length};
	}
	for (unsigned int at = 0, rounds = 0; at < count; rounds++) {
		int taken = packet_send(&port, 0, frames + at, count - at);

		CHECK(taken >= 0 && rounds < 10);
		at += (unsigned int)taken;
	}
	packet_send(&port, 0, frames, 0);
	CHECK(!strcmp((char *)sent, expected));
	for (const char *name = expected; *name; name++)
		bytes += 100;
	CHECK(counted(ET_SENT) == strlen(expected) && counted(ET_SENT_BYTES) == bytes);
	CHECK(counted(ET_SEND_REFUSED) == refused);
	for (unsigned int i = 0; i < PLACES; i++)
		CHECK(((struct tpacket3_hdr *)(places + i * PLACE))->tp_status == TP_STATUS_AVAILABLE);
}

static void what_is_refused_holds_nothing_up(void)
{
	goes_out("abc", "abc", 0);
	goes_out("aXbc", "abc", 1);
	goes_out("XYZ", "", 3);
	goes_out("aXbYcZ", "abc", 3);
	goes_out("abcdefgXhijklmnYopq", "abcdefghijklmnopq", 2);
	goes_out("XXXXXXXXXXXXa", "a", 12);
	lost = 3; /* tried again until they are out */
	goes_out("abXc", "abc", 1);
}

/* Also when nothing else is sent. */
static void what_there_is_no_room_for_is_sent_later(void)
{
	unsigned char data[5][100] = {"a", "b", "X", "c", "d"};
	struct et_frame frames[ET_BURST];

	begin();
	memset(sent, 0, sizeof(sent));
	sent_count = kernels_place = room = 0;
	for (unsigned int i = 0; i < 5; i++)
		frames[i] = (struct et_frame){.data = data[i], .length = 100, .held = 100};
	CHECK(!packet_is_waiting(&port, 0));
	CHECK(packet_send(&port, 0, frames, 5) == 5 && packet_is_waiting(&port, 0) && !sent_count);
	CHECK(packet_receive(&port, 0, frames, ET_BURST) == 0 && packet_is_waiting(&port, 0) && !sent_count);
	room = 2;
	CHECK(packet_receive(&port, 0, frames, ET_BURST) == 0 && packet_is_waiting(&port, 0));
	CHECK(packet_wait(&port, 0, 1000000) == 0 && packet_is_waiting(&port, 0)); /* it does not wait for frames only */
	CHECK(packet_wait(&port, 0, 0) == 0 && !packet_is_waiting(&port, 0));
	CHECK(!strcmp((char *)sent, "abXcd") && counted(ET_SENT) == 5);
	room = ET_BURST;
}

/* While the interface is down frames stay in the ring, as many as it has places for, and go out once when it is up. */
static void what_is_sent_while_it_is_down_goes_out_once(void)
{
	unsigned char data[12][100] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
	struct et_frame frames[12], none;

	begin();
	memset(sent, 0, sizeof(sent));
	sent_count = kernels_place = 0;
	state.index = if_nametoindex("lo");
	is_down = true;
	for (unsigned int i = 0; i < 12; i++)
		frames[i] = (struct et_frame){.data = data[i], .length = 100, .held = 100};
	CHECK(packet_send(&port, 0, frames, 3) == 3);
	CHECK(packet_send(&port, 0, frames + 3, 9) == PLACES - 3);
	CHECK(packet_send(&port, 0, frames + PLACES, 4) == -ENETDOWN);
	is_down = false;
	CHECK(packet_receive(&port, 0, &none, 1) == 0);
	CHECK(packet_send(&port, 0, frames + PLACES, 4) == 4);
	CHECK(!strcmp((char *)sent, "abcdefghijkl") && counted(ET_SENT) == 12);
	state.index = INT_MAX;
	is_down = true;
	CHECK(packet_send(&port, 0, frames, 3) == -ENODEV);
	is_down = false;
}

/* An interface that is gone, whatever has come under its name meanwhile. */
static void an_interface_is_the_one_that_was_opened(void)
{
	unsigned int here = if_nametoindex("lo");

	begin();
	memcpy(port.settings.interface, "lo", 3);
	CHECK(state_of_interface(&port, 0, here, ENETDOWN) == -ENETDOWN);
	CHECK(state_of_interface(&port, 0, INT_MAX, ENETDOWN) == -ENODEV && state_of_interface(&port, 0, INT_MAX, ENXIO) == -ENODEV);
	CHECK(state_of_interface(&port, 0, here, ENOBUFS) == 0 && counted(ET_DOWN) == 3);
}

static void tried(const char *name, void (*test)(void))
{
	test();
	printf("ok packet: %s\n", name);
}

int main(void)
{
	tried("every length has its cause", every_length_has_its_cause);
	tried("tags come back", tags_come_back);
	tried("checksums are filled in where that is wanted", checksums_are_filled_in_where_that_is_wanted);
	tried("what is refused holds nothing up", what_is_refused_holds_nothing_up);
	tried("what there is no room for is sent later", what_there_is_no_room_for_is_sent_later);
	tried("what is sent while it is down goes out once", what_is_sent_while_it_is_down_goes_out_once);
	tried("an interface is the one that was opened", an_interface_is_the_one_that_was_opened);
	return 0;
}
