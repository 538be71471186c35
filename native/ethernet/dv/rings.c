// SPDX-License-Identifier: MIT
/* Rings of an mlx5 device. */
#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "order.h"
#include "rings.h"

static bool is_power_of_two(size_t number)
{
	return number && (number & (number - 1)) == 0;
}

/* The entry of the completion with this number, whether the device has written it already or not. */
static const struct completion *entry_at(const struct completions *completions, uint32_t number)
{
	const struct completion_memory *memory = &completions->memory;
	size_t place = number & (memory->count - 1);

	/* In an entry of 128 bytes the completion is the second half. */
	return (const struct completion *)(memory->entries + (place + 1) * memory->size - sizeof(struct completion));
}

/* An entry has been written if its owner bit is that of the current round; before the first round it is marked invalid. */
static bool is_written(const struct completions *completions, uint8_t kind_owner)
{
	bool is_odd_round = completions->next & completions->memory.count;

	return kind_owner >> 4 != KIND_NONE && (kind_owner & OWNER_BIT) == is_odd_round;
}

bool has_completion(const struct completions *completions)
{
	return is_written(completions, hear_device(&entry_at(completions, completions->next)->kind_owner));
}

static const struct completion *next_completion(struct completions *completions)
{
	const struct completion *entry = entry_at(completions, completions->next);

	if (!is_written(completions, hear_device(&entry->kind_owner)))
		return NULL;
	completions->next++;
	return entry;
}

/* Tells the device that it may reuse these entries. */
static void tell_what_was_taken(const struct completions *completions)
{
	tell_device(&completions->memory.records[RECORD_TAKEN], htobe32(completions->next & COMPLETION_NUMBER));
}

static void drain(struct completions *completions)
{
	while (next_completion(completions))
		;
	tell_what_was_taken(completions);
}

void ask_for_notice(struct completions *completions)
{
	struct completion_memory *memory = &completions->memory;
	uint32_t word = (completions->turn & 3) << ARM_TURN_SHIFT | (completions->next & COMPLETION_NUMBER);

	tell_device(&memory->records[RECORD_ARMED], htobe32(word));
	ring_register((uint64_t *)(memory->registers + ARM_REGISTER), htobe64((uint64_t)word << 32 | memory->number));
}

void notice_came(struct completions *completions)
{
	completions->turn++;
}

/* Whether an entry is of the form that was asked for: neither compressed nor with data in it. */
static bool is_plain(const struct completion *entry)
{
	return (entry->kind_owner >> 2 & 3) == 0;
}

static const char *fault_of_completions(const struct completion_memory *memory, unsigned int most)
{
	if (memory->size != 64 && memory->size != 128)
		return "its completions have neither 64 nor 128 bytes";
	if (!is_power_of_two(memory->count) || memory->count > COMPLETION_NUMBER)
		return "the number of its completions is no power of two";
	if (memory->count < most)
		return "it has fewer completions than requests";
	return NULL;
}

/*
 * Sending
 */

/* How many segments a request has whose data is in this many pieces, or is in the request itself. */
static unsigned int segments_of(unsigned int header, unsigned int inlined, unsigned int pieces)
{
	unsigned int segments = 2 + (header - 2 + SEGMENT_SIZE - 1) / SEGMENT_SIZE + pieces;

	if (inlined)
		segments += ((unsigned int)sizeof(uint32_t) + inlined + SEGMENT_SIZE - 1) / SEGMENT_SIZE;
	return segments;
}

static unsigned int blocks_of(unsigned int segments)
{
	return (segments + SEGMENTS_IN_BLOCK - 1) / SEGMENTS_IN_BLOCK;
}

const char *fault_of_sending(const struct send_memory *memory, const struct completion_memory *completions)
{
	unsigned int most = blocks_of(segments_of(memory->header, 0, 2));

	if (!memory->doorbell)
		return "it has no register for the doorbell";
	if (!is_power_of_two(memory->block_count) || memory->block_count > MOST_IN_RING)
		return "its ring to send has no power of two of blocks up to 32768";
	if (memory->block_count < 2 * most)
		return "its ring to send is too short";
	if (!is_power_of_two(memory->room_size))
		return "the room for frames to send is no power of two";
	return fault_of_completions(completions, memory->frames);
}

