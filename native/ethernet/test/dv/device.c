// SPDX-License-Identifier: MIT
/* A device of mlx5 that is made up. */
#include "device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 64u
#define SEGMENT 16u
#define LONGEST 65536u

static uint64_t number_of(const unsigned char *bytes, unsigned int count)
{
	uint64_t number = 0;

	for (unsigned int i = 0; i < count; i++)
		number = number << 8 | bytes[i];
	return number;
}

static void put_number(unsigned char *bytes, unsigned int count, uint64_t number)
{
	for (unsigned int i = count; i-- > 0; number >>= 8)
		bytes[i] = (unsigned char)number;
}

static uint32_t record_of(const uint32_t *record)
{
	uint32_t word = __atomic_load_n(record, __ATOMIC_ACQUIRE);

	return (uint32_t)number_of((unsigned char *)&word, sizeof(word));
}

static void *room_for(size_t size)
{
	void *room = aligned_alloc(64, (size + 63) / 64 * 64);

	CHECK(room);
	memset(room, 0xa5, size);
	return room;
}

static void make_completions(struct device_completions *completions, unsigned int count, unsigned int size, uint32_t number)
{
	completions->count = count;
	completions->size = size;
	completions->number = number;
	completions->entries = room_for((size_t)count * size);
	for (unsigned int i = 0; i < count; i++)
		completions->entries[(size_t)(i + 1) * size - 1] = 0xf0;
}

static void make_region(struct region *region, size_t size, uint32_t key)
{
	*region = (struct region){.begin = room_for(size), .size = size, .key = key};
}

void make_sender(struct device_sender *device, unsigned int blocks, unsigned int completions, unsigned int entry_size,
		 size_t room)
{
	*device = (struct device_sender){.count = blocks, .number = 0x8a91c2, .header = 18};
	device->blocks = room_for((size_t)blocks * BLOCK);
	make_region(&device->region, room, 0x1357);
	make_completions(&device->completions, completions, entry_size, 0x40b1d5);
}

void make_receiver(struct device_receiver *device, unsigned int requests, unsigned int stride, unsigned int completions,
		   unsigned int entry_size, size_t room)
{
	*device = (struct device_receiver){.count = requests, .stride = stride};
	device->requests = room_for((size_t)requests * stride);
	make_region(&device->region, room, 0x2468);
	make_completions(&device->completions, completions, entry_size, 0x40b1d6);
}

void free_sender(struct device_sender *device)
{
	free(device->blocks);
	free(device->region.begin);
	free(device->completions.entries);
}

void free_receiver(struct device_receiver *device)
{
	free(device->requests);
	free(device->region.begin);
	free(device->completions.entries);
}

void reset_device_sender(struct device_sender *device)
{
	device->done = device->known = 0;
	device->doorbell = 0;
	device->is_failed = false;
	device->fails_with = 0;
	memset(device->records, 0, sizeof(device->records));
}

void reset_device_receiver(struct device_receiver *device)
{
	device->done = 0;
	device->is_failed = false;
	memset(device->records, 0, sizeof(device->records));
}

/* The device would stop for good where there is no entry for a completion. */
static unsigned char *free_entry(struct device_completions *completions)
{
	uint32_t taken = record_of(&completions->records[0]);

	CHECK(taken <= 0xffffff);
	CHECK(((completions->written - taken) & 0xffffff) < completions->count);
	return completions->entries + (size_t)(completions->written % completions->count + 1) * completions->size - BLOCK;
}

void write_completion(struct device_completions *completions, unsigned int kind, unsigned int form, uint16_t counter,
		      uint32_t length, unsigned int syndrome)
{
	unsigned char *entry = free_entry(completions);
	unsigned int owner = completions->written / completions->count % 2;

	/* What is not told of is not zero. */
	memset(entry, 0x5a, BLOCK - 1);
	put_number(entry + 44, 4, length);
	entry[55] = (unsigned char)syndrome;
	put_number(entry + 60, 2, counter);
	completions->written++;
	__atomic_store_n(entry + 63, (unsigned char)(kind << 4 | form << 2 | owner), __ATOMIC_RELEASE);
}

