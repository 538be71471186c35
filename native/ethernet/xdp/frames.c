// SPDX-License-Identifier: MIT
/* What is to be known of frames and numbers without any interface. */
#include "xdp.h"

#include "stamp.h"

unsigned int longest_frame(void)
{
	return MOST_PLACE - ROOM_BEFORE_FRAME;
}

unsigned int place_for(unsigned int frame_size)
{
	if (frame_size <= LEAST_PLACE - ROOM_BEFORE_FRAME)
		return LEAST_PLACE;
	return frame_size <= longest_frame() ? MOST_PLACE : 0;
}

static unsigned int get16(const unsigned char *at)
{
	return (unsigned int)at[0] << 8 | at[1];
}

/* One's complement sum, RFC 1071. */
static unsigned int sum_of(unsigned int sum, const unsigned char *data, unsigned int size)
{
	for (unsigned int i = 0; i < size; i++)
		sum += i % 2 ? data[i] : (unsigned int)data[i] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return sum;
}

/* Bytes of the transport's header and payload, as the network's header has it. */
static unsigned int transport_size(const unsigned char *data, const struct layers *layers)
{
	const unsigned char *network = data + layers->network;
	unsigned int headers = layers->transport - layers->network, total;

	total = layers->is_ipv6 ? get16(network + 4) + 40 : get16(network + 2);
	return total > headers ? total - headers : 0;
}

static unsigned int sum_of_pseudo_header(const unsigned char *data, const struct layers *layers, unsigned int size)
{
	const unsigned char *network = data + layers->network;
	unsigned int protocol = network[layers->is_ipv6 ? 6 : 9];

	return layers->is_ipv6 ? sum_of(protocol + size, network + 8, 32) : sum_of(protocol + size, network + 12, 8);
}

void find_missing_checksum(struct et_frame *frame)
{
	const unsigned char *data = frame->data;
	struct layers layers = layers_of(data, frame->held);
	unsigned int size, pseudo;

	if (!layers.transport)
		return;
	size = transport_size(data, &layers);
	if (size > frame->held - layers.transport || layers.transport + size < layers.checksum + 2)
		return;
	/* If the stack left the checksum to a device, it has put the sum of the pseudo header there. A finished
	 * checksum may by chance be the same number; then filling it in again gives what it was. */
	pseudo = sum_of_pseudo_header(data, &layers, size);
	if (get16(data + layers.checksum) != pseudo || sum_of(pseudo, data + layers.transport, size) == 0xffff)
		return;
	frame->checksum_from = layers.transport;
	frame->checksum_at = layers.checksum;
}

void count_statistics(const struct xdp_statistics *statistics, struct et_counters *counters)
{
	/* A frame that finds no place is counted twice: as dropped, and as a place that was not there. What else is
	 * dropped is longer than a place. */
	unsigned long long without_place = statistics->rx_fill_ring_empty_descs < statistics->rx_dropped
						   ? statistics->rx_fill_ring_empty_descs
						   : statistics->rx_dropped;

	counters->of[ET_RING_FULL] += statistics->rx_ring_full + without_place;
	counters->of[ET_CUT_OFF] += statistics->rx_dropped - without_place;
	counters->of[ET_SEND_REFUSED] += statistics->tx_invalid_descs;
}