bool begin_sender(struct sender *sender, const struct send_memory *memory, const struct completion_memory *completions)
{
	*sender = (struct sender){.memory = *memory, .completions = {.memory = *completions}};
	sender->sent = calloc(memory->block_count, sizeof(*sender->sent));
	return sender->sent;
}

void end_sender(struct sender *sender)
{
	free(sender->sent);
	sender->sent = NULL;
}

/* Writes into the blocks of the next request, at this offset from its beginning; the end of the ring may be in between. */
static void write_request(struct sender *sender, unsigned int at, const void *data, unsigned int length)
{
	size_t size = (size_t)sender->memory.block_count * BLOCK_SIZE;
	size_t begin = ((size_t)sender->block_head * BLOCK_SIZE + at) & (size - 1);
	size_t first = size - begin < length ? size - begin : length;

	memcpy(sender->memory.blocks + begin, data, first);
	memcpy(sender->memory.blocks, (const unsigned char *)data + first, length - first);
}

static void write_data_segment(struct sender *sender, unsigned int at, const unsigned char *data, uint32_t length)
{
	struct data_segment segment = {
		.length = htobe32(length),
		.key = htobe32(sender->memory.key),
		.address = htobe64((uint64_t)(uintptr_t)data),
	};

	write_request(sender, at, &segment, sizeof(segment));
}

/* Writes the control and the Ethernet segment, the latter with the first bytes of the frame. */
static void write_header(struct sender *sender, const unsigned char *data, unsigned int header, unsigned int segments)
{
	struct control_segment control = {
		.index_opcode = htobe32((sender->block_head & QUEUE_NUMBER) << 8 | OPCODE_SEND),
		.number_segments = htobe32(sender->memory.number << 8 | segments),
	};
	struct ethernet_segment ethernet = {.inline_size = htobe16((uint16_t)header)};
	unsigned int at = (unsigned int)(sizeof(control) + offsetof(struct ethernet_segment, inline_begin));

	write_request(sender, 0, &control, sizeof(control));
	write_request(sender, sizeof(control), &ethernet, sizeof(ethernet));
	write_request(sender, at, data, header);
}

static bool has_blocks(const struct sender *sender, unsigned int segments)
{
	unsigned int used = sender->block_head - sender->block_tail;

	return used + blocks_of(segments) <= sender->memory.block_count &&
	       sender->frame_head - sender->frame_tail < sender->memory.frames;
}

/* Adds the request that was just written to the ring. */
static void commit(struct sender *sender, unsigned int segments, uint64_t next_room)
{
	struct sent *sent = &sender->sent[sender->block_head & (sender->memory.block_count - 1)];

	sender->last_block = sender->block_head;
	sent->block = sender->block_head;
	sender->block_head += blocks_of(segments);
	sender->frame_head++;
	sender->room_head = next_room;
	sent->next_block = sender->block_head;
	sent->next_frame = sender->frame_head;
	sent->next_room = next_room;
}

/* A short frame: all of it is in the request. */
static bool put_inline(struct sender *sender, const unsigned char *data, unsigned int length)
{
	unsigned int header = length < sender->memory.header ? length : sender->memory.header, rest = length - header;
	unsigned int segments = segments_of(header, rest, 0), at = segments_of(header, 0, 0) * SEGMENT_SIZE;
	uint32_t size = htobe32(rest | DATA_IS_INLINE);

	if (!has_blocks(sender, segments))
		return false;
	write_header(sender, data, header, segments);
	if (rest) {
		write_request(sender, at, &size, sizeof(size));
		write_request(sender, at + (unsigned int)sizeof(size), data + header, rest);
	}
	commit(sender, segments, sender->room_head);
	return true;
}

/* Where the rest of a frame is in the room. This is used as a ring: a frame that reaches its end goes on at its beginning. */
struct copy {
	size_t begin;
	unsigned int first, second; /* bytes; second: those at the beginning of the room */
	uint64_t next_room;
};

