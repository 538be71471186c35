// SPDX-License-Identifier: MIT
/* Frames by the rings of an mlx5 device. Requests and completions are written and read in the memory that the device itself
 * uses, without libibverbs in between; libibverbs only makes the objects that the rings belong to. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "device.h"
#include "format.h"
#include "../objects/frames.h"
#include "../objects/link.h"
#include "../objects/objects.h"
#include "../objects/drops.h"
#include "queue.h"

/* If no frame can be put into the ring, the device may have missed the last doorbell: after this many attempts it is
 * rung again. */
#define FRUITLESS_MOST 4096

/* After this many restarts in a row without receiving a frame the device is given up. */
#define RESTARTS_MOST 16

struct dv_state {
	struct objects_of_port objects;
	struct queue queues[ET_MOST_QUEUES];
	unsigned long long without_place; /* its count when the port was opened */
	struct link link;
};

static struct queue *queue_of(const struct port *port, unsigned int queue)
{
	struct dv_state *state = port->state;

	return &state->queues[queue];
}

static struct link *link_of(const struct port *port)
{
	struct dv_state *state = port->state;

	return &state->link;
}

/* The device has stopped the queue, or reports something impossible: the queue is restarted at the next call. */
static void receiving_failed(struct port *port, unsigned int number, enum ring_result result)
{
	struct queue *queue = queue_of(port, number);

	queue->has_failed = true;
	if (result == RING_FAILED && queue->receiver.syndrome == SYNDROME_LENGTH)
		add_to_count(port, number, ET_CUT_OFF, 1);
	else
		add_to_count(port, number, ET_DOWN, 1);
}

/* Gives how many were taken. */
static unsigned int take_frames(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct queue *queue = queue_of(port, number);
	enum ring_result result = RING_FRAME;
	unsigned int count = 0;

	while (count < most && result == RING_FRAME) {
		unsigned int length;
		unsigned char *data;

		result = take_frame(&queue->receiver, &data, &length);
		if (result == RING_FRAME && is_for_port(port, number, data, length))
			frames[count++] = (struct et_frame){.data = data, .length = length, .held = length};
	}
	if (result == RING_FAILED || result == RING_STRANGE)
		receiving_failed(port, number, result);
	return count;
}

static int begin_receiving_anew(struct queue *queue)
{
	return queue->restarts++ < RESTARTS_MOST ? restart_receiving(queue) : -EIO;
}

static int dv_receive(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct queue *queue = queue_of(port, number);
	unsigned int count;

	give_back(&queue->receiver);
	if (queue->has_failed) {
		int result = begin_receiving_anew(queue);

		if (result)
			return result;
	}
	count = take_frames(port, number, frames, most);
	if (!count)
		return state_of_link(link_of(port));
	queue->restarts = 0;
	note_received(port, number, frames, count);
	return (int)count;
}

/* Takes completions, which makes room in the ring. */
static int reclaim_or_restart(struct port *port, unsigned int number)
{
	struct queue *queue = queue_of(port, number);
	unsigned int lost;

	if (reclaim(&queue->sender, &lost) == RING_NOTHING)
		return 0;
	add_to_count(port, number, ET_SEND_REFUSED, lost);
	return restart_sending(queue);
}

static int remind_device(struct port *port, unsigned int number)
{
	struct queue *queue = queue_of(port, number);

	if (++queue->fruitless % FRUITLESS_MOST)
		return 0;
	tell_again(&queue->sender);
	return look_at_events(link_of(port), port, number);
}

static int dv_send(struct port *port, unsigned int number, const struct et_frame *frames, unsigned int count)
{
	struct queue *queue = queue_of(port, number);
	int result = state_of_link(link_of(port));
	unsigned long long bytes = 0;
	unsigned int taken, sent = 0;

	if (result == 0)
		result = reclaim_or_restart(port, number);
	if (result)
		return result;
	for (taken = 0; taken < count; taken++) {
		const struct et_frame *frame = &frames[taken];

		if (!has_good_length(port, number, frame))
			continue;
		if (!put_frame(&queue->sender, frame->data, frame->held))
			break;
		sent++;
		bytes += frame->held;
	}
	tell_of_frames(&queue->sender);
	if (taken)
		queue->fruitless = 0;
	else if (count)
		result = remind_device(port, number);
	add_to_count(port, number, ET_SENT, sent);
	add_to_count(port, number, ET_SENT_BYTES, bytes);
	return result ? result : (int)taken;
}

