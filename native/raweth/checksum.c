// SPDX-License-Identifier: MIT
#include "checksum.h"

#include <netinet/in.h>

static uint64_t sum_of(const uint8_t *at, size_t length)
{
	uint64_t sum = 0;

	/* Two words at once: a carry out of the lower one belongs to the sum, and 2^16 is 1 in it. */
	for (; length >= 4; at += 4, length -= 4)
		sum += (uint32_t)read_16(at) << 16 | read_16(at + 2);
	for (; length >= 2; at += 2, length -= 2)
		sum += read_16(at);
	return length ? sum + (uint64_t)(at[0] << 8) : sum;
}

static uint16_t folded(uint64_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

/* Of the addresses, the length and the protocol, and of all that the transport has. */
static uint16_t transport_sum(const struct packet *packet)
{
	size_t length = packet->end - packet->transport;
	bool is_ipv4 = packet->layers & LAYER_IPV4;
	const uint8_t *addresses = packet->data + packet->ip + (is_ipv4 ? 12 : 8);

	return folded(sum_of(addresses, is_ipv4 ? 8 : 32) + length + packet->protocol +
		      sum_of(packet->data + packet->transport, length));
}

static size_t ipv4_header(const struct packet *packet)
{
	return packet->transport - packet->ip;
}

/* UDP over IPv4 may go without. */
static bool is_transport_right(const struct packet *packet)
{
	if (packet->layers & LAYER_UDP && read_16(packet->data + packet->transport + 6) == 0)
		return true;
	return transport_sum(packet) == 0xffff;
}

bool checksum_verified(const struct packet *packet, bool trusted)
{
	if (!(packet->layers & LAYER_IPV4) || !(packet->layers & (LAYER_TCP | LAYER_UDP)) || packet->fragment)
		return false;
	if (folded(sum_of(packet->data + packet->ip, ipv4_header(packet))) != 0xffff)
		return false;
	return trusted || is_transport_right(packet);
}

static void write_16(uint8_t *at, uint16_t value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

static void fill_transport(const struct packet *packet, uint8_t *field, bool zero_is_none)
{
	uint16_t value;

	write_16(field, 0);
	value = (uint16_t)~transport_sum(packet);
	write_16(field, value == 0 && zero_is_none ? 0xffff : value);
}

void checksum_fill(uint8_t *frame, size_t length)
{
	struct packet packet;

	packet_parse(&packet, frame, length);
	if (packet.layers & LAYER_IPV4) {
		write_16(frame + packet.ip + 10, 0);
		write_16(frame + packet.ip + 10, (uint16_t)~folded(sum_of(frame + packet.ip, ipv4_header(&packet))));
	}
	if (packet.fragment)
		return;
	if (packet.layers & LAYER_TCP)
		fill_transport(&packet, frame + packet.transport + 16, false);
	else if (packet.layers & LAYER_UDP)
		fill_transport(&packet, frame + packet.transport + 6, true);
}
