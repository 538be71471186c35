// SPDX-License-Identifier: MIT
/* Frames by libibverbs: raw packet queue pairs to send, work queues to receive, and rules that steer to them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../objects/frames.h"
#include "../objects/link.h"
#include "../objects/objects.h"
#include "../objects/drops.h"
#include "queue.h"

/* A frame of this size is put into the request, if the device can. */
#define INLINE_BYTES 128

/* After this many restarts in a row without a frame the device is given up. */
#define RESTARTS_MOST 16

struct verbs_state {
	struct objects_of_port objects;
	struct queue queues[ET_MOST_QUEUES];
	unsigned long long without_place; /* its count when the port was opened */
	bool computes_checksums;	  /* the device computes them */
	struct link link;
};

static struct queue *queue_of(const struct port *port, unsigned int queue)
{
	struct verbs_state *state = port->state;

	return &state->queues[queue];
}

static struct link *link_of(const struct port *port)
{
	struct verbs_state *state = port->state;

	return &state->link;
}

/* Looks at a completion: a received frame, or the loss of one. A queue that fails is stopped, and what was posted to it is
 * flushed. */
static bool is_received(struct port *port, unsigned int number, const struct ibv_wc *completion)
{
	struct queue *queue = queue_of(port, number);

	if (completion->status == IBV_WC_SUCCESS)
		return is_for_port(port, number, place(queue, (unsigned int)completion->wr_id), completion->byte_len);
	if (completion->status == IBV_WC_LOC_LEN_ERR)
		add_to_count(port, number, ET_CUT_OFF, 1);
	else if (!queue->has_failed)
		add_to_count(port, number, ET_DOWN, 1);
	queue->has_failed = queue->has_failed || completion->status != IBV_WC_LOC_LEN_ERR;
	return false;
}

/* Returns how many were taken, or -errno. */
static int take_frames(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct queue *queue = queue_of(port, number);
	struct ibv_wc completions[ET_BURST];
	int found = take_received(queue, completions, most), count = 0;

	if (found < 0)
		queue->has_failed = true;
	for (int i = 0; i < found; i++) {
		unsigned int index = (unsigned int)completions[i].wr_id;

		queue->free[queue->free_count++] = index;
		if (is_received(port, number, &completions[i])) {
			frames[count++] = (struct et_frame){
				.data = place(queue, index),
				.length = completions[i].byte_len,
				.held = completions[i].byte_len,
				.verified = !port->settings.own_checksums && completions[i].wc_flags & IBV_WC_IP_CSUM_OK,
			};
		}
	}
	return count;
}

static int begin_anew_or_post(struct queue *queue)
{
	if (!queue->has_failed)
		return post_free_places(queue);
	return queue->restarts++ < RESTARTS_MOST ? restart_receiving(queue) : -EIO;
}

static int verbs_receive(struct port *port, unsigned int number, struct et_frame *frames, unsigned int most)
{
	struct queue *queue = queue_of(port, number);
	int result = begin_anew_or_post(queue);

	if (result)
		return state_of_link(link_of(port)) ? state_of_link(link_of(port)) : result;
	result = take_frames(port, number, frames, most);
	if (!result)
		return look_at_events(link_of(port), port, number);
	queue->restarts = 0;
	note_received(port, number, frames, (unsigned int)result);
	return result;
}

static int reclaim_and_count(struct port *port, unsigned int number)
{
	unsigned long long lost;
	int result = reclaim(queue_of(port, number), &lost);

	if (lost)
		add_to_count(port, number, ET_SEND_REFUSED, lost);
	return result;
}

/* How many of the leading frames have a length that can be sent. */
static unsigned int good_in_a_row(struct port *port, const struct et_frame *frames, unsigned int count)
{
	unsigned int good = 0;

	while (good < count && frames[good].held >= ETHERNET_HEADER && frames[good].held <= port->settings.frame_size)
		good++;
	return good;
}

static int verbs_send(struct port *port, unsigned int number, const struct et_frame *frames, unsigned int count)
{
	int result = state_of_link(link_of(port));
	unsigned int taken = 0;

	if (result == 0)
		result = reclaim_and_count(port, number);
	while (result == 0 && taken < count) {
		unsigned int good = good_in_a_row(port, frames + taken, count - taken);
		int error = 0;
		unsigned int posted = post_frames(queue_of(port, number), frames + taken, good, &error);

		for (unsigned int i = 0; i < posted; i++)
			add_to_count(port, number, ET_SENT_BYTES, frames[taken + i].held);
		add_to_count(port, number, ET_SENT, posted);
		taken += posted;
		if (error) {
			add_to_count(port, number, ET_SEND_REFUSED, 1);
			taken++;
			continue;
		}
		if (posted < good)
			break;
		if (taken < count && !has_good_length(port, number, &frames[taken]))
			taken++;
	}
	return result ? result : (int)taken;
}

