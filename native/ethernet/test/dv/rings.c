// SPDX-License-Identifier: MIT
/* The rings of native/ethernet/dv against a device that is made up. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <endian.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ends.h"
#include "frames.h"

static uint64_t state = 20261124;

static unsigned int random_below(unsigned int end)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned int)(state >> 33) % end;
}

/*
 * Sending
 */

struct sending {
	struct device_sender device;
	struct sender ring;
	unsigned int longest;
	uint64_t put, came; /* frames */
};

static void check_next(void *context, const unsigned char *data, unsigned int length)
{
	struct sending *sending = context;

	check_frame(sending->came++, sending->longest, data, length);
}

struct form {
	unsigned int blocks, entries, entry_size, frames, header;
	size_t room;
	bool in_one_piece;
	uint32_t begin; /* of all counts */
};

static void begin_sending(struct sending *sending, const struct form *form)
{
	struct send_memory memory;
	struct completion_memory completions;
	size_t longest;

	*sending = (struct sending){0};
	make_sender(&sending->device, form->blocks, form->entries, form->entry_size, form->room);
	sending->device.header = form->header;
	sending->device.sent = check_next;
	sending->device.context = sending;
	memory = memory_to_send(&sending->device, form->frames, form->in_one_piece);
	completions = memory_of_completions(&sending->device.completions);
	CHECK(!fault_of_sending(&memory, &completions));
	CHECK(begin_sender(&sending->ring, &memory, &completions));
	longest = form->header + (form->in_one_piece ? form->room / 2 : form->room);
	sending->longest = longest < LONGEST_FRAME ? (unsigned int)longest : LONGEST_FRAME;

	sending->ring.block_head = sending->ring.block_tail = sending->ring.told = form->begin;
	sending->ring.frame_head = sending->ring.frame_tail = form->begin;
	sending->ring.completions.next = sending->device.completions.written = form->begin;
	sending->device.completions.records[0] = htobe32(form->begin & 0xffffff);
	sending->device.done = sending->device.known = (uint16_t)form->begin;
}

static void end_sending(struct sending *sending)
{
	end_sender(&sending->ring);
	free_sender(&sending->device);
}

static bool put_next(struct sending *sending)
{
	static unsigned char data[LONGEST_FRAME];
	unsigned int length = make_frame(sending->put, sending->longest, data);

	if (!put_frame(&sending->ring, data, length))
		return false;
	sending->put++;
	return true;
}

static unsigned int put_several(struct sending *sending, unsigned int most)
{
	unsigned int count = 0;

	while (count < most && put_next(sending))
		count++;
	tell_of_frames(&sending->ring);
	return count;
}

static void reclaim_well(struct sending *sending)
{
	unsigned int lost;

	CHECK(reclaim(&sending->ring, &lost) == RING_NOTHING);
}

static void finish_sending(struct sending *sending)
{
	run_sender(&sending->device, UINT32_MAX);
	reclaim_well(sending);
	CHECK(sending->came == sending->put);
	CHECK(sending->ring.block_head == sending->ring.block_tail && sending->ring.frame_head == sending->ring.frame_tail &&
	      sending->ring.room_head == sending->ring.room_tail);
}

static void send_at_random(const struct form *form, uint64_t frames)
{
	struct sending sending;
	unsigned int times = 0, full = 0;

	begin_sending(&sending, form);
	while (sending.put < frames) {
		unsigned int wanted = 1 + random_below(40), taken = put_several(&sending, wanted);

		times += taken != 0;
		full += taken < wanted;
		if (random_below(3))
			run_sender(&sending.device, random_below(50));
		if (random_below(2))
			reclaim_well(&sending);
	}
	finish_sending(&sending);
	CHECK(full && times == sending.device.told && sending.put > 2 * times);
	CHECK((sending.device.in_two_pieces != 0) == !form->in_one_piece);
	CHECK(sending.device.blocks_used[2]);
	if (form->header == HEADER_OF_LINK)
		CHECK(sending.device.blocks_used[1] && sending.device.around_the_end);
	else
		CHECK((sending.device.blocks_used[3] && sending.device.around_the_end) == !form->in_one_piece);
	end_sending(&sending);
}

