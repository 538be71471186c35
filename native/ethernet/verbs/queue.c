// SPDX-License-Identifier: MIT
/* One queue of a port: what was posted to its libibverbs objects, and what has completed. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "queue.h"

#include <errno.h>
#include <net/ethernet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define CACHE_LINE 64u

#define PIECES_MOST 2
/* If the device gives no notice: how often to look, in nanoseconds. */
#define LOOKED_AGAIN_AFTER 1000000

/* One in this many send requests reports when it and those before it are done; so does the last of each post. */
#define TOLD_OF 16u

void begin_queue(struct queue *queue)
{
	queue->timer = queue->waiting = -1;
}

static int post_places(struct queue *queue, const unsigned int *numbers, unsigned int count)
{
	struct ibv_recv_wr requests[ET_BURST], *refused;
	struct ibv_sge pieces[ET_BURST];

	for (unsigned int i = 0; i < count; i++) {
		pieces[i] = (struct ibv_sge){
			.addr = (uintptr_t)place(queue, numbers[i]),
			.length = (uint32_t)queue->room_of_frame,
			.lkey = queue->places.registered->lkey,
		};
		requests[i] = (struct ibv_recv_wr){
			.wr_id = numbers[i],
			.next = i + 1 < count ? &requests[i + 1] : NULL,
			.sg_list = &pieces[i],
			.num_sge = 1,
		};
	}
	return count ? -ibv_post_wq_recv(queue->objects.receives, requests, &refused) : 0;
}

int post_free_places(struct queue *queue)
{
	unsigned int count = queue->free_count;

	queue->free_count = 0;
	return post_places(queue, queue->free, count);
}

static int post_all_places(struct queue *queue)
{
	int result = 0;

	queue->free_count = 0;
	for (unsigned int number = 0; result == 0 && number < queue->size_to_receive; number++) {
		queue->free[queue->free_count++] = number;
		if (queue->free_count == ET_BURST || number + 1 == queue->size_to_receive)
			result = post_free_places(queue);
	}
	return result;
}

/* Sets the timer to go off once, at once; or again and again. */
static int set_timer(struct queue *queue, long first, long then)
{
	struct itimerspec when = {.it_value.tv_nsec = first, .it_interval.tv_nsec = then};

	return timerfd_settime(queue->timer, 0, &when, NULL);
}

static int wait_for(struct queue *queue, int fd)
{
	struct epoll_event event = {.events = EPOLLIN};

	return epoll_ctl(queue->waiting, EPOLL_CTL_ADD, fd, &event);
}

static int make_descriptors(struct queue *queue, const struct objects_of_port *all)
{
	queue->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
	queue->waiting = epoll_create1(EPOLL_CLOEXEC);
	if (queue->timer < 0 || queue->waiting < 0 || read_without_waiting(queue->objects.channel->fd) ||
	    wait_for(queue, queue->timer) || wait_for(queue, queue->objects.channel->fd) ||
	    wait_for(queue, all->context->async_fd))
		return -1;
	queue->gives_notice = !ibv_req_notify_cq(queue->objects.received, 0);
	queue->is_asked = queue->gives_notice;
	return queue->gives_notice ? 0 : set_timer(queue, LOOKED_AGAIN_AFTER, LOOKED_AGAIN_AFTER);
}

static int make_room(struct queue *queue, struct ibv_pd *domain, struct et_settings *settings)
{
	struct room *room = &queue->room;
	int error;

	room->in_one_piece = settings->one_segment;
	room->size = size_of_room(settings->transmit_size, settings->frame_size, room->in_one_piece);
	queue->begins = calloc(queue->size_to_send, sizeof(*queue->begins));
	if (!queue->begins)
		return failed(settings, -ENOMEM, "no memory");
	error = make_region(domain, room->size, &queue->sent_from);
	return error ? no_memory(settings, error, room->size) : 0;
}

static int make_memory(struct queue *queue, struct ibv_pd *domain, struct et_settings *settings)
{
	size_t places = queue->room_of_frame * queue->size_to_receive;
	int error = make_region(domain, places, &queue->places);

	if (error)
		return no_memory(settings, error, places);
	return queue->objects.sends ? make_room(queue, domain, settings) : 0;
}

