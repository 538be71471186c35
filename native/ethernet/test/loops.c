// SPDX-License-Identifier: MIT
/* The loops over a port whose frames come from here and go to here: what there is no place for is counted, once. */
#include <errno.h>
#include <linux/virtio_net.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../stamp.h"
#include "check.h"

#define LENGTH 64

static unsigned char memory[ET_BURST][LENGTH];
static struct et_progress progress;
static struct port port;

/* What each call that sends gives, one after the other, and then 0 for ever: -ENETDOWN, or for how many there is a place. */
static const int *places;

/* Sequences of what was sent. */
static uint32_t sent[64];
static unsigned int sent_count, asked, coming;

static int receive(struct port *of, unsigned int queue, struct et_frame *frames, unsigned int most)
{
	unsigned int count = coming;

	CHECK(of == &port && queue == 0 && most == ET_BURST);
	for (unsigned int i = 0; i < count; i++)
		frames[i] = (struct et_frame){.data = memory[i], .length = LENGTH, .held = LENGTH};
	coming = 0;
	return (int)count;
}

static int takes(struct port *of, unsigned int queue, const struct et_frame *frames, unsigned int count)
{
	int room = *places;
	unsigned int taken = room < 0 ? 0 : (unsigned int)room < count ? (unsigned int)room : count;

	CHECK(of == &port && queue == 0 && count);
	if (room)
		places++;
	else if (++asked > 100)
		progress.stop = 1;
	for (unsigned int i = 0; i < taken; i++) {
		struct layers layers;
		struct stamp stamp;
		bool is_changed;

		CHECK(find_stamp(&frames[i], &layers, &stamp, &is_changed));
		sent[sent_count++] = stamp.sequence;
	}
	return room < 0 ? room : (int)taken;
}

/* Nothing more comes. */
static int pass(struct port *of, unsigned int queue, int milliseconds)
{
	CHECK(of == &port && queue == 0 && milliseconds >= 0);
	progress.stop = 1;
	return 0;
}

static int no_descriptor(struct port *of, unsigned int queue)
{
	CHECK(of == &port && queue == 0);
	progress.stop = 1;
	return -1;
}

static const struct backend fake = {.receive = receive, .send = takes, .wait = pass, .descriptor = no_descriptor};

static unsigned long long handle(void)
{
	return (unsigned long long)(uintptr_t)&port;
}

static void begin(const int *with_places)
{
	memset(&port, 0, sizeof(port));
	memset(&progress, 0, sizeof(progress));
	port.backend = &fake;
	port.settings.queues = 1;
	port.settings.frame_size = LENGTH;
	memcpy(port.settings.mac, "\2\0\0\0\0\5", ADDRESS_SIZE);
	places = with_places;
	sent_count = asked = coming = 0;
}

static unsigned long long dropped(void)
{
	return port.counts[0].of[ET_SEND_FULL];
}

/* Stamped frames for the port, as many as come. */
static void come(unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		struct et_template template = {.data = memory[i], .length = LENGTH, .stamp_at = ETHERNET_HEADER};
		struct stamp stamp = {.run = 1, .way = WAY_OUT, .sequence = i};

		memset(memory[i], 0, LENGTH);
		memcpy(memory[i], port.settings.mac, ADDRESS_SIZE);
		put16(memory[i] + 12, 0x88b5);
		put_stamp(memory[i], &template, &stamp, 0);
	}
	coming = count;
}

static void what_is_reflected(void)
{
	begin((const int[]){2, 3, 0});
	come(5);
	CHECK(et_reflect(handle(), 0, &progress) == 0);
	CHECK(sent_count == 5 && progress.answered == 5 && dropped() == 0);

	begin((const int[]){2, -ENETDOWN, 0});
	come(5);
	CHECK(et_reflect(handle(), 0, &progress) == 0);
	CHECK(sent_count == 2 && progress.answered == 2 && dropped() == 3);

	begin((const int[]){1, 0});
	come(4);
	CHECK(et_reflect(handle(), 0, &progress) == 0);
	CHECK(asked > 100 && sent_count == 1 && progress.answered == 1 && dropped() == 3);

	begin((const int[]){-ENODEV, 0});
	come(1);
	CHECK(et_reflect(handle(), 0, &progress) == -ENODEV);
}

/* A socket takes the place of the tap device. */
static void what_a_tap_device_gives_out(void)
{
	static const struct {
		int places[3];
		unsigned int sent;
	} cases[] = {{{3, 3, 0}, 6}, {{3, -ENETDOWN, 0}, 3}, {{-ENETDOWN, 0}, 0}, {{5, 0}, 5}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		unsigned char message[sizeof(struct virtio_net_hdr) + LENGTH] = {0};
		int pair[2];

		begin(cases[i].places);
		come(6);
		coming = 0;
		CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair) == 0);
		for (unsigned int frame = 0; frame < 6; frame++) {
			memcpy(message + sizeof(struct virtio_net_hdr), memory[frame], LENGTH);
			CHECK(write(pair[1], message, sizeof(message)) == sizeof(message));
		}
		CHECK(et_relay(handle(), 0, pair[0], &progress) == 0);
		CHECK(sent_count == cases[i].sent && progress.relayed_out == cases[i].sent && dropped() == 6 - cases[i].sent);
		close(pair[0]);
		close(pair[1]);
	}
	begin((const int[]){0});
	CHECK(et_relay(handle(), 0, -1, &progress) == -EBADF); /* the device is gone */
}

/* What is numbered waits for a place, and goes out once. */
static void what_is_made(void)
{
	struct et_template template = {.data = memory[0], .length = LENGTH, .stamp_at = ETHERNET_HEADER};
	struct et_traffic traffic = {.templates = &template, .count = 1, .run = 1, .frames = 20};

	begin((const int[]){7, -ENETDOWN, 1, -ENETDOWN, 12, 0});
	come(1);
	coming = 0;
	memset(memory[0] + ETHERNET_HEADER, 0, STAMP_SIZE);
	CHECK(et_generate(handle(), 0, &traffic, &progress) == 0);
	CHECK(sent_count == 20 && progress.sent == 20 && dropped() == 0);
	for (uint32_t i = 0; i < sent_count; i++)
		CHECK(sent[i] == i);
}

int main(void)
{
	what_is_reflected();
	printf("ok loops: what is reflected\n");
	what_a_tap_device_gives_out();
	printf("ok loops: what a tap device gives out\n");
	what_is_made();
	printf("ok loops: what is made\n");
	return 0;
}