static const struct form usual = {.blocks = 256, .entries = 128, .entry_size = 64, .frames = 128, .header = 18, .room = 65536};

static void sends(void)
{
	static const struct form forms[] = {
		{.blocks = 8, .entries = 16, .entry_size = 64, .frames = 16, .header = 18, .room = 2048},
		{.blocks = 16, .entries = 16, .entry_size = 64, .frames = 16, .header = 18, .room = 16384},
		{.blocks = 64, .entries = 8, .entry_size = 128, .frames = 8, .header = 18, .room = 16384, .begin = 0xffffff80},
		{.blocks = 64, .entries = 64, .entry_size = 64, .frames = 64, .header = 82, .room = 32768, .begin = 0xffffc0},
		{.blocks = 256, .entries = 128, .entry_size = 128, .frames = 100, .header = 82, .room = 32768, .in_one_piece = true},
		{.blocks = 32, .entries = 64, .entry_size = 64, .frames = 64, .header = 18, .room = 32768, .in_one_piece = true},
		{.blocks = 32768, .entries = 32768, .entry_size = 64, .frames = 32768, .header = 18, .room = 4096},
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		send_at_random(&forms[i], 150000);
}

/* The device has all 32768 blocks, and does nothing. */
static void sends_all_blocks(void)
{
	struct form form = {.blocks = 32768, .entries = 32768, .entry_size = 64, .frames = 32768, .header = 18, .room = 65536};
	static const unsigned char data[SHORT_FRAME];
	struct sending sending;
	unsigned int put = 0;

	form.begin = 12345;
	begin_sending(&sending, &form);
	while (put_frame(&sending.ring, data, SHORT_FRAME))
		put++;
	/* Two blocks each. */
	CHECK(put == 16384 && sending.ring.block_head - sending.ring.block_tail == 32768);
	end_sending(&sending);
}

/* A device that does nothing for a while is not overrun, and loses nothing. */
static void waits_for_a_device(void)
{
	struct sending sending;
	unsigned int count;

	begin_sending(&sending, &usual);
	count = put_several(&sending, UINT32_MAX);
	CHECK(count && count <= usual.frames);
	for (int i = 0; i < 1000; i++) {
		CHECK(put_several(&sending, 1) == 0);
		reclaim_well(&sending);
	}
	CHECK(run_sender(&sending.device, 3) == 3);
	/* None of these three was to be told of. */
	reclaim_well(&sending);
	CHECK(put_several(&sending, 1) == 0);
	CHECK(run_sender(&sending.device, UINT32_MAX) == count - 3);
	CHECK(sending.device.rings == 1 && sending.device.told == 1);
	reclaim_well(&sending);
	CHECK(put_several(&sending, 1) == 1);
	finish_sending(&sending);
	end_sending(&sending);
}

static void survives_lost_doorbells(void)
{
	struct sending sending;

	begin_sending(&sending, &usual);
	/* The next one is for these too. */
	CHECK(put_several(&sending, 5) == 5);
	lose_doorbell(&sending.device);
	CHECK(run_sender(&sending.device, UINT32_MAX) == 0);
	CHECK(put_several(&sending, 2) == 2);
	CHECK(run_sender(&sending.device, UINT32_MAX) == 7);
	/* The last one is rung again. */
	CHECK(put_several(&sending, 4) == 4);
	lose_doorbell(&sending.device);
	tell_again(&sending.ring);
	CHECK(run_sender(&sending.device, UINT32_MAX) == 4);
	tell_again(&sending.ring);
	CHECK(run_sender(&sending.device, UINT32_MAX) == 0);
	finish_sending(&sending);
	end_sending(&sending);
}

/* Nobody is told of what is not told. */
static void tells_when_told(void)
{
	struct sending sending;

	begin_sending(&sending, &usual);
	CHECK(put_next(&sending) && put_next(&sending));
	CHECK(run_sender(&sending.device, UINT32_MAX) == 0 && sending.device.records[1] == 0);
	tell_of_frames(&sending.ring);
	tell_of_frames(&sending.ring);
	CHECK(run_sender(&sending.device, UINT32_MAX) == 2);
	tell_of_frames(&sending.ring);
	run_sender(&sending.device, UINT32_MAX);
	CHECK(sending.device.rings == 1 && sending.device.told == 1);
	end_sending(&sending);
}

static void restart_sending(struct sending *sending)
{
	reset_device_sender(&sending->device);
	reset_sender(&sending->ring);
	sending->put = sending->came = 0;
}

/* One of several fails: those before it were sent, and the others are lost. */
static void tells_of_failures(void)
{
	static const unsigned int syndromes[] = {0x01, 0x02, 0x04, 0x05, 0x11, 0x15, 0x22};
	struct sending sending;
	unsigned int lost;

	begin_sending(&sending, &usual);
	for (unsigned int before = 0; before < 20; before++) {
		unsigned int syndrome = syndromes[before % 7];

		/* Some that were done before, and are not told of twice. */
		CHECK(put_several(&sending, 33) == 33);
		run_sender(&sending.device, UINT32_MAX);
		CHECK(put_several(&sending, 20) == 20);
		run_sender(&sending.device, before);
		sending.device.fails_with = syndrome;
		run_sender(&sending.device, UINT32_MAX);
		CHECK(put_several(&sending, 3) == 3);
		run_sender(&sending.device, UINT32_MAX);
		CHECK(reclaim(&sending.ring, &lost) == RING_FAILED);
		CHECK(sending.ring.syndrome == syndrome && lost == 23 - before && sending.came == 33 + before);
		restart_sending(&sending);
		CHECK(put_several(&sending, 10) == 10);
		finish_sending(&sending);
		restart_sending(&sending);
	}
	end_sending(&sending);
}

/* Nothing of before is left: as many are told of again. */
static void starts_anew(void)
{
	struct sending sending;
	unsigned int lost;

	begin_sending(&sending, &usual);
	for (unsigned int i = 0; i < 10; i++) {
		CHECK(put_several(&sending, 5) == 5);
		sending.device.fails_with = 0x04;
		CHECK(run_sender(&sending.device, UINT32_MAX) == 5);
		CHECK(reclaim(&sending.ring, &lost) == RING_FAILED && lost == 5);
		restart_sending(&sending);
	}
	CHECK(put_several(&sending, 5) == 5);
	finish_sending(&sending);
	end_sending(&sending);
}

/* As many completions as there can be: one for each request that is flushed. */
static void has_entries_for_failures(void)
{
	struct sending sending;
	unsigned int lost;
	struct form form = usual;

	form.entries = form.frames = 64;
	form.room = 1 << 20;
	begin_sending(&sending, &form);
	CHECK(put_several(&sending, UINT32_MAX) == 64);
	sending.device.fails_with = 0x04;
	CHECK(run_sender(&sending.device, UINT32_MAX) == 64);
	CHECK(reclaim(&sending.ring, &lost) == RING_FAILED && lost == 64);
	end_sending(&sending);
}

struct strange {
	unsigned int kind, form;
	uint16_t counter;
};

static void strange_to_send(const struct strange *strange)
{
	struct sending sending;
	unsigned int lost;
	unsigned char data[LONGEST_FRAME] = {0};

	begin_sending(&sending, &usual);
	/* Requests 0 to 1, 2 to 3 and 4, of which the device has done nothing. */
	CHECK(put_frame(&sending.ring, data, 60) && put_frame(&sending.ring, data, 80) && put_frame(&sending.ring, data, 1500));
	tell_of_frames(&sending.ring);
	/* This it does not know of. */
	CHECK(put_frame(&sending.ring, data, 60));
	write_completion(&sending.device.completions, strange->kind, strange->form, strange->counter, 0, 0);
	CHECK(reclaim(&sending.ring, &lost) == RING_STRANGE && lost == 4);
	end_sending(&sending);
}

static void finds_strange_completions_of_sending(void)
{
	static const struct strange cases[] = {
		{0, 0, 1},     /* in the midst of a request */
		{0, 0, 5},     /* not told of yet */
		{0, 0, 7},     /* not put yet */
		{0, 0, 0xffff}, /* before the first */
		{0, 0, 256},   /* of another round */
		{0, 3, 0},     /* compressed */
		{0, 1, 0},     /* with data */
		{2, 0, 0},     /* one that is received */
		{14, 0, 0},    /* and an error of that */
		{7, 0, 0},
	};
	struct sending sending;
	unsigned int lost;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		strange_to_send(&cases[i]);
	/* One that is done already. */
	begin_sending(&sending, &usual);
	CHECK(put_several(&sending, 3) == 3);
	finish_sending(&sending);
	write_completion(&sending.device.completions, 0, 0, 0, 0, 0);
	CHECK(reclaim(&sending.ring, &lost) == RING_STRANGE && lost == 0);
	end_sending(&sending);
}

/* What a frame of each length is made of. */
static void sends_every_length(void)
{
	static const unsigned int headers[] = {18, 82};

	for (unsigned int i = 0; i < 4; i++) {
		struct form form = usual;
		struct sending sending;
		unsigned char data[2048];

		form.header = headers[i % 2];
		form.in_one_piece = i / 2;
		begin_sending(&sending, &form);
		/* Longer than it is, so that each number stands for itself. */
		for (unsigned int length = 14; length <= 1600; length++) {
			uint64_t number = 0;

			while (length_of(number, 1600) != length)
				number++;
			sending.longest = 1600;
			sending.came = number;
			CHECK(make_frame(number, 1600, data) == length);
			CHECK(put_frame(&sending.ring, data, length));
			tell_of_frames(&sending.ring);
			CHECK(run_sender(&sending.device, 1) == 1 && sending.came == number + 1);
			reclaim_well(&sending);
		}
		end_sending(&sending);
	}
}

/*
 * Receiving
 */

struct receiving {
	struct device_receiver device;
	struct receiver ring;
	unsigned int longest;
	uint64_t in, out; /* frames */
};

struct receive_form {
	unsigned int requests, stride, entries, entry_size, place;
	uint32_t begin;
};

static void begin_receiving(struct receiving *receiving, const struct receive_form *form)
{
	struct receive_memory memory;
	struct completion_memory completions;

	*receiving = (struct receiving){.longest = form->place};
	make_receiver(&receiving->device, form->requests, form->stride, form->entries, form->entry_size,
		      (size_t)form->requests * form->place);
	memory = memory_to_receive(&receiving->device);
	completions = memory_of_completions(&receiving->device.completions);
	CHECK(!fault_of_receiving(&memory, &completions));
	begin_receiver(&receiving->ring, &memory, &completions);
	CHECK(receiving->device.records[0] == 0);
	post_all(&receiving->ring);
	CHECK(be32toh(receiving->device.records[0]) == form->requests);

	receiving->ring.posted += form->begin;
	receiving->ring.taken += form->begin;
	receiving->ring.completions.next = receiving->device.completions.written = form->begin;
	receiving->device.completions.records[0] = htobe32(form->begin & 0xffffff);
	receiving->device.done = (uint16_t)form->begin;
	receiving->device.records[0] = htobe32(receiving->ring.posted & 0xffff);
}

static bool next_comes_in(struct receiving *receiving)
{
	static unsigned char data[LONGEST_FRAME];
	unsigned int length = make_frame(receiving->in, receiving->longest, data);
	bool is_in = come_in(&receiving->device, data, length);

	receiving->in += is_in;
	return is_in;
}

static unsigned int take_several(struct receiving *receiving, unsigned int most)
{
	unsigned char *frames[64];
	unsigned int lengths[64], count = 0;

	while (count < most) {
		enum ring_result result = take_frame(&receiving->ring, &frames[count], &lengths[count]);

		CHECK(result == RING_FRAME || result == RING_NOTHING);
		if (result == RING_NOTHING)
			break;
		count++;
	}
	/* The device may do what it can meanwhile: it is all to be left alone until it is given back. */
	for (unsigned int i = random_below(4); i > 0; i--)
		next_comes_in(receiving);
	for (unsigned int i = 0; i < count; i++)
		check_frame(receiving->out++, receiving->longest, frames[i], lengths[i]);
	give_back(&receiving->ring);
	return count;
}

static void take_all(struct receiving *receiving)
{
	while (receiving->in != receiving->out)
		take_several(receiving, 32);
}

static void receive_at_random(const struct receive_form *form, uint64_t frames)
{
	struct receiving receiving;

	begin_receiving(&receiving, form);
	while (receiving.in < frames) {
		for (unsigned int i = random_below(60); i > 0; i--)
			next_comes_in(&receiving);
		take_several(&receiving, 1 + random_below(40));
	}
	CHECK(receiving.device.dropped);
	take_all(&receiving);
	free_receiver(&receiving.device);
}

static const struct receive_form usual_receiving = {.requests = 64, .stride = 16, .entries = 64, .entry_size = 64, .place = 2048};

static void receives(void)
{
	static const struct receive_form forms[] = {
		{.requests = 64, .stride = 16, .entries = 64, .entry_size = 64, .place = 1536},
		{.requests = 16, .stride = 32, .entries = 32, .entry_size = 128, .place = 1536, .begin = 0xfffffff0},
		{.requests = 128, .stride = 64, .entries = 256, .entry_size = 64, .place = 256, .begin = 0xffffc0},
		{.requests = 64, .stride = 16, .entries = 64, .entry_size = 128, .place = 9100, .begin = 0xff80},
	};

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		receive_at_random(&forms[i], 150000);
}

static void receives_all_requests(void)
{
	struct receive_form form = {.requests = 32768, .stride = 16, .entries = 32768, .entry_size = 64, .place = 128, .begin = 40000};
	struct receiving receiving;

	begin_receiving(&receiving, &form);
	for (unsigned int i = 0; i < form.requests; i++)
		CHECK(next_comes_in(&receiving));
	CHECK(!next_comes_in(&receiving));
	take_all(&receiving);
	CHECK(receiving.out >= form.requests);
	free_receiver(&receiving.device);
}

/* What is lent is not the device's before it is given back. */
static void lends(void)
{
	struct receiving receiving;
	unsigned char *data;
	unsigned int length, lent = 0;

	begin_receiving(&receiving, &usual_receiving);
	while (next_comes_in(&receiving))
		;
	CHECK(receiving.in == 64 && receiving.device.dropped == 1);
	for (; take_frame(&receiving.ring, &data, &length) == RING_FRAME; lent++)
		CHECK(!next_comes_in(&receiving));
	CHECK(lent == 64);
	give_back(&receiving.ring);
	give_back(&receiving.ring);
	for (unsigned int i = 0; i < 64; i++)
		CHECK(next_comes_in(&receiving));
	CHECK(!next_comes_in(&receiving));
	free_receiver(&receiving.device);
}

/* The record of completions is in a page that may not be written, so that it is seen what else was told before it. */
static uint32_t *guarded;
static uint32_t *other_record, other_before;
static volatile sig_atomic_t was_first;

static void guarded_is_written(int signal)
{
	(void)signal;
	was_first = *other_record == other_before;
	mprotect(guarded, (size_t)getpagesize(), PROT_READ | PROT_WRITE);
}

/* Were it the other way round, the device could have more places than entries to tell of them. */
static void gives_back_entries_first(void)
{
	struct sigaction action = {.sa_handler = guarded_is_written}, before;
	size_t size = (size_t)getpagesize();
	struct receiving receiving;
	unsigned char *data;
	unsigned int length;

	begin_receiving(&receiving, &usual_receiving);
	guarded = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	CHECK(guarded != MAP_FAILED);
	receiving.ring.completions.memory.records = guarded;
	other_record = &receiving.device.records[0];
	other_before = *other_record;
	CHECK(next_comes_in(&receiving) && take_frame(&receiving.ring, &data, &length) == RING_FRAME);
	sigaction(SIGSEGV, &action, &before);
	give_back(&receiving.ring);
	sigaction(SIGSEGV, &before, NULL);
	CHECK(was_first && *other_record != other_before);
	munmap(guarded, size);
	free_receiver(&receiving.device);
}

static void restart_receiving(struct receiving *receiving)
{
	reset_device_receiver(&receiving->device);
	reset_receiver(&receiving->ring);
	post_all(&receiving->ring);
	receiving->in = receiving->out = 0;
}

static void tells_of_failures_to_receive(void)
{
	static const unsigned int syndromes[] = {0x01, 0x02, 0x04, 0x05};
	struct receiving receiving;
	unsigned char *data, much[4096] = {0};
	unsigned int length;

	begin_receiving(&receiving, &usual_receiving);
	for (unsigned int before = 0; before < 64; before++) {
		unsigned int syndrome = syndromes[before % 4];

		for (unsigned int i = 0; i < before; i++)
			CHECK(next_comes_in(&receiving));
		if (syndrome == 0x01)
			CHECK(!come_in(&receiving.device, much, sizeof(much)));
		else
			fail_receiver(&receiving.device, syndrome);
		for (unsigned int i = 0; i < before; i++) {
			CHECK(take_frame(&receiving.ring, &data, &length) == RING_FRAME);
			check_frame(receiving.out++, receiving.longest, data, length);
		}
		CHECK(take_frame(&receiving.ring, &data, &length) == RING_FAILED && receiving.ring.syndrome == syndrome);
		restart_receiving(&receiving);
		for (unsigned int i = 0; i < 100; i++) {
			CHECK(next_comes_in(&receiving));
			take_several(&receiving, 32);
		}
		restart_receiving(&receiving);
	}
	free_receiver(&receiving.device);
}

static void finds_strange_completions_of_receiving(void)
{
	static const struct {
		unsigned int kind, form;
		uint16_t counter;
		uint32_t length;
	} cases[] = {
		{2, 0, 1, 100},	 /* not the next */
		{2, 0, 64, 100}, /* of another round */
		{2, 0, 0, 2049}, /* longer than its place */
		{2, 0, 0, 0xffffffff},
		{2, 3, 0, 100}, /* compressed */
		{2, 2, 0, 100}, /* with data */
		{0, 0, 0, 100},
		{13, 0, 0, 100},
		{6, 0, 0, 100},
	};
	struct receiving receiving;
	unsigned char *data;
	unsigned int length;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin_receiving(&receiving, &usual_receiving);
		write_completion(&receiving.device.completions, cases[i].kind, cases[i].form, cases[i].counter,
				 cases[i].length, 0);
		CHECK(take_frame(&receiving.ring, &data, &length) == RING_STRANGE);
		free_receiver(&receiving.device);
	}
	/* More than was posted. */
	begin_receiving(&receiving, &(struct receive_form){.requests = 16, .stride = 16, .entries = 32, .entry_size = 64, .place = 2048});
	for (uint16_t i = 0; i < 17; i++)
		write_completion(&receiving.device.completions, 2, 0, i, 100, 0);
	for (unsigned int i = 0; i < 16; i++)
		CHECK(take_frame(&receiving.ring, &data, &length) == RING_FRAME);
	CHECK(take_frame(&receiving.ring, &data, &length) == RING_STRANGE);
	free_receiver(&receiving.device);
}

