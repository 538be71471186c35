// SPDX-License-Identifier: MIT
#include "packet.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#define TYPE_IPV4 0x0800
#define TYPE_IPV6 0x86dd
#define TYPE_VLAN 0x8100
#define TYPE_SERVICE_VLAN 0x88a8

#define IPV4_HEADER 20
#define IPV6_HEADER 40
#define MOST_EXTENSIONS 8

/* As the kernel's interface numbers them. */
#define FLAG_DONT_FRAGMENT 2
#define FLAG_MORE_FRAGMENTS 4

static void parse_ports(struct packet *packet, size_t header, enum layer layer)
{
	const uint8_t *at = packet->data + packet->transport;

	if (packet->end < packet->transport + header)
		return;
	memcpy(&packet->ports.src_port, at, 2);
	memcpy(&packet->ports.dst_port, at + 2, 2);
	packet->layers |= layer;
}

static void parse_transport(struct packet *packet)
{
	if (packet->protocol == IPPROTO_TCP)
		parse_ports(packet, 20, LAYER_TCP);
	else if (packet->protocol == IPPROTO_UDP)
		parse_ports(packet, 8, LAYER_UDP);
}

static void parse_ipv4(struct packet *packet)
{
	const uint8_t *at = packet->data + packet->ip;
	size_t room = packet->length - packet->ip, header, total;
	uint16_t fragment;

	if (room < IPV4_HEADER || at[0] >> 4 != 4)
		return;
	header = (size_t)(at[0] & 15) * 4;
	total = read_16(at + 2);
	if (header < IPV4_HEADER || total < header || total > room)
		return;
	fragment = read_16(at + 6);
	packet->layers |= LAYER_IPV4;
	packet->transport = packet->ip + header;
	packet->end = packet->ip + total;
	packet->protocol = at[9];
	packet->fragment = fragment & 0x3fff;
	packet->ipv4.tos = at[1];
	packet->ipv4.ttl = at[8];
	packet->ipv4.proto = at[9];
	packet->ipv4.flags = (uint8_t)((fragment & 0x4000 ? FLAG_DONT_FRAGMENT : 0) |
				       (fragment & 0x2000 ? FLAG_MORE_FRAGMENTS : 0));
	memcpy(&packet->ipv4.src_ip, at + 12, 4);
	memcpy(&packet->ipv4.dst_ip, at + 16, 4);
	if (!(fragment & 0x1fff))
		parse_transport(packet);
}

/* Goes over the headers between IP's own and the transport's; false where that cannot be reached. */
static bool skip_extensions(struct packet *packet)
{
	for (int i = 0; i < MOST_EXTENSIONS; i++) {
		const uint8_t *at = packet->data + packet->transport;
		size_t room = packet->end - packet->transport, size;

		if (packet->protocol != IPPROTO_HOPOPTS && packet->protocol != IPPROTO_ROUTING &&
		    packet->protocol != IPPROTO_DSTOPTS && packet->protocol != IPPROTO_FRAGMENT)
			return true;
		if (room < 8)
			return false;
		size = packet->protocol == IPPROTO_FRAGMENT ? 8 : ((size_t)at[1] + 1) * 8;
		if (packet->protocol == IPPROTO_FRAGMENT) {
			packet->fragment = true;
			if (read_16(at + 2) & 0xfff8)
				return false;
		}
		if (size > room)
			return false;
		packet->protocol = at[0];
		packet->transport += size;
	}
	return false;
}

static void parse_ipv6(struct packet *packet)
{
	const uint8_t *at = packet->data + packet->ip;
	size_t room = packet->length - packet->ip, total;

	if (room < IPV6_HEADER || at[0] >> 4 != 6)
		return;
	total = (size_t)IPV6_HEADER + read_16(at + 4);
	if (total > room)
		return;
	packet->layers |= LAYER_IPV6;
	packet->transport = packet->ip + IPV6_HEADER;
	packet->end = packet->ip + total;
	packet->protocol = at[6];
	packet->ipv6.next_hdr = at[6];
	packet->ipv6.hop_limit = at[7];
	packet->ipv6.traffic_class = (uint8_t)(read_16(at) >> 4);
	packet->ipv6.flow_label = htonl((uint32_t)(at[1] & 15) << 16 | read_16(at + 2));
	memcpy(packet->ipv6.src_ip, at + 8, 16);
	memcpy(packet->ipv6.dst_ip, at + 24, 16);
	if (skip_extensions(packet))
		parse_transport(packet);
}

/* One tag: the type that follows a second one is that of the tag. */
static void parse_ethernet(struct packet *packet)
{
	const uint8_t *at = packet->data;
	uint16_t type = read_16(at + 12);

	memcpy(packet->ethernet.dst_mac, at, 6);
	memcpy(packet->ethernet.src_mac, at + 6, 6);
	packet->ip = ETHERNET_HEADER;
	if ((type == TYPE_VLAN || type == TYPE_SERVICE_VLAN) && packet->length >= ETHERNET_HEADER + VLAN_TAG) {
		packet->tagged = true;
		memcpy(&packet->ethernet.vlan_tag, at + 14, 2);
		packet->ip += VLAN_TAG;
		type = read_16(at + 16);
	}
	packet->ethernet.ether_type = htons(type);
	packet->layers |= LAYER_ETHERNET;
}

void packet_parse(struct packet *packet, const uint8_t *data, size_t length)
{
	*packet = (struct packet){.data = data, .length = length, .end = length};
	if (length < ETHERNET_HEADER)
		return;
	parse_ethernet(packet);
	if (packet->ethernet.ether_type == htons(TYPE_IPV4))
		parse_ipv4(packet);
	else if (packet->ethernet.ether_type == htons(TYPE_IPV6))
		parse_ipv6(packet);
}