bool gives_notice(struct device_completions *completions)
{
	uint64_t word = __atomic_exchange_n((uint64_t *)(completions->registers + 32), 0, __ATOMIC_ACQUIRE);

	if (word) {
		uint64_t asked = number_of((unsigned char *)&word, sizeof(word));

		CHECK((asked & 0xffffffff) == completions->number);
		CHECK(asked >> 32 == record_of(&completions->records[1]));
		CHECK(asked >> 60 == (completions->turn & 3) && (asked >> 56 & 0xf) == 0);
		completions->is_armed = true;
		completions->armed_from = asked >> 32 & 0xffffff;
	}
	if (!completions->is_armed || (completions->written & 0xffffff) == completions->armed_from)
		return false;
	completions->is_armed = false;
	completions->turn++;
	return true;
}

/*
 * Sending
 */

/* A request as it lies in the ring, put together where it goes over the end. */
struct request {
	unsigned char bytes[BLOCK * 16];
	unsigned int segments, blocks;
	bool tells;
};

static void read_request(struct device_sender *device, struct request *request)
{
	unsigned int available = (uint16_t)(device->known - device->done);
	unsigned int block = device->done % device->count;

	request->segments = device->blocks[(size_t)block * BLOCK + 7] & 0x3f;
	request->blocks = (request->segments + 3) / 4;
	request->tells = false;
	CHECK(request->segments >= 3 && request->blocks <= 16);
	/* Nothing behind what the record tells is the device's. */
	CHECK(request->blocks <= available);
	for (unsigned int i = 0; i < request->blocks; i++)
		memcpy(request->bytes + i * BLOCK, device->blocks + (size_t)((block + i) % device->count) * BLOCK, BLOCK);
	device->blocks_used[request->blocks]++;
	device->around_the_end += block + request->blocks > device->count;
}

static void check_control(const struct device_sender *device, struct request *request)
{
	const unsigned char *control = request->bytes;

	CHECK(control[0] == 0);
	CHECK(number_of(control + 1, 2) == device->done);
	CHECK(control[3] == 0x0a);
	CHECK(number_of(control + 4, 3) == device->number);
	CHECK((control[7] & 0xc0) == 0);
	CHECK(number_of(control + 8, 3) == 0);
	CHECK(control[11] == 0 || control[11] == 8);
	CHECK(number_of(control + 12, 4) == 0);
	request->tells = control[11] == 8;
}

static unsigned int check_ethernet(const unsigned char *ethernet)
{
	CHECK(number_of(ethernet, 8) == 0 && number_of(ethernet + 8, 4) == 0);
	CHECK(number_of(ethernet + 12, 2) < 1024);
	return (unsigned int)number_of(ethernet + 12, 2);
}

static unsigned int append(unsigned char *frame, unsigned int length, const unsigned char *data, unsigned int more)
{
	CHECK(more <= LONGEST - length);
	memcpy(frame + length, data, more);
	return length + more;
}

/* Gives the length of the frame. */
static unsigned int gather(struct device_sender *device, const struct request *request, unsigned char *frame)
{
	unsigned int header = check_ethernet(request->bytes + SEGMENT), at, pieces = 0;
	unsigned int length = append(frame, 0, request->bytes + SEGMENT + 14, header), end = request->segments * SEGMENT;

	for (at = SEGMENT + (14 + header + SEGMENT - 1) / SEGMENT * SEGMENT; at < end; pieces++) {
		uint32_t word = (uint32_t)number_of(request->bytes + at, 4), size = word & 0x7fffffff;

		CHECK(size);
		if (word & 0x80000000) {
			CHECK(size < 1024 && at + 4 + size <= end);
			length = append(frame, length, request->bytes + at + 4, size);
			at += (4 + size + SEGMENT - 1) / SEGMENT * SEGMENT;
		} else {
			const unsigned char *data = (const unsigned char *)(uintptr_t)number_of(request->bytes + at + 8, 8);

			CHECK(number_of(request->bytes + at + 4, 4) == device->region.key);
			CHECK(data >= device->region.begin && size <= device->region.size);
			CHECK((size_t)(data - device->region.begin) <= device->region.size - size);
			length = append(frame, length, data, size);
			at += SEGMENT;
		}
	}
	CHECK(at == end);
	CHECK(header >= device->header || header == length);
	CHECK(length >= 60);
	device->in_two_pieces += pieces == 2;
	return length;
}