static int dv_wait(struct port *port, unsigned int number, int milliseconds)
{
	struct dv_state *state = port->state;
	struct queue *queue = queue_of(port, number);
	struct pollfd waiting[] = {
		{.fd = await_notice(queue), .events = POLLIN},
		{.fd = state->objects.context->async_fd, .events = POLLIN},
	};

	/* Also for a frame that came before notice was asked for, or whose notice has just been taken. */
	if (queue->has_failed || has_completion(&queue->receiver.completions))
		return 1;
	if (poll(waiting, 2, milliseconds) < 0)
		return errno == EINTR ? 0 : -errno;
	if (waiting[1].revents) {
		int result = look_at_events(link_of(port), port, number);

		if (result)
			return result;
	}
	return waiting[0].revents != 0;
}

static int dv_descriptor(struct port *port, unsigned int number)
{
	return await_notice(queue_of(port, number));
}

/* The device counts frames that had no place for all queues together. */
static void dv_count(struct port *port, unsigned int number, struct et_counters *counters)
{
	struct dv_state *state = port->state;

	if (number == port->settings.queues)
		counters->of[ET_RING_FULL] += frames_without_place(&port->settings, state->objects.context) - state->without_place;
}

static void dv_close(struct port *port)
{
	struct dv_state *state = port->state;

	/* The device must stop first, since it uses what is freed below. */
	stop_objects(&state->objects);
	for (unsigned int queue = 0; queue < port->settings.queues; queue++)
		close_queue(&state->queues[queue]);
	free_objects(&state->objects);
	free(state);
}

/* For frames in up to two pieces libmlx5 reserves two blocks each. */
#define MOST_TO_SEND (MOST_IN_RING / 2)

static int check_sizes(struct et_settings *settings)
{
	if (settings->receive_size > MOST_IN_RING)
		return failed(settings, -EINVAL, "by dv, a ring to receive has at most %u frames", MOST_IN_RING);
	if (!settings->listens && settings->transmit_size > MOST_TO_SEND)
		return failed(settings, -EINVAL, "by dv, a ring to send has at most %u frames", MOST_TO_SEND);
	return 0;
}

static int open_queues(struct dv_state *state, struct et_settings *settings)
{
	unsigned int header = demanded_header(state->objects.context->device);
	int result = check_sizes(settings);

	if (result == 0)
		result = make_queues(&state->objects, 0, settings);

	for (unsigned int queue = 0; result == 0 && queue < settings->queues; queue++)
		result = open_queue(&state->queues[queue], &state->objects.queues[queue], state->objects.domain, header, settings);
	return result;
}

static int open_all(struct dv_state *state, struct et_settings *settings)
{
	int result = open_device(&state->objects, settings);

	if (result == 0)
		result = check_device(settings, state->objects.context);
	if (result == 0)
		result = watch_link(&state->link, state->objects.context, settings);
	if (result == 0)
		result = open_queues(state, settings);
	if (result == 0)
		state->without_place = frames_without_place(settings, state->objects.context);
	/* This comes last, so that the first frames find places. */
	return result ? result : steer_frames(&state->objects, settings);
}

static int dv_open(struct port *port, struct et_settings *settings)
{
	struct dv_state *state;
	int result = check_driver(settings);

	if (result)
		return result;
	state = calloc(1, sizeof(*state));
	if (!state)
		return failed(settings, -ENOMEM, "no memory");
	port->state = state;
	result = open_all(state, settings);
	if (result)
		dv_close(port);
	else
		tell(settings, "the rings of %s, port %u (mlx5)", settings->device, settings->device_port);
	return result;
}

static const struct backend dv_backend = {
	.open = dv_open,
	.receive = dv_receive,
	.send = dv_send,
	.wait = dv_wait,
	.count = dv_count,
	.close = dv_close,
	.descriptor = dv_descriptor,
};

__attribute__((visibility("default"))) const struct backend *et_backend(unsigned int version)
{
	return version == ET_VERSION ? &dv_backend : NULL;
}
