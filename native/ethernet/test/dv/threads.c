// SPDX-License-Identifier: MIT
/* The rings of native/ethernet/dv against a device in a thread of its own, which looks at them at any time: for the thread
 * sanitizer, which sees where one writes what the other was not told of. */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "ends.h"
#include "frames.h"

#define LONGEST 1500u
#define FRAMES 60000u

static struct device_sender sending_device;
static struct device_receiver receiving_device;
static uint64_t came; /* the device's thread only */

static void check_next(void *context, const unsigned char *data, unsigned int length)
{
	(void)context;
	check_frame(came++, LONGEST, data, length);
}

static void *run_sending(void *unused)
{
	while (came < FRAMES) {
		if (!run_sender(&sending_device, 7))
			sched_yield();
	}
	return unused;
}

static void *run_receiving(void *unused)
{
	static unsigned char data[LONGEST_FRAME];

	for (uint64_t number = 0; number < FRAMES;) {
		if (come_in(&receiving_device, data, make_frame(number, LONGEST, data)))
			number++;
		else
			sched_yield();
	}
	return unused;
}

static void send(void)
{
	static unsigned char data[LONGEST_FRAME];
	struct send_memory memory;
	struct completion_memory completions;
	struct sender ring;
	unsigned int lost;
	pthread_t thread;

	make_sender(&sending_device, 64, 32, 64, 16384);
	sending_device.sent = check_next;
	memory = memory_to_send(&sending_device, 32, false);
	completions = memory_of_completions(&sending_device.completions);
	CHECK(!fault_of_sending(&memory, &completions) && begin_sender(&ring, &memory, &completions));
	CHECK(!pthread_create(&thread, NULL, run_sending, NULL));
	for (uint64_t number = 0; number < FRAMES;) {
		unsigned int burst;

		for (burst = 0; burst < 8 && number < FRAMES; burst++, number++) {
			if (!put_frame(&ring, data, make_frame(number, LONGEST, data)))
				break;
		}
		tell_of_frames(&ring);
		if (!burst)
			sched_yield();
		CHECK(reclaim(&ring, &lost) == RING_NOTHING);
	}
	CHECK(!pthread_join(thread, NULL));
	CHECK(reclaim(&ring, &lost) == RING_NOTHING && ring.frame_head == ring.frame_tail);
	end_sender(&ring);
	free_sender(&sending_device);
}

static void receive(void)
{
	struct receive_memory memory;
	struct completion_memory completions;
	struct receiver ring;
	pthread_t thread;

	make_receiver(&receiving_device, 32, 16, 32, 64, (size_t)32 * LONGEST);
	memory = memory_to_receive(&receiving_device);
	completions = memory_of_completions(&receiving_device.completions);
	CHECK(!fault_of_receiving(&memory, &completions));
	begin_receiver(&ring, &memory, &completions);
	post_all(&ring);
	CHECK(!pthread_create(&thread, NULL, run_receiving, NULL));
	for (uint64_t number = 0; number < FRAMES;) {
		unsigned char *data;
		unsigned int length, burst;

		for (burst = 0; burst < 8; burst++) {
			enum ring_result result = take_frame(&ring, &data, &length);

			CHECK(result == RING_FRAME || result == RING_NOTHING);
			if (result == RING_NOTHING)
				break;
			check_frame(number++, LONGEST, data, length);
			/* They are changed in place, when they are sent back. */
			data[0] = 1;
		}
		if (burst)
			give_back(&ring);
		else
			sched_yield();
	}
	CHECK(!pthread_join(thread, NULL));
	free_receiver(&receiving_device);
}

int main(void)
{
	send();
	printf("ok frames are sent by a device that runs beside\n");
	receive();
	printf("ok frames are received from a device that runs beside\n");
	return 0;
}
