// SPDX-License-Identifier: MIT
/* Stamps, checksums and what is counted of them, without any interface. */
#include <string.h>

#include "../layers.h"
#include "../stamp.h"
#include "check.h"

static struct et_progress progress;
static struct tracker *tracker;

static void comes(unsigned int run, unsigned int flow, uint32_t sequence)
{
	struct stamp stamp = {.run = run, .flow = flow, .way = WAY_OUT, .sequence = sequence, .time = 1000};

	track(tracker, &stamp, 0, &progress);
}

static bool counted(unsigned long long received, unsigned long long duplicates, unsigned long long reordered,
		    unsigned long long late)
{
	bool is_so = progress.received == received && progress.duplicates == duplicates &&
		     progress.reordered == reordered && progress.late == late;

	if (!is_so)
		fprintf(stderr, "received %llu, duplicates %llu, reordered %llu, late %llu\n", progress.received,
			progress.duplicates, progress.reordered, progress.late);
	memset(&progress, 0, sizeof(progress));
	return is_so;
}

static void tracking(void)
{
	for (uint32_t i = 0; i < 10000; i++)
		comes(1, 3, i);
	CHECK(counted(10000, 0, 0, 0));
	comes(1, 3, 10005); /* five are missing, of which one comes late and twice */
	comes(1, 3, 10002);
	comes(1, 3, 10002);
	comes(1, 3, 10005);
	comes(1, 3, 9999);
	CHECK(counted(2, 3, 1, 0));
	comes(1, 4, 10005); /* another flow */
	CHECK(counted(1, 0, 0, 0));
	comes(1, 3, 10005 - 4095);
	CHECK(counted(0, 1, 0, 0));
	comes(1, 3, 10005 - 4097);
	CHECK(counted(1, 0, 0, 1));
	comes(1, 3, 10005 + 100000); /* all that was known is forgotten */
	comes(1, 3, 10005 + 100000 - 10);
	CHECK(counted(2, 0, 1, 0));
	comes(2, 3, 0); /* another run begins anew */
	comes(2, 3, 1);
	CHECK(counted(2, 0, 0, 0));
	comes(5, 9, UINT32_MAX - 1);
	comes(5, 9, UINT32_MAX);
	comes(5, 9, 0);
	comes(5, 9, 1);
	comes(5, 9, UINT32_MAX);
	CHECK(counted(4, 1, 0, 0));
}

/* Random order within a window, some lost, some twice: against a plain list. */
static void tracking_at_random(void)
{
	enum { FRAMES = 20000 };
	static bool seen[FRAMES];
	unsigned long long unique = 0, doubled = 0;

	srand(7);
	for (int i = 0; i < FRAMES; i++) {
		int at = i - rand() % 100;

		if (at < 0 || rand() % 10 == 0)
			continue;
		comes(7, 1, (uint32_t)at + 4000000000u);
		doubled += seen[at];
		unique += !seen[at];
		seen[at] = true;
	}
	CHECK(progress.received == unique && progress.duplicates == doubled && progress.late == 0);
	memset(&progress, 0, sizeof(progress));
}

static void times(void)
{
	struct stamp stamp = {.run = 9, .flow = 0, .way = WAY_BACK};
	unsigned long long before = 0;

	for (unsigned int place = 1; place < 1900; place++) {
		unsigned long long value = et_histogram_value(place);

		CHECK(value > before);
		before = value;
	}
	for (unsigned int i = 1; i <= 1000; i++) {
		stamp.sequence = i;
		stamp.time = 5000;
		track(tracker, &stamp, 5000 + i * 1000, &progress);
	}
	CHECK(progress.least == 1000 && progress.most == 1000000 && progress.sum == 500500000.0);
	for (unsigned int place = 0, below = 0; place < ET_HISTOGRAM; place++) {
		below += (unsigned int)progress.histogram[place];
		if (below >= 500) {
			CHECK(et_histogram_value(place) <= 500000 && et_histogram_value(place) > 484000);
			break;
		}
	}
	stamp.sequence++;
	track(tracker, &stamp, 4000, &progress); /* a clock that goes back */
	CHECK(progress.histogram[0] == 1);
	stamp.sequence++;
	track(tracker, &stamp, UINT64_MAX, &progress);
	memset(&progress, 0, sizeof(progress));
	/* A stamp has not the whole time; what came in between is told by the rest. */
	stamp.sequence++;
	stamp.time = TIME_SPAN - 1000;
	track(tracker, &stamp, 7 * TIME_SPAN + 500, &progress);
	CHECK(progress.least == 1500 && progress.most == 1500);
	memset(&progress, 0, sizeof(progress));
}

