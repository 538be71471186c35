// SPDX-License-Identifier: MIT
/* Frames that have come in go to the queues that flow rules name. */
#include "receive.h"

#include "checksum.h"

/* At most this many frames are taken in at once, so that frames for others do not keep a program from its own for
 * long. */
#define MOST_AT_ONCE 256

struct arrival {
	struct packet packet;
	unsigned int wc_flags;
};

static struct requests *queue_of(struct raw_qp *qp, const struct packet *packet, bool *strip_tag)
{
	struct work_queue *queue;

	*strip_tag = qp->strip_tag;
	if (!qp->spread)
		return &qp->requests;
	queue = qp->spread->queues[rss_hash(&qp->rss, packet) & (qp->spread->size - 1)];
	*strip_tag = queue->strip_tag;
	return &queue->requests;
}

/* Without its tag a frame is in two parts. */
static enum delivery deliver(struct requests *requests, const struct arrival *arrival, bool strip_tag)
{
	uint8_t *data = (uint8_t *)(uintptr_t)arrival->packet.data;
	size_t length = arrival->packet.length;
	const struct iovec whole = {data, length};
	const struct iovec parts[2] = {{data, 12}, {data + 12 + VLAN_TAG, length - 12 - VLAN_TAG}};

	if (strip_tag && arrival->packet.tagged)
		return requests_deliver(requests, parts, 2, arrival->wc_flags);
	return requests_deliver(requests, &whole, 1, arrival->wc_flags);
}

static void hand_over(struct device *device, const struct flow *flow, const struct arrival *arrival)
{
	struct statistics *statistics = &device->statistics;
	atomic_ullong *const counters[] = {
		[DELIVERED] = &statistics->received,
		[NOT_OPEN] = &statistics->not_open,
		[NO_REQUEST] = &statistics->no_request,
		[TOO_LONG] = &statistics->too_long,
	};
	struct requests *requests;
	bool strip_tag;

	if (flow->rule.drop) {
		count(&statistics->refused);
		return;
	}
	requests = queue_of(flow->qp, &arrival->packet, &strip_tag);
	count(counters[deliver(requests, arrival, strip_tag)]);
}

/* Rules are looked at in their order. After the first that matches a packet only rules equal to it are looked at;
 * sniffers get copies besides. */
static void steer(struct device *device, const struct arrival *arrival)
{
	const struct rule *taken = NULL;
	bool matched = false;

	for (const struct flow *flow = device->flows; flow; flow = flow->next) {
		if ((taken && !rule_equal(taken, &flow->rule)) || !rule_matches(&flow->rule, &arrival->packet))
			continue;
		matched = true;
		hand_over(device, flow, arrival);
		if (flow->rule.type != IBV_FLOW_ATTR_SNIFFER && !flow->rule.dont_trap)
			taken = &flow->rule;
	}
	if (!matched)
		count(&device->statistics.unmatched);
}

static void take_in(struct device *device, const struct frame *frame)
{
	struct arrival arrival;

	if (frame->truncated || frame->length < ETHERNET_HEADER) {
		count(&device->statistics.truncated);
		return;
	}
	packet_parse(&arrival.packet, frame->data, frame->length);
	arrival.wc_flags = checksum_verified(&arrival.packet, frame->trusted) ? IBV_WC_IP_CSUM_OK : 0;
	steer(device, &arrival);
}

/* If another thread is taking frames in, this one leaves it to that. */
void receive_frames(struct device *device, struct completions *completions, unsigned int wanted)
{
	struct frame frame;

	if (pthread_mutex_trylock(&device->lock))
		return;
	for (int i = 0; i < MOST_AT_ONCE && atomic_load(&completions->count) < wanted; i++) {
		if (!device->flows || !port_next(device->port, &frame))
			break;
		take_in(device, &frame);
		port_release(device->port);
	}
	pthread_mutex_unlock(&device->lock);
}
