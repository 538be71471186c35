// SPDX-License-Identifier: MIT
/* The verbs way over queues that are made up: what is posted to send is read only when it completes, as a device may do. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "verbs/verbs.c"
#include "../check.h"

#define SIZE 64
#define LONGEST 9018
#define UNDER_WAY (SIZE + ET_BURST) /* that are remembered: with those that may not be taken */

/* A request that the device has, and the frame that it is. */
struct posted {
	struct ibv_send_wr request;
	struct ibv_sge pieces[2];
	unsigned char inlined[256];
};

static struct posted posted[UNDER_WAY];
static unsigned int posted_head, posted_tail;
static unsigned char expected[UNDER_WAY][LONGEST];
static unsigned int lengths[UNDER_WAY], expected_head;
static unsigned int refused_after, pieces_seen[3], inlined_seen, checksums_seen;
static int refused_with;
static enum ibv_wc_status status;

static struct ibv_wc arrivals[ET_BURST];
static int arrival_count;

static int device_takes(struct ibv_qp *qp, struct ibv_send_wr *request, struct ibv_send_wr **refused)
{
	(void)qp;
	for (; request; request = request->next) {
		struct posted *to = &posted[posted_head % UNDER_WAY];
		size_t at = 0;

		if (refused_after-- == 0) {
			*refused = request;
			return refused_with;
		}
		to->request = *request;
		CHECK(request->num_sge >= 1 && request->num_sge <= 2);
		memcpy(to->pieces, request->sg_list, (size_t)request->num_sge * sizeof(*request->sg_list));
		for (int i = 0; request->send_flags & IBV_SEND_INLINE && i < request->num_sge; at += to->pieces[i++].length)
			memcpy(to->inlined + at, (void *)(uintptr_t)to->pieces[i].addr, to->pieces[i].length);
		posted_head++;
	}
	return 0;
}

/* What the device reads is what was to be sent, padded with zeros. */
static void read_as_device(const struct posted *of, unsigned int number)
{
	const unsigned char *frame = expected[number % UNDER_WAY];
	unsigned int length = lengths[number % UNDER_WAY], at = 0;
	unsigned char read[LONGEST + 64] = {0};
	bool is_inlined = of->request.send_flags & IBV_SEND_INLINE;

	for (int i = 0; i < of->request.num_sge; at += of->pieces[i++].length) {
		CHECK(of->pieces[i].length > 0 && of->pieces[i].lkey == 7 && at + of->pieces[i].length <= sizeof(read));
		memcpy(read + at, is_inlined ? of->inlined + at : (void *)(uintptr_t)of->pieces[i].addr, of->pieces[i].length);
	}
	CHECK(at == (length < 60 ? 60 : length) && is_inlined == (at <= 128));
	CHECK(!memcmp(read, frame, length));
	for (unsigned int i = length; i < at; i++)
		CHECK(read[i] == 0);
	CHECK((bool)(of->request.send_flags & IBV_SEND_IP_CSUM) == (bool)(frame[13] & 1));
	pieces_seen[of->request.num_sge]++;
	inlined_seen += is_inlined;
	checksums_seen += frame[13] & 1;
}

/* Some of what was posted completes, up to a request that reports. */
static int device_completes(struct ibv_cq *cq, int most, struct ibv_wc *completions)
{
	int count = 0;

	(void)cq;
	for (unsigned int number = posted_tail; number != posted_head && count < most && count < 2; number++) {
		const struct posted *of = &posted[number % UNDER_WAY];

		if (!(of->request.send_flags & IBV_SEND_SIGNALED))
			continue;
		for (; posted_tail != number + 1; posted_tail++)
			read_as_device(&posted[posted_tail % UNDER_WAY], posted_tail);
		completions[count++] = (struct ibv_wc){.wr_id = of->request.wr_id, .status = status};
	}
	return count;
}

static int device_receives(struct ibv_cq *cq, int most, struct ibv_wc *completions)
{
	int count = arrival_count < most ? arrival_count : most;

	(void)cq;
	memcpy(completions, arrivals, (size_t)count * sizeof(*arrivals));
	arrival_count = 0;
	return count;
}

static int device_takes_places(struct ibv_wq *wq, struct ibv_recv_wr *requests, struct ibv_recv_wr **refused)
{
	(void)wq;
	(void)requests;
	(void)refused;
	return 0;
}