/* A datagram of IPv4 with a checksum that is right for a stamp of zeros. */
static unsigned char datagram[] = {
	2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x81, 0, 0, 7, 8, 0, 0x45, 0, 0, 48, 0, 0, 0x40, 0, 64, 17, 0, 0,
	10, 0, 0, 1, 10, 0, 0, 2, 0x27, 0x10, 0, 9, 0, 28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	0, 0, 13, 42, 71, 100,
};

static uint32_t sum(const unsigned char *data, unsigned int size)
{
	uint32_t result = 0;

	for (unsigned int i = 0; i < size; i++)
		result += i % 2 ? data[i] : (uint32_t)data[i] << 8;
	return result;
}

static unsigned int folded(uint32_t value)
{
	while (value >> 16)
		value = (value & 0xffff) + (value >> 16);
	return value;
}

/* Of the whole datagram with its pseudo header: 0xffff, if its checksum is right. */
static unsigned int verified(const unsigned char *data)
{
	return folded(sum(data + 30, 8) + 17 + 28 + sum(data + 38, 28));
}

static void stamps(void)
{
	struct et_template template = {.data = datagram, .length = sizeof(datagram), .stamp_at = 46, .checksum_at = 44, .flow = 1023};
	struct et_frame frame = {.data = datagram, .length = sizeof(datagram), .held = sizeof(datagram)};
	unsigned int checksum = ~folded(sum(datagram + 30, 8) + 17 + 28 + sum(datagram + 38, 28)) & 0xffff;
	struct layers layers;
	struct stamp found;
	bool is_changed;

	datagram[44] = (unsigned char)(checksum >> 8);
	datagram[45] = (unsigned char)checksum;
	CHECK(verified(datagram) == 0xffff);
	CHECK(!find_stamp(&frame, &layers, &found, &is_changed));
	for (uint32_t i = 0; i < 200000; i++) {
		struct stamp stamp = {.run = 1 + i % 65535, .flow = 1023, .way = WAY_OUT, .sequence = i * 40503u,
				      .time = i * 0x9e3779b97f4a7c15u % TIME_SPAN};

		put_stamp(datagram, &template, &stamp, checksum);
		CHECK(verified(datagram) == 0xffff);
		CHECK(find_stamp(&frame, &layers, &found, &is_changed) && !is_changed);
		CHECK(found.run == stamp.run && found.flow == 1023 && found.sequence == stamp.sequence &&
		      found.time == stamp.time && found.way == WAY_OUT);
		turn_stamp(datagram, &layers);
		CHECK(verified(datagram) == 0xffff && find_stamp(&frame, &layers, &found, &is_changed) && found.way == WAY_BACK);
	}
	CHECK(layers.network == 18 && layers.transport == 38 && layers.payload == 46 && !layers.is_ipv6);
	datagram[64] ^= 1;
	CHECK(find_stamp(&frame, &layers, &found, &is_changed) && is_changed);
	datagram[64] ^= 1;
	frame.held = 61;
	CHECK(!find_stamp(&frame, &layers, &found, &is_changed));
	frame.held = sizeof(datagram);
	frame.checksum_from = 38;
	frame.checksum_at = 44;
	/* As the stack leaves it to a device: the sum of the pseudo header is there. */
	checksum = folded(sum(datagram + 30, 8) + 17 + 28);
	datagram[44] = (unsigned char)(checksum >> 8);
	datagram[45] = (unsigned char)checksum;
	complete_checksum(&frame);
	CHECK(verified(datagram) == 0xffff && frame.checksum_at == 0);
}

/* Datagrams of others, whose payload is any bytes, are not taken for stamped ones, as alike as they may begin. */
static void payloads_of_others(void)
{
	unsigned char data[sizeof(datagram)];
	struct et_frame frame = {.data = data, .length = sizeof(data), .held = sizeof(data)};
	struct layers layers;
	struct stamp stamp;
	bool is_changed;

	srand(5);
	memcpy(data, datagram, sizeof(data));
	for (int i = 0; i < 300000; i++) {
		for (unsigned int at = 46; at < sizeof(data); at++)
			data[at] = (unsigned char)rand();
		data[48] = (unsigned char)((i % 2 ? WAY_OUT : WAY_BACK) << 2 | (data[48] & 3));
		CHECK(!find_stamp(&frame, &layers, &stamp, &is_changed));
	}
}

