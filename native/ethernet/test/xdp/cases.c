// SPDX-License-Identifier: MIT
/* What is told of frames that come by AF_XDP, without any interface. */
#include <string.h>

#include "xdp/xdp.h"
#include "../check.h"

static void places(void)
{
	CHECK(place_for(60) == 2048 && place_for(1792) == 2048);
	CHECK(place_for(1793) == 4096 && place_for(3840) == 4096);
	CHECK(place_for(3841) == 0 && longest_frame() == 3840);
}

static void statistics(void)
{
	struct xdp_statistics kernels = {.rx_dropped = 10, .rx_ring_full = 3, .rx_fill_ring_empty_descs = 4, .tx_invalid_descs = 2};
	struct et_counters counters = {0};

	count_statistics(&kernels, &counters);
	CHECK(counters.of[ET_RING_FULL] == 7 && counters.of[ET_CUT_OFF] == 6 && counters.of[ET_SEND_REFUSED] == 2);
	/* A driver looks for places more often than frames are lost by it. */
	kernels = (struct xdp_statistics){.rx_dropped = 1, .rx_fill_ring_empty_descs = 1000};
	memset(&counters, 0, sizeof(counters));
	count_statistics(&kernels, &counters);
	CHECK(counters.of[ET_RING_FULL] == 1 && counters.of[ET_CUT_OFF] == 0);
}

static unsigned int summed(const unsigned char *data, unsigned int size, unsigned int sum)
{
	for (unsigned int i = 0; i < size; i++)
		sum += i % 2 ? data[i] : (unsigned int)data[i] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

/* A datagram of 10 bytes, from 10.0.0.1 to 10.0.0.2, behind so many tags. */
static unsigned int make_ipv4(unsigned char *data, unsigned int tags)
{
	static const unsigned char rest[] = {8, 0, 0x45, 0, 0, 38, 0, 0, 0x40, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
					     0x27, 0x10, 0, 9, 0, 18, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
	unsigned int at = 12;

	memset(data, 2, 12);
	for (unsigned int i = 0; i < tags; i++, at += 4)
		memcpy(data + at, "\x81\x00\x00\x05", 4);
	memcpy(data + at, rest, sizeof(rest));
	return at + (unsigned int)sizeof(rest);
}

/* The same in IPv6. */
static unsigned int make_ipv6(unsigned char *data)
{
	static const unsigned char begin[] = {0x86, 0xdd, 0x60, 0, 0, 0, 0, 18, 17, 64};
	static const unsigned char datagram[] = {0x27, 0x10, 0, 9, 0, 18, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

	memset(data, 2, 12);
	memcpy(data + 12, begin, sizeof(begin));
	for (unsigned char i = 0; i < 32; i++)
		data[22 + i] = (unsigned char)(i * 7);
	memcpy(data + 54, datagram, sizeof(datagram));
	return 54 + (unsigned int)sizeof(datagram);
}

/* As the stack leaves it to a device; the same completed; the same with an error; not touched. */
static void try_checksums(unsigned char *data, unsigned int length, unsigned int transport, unsigned int pseudo)
{
	struct et_frame frame = {.data = data, .held = length + 6, .length = length + 6}; /* and some padding */
	unsigned int whole;

	data[transport + 6] = (unsigned char)(pseudo >> 8);
	data[transport + 7] = (unsigned char)pseudo;
	find_missing_checksum(&frame);
	CHECK(frame.checksum_from == transport && frame.checksum_at == transport + 6);
	whole = ~summed(data + transport, 18, 0) & 0xffff;
	data[transport + 6] = (unsigned char)(whole >> 8);
	data[transport + 7] = (unsigned char)whole;
	frame.checksum_from = frame.checksum_at = 0;
	find_missing_checksum(&frame);
	CHECK(frame.checksum_from == 0 && frame.checksum_at == 0);
	data[transport + 9] ^= 1;
	find_missing_checksum(&frame);
	CHECK(frame.checksum_at == 0);
	data[transport + 6] = data[transport + 7] = 0; /* none */
	find_missing_checksum(&frame);
	CHECK(frame.checksum_at == 0);
	/* The payload makes the whole checksum the same number as the pseudo header's sum. */
	memset(data + transport + 8, 0, 10);
	data[transport + 6] = (unsigned char)(pseudo >> 8);
	data[transport + 7] = (unsigned char)pseudo;
	whole = ~summed(data + transport, 18, pseudo) & 0xffff;
	data[transport + 8] = (unsigned char)(whole >> 8);
	data[transport + 9] = (unsigned char)whole;
	CHECK(summed(data + transport, 18, pseudo) == 0xffff);
	find_missing_checksum(&frame);
	CHECK(frame.checksum_at == 0);
}

static void checksums(void)
{
	unsigned char data[128] = {0};
	unsigned int length;

	for (unsigned int tags = 0; tags <= 2; tags++) {
		memset(data, 0, sizeof(data));
		length = make_ipv4(data, tags);
		try_checksums(data, length, 34 + 4 * tags, summed(data + 26 + 4 * tags, 8, 17 + 18));
	}
	memset(data, 0, sizeof(data));
	length = make_ipv6(data);
	try_checksums(data, length, 54, summed(data + 22, 32, 17 + 18));
}

/* Nothing is read behind the end, which the sanitizer watches, whatever lengths the headers have. */
static void anything(void)
{
	srand(5);
	for (int i = 0; i < 300000; i++) {
		unsigned int length = (unsigned int)rand() % 100;
		unsigned char whole[128] = {0}, *data = malloc(length ? length : 1);
		struct et_frame frame = {.data = data, .length = length, .held = length};

		CHECK(data);
		if (i % 2)
			make_ipv4(whole, (unsigned int)i % 4);
		else
			make_ipv6(whole);
		for (int changes = rand() % 6; changes > 0; changes--)
			whole[12 + rand() % 60] = (unsigned char)rand();
		memcpy(data, whole, length);
		find_missing_checksum(&frame);
		CHECK(frame.checksum_at == 0 || frame.checksum_at + 2 <= length);
		free(data);
	}
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {{"places", places}, {"statistics", statistics}, {"checksums", checksums}, {"anything", anything}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cases[i].run();
		printf("ok xdp: %s\n", cases[i].name);
	}
	return 0;
}