static struct ibv_context sending = {.ops = {.post_send = device_takes, .poll_cq = device_completes}};
static struct ibv_context receiving = {.ops = {.poll_cq = device_receives}};
static struct ibv_qp qp = {.context = &sending};
static struct ibv_cq sent = {.context = &sending}, received = {.context = &receiving};
static struct ibv_wq wq = {.post_recv = device_takes_places};
static struct ibv_mr memory = {.lkey = 7};
static struct verbs_state state;
static struct port port;

static void begin(bool in_one_piece)
{
	struct queue *queue = &state.queues[0];

	posted_head = posted_tail = expected_head = arrival_count = 0;
	inlined_seen = checksums_seen = pieces_seen[1] = pieces_seen[2] = 0;
	refused_after = UINT32_MAX;
	refused_with = ENOMEM;
	status = IBV_WC_SUCCESS;
	memset(&state, 0, sizeof(state));
	memset(&port, 0, sizeof(port));
	port.state = &state;
	port.settings.queues = 1;
	port.settings.frame_size = LONGEST;
	memcpy(port.settings.mac, "\x02\0\0\0\0\x01", ADDRESS_SIZE);
	queue->objects = (struct objects){.sends = &qp, .sent = &sent, .received = &received, .receives = &wq, .inline_bytes = 128};
	queue->size_to_send = SIZE;
	queue->room = (struct room){.size = size_of_room(SIZE, LONGEST, in_one_piece), .in_one_piece = in_one_piece};
	queue->sent_from = (struct region){.begin = malloc(queue->room.size), .registered = &memory};
	queue->begins = calloc(SIZE, sizeof(*queue->begins));
	queue->room_of_frame = 2048;
	queue->places.begin = calloc(ET_BURST, 2048);
	CHECK(queue->sent_from.begin && queue->begins && queue->places.begin);
}

static void end(void)
{
	free(state.queues[0].sent_from.begin);
	free(state.queues[0].begins);
	free(state.queues[0].places.begin);
}

static unsigned long long counted(enum et_count count)
{
	return atomic_load(&port.counts[0].of[count]);
}

/* Sends some, of any length and content; those with an odd byte 13 leave a checksum open. Gives how many were taken. */
static unsigned int send_some(unsigned int count)
{
	static unsigned char data[ET_BURST][LONGEST];
	struct et_frame frames[ET_BURST];
	int taken;

	for (unsigned int i = 0; i < count; i++) {
		unsigned int length = 14 + (unsigned int)rand() % (rand() % 2 ? 200 : LONGEST - 13);

		for (unsigned int at = 0; at < length; at++)
			data[i][at] = (unsigned char)rand();
		frames[i] = (struct et_frame){.data = data[i], .length = length, .held = length,
					      .checksum_at = data[i][13] & 1 ? 50 : 0, .checksum_from = 34};
		memcpy(expected[(expected_head + i) % UNDER_WAY], data[i], length);
		lengths[(expected_head + i) % UNDER_WAY] = length;
	}
	taken = verbs_send(&port, 0, frames, count);
	CHECK(taken >= 0 && (unsigned int)taken <= count);
	expected_head += (unsigned int)taken;
	CHECK(posted_head == expected_head);
	return (unsigned int)taken;
}

static unsigned int send_many(void)
{
	unsigned int sent_frames = 0, full = 0;

	for (int i = 0; i < 1000; i++) {
		unsigned int count = 1 + (unsigned int)rand() % ET_BURST, taken;

		if (rand() % 50 == 0)
			refused_after = (unsigned int)rand() % 8;
		taken = send_some(count);
		sent_frames += taken;
		full += taken < count;
		refused_after = UINT32_MAX;
	}
	CHECK(full > 20 && sent_frames > 2000);
	return sent_frames;
}

static void frames_in_pieces_are_whole(void)
{
	unsigned int sent_frames;

	srand(5);
	begin(false);
	CHECK(state.queues[0].room.size == SIZE * 2048);
	sent_frames = send_many();
	CHECK(pieces_seen[2] > 20 && pieces_seen[1] > pieces_seen[2] && inlined_seen > 100 && checksums_seen > 100);
	CHECK(counted(ET_SENT) == sent_frames && counted(ET_SEND_REFUSED) == 0);
	end();
}

