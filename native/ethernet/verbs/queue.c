// SPDX-License-Identifier: MIT
/* One queue of a port: what was posted to its objects of libibverbs, and what has completed. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "queue.h"

#include <errno.h>
#include <net/ethernet.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#define CACHE_LINE 64u

/* If the device gives no notice: nanoseconds between two looks. */
#define LOOKED_AGAIN_AFTER 1000000

/* One in this many requests to send reports when it and those before it are done; and so does the last of each post. */
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

/* Sets the timer to go off once, right away; or again and again. */
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

static int make_memory(struct queue *queue, struct ibv_pd *domain, struct et_settings *settings)
{
	size_t places = queue->room_of_frame * queue->size_to_receive, room = queue->room_of_frame * queue->size_to_send;
	int error = make_region(domain, places, &queue->places);

	if (error)
		return no_memory(settings, error, places);
	if (!queue->objects.sends)
		return 0;
	error = make_region(domain, room, &queue->room);
	return error ? no_memory(settings, error, room) : 0;
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
		return failed(settings, 0, "notices of %s: %s", settings->device, strerrordesc_np(errno));
	result = post_all_places(queue);
	return result ? failed(settings, result, "requests to receive on %s: %s", settings->device, strerrordesc_np(-result)) : 0;
}

void close_queue(struct queue *queue)
{
	free_region(&queue->room);
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

/* A completion means that all requests before it are done too, whether or not they report it themselves. */
static int restart_sending(struct queue *queue)
{
	int result = stop_sending(&queue->objects);

	if (result)
		return result;
	forget_completions(queue->objects.sent);
	queue->done = queue->posted;
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
		queue->done = completions[i].wr_id + is_good;
	}
	if (is_good)
		return 0;
	*lost = queue->posted - queue->done;
	return restart_sending(queue);
}

static unsigned char *room_to_send(const struct queue *queue, uint64_t request)
{
	return queue->room.begin + request % queue->size_to_send * queue->room_of_frame;
}

/* Copies the frame, padded to the shortest length that is allowed, to where the device reads it. */
static struct ibv_sge put(const struct queue *queue, uint64_t request, const struct et_frame *frame)
{
	unsigned int length = frame->held > ETH_ZLEN ? frame->held : ETH_ZLEN;
	unsigned char *data = room_to_send(queue, request);

	memcpy(data, frame->data, frame->held);
	memset(data + frame->held, 0, length - frame->held);
	return (struct ibv_sge){.addr = (uintptr_t)data, .length = length, .lkey = queue->room.registered->lkey};
}

unsigned int post_frames(struct queue *queue, const struct et_frame *frames, unsigned int count)
{
	uint64_t room = queue->size_to_send - (queue->posted - queue->done);
	struct ibv_send_wr requests[ET_BURST], *refused = NULL;
	struct ibv_sge pieces[ET_BURST];

	if (count > ET_BURST)
		count = ET_BURST;
	if (count > room)
		count = (unsigned int)room;
	for (unsigned int i = 0; i < count; i++) {
		uint64_t number = queue->posted + i;
		bool is_last = i + 1 == count, is_told_of = is_last || number % TOLD_OF == TOLD_OF - 1;

		pieces[i] = put(queue, number, &frames[i]);
		requests[i] = (struct ibv_send_wr){
			.wr_id = number,
			.next = is_last ? NULL : &requests[i + 1],
			.sg_list = &pieces[i],
			.num_sge = 1,
			.opcode = IBV_WR_SEND,
			.send_flags = (is_told_of ? IBV_SEND_SIGNALED : 0u) |
				      (pieces[i].length <= queue->objects.inline_bytes ? IBV_SEND_INLINE : 0u),
		};
	}
	if (count && ibv_post_send(queue->objects.sends, requests, &refused))
		count = (unsigned int)(refused - requests);
	queue->posted += count;
	return count;
}

static void take_notices(struct queue *queue)
{
	struct ibv_cq *cq;
	uint64_t times;
	void *context;

	/* Whether it has gone off does not matter. */
	if (read(queue->timer, &times, sizeof(times)) < 0)
		times = 0;
	while (ibv_get_cq_event(queue->objects.channel, &cq, &context) == 0) {
		ibv_ack_cq_events(cq, 1);
		queue->is_asked = false;
	}
}

/* There is no notice of what came before it was asked for: so look once more afterwards. */
int await_notice(struct queue *queue)
{
	take_notices(queue);
	if (queue->gives_notice && !queue->is_asked && !ibv_req_notify_cq(queue->objects.received, 0)) {
		queue->is_asked = true;
		if (!queue->found_count)
			queue->found_count = ibv_poll_cq(queue->objects.received, ET_BURST, queue->found);
		if (queue->found_count < 0)
			queue->found_count = 0; /* the next call will tell */
	}
	if (queue->found_count)
		set_timer(queue, 1, 0);
	return queue->waiting;
}
