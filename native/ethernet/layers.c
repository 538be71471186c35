// SPDX-License-Identifier: MIT
#include "layers.h"

#define ETHERTYPE_IPV4 0x0800
#define ETHERTYPE_IPV6 0x86dd
#define PROTOCOL_TCP 6
#define PROTOCOL_UDP 17
#define VLAN_SIZE 4
#define MOST_TAGS 4

static bool is_tag(unsigned int type)
{
	return type == 0x8100 || type == 0x88a8 || type == 0x9100;
}

/* Finds the transport header, if all of it is there. */
static void find_transport(struct layers *layers, const unsigned char *data, unsigned int held, unsigned int at,
			   unsigned int protocol)
{
	unsigned int size;

	layers->payload = at;
	if (protocol == PROTOCOL_UDP && held >= at + 8) {
		layers->transport = at;
		layers->payload = at + 8;
		layers->checksum = at + 6;
	}
	if (protocol == PROTOCOL_TCP && held >= at + 20) {
		size = (data[at + 12] >> 4) * 4u;
		layers->transport = at;
		layers->payload = at + (size < 20 ? 20 : size);
		layers->checksum = at + 16;
	}
}

struct layers layers_of(const unsigned char *data, unsigned int held)
{
	struct layers layers = {0};
	unsigned int at = 2 * ADDRESS_SIZE, type;

	if (held < ETHERNET_HEADER)
		return layers;
	type = get16(data + at);
	for (int tags = 0; is_tag(type) && tags < MOST_TAGS && held >= at + VLAN_SIZE + 2; tags++) {
		at += VLAN_SIZE;
		type = get16(data + at);
	}
	at += 2;
	layers.payload = at;
	if (type == ETHERTYPE_IPV4 && held >= at + 20 && data[at] >> 4 == 4 && (data[at] & 15) >= 5) {
		layers.network = at;
		layers.payload = held;
		if ((get16(data + at + 6) & 0x3fff) == 0) /* not a fragment */
			find_transport(&layers, data, held, at + (data[at] & 15) * 4u, data[at + 9]);
	}
	if (type == ETHERTYPE_IPV6 && held >= at + 40 && data[at] >> 4 == 6) {
		layers.network = at;
		layers.is_ipv6 = true;
		find_transport(&layers, data, held, at + 40, data[at + 6]);
	}
	return layers;
}

unsigned int sum_of(unsigned int before, const unsigned char *data, unsigned int size)
{
	uint64_t sum = before;
	unsigned int i = 0;

	/* Adds two words at once: a carry out of the lower one belongs to the sum, since 2^16 counts as 1 in it. */
	for (; i + 3 < size; i += 4)
		sum += get16(data + i) << 16 | get16(data + i + 2);
	for (; i + 1 < size; i += 2)
		sum += get16(data + i);
	if (i < size)
		sum += (unsigned int)data[i] << 8;
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (unsigned int)sum;
}

unsigned int transport_size(const unsigned char *data, const struct layers *layers)
{
	const unsigned char *network = data + layers->network;
	unsigned int headers = layers->transport - layers->network, total;

	total = layers->is_ipv6 ? get16(network + 4) + 40 : get16(network + 2);
	return total > headers ? total - headers : 0;
}

bool has_checksum(const struct layers *layers, unsigned int size, unsigned int held)
{
	return size <= held - layers->transport && layers->transport + size >= layers->checksum + 2;
}

unsigned int sum_of_pseudo_header(const unsigned char *data, const struct layers *layers, unsigned int size)
{
	const unsigned char *network = data + layers->network;
	unsigned int protocol = network[layers->is_ipv6 ? 6 : 9];

	return layers->is_ipv6 ? sum_of(protocol + size, network + 8, 32) : sum_of(protocol + size, network + 12, 8);
}

void complete_checksum(struct et_frame *frame)
{
	unsigned char *data = frame->data;
	unsigned int sum;

	if (!frame->checksum_at || frame->checksum_at + 2 > frame->held || frame->checksum_from >= frame->held)
		return;
	sum = ~sum_of(0, data + frame->checksum_from, frame->held - frame->checksum_from) & 0xffff;
	put16(data + frame->checksum_at, sum ? sum : 0xffff);
	frame->checksum_at = 0;
}

bool is_left_to_device(const struct et_frame *frame)
{
	struct layers layers = layers_of(frame->data, frame->held);

	return frame->checksum_at && !layers.is_ipv6 && layers.network <= ETHERNET_HEADER + VLAN_SIZE &&
	       layers.checksum == frame->checksum_at && layers.transport == frame->checksum_from;
}

void leave_checksum_open(struct et_frame *frame)
{
	unsigned char *data = frame->data;
	struct layers layers = layers_of(data, frame->held);
	unsigned int size;

	if (!layers.transport || !get16(data + layers.checksum))
		return;
	size = transport_size(data, &layers);
	if (size != frame->held - layers.transport || !has_checksum(&layers, size, frame->held))
		return;
	put16(data + layers.checksum, sum_of_pseudo_header(data, &layers, size));
	frame->checksum_from = layers.transport;
	frame->checksum_at = layers.checksum;
}