static void frames_in_one_piece_are_whole(void)
{
	srand(6);
	begin(true);
	CHECK(state.queues[0].room.size >= SIZE * (size_t)LONGEST);
	send_many();
	CHECK(pieces_seen[2] == 0 && pieces_seen[1] > 2000);
	end();
}

/* What the device never takes does not hold up what is behind it. */
static void a_frame_that_is_refused_is_passed_over(void)
{
	static unsigned char data[3][100];
	struct et_frame frames[3];

	begin(false);
	for (unsigned int i = 0; i < 3; i++)
		frames[i] = (struct et_frame){.data = data[i], .length = sizeof(data[i]), .held = sizeof(data[i])};
	refused_after = 1;
	refused_with = EINVAL;
	CHECK(verbs_send(&port, 0, frames, 3) == 3);
	CHECK(posted_head == 2 && counted(ET_SENT) == 2 && counted(ET_SEND_REFUSED) == 1);
	end();
}

/* Room is what is not under way: a frame finds none, and then finds it. */
static void a_room_is_full_and_free_again(void)
{
	struct room room = {.size = 256};
	struct span span;

	CHECK(take_room(&room, 60, &span) && span.begin == 0 && span.first == 60 && span.second == 0);
	CHECK(take_room(&room, 100, &span) && span.begin == 64 && span.first == 100);
	CHECK(!take_room(&room, 65, &span) && room.head == 192);
	CHECK(take_room(&room, 64, &span) && span.begin == 192);
	CHECK(!take_room(&room, 14, &span));
	room.tail = 192;
	CHECK(take_room(&room, 100, &span) && span.begin == 0 && span.first == 100);
	room.tail = 256;
	CHECK(take_room(&room, 128, &span) && span.begin == 128 && span.second == 0);
	room.tail = 384;
	CHECK(take_room(&room, 100, &span) && span.begin == 0 && span.first == 100);
	room.tail = room.head;
	CHECK(take_room(&room, 200, &span) && span.begin == 128 && span.first == 128 && span.second == 72);

	room = (struct room){.size = 256, .in_one_piece = true, .head = 192, .tail = 192};
	CHECK(take_room(&room, 100, &span) && span.begin == 0 && span.first == 100 && span.second == 0 && room.head == 384);
	CHECK(size_of_room(64, 1518, false) == 64 * 1536 && size_of_room(64, 9018, false) == 64 * 2048);
	CHECK(size_of_room(64, 9018, true) == 64 * 9024);
}

/* What the device says of checksums is handed on, unless nobody wants to know. */
static void what_a_device_says_of_checksums(void)
{
	for (unsigned int is_own = 0; is_own < 2; is_own++) {
		struct et_frame frames[ET_BURST];

		begin(false);
		port.settings.own_checksums = (unsigned char)is_own;
		for (unsigned int i = 0; i < 2; i++) {
			memcpy(place(&state.queues[0], i), port.settings.mac, ADDRESS_SIZE);
			arrivals[i] = (struct ibv_wc){.wr_id = i, .byte_len = 100, .status = IBV_WC_SUCCESS,
						      .wc_flags = i ? IBV_WC_IP_CSUM_OK : 0};
		}
		arrival_count = 2;
		CHECK(verbs_receive(&port, 0, frames, ET_BURST) == 2);
		CHECK(!frames[0].verified && (bool)frames[1].verified == !is_own);
		end();
	}
}

static void what_a_device_can(void)
{
	struct ibv_device_attr_ex none = {0}, raw = {.raw_packet_caps = IBV_RAW_PACKET_CAP_IP_CSUM},
				  flag = {.orig_attr = {.device_cap_flags = IBV_DEVICE_RAW_IP_CSUM}}, both = raw;

	both.orig_attr = flag.orig_attr;
	CHECK(!computes_checksums(&none) && !computes_checksums(&raw) && !computes_checksums(&flag) && computes_checksums(&both));
}

int main(void)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {
		{"a room is full and free again", a_room_is_full_and_free_again},
		{"frames in pieces are whole", frames_in_pieces_are_whole},
		{"frames in one piece are whole", frames_in_one_piece_are_whole},
		{"a frame that is refused is passed over", a_frame_that_is_refused_is_passed_over},
		{"what a device says of checksums", what_a_device_says_of_checksums},
		{"what a device can", what_a_device_can},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		cases[i].run();
		printf("ok %s\n", cases[i].name);
	}
	return 0;
}