static bool find_room(const struct sender *sender, unsigned int length, struct copy *copy)
{
	size_t size = sender->memory.room_size, begin = sender->room_head & (size - 1), behind = size - begin;
	uint64_t head = sender->room_head;

	if (sender->memory.in_one_piece && behind < length) {
		head += behind;
		begin = 0;
		behind = size;
	}
	copy->begin = begin;
	copy->first = behind < length ? (unsigned int)behind : length;
	copy->second = length - copy->first;
	copy->next_room = head + length;
	return copy->next_room - sender->room_tail <= size;
}

static bool put_in_room(struct sender *sender, const unsigned char *data, unsigned int length)
{
	unsigned int header = sender->memory.header, rest = length - header, segments;
	unsigned char *room = sender->memory.room;
	struct copy copy;

	if (!find_room(sender, rest, &copy))
		return false;
	segments = segments_of(header, 0, copy.second ? 2 : 1);
	if (!has_blocks(sender, segments))
		return false;
	memcpy(room + copy.begin, data + header, copy.first);
	memcpy(room, data + header + copy.first, copy.second);
	write_header(sender, data, header, segments);
	if (copy.second) {
		write_data_segment(sender, (segments - 2) * SEGMENT_SIZE, room + copy.begin, copy.first);
		write_data_segment(sender, (segments - 1) * SEGMENT_SIZE, room, copy.second);
	} else {
		write_data_segment(sender, (segments - 1) * SEGMENT_SIZE, room + copy.begin, copy.first);
	}
	commit(sender, segments, copy.next_room);
	return true;
}

bool put_frame(struct sender *sender, const unsigned char *data, unsigned int length)
{
	unsigned char padded[SHORTEST] = {0};

	if (length < SHORTEST) {
		memcpy(padded, data, length);
		return put_inline(sender, padded, SHORTEST);
	}
	return length <= INLINE_MOST ? put_inline(sender, data, length) : put_in_room(sender, data, length);
}

static struct control_segment *last_control(const struct sender *sender)
{
	unsigned int block = sender->last_block & (sender->memory.block_count - 1);

	return (struct control_segment *)(sender->memory.blocks + (size_t)block * BLOCK_SIZE);
}

/* Rings the doorbell by writing the first eight bytes of the last request to it. A whole request could be written, so that the
 * device need not read it from memory (BlueFlame); but other queues of the process may use the same register, and without a
 * lock only eight bytes can be written in one access. */
void tell_again(struct sender *sender)
{
	uint64_t word;

	memcpy(&word, last_control(sender), sizeof(word));
	tell_device(&sender->memory.records[RECORD_SEND], htobe32(sender->block_head & QUEUE_NUMBER));
	ring_register(sender->memory.doorbell, word);
}

void tell_of_frames(struct sender *sender)
{
	if (sender->told == sender->block_head)
		return;
	last_control(sender)->flags = FLAG_COMPLETION;
	tell_again(sender);
	sender->told = sender->block_head;
}

/* The frame that was sent by the request of this completion, if there is one under way. The device names the request by the
 * lowest bits of its first block. */
static const struct sent *find_sent(const struct sender *sender, uint16_t counter)
{
	const struct sent *sent = &sender->sent[counter & (sender->memory.block_count - 1)];
	uint32_t behind_tail = (uint16_t)(counter - sender->block_tail);
	bool is_under_way = behind_tail < sender->told - sender->block_tail;

	return is_under_way && sent->block == sender->block_tail + behind_tail ? sent : NULL;
}

/* This request and all before it are done. */
static void finish(struct sender *sender, const struct sent *sent)
{
	sender->block_tail = sent->next_block;
	sender->frame_tail = sent->next_frame;
	sender->room_tail = sent->next_room;
}

static enum ring_result look_at_sent(struct sender *sender, const struct completion *entry, unsigned int *lost)
{
	const struct sent *sent = find_sent(sender, be16toh(entry->counter));
	unsigned int kind = entry->kind_owner >> 4;

	*lost = sender->frame_head - sender->frame_tail;
	if (!sent || !is_plain(entry))
		return RING_STRANGE;
	if (kind == KIND_SENT) {
		finish(sender, sent);
		return RING_NOTHING;
	}
	if (kind != KIND_SEND_ERROR)
		return RING_STRANGE;
	/* The frames before the failed one were sent, although they have no completions of their own. */
	*lost = sender->frame_head - (sent->next_frame - 1);
	sender->syndrome = entry->syndrome;
	return RING_FAILED;
}