static int verbs_wait(struct port *port, unsigned int number, int milliseconds)
{
	struct queue *queue = queue_of(port, number);
	struct pollfd waiting = {.fd = await_notice(queue), .events = POLLIN};
	int result;

	if (queue->has_failed || queue->found_count)
		return 1;
	if (poll(&waiting, 1, milliseconds) < 0)
		return errno == EINTR ? 0 : -errno;
	result = look_at_events(link_of(port), port, number);
	return result ? result : waiting.revents != 0;
}

static int verbs_descriptor(struct port *port, unsigned int number)
{
	return await_notice(queue_of(port, number));
}

/* The device counts frames that had no place for all queues together. */
static void verbs_count(struct port *port, unsigned int number, struct et_counters *counters)
{
	struct verbs_state *state = port->state;

	if (number == port->settings.queues)
		counters->of[ET_RING_FULL] += frames_without_place(&port->settings, state->objects.context) - state->without_place;
}

static void verbs_close(struct port *port)
{
	struct verbs_state *state = port->state;

	/* The device must stop first, since it uses what is freed below. */
	stop_objects(&state->objects);
	for (unsigned int queue = 0; queue < port->settings.queues; queue++)
		close_queue(&state->queues[queue]);
	free_objects(&state->objects);
	free(state);
}

/* Only rxe shows its interface in this file. */
static bool is_soft_roce(const char *device)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s/parent", device);
	return access(path, F_OK) == 0;
}

static bool computes_checksums(const struct ibv_device_attr_ex *can)
{
	return can->raw_packet_caps & IBV_RAW_PACKET_CAP_IP_CSUM && can->orig_attr.device_cap_flags & IBV_DEVICE_RAW_IP_CSUM;
}

static int check_device(struct verbs_state *state, struct et_settings *settings)
{
	struct ibv_device_attr_ex can = {0};
	int error = ibv_query_device_ex(state->objects.context, NULL, &can);

	if (error)
		return failed(settings, -error, "%s does not tell what it can: %s", settings->device, strerrordesc_np(error));
	if (!can.max_wq_type_rq)
		return failed(settings, -EOPNOTSUPP, "%s has no work queues of raw packets%s", settings->device,
			      is_soft_roce(settings->device) ? "; librdma_raweth.so gives them to soft-RoCE (librdma_raweth(7))" : "");
	if (settings->queues > 1 && !(can.rss_caps.supported_qpts & 1u << IBV_QPT_RAW_PACKET))
		return failed(settings, -EOPNOTSUPP, "%s does not spread raw packets over several queues", settings->device);
	state->computes_checksums = computes_checksums(&can);
	return 0;
}

static int open_all(struct verbs_state *state, struct et_settings *settings)
{
	int result = open_device(&state->objects, settings);

	if (result == 0)
		result = check_device(state, settings);
	if (result == 0)
		result = watch_link(&state->link, state->objects.context, settings);
	if (result == 0)
		result = make_queues(&state->objects, INLINE_BYTES, settings);
	for (unsigned int queue = 0; result == 0 && queue < settings->queues; queue++)
		result = open_queue(&state->queues[queue], &state->objects.queues[queue], &state->objects, settings);
	if (result == 0)
		state->without_place = frames_without_place(settings, state->objects.context);
	/* This comes last, so that the first frames find places. */
	return result ? result : steer_frames(&state->objects, settings);
}

static int verbs_open(struct port *port, struct et_settings *settings)
{
	struct verbs_state *state;
	int result;

	if (!*settings->device)
		return failed(settings, -EOPNOTSUPP, "%s is no port of an RDMA device", settings->interface);
	state = calloc(1, sizeof(*state));
	if (!state)
		return failed(settings, -ENOMEM, "no memory");
	for (unsigned int queue = 0; queue < ET_MOST_QUEUES; queue++)
		begin_queue(&state->queues[queue]);
	port->state = state;
	result = open_all(state, settings);
	if (result) {
		verbs_close(port);
		return result;
	}
	port->fills_checksums = state->computes_checksums;
	tell(settings, "raw packet queues of %s, port %u, which %s%s", settings->device, settings->device_port,
	     state->computes_checksums ? "computes checksums" : "leaves checksums to the host",
	     state->queues[0].gives_notice ? "" : ", gives no notice and is looked at each millisecond");
	return 0;
}

static const struct backend verbs_backend = {
	.open = verbs_open,
	.receive = verbs_receive,
	.send = verbs_send,
	.wait = verbs_wait,
	.count = verbs_count,
	.close = verbs_close,
	.descriptor = verbs_descriptor,
};

__attribute__((visibility("default"))) const struct backend *et_backend(unsigned int version)
{
	return version == ET_VERSION ? &verbs_backend : NULL;
}
