// SPDX-License-Identifier: MIT
#include "stamp.h"

#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* For this many of the latest sequence numbers of a flow it is known which have come. */
#define WINDOW 4096

/* Tells a stamp from other payloads, which may be any bytes, such as encrypted ones: together with the six bits of `way`, one
 * in a thousand million of those is taken for a stamp. */
#define MARK 0x5bd1e9
#define MARK_SIZE 3
#define MARK_AT 8
#define TIME_AT (MARK_AT + MARK_SIZE)
#define TIME_SIZE (STAMP_SIZE - TIME_AT)

static uint64_t get(const unsigned char *at, int size)
{
	uint64_t value = 0;

	for (int i = 0; i < size; i++)
		value = value << 8 | at[i];
	return value;
}

static void put(unsigned char *at, int size, uint64_t value)
{
	for (int i = size - 1; i >= 0; i--, value >>= 8)
		at[i] = (unsigned char)value;
}

/* RFC 1624: changes a checksum after words that added up to `before` now add up to `after`. 0 stays 0, which means that there
 * is no checksum. */
static unsigned int adjusted(unsigned int checksum, uint32_t before, uint32_t after)
{
	uint32_t sum = (~checksum & 0xffff) + (~before & 0xffff) + after;

	if (!checksum)
		return 0;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum & 0xffff ? ~sum & 0xffff : 0xffff;
}

void put_stamp(unsigned char *data, const struct et_template *template, const struct stamp *stamp, unsigned int checksum)
{
	unsigned char *at = data + template->stamp_at;

	put16(at, stamp->run);
	put16(at + 2, (unsigned int)stamp->way << 10 | stamp->flow);
	put(at + 4, 4, stamp->sequence);
	put(at + MARK_AT, MARK_SIZE, MARK);
	put(at + TIME_AT, TIME_SIZE, stamp->time);
	if (template->checksum_at)
		put16(data + template->checksum_at, adjusted(checksum, 0, sum_of(0, at, STAMP_SIZE)));
}

/* org.rdmamonitor.ethernet fills payloads by the same rule: byte n is the lowest eight bits of this. */
#define FILLING(n) (((n) * 29 + 13) & 0xff)
#define FILLING_4(n) FILLING(n), FILLING((n) + 1), FILLING((n) + 2), FILLING((n) + 3)
#define FILLING_16(n) FILLING_4(n), FILLING_4((n) + 4), FILLING_4((n) + 8), FILLING_4((n) + 12)
#define FILLING_64(n) FILLING_16(n), FILLING_16((n) + 16), FILLING_16((n) + 32), FILLING_16((n) + 48)
#define PERIOD 256

static const unsigned char filling[PERIOD] = {FILLING_64(0), FILLING_64(64), FILLING_64(128), FILLING_64(192)};

static bool is_filled(const unsigned char *data, unsigned int from, unsigned int to)
{
	for (unsigned int size; from < to; from += size) {
		size = to - from < PERIOD ? to - from : PERIOD;
		if (memcmp(data + from, filling, size))
			return false;
	}
	return true;
}

bool find_stamp(const struct et_frame *frame, struct layers *layers, struct stamp *stamp, bool *is_changed)
{
	const unsigned char *data = frame->data, *at;
	unsigned int word;

	*layers = layers_of(data, frame->held);
	if (!layers->payload || frame->held < layers->payload + STAMP_SIZE)
		return false;
	at = data + layers->payload;
	word = get16(at + 2);
	stamp->run = get16(at);
	stamp->way = (enum way)(word >> 10);
	stamp->flow = word & (ET_MOST_FLOWS - 1);
	stamp->sequence = (uint32_t)get(at + 4, 4);
	stamp->time = get(at + TIME_AT, TIME_SIZE);
	if (get(at + MARK_AT, MARK_SIZE) != MARK || !stamp->run || (stamp->way != WAY_OUT && stamp->way != WAY_BACK))
		return false;
	*is_changed = !is_filled(data, layers->payload + STAMP_SIZE, frame->held);
	return true;
}

void turn_stamp(unsigned char *data, const struct layers *layers)
{
	unsigned char *at = data + layers->payload + 2;
	unsigned int before = get16(at), after = (before & (ET_MOST_FLOWS - 1)) | (unsigned int)WAY_BACK << 10;

	put16(at, after);
	if (layers->checksum)
		put16(data + layers->checksum, adjusted(get16(data + layers->checksum), before, after));
}

struct flow {
	unsigned int run; /* of which the frames noted here are */
	uint32_t next; /* follows the highest that has come */
	uint64_t seen[WINDOW / 64];
};

struct tracker {
	struct flow flows[ET_MOST_FLOWS];
};

struct tracker *new_tracker(void)
{
	return calloc(1, sizeof(struct tracker));
}

void free_tracker(struct tracker *tracker)
{
	free(tracker);
}

/* Notes a frame; returns whether it had been noted before. */
static bool note(struct flow *flow, uint32_t sequence)
{
	uint64_t *word = &flow->seen[sequence % WINDOW / 64], bit = UINT64_C(1) << sequence % 64;
	bool before = *word & bit;

	*word |= bit;
	return before;
}

static void advance(struct flow *flow, uint32_t next)
{
	if (next - flow->next >= WINDOW) {
		memset(flow->seen, 0, sizeof(flow->seen));
	} else {
		for (uint32_t at = flow->next; at != next; at++)
			flow->seen[at % WINDOW / 64] &= ~(UINT64_C(1) << at % 64);
	}
	flow->next = next;
}

/* The histogram has 32 places for each power of two, from 32 nanoseconds on. */
static unsigned int place_of(unsigned long long value)
{
	unsigned int power;

	if (value < 32)
		return (unsigned int)value;
	power = 63 - (unsigned int)__builtin_clzll(value);
	return (power - 4) * 32 + (unsigned int)(value >> (power - 5) & 31);
}

EXPORT unsigned long long et_histogram_value(unsigned int place)
{
	unsigned int power = place / 32 + 4;

	if (place < 32)
		return place;
	return power > 63 ? UINT64_MAX : (32ULL + place % 32) << (power - 5);
}

static void note_time(struct et_progress *progress, unsigned long long took)
{
	unsigned int place = place_of(took);

	if (took < progress->least || !progress->least)
		progress->least = took;
	if (took > progress->most)
		progress->most = took;
	progress->sum += (double)took;
	progress->histogram[place < ET_HISTOGRAM ? place : ET_HISTOGRAM - 1]++;
}

/* The time between two times, of which the first one is modulo TIME_SPAN; 0 if the first is later. */
static unsigned long long time_between(uint64_t sent, unsigned long long at)
{
	unsigned long long took = (at - sent) % TIME_SPAN;

	return took < TIME_SPAN / 2 ? took : 0;
}

void track(struct tracker *tracker, const struct stamp *stamp, unsigned long long at, struct et_progress *progress)
{
	struct flow *flow = &tracker->flows[stamp->flow];
	int32_t ahead;

	if (flow->run != stamp->run) {
		memset(flow, 0, sizeof(*flow));
		flow->run = stamp->run;
		flow->next = stamp->sequence;
	}
	ahead = (int32_t)(stamp->sequence - flow->next);
	if (ahead >= 0) {
		advance(flow, stamp->sequence + 1);
		note(flow, stamp->sequence);
	} else if (ahead < -WINDOW) {
		progress->late++;
	} else if (note(flow, stamp->sequence)) {
		progress->duplicates++;
		return;
	} else {
		progress->reordered++;
	}
	progress->received++;
	if (at)
		note_time(progress, time_between(stamp->time, at));
}
