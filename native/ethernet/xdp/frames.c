// SPDX-License-Identifier: MIT
/* What can be known of frames and numbers without an interface. */
#include "xdp.h"

#include "layers.h"

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

void find_missing_checksum(struct et_frame *frame)
{
	const unsigned char *data = frame->data;
	struct layers layers = layers_of(data, frame->held);
	unsigned int size, pseudo;

	if (!layers.transport)
		return;
	size = transport_size(data, &layers);
	if (!has_checksum(&layers, size, frame->held))
		return;
	/* If the stack left the checksum to a device, the sum of the pseudo header is in its place. A finished checksum may by
	 * chance be the same number; filling it in again then gives the same result. */
	pseudo = sum_of_pseudo_header(data, &layers, size);
	if (get16(data + layers.checksum) != pseudo || sum_of(pseudo, data + layers.transport, size) == 0xffff)
		return;
	frame->checksum_from = layers.transport;
	frame->checksum_at = layers.checksum;
}

void count_statistics(const struct xdp_statistics *statistics, struct et_counters *counters)
{
	/* The kernel counts a frame that finds no place twice: as dropped, and as a missing place. All other dropped frames are
	 * longer than a place. */
	unsigned long long without_place = statistics->rx_fill_ring_empty_descs < statistics->rx_dropped
						   ? statistics->rx_fill_ring_empty_descs
						   : statistics->rx_dropped;

	counters->of[ET_RING_FULL] += statistics->rx_ring_full + without_place;
	counters->of[ET_CUT_OFF] += statistics->rx_dropped - without_place;
	counters->of[ET_SEND_REFUSED] += statistics->tx_invalid_descs;
}
