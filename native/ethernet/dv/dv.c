// SPDX-License-Identifier: MIT
/* Frames by the rings of an mlx5 device: requests and completions are written and read where the device reads and writes
 * them, without libibverbs in between, which only makes the objects that the rings belong to. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device.h"
#include "format.h"
#include "objects.h"
#include "queue.h"

/* Where nothing can be put, the device may not have seen the last doorbell: after so many times it is rung again. */
#define FRUITLESS_MOST 4096

/* A device that always fails again is given up. */
#define RESTARTS_MOST 16

struct dv_state {
	struct objects_of_port objects;
	struct queue queues[ET_MOST_QUEUES];
	unsigned long long without_place; /* when it was opened */
	/* Told by whichever thread hears of it. */
	_Atomic bool is_down, is_gone;
};

static struct queue *queue_of(const struct port *port, unsigned int queue)
{
	struct dv_state *state = port->state;

	return &state->queues[queue];
}

static void hear_of(struct port *port, unsigned int number, const struct ibv_async_event *event)
{
	struct dv_state *state = port->state;
	bool is_ours = event->element.port_num == (int)port->settings.device_port;

	if (event->event_type == IBV_EVENT_DEVICE_FATAL) {
		state->is_gone = true;
	} else if (event->event_type == IBV_EVENT_PORT_ERR && is_ours) {
		state->is_down = true;
		add_to_count(port, number, ET_DOWN, 1);
	} else if (event->event_type == IBV_EVENT_PORT_ACTIVE && is_ours) {
		state->is_down = false;
	}
}

/* -ENETDOWN, -ENODEV or 0. */
static int state_of_link(const struct port *port)
{
	const struct dv_state *state = port->state;

	if (state->is_gone)
		return -ENODEV;
	return state->is_down ? -ENETDOWN : 0;
}

/* What the device has told of itself since. */
static int look_at_events(struct port *port, unsigned int number)
{
	struct dv_state *state = port->state;
	struct ibv_async_event event;

	while (ibv_get_async_event(state->objects.context, &event) == 0) {
		hear_of(port, number, &event);
		ibv_ack_async_event(&event);
	}
	return state_of_link(port);
}

/* Whether it is one to be given out. */
static bool is_good(struct port *port, unsigned int queue, const unsigned char *data, unsigned int length)
{
	enum et_count cause;

	if (length < ETHERNET_HEADER)
		cause = ET_TOO_SHORT;
	else if (length > port->settings.frame_size)
		cause = ET_TOO_LONG;
	else if (!port->settings.everything && !(data[0] & 1) && memcmp(data, port->settings.mac, ADDRESS_SIZE))
		cause = ET_NOT_OURS;
	else
		return true;
	add_to_count(port, queue, cause, 1);
	return false;
}

/* The device has stopped the queue, or tells what cannot be: it begins anew, at the next call. */
static void receiving_failed(struct port *port, unsigned int number, enum ring_result result)
{
	struct queue *queue = queue_of(port, number);

	queue->has_failed = true;
	if (result == RING_FAILED && queue->receiver.syndrome == SYNDROME_LENGTH)
		add_to_count(port, number, ET_CUT_OFF, 1);
	else
		add_to_count(port, number, ET_DOWN, 1);
}

/* Gives how many there are. */
static unsigned int take_frames(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct queue *queue = queue_of(port, number);
	enum ring_result result = RING_FRAME;
	unsigned int count = 0;

	while (count < most && result == RING_FRAME) {
		unsigned int length;
		unsigned char *data;

		result = take_frame(&queue->receiver, &data, &length);
		if (result == RING_FRAME && is_good(port, number, data, length))
			frames[count++] = (struct et_frame){.data = data, .length = length, .held = length};
	}
	if (result == RING_FAILED || result == RING_STRANGE)
		receiving_failed(port, number, result);
	return count;
}