/* Each byte of a long payload is looked at: byte n behind the stamp is n * 29 + 13, without what goes beyond eight bits. */
static void long_payloads(void)
{
	static unsigned char data[1514] = {[12] = 0x88, [13] = 0xb5};
	struct et_template template = {.data = data, .length = sizeof(data), .stamp_at = 14, .flow = 1};
	struct et_frame frame = {.data = data, .length = sizeof(data), .held = sizeof(data)};
	struct stamp stamp = {.run = 1, .flow = 1, .way = WAY_OUT, .sequence = 1, .time = 1};
	struct layers layers;
	bool is_changed;

	put_stamp(data, &template, &stamp, 0);
	for (unsigned int at = 14 + STAMP_SIZE; at < sizeof(data); at++)
		data[at] = (unsigned char)((at - 14 - STAMP_SIZE) * 29 + 13);
	for (frame.held = 14 + STAMP_SIZE; frame.held <= sizeof(data); frame.held++)
		CHECK(find_stamp(&frame, &layers, &stamp, &is_changed) && !is_changed);
	frame.held = sizeof(data);
	for (unsigned int at = 14 + STAMP_SIZE; at < sizeof(data); at++) {
		data[at] ^= 0x80;
		CHECK(find_stamp(&frame, &layers, &stamp, &is_changed) && is_changed);
		data[at] ^= 0x80;
	}
}

/* A checksum that a device has looked at is left open, so that it comes to what it was where it is filled in again. */
static void checksums_are_left_open(void)
{
	unsigned char data[sizeof(datagram)];
	struct et_frame frame = {.data = data, .length = sizeof(data), .held = sizeof(data)};

	CHECK(verified(datagram) == 0xffff);
	memcpy(data, datagram, sizeof(data));
	leave_checksum_open(&frame);
	CHECK(frame.checksum_from == 38 && frame.checksum_at == 44 && is_left_to_device(&frame));
	CHECK(verified(data) != 0xffff);
	leave_checksum_open(&frame); /* as it comes where another stack of this host has left it open */
	complete_checksum(&frame);
	CHECK(!memcmp(data, datagram, sizeof(data)));
	CHECK(!is_left_to_device(&frame));

	/* None; a fragment; what pads the frame is no part of the sum; what is not all there. */
	data[44] = data[45] = 0;
	leave_checksum_open(&frame);
	CHECK(frame.checksum_at == 0);
	memcpy(data, datagram, sizeof(data));
	data[24] = 0x20;
	leave_checksum_open(&frame);
	CHECK(frame.checksum_at == 0 && data[44] == datagram[44]);
	data[24] = 0x40;
	data[21] -= 2;
	leave_checksum_open(&frame);
	CHECK(frame.checksum_at == 0);
	data[21] += 4;
	leave_checksum_open(&frame);
	CHECK(frame.checksum_at == 0);

	/* Another checksum than that of the transport is not the device's. */
	frame.checksum_from = 18;
	frame.checksum_at = 28;
	CHECK(!is_left_to_device(&frame));
	frame.checksum_from = 38;
	frame.checksum_at = 54;
	CHECK(!is_left_to_device(&frame));
}

/* Nothing is read behind the end, which the sanitizer watches. */
static void anything(void)
{
	static const unsigned char beginnings[][4] = {{8, 0, 0x45, 0}, {0x86, 0xdd, 0x60, 0}, {0x81, 0, 0, 1}, {0x88, 0xb5, 0, 1}};

	srand(11);
	for (int i = 0; i < 300000; i++) {
		unsigned int length = (unsigned int)rand() % 120;
		unsigned char *data = malloc(length ? length : 1);
		struct et_frame frame = {.data = data, .length = length, .held = length,
					 .checksum_at = (unsigned int)rand() % 130, .checksum_from = (unsigned int)rand() % 130};
		struct layers layers;
		struct stamp stamp;
		bool is_changed;

		CHECK(data);
		for (unsigned int at = 0; at < length; at++)
			data[at] = (unsigned char)rand();
		if (length >= 16)
			memcpy(data + 12, beginnings[i % 4], 4);
		if (length >= 24 && i % 3)
			data[23] = data[20] = i % 2 ? 17 : 6;
		if (find_stamp(&frame, &layers, &stamp, &is_changed))
			turn_stamp(data, &layers);
		if (i % 2)
			leave_checksum_open(&frame);
		is_left_to_device(&frame);
		complete_checksum(&frame);
		free(data);
	}
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {
		{"tracking", tracking}, {"tracking at random", tracking_at_random}, {"times", times},
		{"stamps", stamps},	{"payloads of others", payloads_of_others},
		{"long payloads", long_payloads},
		{"checksums are left open", checksums_are_left_open}, {"anything", anything},
	};

	tracker = new_tracker();
	CHECK(tracker);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cases[i].run();
		printf("ok %s\n", cases[i].name);
	}
	free_tracker(tracker);
	return 0;
}
