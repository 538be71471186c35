/* SPDX-License-Identifier: MIT */
/* What a frame says of itself. */
#ifndef PACKET_H
#define PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <infiniband/verbs.h>

#define ETHERNET_HEADER 14
#define VLAN_TAG 4
/* Without the frame check sequence, which software does not see. */
#define LEAST_FRAME 60

enum layer {
	LAYER_ETHERNET = 1 << 0,
	LAYER_IPV4 = 1 << 1,
	LAYER_IPV6 = 1 << 2,
	/* Ports of TCP or UDP can be read. */
	LAYER_TCP = 1 << 3,
	LAYER_UDP = 1 << 4,
};

/* The fields are as flow specifications have them: in network byte order. */
struct packet {
	const uint8_t *data;
	size_t length;
	unsigned int layers;
	bool tagged;
	/* A part of an IP packet: transport checksums cannot be checked. */
	bool fragment;
	/* Of the header that comes after those of IP. */
	uint8_t protocol;
	/* Where the headers begin, and where the IP packet ends; the frame may be longer. */
	size_t ip, transport, end;
	struct ibv_flow_eth_filter ethernet;
	struct ibv_flow_ipv4_ext_filter ipv4;
	struct ibv_flow_ipv6_filter ipv6;
	struct ibv_flow_tcp_udp_filter ports;
};

/* The data may be shorter than the headers say: what is cut off counts as not there. */
void packet_parse(struct packet *packet, const uint8_t *data, size_t length);

static inline uint16_t read_16(const uint8_t *at)
{
	return (uint16_t)(at[0] << 8 | at[1]);
}

static inline bool is_multicast(const uint8_t *mac)
{
	return mac[0] & 1;
}

#endif