static void send_one(struct device_sender *device)
{
	static _Thread_local unsigned char frame[LONGEST];
	struct request request;
	uint16_t counter = device->done;
	unsigned int length;

	read_request(device, &request);
	if (device->is_failed) {
		write_completion(&device->completions, 13, 0, counter, 0, 0x05);
	} else if (device->fails_with) {
		write_completion(&device->completions, 13, 0, counter, 0, device->fails_with);
		device->is_failed = true;
	} else {
		check_control(device, &request);
		length = gather(device, &request, frame);
		device->sent(device->context, frame, length);
	}
	device->done = (uint16_t)(device->done + request.blocks);
	if (request.tells && !device->is_failed) {
		write_completion(&device->completions, 0, 0, counter, 0, 0);
		device->told++;
	}
}

static void look_at_doorbell(struct device_sender *device)
{
	uint64_t word = __atomic_exchange_n(&device->doorbell, 0, __ATOMIC_ACQUIRE);
	unsigned char bytes[8];
	uint32_t known;
	uint16_t last;

	if (!word)
		return;
	memcpy(bytes, &word, sizeof(bytes));
	known = record_of(&device->records[1]);
	CHECK(known <= 0xffff);
	CHECK((uint16_t)(known - device->done) <= device->count);
	last = (uint16_t)number_of(bytes + 1, 2);
	CHECK(bytes[0] == 0 && bytes[3] == 0x0a && number_of(bytes + 4, 3) == device->number);
	/* The request that it was rung for is one of those that the record tells of. */
	CHECK((uint16_t)(known - last) >= 1 && (uint16_t)(known - last) <= device->count);
	device->known = (uint16_t)known;
	device->rings++;
}

unsigned int run_sender(struct device_sender *device, unsigned int most)
{
	unsigned int count;

	look_at_doorbell(device);
	for (count = 0; count < most && device->done != device->known; count++)
		send_one(device);
	return count;
}

void lose_doorbell(struct device_sender *device)
{
	__atomic_store_n(&device->doorbell, 0, __ATOMIC_RELEASE);
}

/*
 * Receiving
 */

static unsigned int posted(const struct device_receiver *device)
{
	uint32_t posted = record_of(&device->records[0]);
	unsigned int count = (uint16_t)(posted - device->done);

	CHECK(posted <= 0xffff);
	CHECK(count <= device->count);
	return count;
}

/* Gives how many bytes there was no room for. */
static unsigned int scatter(const struct device_receiver *device, const unsigned char *data, unsigned int length)
{
	const unsigned char *request = device->requests + (size_t)(device->done % device->count) * device->stride;

	for (unsigned int at = 0; at < device->stride; at += SEGMENT) {
		uint32_t size = (uint32_t)number_of(request + at, 4), key = (uint32_t)number_of(request + at + 4, 4);
		unsigned char *place = (unsigned char *)(uintptr_t)number_of(request + at + 8, 8);
		unsigned int part = length < size ? length : size;

		if (key == 0x100 && !size)
			break;
		CHECK(size && key == device->region.key);
		CHECK(place >= device->region.begin && size <= device->region.size);
		CHECK((size_t)(place - device->region.begin) <= device->region.size - size);
		/* All of it is the device's. */
		memset(place, 0x99, size);
		memcpy(place, data, part);
		data += part;
		length -= part;
	}
	return length;
}

bool come_in(struct device_receiver *device, const unsigned char *data, unsigned int length)
{
	if (device->is_failed || !posted(device)) {
		device->dropped++;
		return false;
	}
	if (scatter(device, data, length)) {
		fail_receiver(device, 0x01);
		return false;
	}
	write_completion(&device->completions, 2, 0, device->done, length, 0);
	device->done++;
	return true;
}

void fail_receiver(struct device_receiver *device, unsigned int syndrome)
{
	device->is_failed = true;
	for (unsigned int left = posted(device); left; left--) {
		write_completion(&device->completions, 14, 0, device->done, 0, syndrome);
		device->done++;
		syndrome = 0x05;
	}
}