static void gives_notices(void)
{
	struct receiving receiving;
	struct device_completions *device = &receiving.device.completions;

	begin_receiving(&receiving, &usual_receiving);
	for (unsigned int i = 0; i < 100; i++) {
		CHECK(!has_completion(&receiving.ring.completions));
		ask_for_notice(&receiving.ring.completions);
		CHECK(!gives_notice(device));
		CHECK(next_comes_in(&receiving) && gives_notice(device) && !gives_notice(device));
		notice_came(&receiving.ring.completions);
		/* It is there before it is asked for. */
		CHECK(has_completion(&receiving.ring.completions));
		ask_for_notice(&receiving.ring.completions);
		CHECK(gives_notice(device));
		notice_came(&receiving.ring.completions);
		CHECK(take_several(&receiving, 64) >= 1);
		take_all(&receiving);
		/* Asked for twice, given once. */
		ask_for_notice(&receiving.ring.completions);
		ask_for_notice(&receiving.ring.completions);
		CHECK(!gives_notice(device) && next_comes_in(&receiving) && gives_notice(device) && !gives_notice(device));
		notice_came(&receiving.ring.completions);
		take_all(&receiving);
	}
	free_receiver(&receiving.device);
}

static void finds_faults(void)
{
	struct completion_memory good = {.count = 64, .size = 64}, bad[] = {{.count = 64, .size = 32}, {.count = 63, .size = 64},
		{.count = 32, .size = 64}, {.count = 0, .size = 64}, {.count = 1u << 31, .size = 64}};
	uint64_t doorbell;
	struct send_memory send = {.doorbell = &doorbell, .block_count = 64, .header = 18, .frames = 64, .room_size = 4096}, other = send;
	struct receive_memory receive = {.count = 64, .stride = 16}, another = receive;

	CHECK(!fault_of_sending(&send, &good) && !fault_of_receiving(&receive, &good));
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		CHECK(fault_of_sending(&send, &bad[i]) && fault_of_receiving(&receive, &bad[i]));
	other.doorbell = NULL;
	CHECK(fault_of_sending(&other, &good));
	other = send;
	other.block_count = 96;
	CHECK(fault_of_sending(&other, &good));
	other.block_count = 65536;
	CHECK(fault_of_sending(&other, &good));
	other.block_count = 2;
	CHECK(fault_of_sending(&other, &good));
	other = send;
	other.room_size = 5000;
	CHECK(fault_of_sending(&other, &good));
	another.count = 48;
	CHECK(fault_of_receiving(&another, &good));
	another.count = 65536;
	CHECK(fault_of_receiving(&another, &(struct completion_memory){.count = 65536, .size = 64}));
	another = receive;
	another.stride = 8;
	CHECK(fault_of_receiving(&another, &good));
	another.stride = 48;
	CHECK(fault_of_receiving(&another, &good));
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {
		{"frames are sent, as the device reads their requests", sends},
		{"all blocks of the greatest ring are used", sends_all_blocks},
		{"a device that does nothing is waited for", waits_for_a_device},
		{"lost doorbells", survives_lost_doorbells},
		{"the device is told once for several frames, and tells once", tells_when_told},
		{"a request fails", tells_of_failures},
		{"a queue that was reset", starts_anew},
		{"all requests fail", has_entries_for_failures},
		{"strange completions of sending", finds_strange_completions_of_sending},
		{"frames of every length are sent", sends_every_length},
		{"frames are received", receives},
		{"all requests of the greatest ring are used", receives_all_requests},
		{"what is lent is left alone", lends},
		{"entries are given back before places", gives_back_entries_first},
		{"receiving fails", tells_of_failures_to_receive},
		{"strange completions of receiving", finds_strange_completions_of_receiving},
		{"notices", gives_notices},
		{"faults of descriptions", finds_faults},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cases[i].run();
		printf("ok %s\n", cases[i].name);
	}
	return 0;
}