int open_queue(struct queue *queue, const struct objects *objects, const struct objects_of_port *all, struct et_settings *settings)
{
	int result;

	queue->objects = *objects;
	queue->size_to_receive = settings->receive_size;
	queue->size_to_send = settings->transmit_size;
	queue->room_of_frame = ((size_t)settings->frame_size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
	result = make_memory(queue, all->domain, settings);
	if (result)
		return result;
	if (make_descriptors(queue, all))
		return failed(settings, 0, "cannot wait for completions of %s: %s", settings->device, strerrordesc_np(errno));
	result = post_all_places(queue);
	return result ? failed(settings, result, "cannot post requests to receive on %s: %s", settings->device, strerrordesc_np(-result)) : 0;
}

void close_queue(struct queue *queue)
{
	free_region(&queue->sent_from);
	free(queue->begins);
	free_region(&queue->places);
	if (queue->timer >= 0)
		close(queue->timer);
	if (queue->waiting >= 0)
		close(queue->waiting);
}

int take_received(struct queue *queue, struct ibv_wc *completions, unsigned int most)
{
	int count = queue->found_count;

	if (!count)
		return ibv_poll_cq(queue->objects.received, (int)most, completions);
	if (count > (int)most)
		count = (int)most;
	memcpy(completions, queue->found, (size_t)count * sizeof(*completions));
	queue->found_count -= count;
	memmove(queue->found, queue->found + count, (size_t)queue->found_count * sizeof(*completions));
	return count;
}

/* Takes all completions of a queue that was stopped; no more will come after these. */
static void forget_completions(struct ibv_cq *cq)
{
	struct ibv_wc completions[ET_BURST];

	while (ibv_poll_cq(cq, ET_BURST, completions) > 0)
		;
}

int restart_receiving(struct queue *queue)
{
	int result = stop_receiving(&queue->objects);

	if (result)
		return result;
	forget_completions(queue->objects.received);
	queue->found_count = 0;
	result = start_receiving(&queue->objects);
	if (result == 0)
		result = post_all_places(queue);
	queue->has_failed = result != 0;
	return result;
}

static uint64_t *begin_of(const struct queue *queue, uint64_t request)
{
	return &queue->begins[request % queue->size_to_send];
}

/* This many requests are done, and their room is free. A completion means that all requests before it are done too, even those
 * that report nothing. */
static void note_done(struct queue *queue, uint64_t done)
{
	queue->done = done;
	queue->room.tail = done == queue->posted ? queue->room.head : *begin_of(queue, done);
}

static int restart_sending(struct queue *queue)
{
	int result = stop_sending(&queue->objects);

	if (result)
		return result;
	forget_completions(queue->objects.sent);
	note_done(queue, queue->posted);
	return start_sending(&queue->objects);
}

int reclaim(struct queue *queue, unsigned long long *lost)
{
	struct ibv_wc completions[ET_BURST];
	int count = ibv_poll_cq(queue->objects.sent, ET_BURST, completions);
	bool is_good = count >= 0;

	*lost = 0;
	for (int i = 0; i < count && is_good; i++) {
		is_good = completions[i].status == IBV_WC_SUCCESS;
		note_done(queue, completions[i].wr_id + is_good);
	}
	if (is_good)
		return 0;
	*lost = queue->posted - queue->done;
	return restart_sending(queue);
}

/* Copies bytes of a frame, and zeros behind its end, to where the device reads them. */
static struct ibv_sge put_piece(const struct queue *queue, size_t at, unsigned int length, const struct et_frame *frame,
				unsigned int from)
{
	unsigned char *to = queue->sent_from.begin + at;
	unsigned int held = frame->held > from ? frame->held - from : 0;

	if (held > length)
		held = length;
	memcpy(to, (const unsigned char *)frame->data + from, held);
	memset(to + held, 0, length - held);
	return (struct ibv_sge){.addr = (uintptr_t)to, .length = length, .lkey = queue->sent_from.registered->lkey};
}

/* The length to be sent: at least that of the shortest frame. */
static unsigned int length_of(const struct et_frame *frame)
{
	return frame->held > ETH_ZLEN ? frame->held : ETH_ZLEN;
}

/* Puts a frame into the room, in one or two pieces. 0: there is no room now. */
static int put(struct queue *queue, uint64_t request, const struct et_frame *frame, struct ibv_sge pieces[PIECES_MOST])
{
	uint64_t begin = queue->room.head;
	struct span span;

	if (!take_room(&queue->room, length_of(frame), &span))
		return 0;
	*begin_of(queue, request) = begin;
	pieces[0] = put_piece(queue, span.begin, span.first, frame, 0);
	if (!span.second)
		return 1;
	pieces[1] = put_piece(queue, 0, span.second, frame, span.first);
	return 2;
}

static unsigned int flags_of(const struct queue *queue, const struct et_frame *frame)
{
	return (length_of(frame) <= queue->objects.inline_bytes ? IBV_SEND_INLINE : 0u) |
	       (frame->checksum_at ? IBV_SEND_IP_CSUM : 0u);
}

/* Chains requests, the last of which reports; returns for how many frames there was room. If the device takes only some of
 * them, perhaps none of those reports; but then the next post has room, and its last request reports for them too. */
static unsigned int prepare(struct queue *queue, const struct et_frame *frames, unsigned int count, struct ibv_send_wr *requests,
			    struct ibv_sge (*pieces)[PIECES_MOST])
{
	unsigned int i;

	for (i = 0; i < count; i++) {
		uint64_t number = queue->posted + i;
		int in_pieces = put(queue, number, &frames[i], pieces[i]);

		if (!in_pieces)
			break;
		requests[i] = (struct ibv_send_wr){
			.wr_id = number,
			.next = &requests[i + 1],
			.sg_list = pieces[i],
			.num_sge = in_pieces,
			.opcode = IBV_WR_SEND,
			.send_flags = (number % TOLD_OF == TOLD_OF - 1 ? IBV_SEND_SIGNALED : 0u) | flags_of(queue, &frames[i]),
		};
	}
	if (i) {
		requests[i - 1].next = NULL;
		requests[i - 1].send_flags |= IBV_SEND_SIGNALED;
	}
	return i;
}

unsigned int post_frames(struct queue *queue, const struct et_frame *frames, unsigned int count, int *error)
{
	uint64_t room = queue->size_to_send - (queue->posted - queue->done);
	struct ibv_send_wr requests[ET_BURST], *refused = NULL;
	struct ibv_sge pieces[ET_BURST][PIECES_MOST];

	if (count > ET_BURST)
		count = ET_BURST;
	if (count > room)
		count = (unsigned int)room;
	count = prepare(queue, frames, count, requests, pieces);
	*error = count ? ibv_post_send(queue->objects.sends, requests, &refused) : 0;
	if (*error) {
		count = (unsigned int)(refused - requests);
		queue->room.head = *begin_of(queue, refused->wr_id);
	}
	/* The device can hold no more now. */
	if (*error == ENOMEM || *error == EAGAIN)
		*error = 0;
	queue->posted += count;
	return count;
}

static void take_notices(struct queue *queue)
{
	struct ibv_cq *cq;
	uint64_t times;
	void *context;

	/* It does not matter whether the timer has gone off. */
	if (read(queue->timer, &times, sizeof(times)) < 0)
		times = 0;
	while (ibv_get_cq_event(queue->objects.channel, &cq, &context) == 0) {
		ibv_ack_cq_events(cq, 1);
		queue->is_asked = false;
	}
}

/* There is no notice of frames that came before it was asked for, so look once more afterwards. */
int await_notice(struct queue *queue)
{
	take_notices(queue);
	if (queue->gives_notice && !queue->is_asked && !ibv_req_notify_cq(queue->objects.received, 0)) {
		queue->is_asked = true;
		if (!queue->found_count)
			queue->found_count = ibv_poll_cq(queue->objects.received, ET_BURST, queue->found);
		if (queue->found_count < 0)
			queue->found_count = 0; /* The next call reports it. */
	}
	if (queue->found_count)
		set_timer(queue, 1, 0);
	return queue->waiting;
}