enum ring_result reclaim(struct sender *sender, unsigned int *lost)
{
	enum ring_result result = RING_NOTHING;
	const struct completion *entry;
	uint32_t before = sender->completions.next;

	while (result == RING_NOTHING && (entry = next_completion(&sender->completions)))
		result = look_at_sent(sender, entry, lost);
	if (sender->completions.next != before)
		tell_what_was_taken(&sender->completions);
	return result;
}

void reset_sender(struct sender *sender)
{
	drain(&sender->completions);
	sender->block_head = sender->block_tail = sender->told = sender->last_block = 0;
	sender->frame_head = sender->frame_tail = 0;
	sender->room_head = sender->room_tail = 0;
}

/*
 * Receiving
 */

const char *fault_of_receiving(const struct receive_memory *memory, const struct completion_memory *completions)
{
	if (!is_power_of_two(memory->count) || memory->count > MOST_IN_RING)
		return "its ring to receive has no power of two of requests up to 32768";
	if (!is_power_of_two(memory->stride) || memory->stride < SEGMENT_SIZE)
		return "the distance of its requests to receive is no power of two from 16";
	return fault_of_completions(completions, memory->count);
}

/* Each request has its own place for good: requests are written once, and from then on only their number goes round. */
static void write_receive_request(const struct receive_memory *memory, unsigned int request)
{
	struct data_segment *segments = (struct data_segment *)(memory->requests + (size_t)request * memory->stride);
	unsigned char *place = memory->places + request * memory->place_size;

	segments[0] = (struct data_segment){
		.length = htobe32((uint32_t)memory->place_size),
		.key = htobe32(memory->key),
		.address = htobe64((uint64_t)(uintptr_t)place),
	};
	if (memory->stride > SEGMENT_SIZE)
		segments[1] = (struct data_segment){.key = htobe32(KEY_OF_NOTHING)};
}

void begin_receiver(struct receiver *receiver, const struct receive_memory *memory, const struct completion_memory *completions)
{
	*receiver = (struct receiver){.memory = *memory, .completions = {.memory = *completions}};
	for (unsigned int request = 0; request < memory->count; request++)
		write_receive_request(memory, request);
}

static void tell_what_is_posted(const struct receiver *receiver)
{
	tell_device(&receiver->memory.records[RECORD_RECEIVE], htobe32(receiver->posted & QUEUE_NUMBER));
}

void post_all(struct receiver *receiver)
{
	receiver->posted = receiver->memory.count;
	tell_what_is_posted(receiver);
}

void give_back(struct receiver *receiver)
{
	if (!receiver->lent)
		return;
	/* Give back completion entries before places, so that the device never has more places than entries. */
	tell_what_was_taken(&receiver->completions);
	receiver->posted += receiver->lent;
	receiver->lent = 0;
	tell_what_is_posted(receiver);
}

enum ring_result take_frame(struct receiver *receiver, unsigned char **data, unsigned int *length)
{
	const struct completion *entry = next_completion(&receiver->completions);
	unsigned int kind;
	size_t place;

	if (!entry)
		return RING_NOTHING;
	kind = entry->kind_owner >> 4;
	if (kind == KIND_RECEIVE_ERROR) {
		receiver->syndrome = entry->syndrome;
		return RING_FAILED;
	}
	*length = be32toh(entry->length);
	if (kind != KIND_RECEIVED || !is_plain(entry) || be16toh(entry->counter) != (receiver->taken & QUEUE_NUMBER) ||
	    receiver->taken == receiver->posted || *length > receiver->memory.place_size)
		return RING_STRANGE;
	place = receiver->taken & (receiver->memory.count - 1);
	*data = receiver->memory.places + place * receiver->memory.place_size;
	receiver->taken++;
	receiver->lent++;
	return RING_FRAME;
}

void reset_receiver(struct receiver *receiver)
{
	drain(&receiver->completions);
	receiver->posted = receiver->taken = receiver->lent = 0;
}