/* When they were taken, which all of them share. */
static void set_times(struct et_frame *frames, unsigned int count)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	for (unsigned int i = 0; i < count; i++)
		frames[i].time = (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

static int begin_receiving_anew(struct queue *queue)
{
	return queue->restarts++ < RESTARTS_MOST ? restart_receiving(queue) : -EIO;
}

static int dv_receive(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct queue *queue = queue_of(port, number);
	unsigned long long bytes = 0;
	unsigned int count;

	give_back(&queue->receiver);
	if (queue->has_failed) {
		int result = begin_receiving_anew(queue);

		if (result)
			return result;
	}
	count = take_frames(port, number, frames, most);
	if (!count)
		return state_of_link(port);
	queue->restarts = 0;
	set_times(frames, count);
	for (unsigned int i = 0; i < count; i++)
		bytes += frames[i].length;
	add_to_count(port, number, ET_RECEIVED, count);
	add_to_count(port, number, ET_RECEIVED_BYTES, bytes);
	return (int)count;
}

/* Makes room of what is done. */
static int reclaim_or_restart(struct port *port, unsigned int number)
{
	struct queue *queue = queue_of(port, number);
	unsigned int lost;

	if (reclaim(&queue->sender, &lost) == RING_NOTHING)
		return 0;
	add_to_count(port, number, ET_SEND_REFUSED, lost);
	return restart_sending(queue);
}

static bool can_be_sent(struct port *port, unsigned int number, const struct et_frame *frame)
{
	if (frame->held >= ETHERNET_HEADER && frame->held <= port->settings.frame_size)
		return true;
	add_to_count(port, number, frame->held < ETHERNET_HEADER ? ET_TOO_SHORT : ET_TOO_LONG, 1);
	return false;
}

static int remind_device(struct port *port, unsigned int number)
{
	struct queue *queue = queue_of(port, number);

	if (++queue->fruitless % FRUITLESS_MOST)
		return 0;
	tell_again(&queue->sender);
	return look_at_events(port, number);
}

static int dv_send(struct port *port, unsigned int number, const struct et_frame *frames, unsigned int count)
{
	struct queue *queue = queue_of(port, number);
	int result = state_of_link(port);
	unsigned long long bytes = 0;
	unsigned int taken, sent = 0;

	if (result == 0)
		result = reclaim_or_restart(port, number);
	if (result)
		return result;
	for (taken = 0; taken < count; taken++) {
		const struct et_frame *frame = &frames[taken];

		if (!can_be_sent(port, number, frame))
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

	/* It was there before notice was asked for, or its notice has just been taken. */
	if (queue->has_failed || has_completion(&queue->receiver.completions))
		return 1;
	if (poll(waiting, 2, milliseconds) < 0)
		return errno == EINTR ? 0 : -errno;
	if (waiting[1].revents) {
		int result = look_at_events(port, number);

		if (result)
			return result;
	}
	return waiting[0].revents != 0;
}

static int dv_descriptor(struct port *port, unsigned int number)
{
	return await_notice(queue_of(port, number));
}

static void dv_count(struct port *port, struct et_counters *counters)
{
	struct dv_state *state = port->state;

	counters->of[ET_RING_FULL] += frames_without_place(&port->settings) - state->without_place;
}

static void dv_close(struct port *port)
{
	struct dv_state *state = port->state;

	/* First the device stops using what is freed then. */
	stop_objects(&state->objects);
	for (unsigned int queue = 0; queue < port->settings.queues; queue++)
		close_queue(&state->queues[queue]);
	free_objects(&state->objects);
	free(state);
}

static int open_queues(struct dv_state *state, struct et_settings *settings)
{
	unsigned int header = demanded_header(state->objects.context->device);
	int result = make_queues(&state->objects, settings);

	for (unsigned int queue = 0; result == 0 && queue < settings->queues; queue++)
		result = open_queue(&state->queues[queue], &state->objects.queues[queue], state->objects.domain, header, settings);
	return result;
}

static int open_all(struct dv_state *state, struct et_settings *settings)
{
	int result = open_device(&state->objects, settings);

	if (result == 0)
		result = check_device(settings, state->objects.context);
	if (result == 0 && read_without_waiting(state->objects.context->async_fd))
		result = failed(settings, 0, "the events of %s: %s", settings->device, strerrordesc_np(errno));
	if (result == 0)
		result = open_queues(state, settings);
	state->without_place = frames_without_place(settings);
	/* Last, so that what comes in has places. */
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
