/* SPDX-License-Identifier: MIT */
/* Which packets a flow rule is about. */
#ifndef RULE_H
#define RULE_H

#include "packet.h"

/* Values and masks of what is specified, zero elsewhere. */
struct rule {
	enum ibv_flow_attr_type type;
	uint16_t priority;
	bool dont_trap;
	bool drop;
	/* Those that a packet must have. */
	unsigned int layers;
	struct ibv_flow_eth_filter ethernet, ethernet_mask;
	struct ibv_flow_ipv4_ext_filter ipv4, ipv4_mask;
	struct ibv_flow_ipv6_filter ipv6, ipv6_mask;
	struct ibv_flow_tcp_udp_filter ports, ports_mask;
};

/* 0; EINVAL for what makes no sense, EOPNOTSUPP for what cannot be done. */
int rule_compile(struct rule *rule, const struct ibv_flow_attr *attr);

/* A rule for all that goes to that address. */
void rule_of_mac(struct rule *rule, const uint8_t mac[6]);

bool rule_matches(const struct rule *rule, const struct packet *packet);

/* Whether both match the same packets with the same priority, so that each of their queue pairs gets a copy. */
bool rule_equal(const struct rule *one, const struct rule *other);

/* Negative: the first comes before the second. */
int rule_compare(const struct rule *one, const struct rule *other);

#endif
