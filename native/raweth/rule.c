// SPDX-License-Identifier: MIT
#include "rule.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>

#define TYPE_IPV4 0x0800
#define TYPE_IPV6 0x86dd
#define MOST_SPECS 8

static void masked(void *value_to, void *mask_to, const void *value, const void *mask, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		((uint8_t *)mask_to)[i] = ((const uint8_t *)mask)[i];
		((uint8_t *)value_to)[i] = ((const uint8_t *)value)[i] & ((const uint8_t *)mask)[i];
	}
}

static bool equal_under_mask(const void *field, const void *value, const void *mask, size_t size)
{
	const uint8_t *is = field, *wanted = value, *bits = mask;

	for (size_t i = 0; i < size; i++) {
		if ((is[i] & bits[i]) != wanted[i])
			return false;
	}
	return true;
}

/* Each layer may come at most once, and outer ones before inner ones. */
static int add_layer(struct rule *rule, enum layer layer, unsigned int not_after)
{
	if (rule->layers & not_after)
		return EINVAL;
	rule->layers |= layer;
	return 0;
}

static int add_ethernet(struct rule *rule, const struct ibv_flow_spec *spec)
{
	if (spec->eth.size != sizeof(spec->eth))
		return EINVAL;
	masked(&rule->ethernet, &rule->ethernet_mask, &spec->eth.val, &spec->eth.mask, sizeof(spec->eth.val));
	return add_layer(rule, LAYER_ETHERNET, ~0u);
}

static int add_ipv4(struct rule *rule, const struct ibv_flow_spec *spec)
{
	if (spec->ipv4.size != sizeof(spec->ipv4))
		return EINVAL;
	masked(&rule->ipv4, &rule->ipv4_mask, &spec->ipv4.val, &spec->ipv4.mask, sizeof(spec->ipv4.val));
	return add_layer(rule, LAYER_IPV4, (unsigned int)~LAYER_ETHERNET);
}

static int add_ipv4_ext(struct rule *rule, const struct ibv_flow_spec *spec)
{
	if (spec->ipv4_ext.size != sizeof(spec->ipv4_ext))
		return EINVAL;
	masked(&rule->ipv4, &rule->ipv4_mask, &spec->ipv4_ext.val, &spec->ipv4_ext.mask, sizeof(spec->ipv4_ext.val));
	return add_layer(rule, LAYER_IPV4, (unsigned int)~LAYER_ETHERNET);
}

/* What is behind the last field is padding. */
static int add_ipv6(struct rule *rule, const struct ibv_flow_spec *spec)
{
	if (spec->ipv6.size != sizeof(spec->ipv6))
		return EINVAL;
	masked(&rule->ipv6, &rule->ipv6_mask, &spec->ipv6.val, &spec->ipv6.mask,
	       offsetof(struct ibv_flow_ipv6_filter, hop_limit) + 1);
	return add_layer(rule, LAYER_IPV6, (unsigned int)~LAYER_ETHERNET);
}

static int add_ports(struct rule *rule, const struct ibv_flow_spec *spec, enum layer layer)
{
	if (spec->tcp_udp.size != sizeof(spec->tcp_udp))
		return EINVAL;
	masked(&rule->ports, &rule->ports_mask, &spec->tcp_udp.val, &spec->tcp_udp.mask, sizeof(spec->tcp_udp.val));
	return add_layer(rule, layer, LAYER_TCP | LAYER_UDP);
}

static int add_drop(struct rule *rule, const struct ibv_flow_spec *spec)
{
	if (spec->drop.size != sizeof(spec->drop) || rule->drop)
		return EINVAL;
	rule->drop = true;
	return 0;
}

static int add_spec(struct rule *rule, const struct ibv_flow_spec *spec)
{
	switch ((int)spec->hdr.type) {
	case IBV_FLOW_SPEC_ETH:
		return add_ethernet(rule, spec);
	case IBV_FLOW_SPEC_IPV4:
		return add_ipv4(rule, spec);
	case IBV_FLOW_SPEC_IPV4_EXT:
		return add_ipv4_ext(rule, spec);
	case IBV_FLOW_SPEC_IPV6:
		return add_ipv6(rule, spec);
	case IBV_FLOW_SPEC_TCP:
		return add_ports(rule, spec, LAYER_TCP);
	case IBV_FLOW_SPEC_UDP:
		return add_ports(rule, spec, LAYER_UDP);
	case IBV_FLOW_SPEC_ACTION_DROP:
		return add_drop(rule, spec);
	default:
		return EOPNOTSUPP;
	}
}

/* An Ethernet type that is not that of the IP specification can never match. */
static int check_ether_type(const struct rule *rule)
{
	uint16_t type = ntohs(rule->ethernet.ether_type);

	if (rule->ethernet_mask.ether_type != 0xffff)
		return 0;
	if ((rule->layers & LAYER_IPV4 && type != TYPE_IPV4) || (rule->layers & LAYER_IPV6 && type != TYPE_IPV6))
		return EINVAL;
	return 0;
}

static int add_specs(struct rule *rule, const struct ibv_flow_attr *attr)
{
	const uint8_t *at = (const uint8_t *)(attr + 1);

	if (attr->num_of_specs > MOST_SPECS)
		return EINVAL;
	for (int i = 0; i < attr->num_of_specs; i++) {
		const struct ibv_flow_spec *spec = (const struct ibv_flow_spec *)at;
		int error = add_spec(rule, spec);

		if (error)
			return error;
		at += spec->hdr.size;
	}
	return check_ether_type(rule);
}

int rule_compile(struct rule *rule, const struct ibv_flow_attr *attr)
{
	memset(rule, 0, sizeof(*rule));
	rule->type = attr->type;
	if (attr->comp_mask || attr->port != 1)
		return EINVAL;
	if (attr->flags & ~(uint32_t)IBV_FLOW_ATTR_FLAGS_DONT_TRAP)
		return EOPNOTSUPP;
	switch ((int)attr->type) {
	case IBV_FLOW_ATTR_NORMAL:
		rule->priority = attr->priority;
		rule->dont_trap = attr->flags & IBV_FLOW_ATTR_FLAGS_DONT_TRAP;
		return attr->num_of_specs ? add_specs(rule, attr) : EINVAL;
	case IBV_FLOW_ATTR_ALL_DEFAULT:
	case IBV_FLOW_ATTR_MC_DEFAULT:
	case IBV_FLOW_ATTR_SNIFFER:
		return attr->num_of_specs || attr->flags ? EINVAL : 0;
	default:
		return EINVAL;
	}
}

void rule_of_mac(struct rule *rule, const uint8_t mac[6])
{
	memset(rule, 0, sizeof(*rule));
	rule->type = IBV_FLOW_ATTR_NORMAL;
	rule->layers = LAYER_ETHERNET;
	memcpy(rule->ethernet.dst_mac, mac, 6);
	memset(rule->ethernet_mask.dst_mac, 0xff, 6);
}

bool rule_matches(const struct rule *rule, const struct packet *packet)
{
	if (rule->type == IBV_FLOW_ATTR_MC_DEFAULT)
		return is_multicast(packet->data);
	if (rule->type != IBV_FLOW_ATTR_NORMAL)
		return true;
	if ((packet->layers & rule->layers) != rule->layers || (rule->ethernet_mask.vlan_tag && !packet->tagged))
		return false;
	return equal_under_mask(&packet->ethernet, &rule->ethernet, &rule->ethernet_mask, sizeof(rule->ethernet)) &&
	       equal_under_mask(&packet->ipv4, &rule->ipv4, &rule->ipv4_mask, sizeof(rule->ipv4)) &&
	       equal_under_mask(&packet->ipv6, &rule->ipv6, &rule->ipv6_mask, sizeof(rule->ipv6)) &&
	       equal_under_mask(&packet->ports, &rule->ports, &rule->ports_mask, sizeof(rule->ports));
}

/* Both were set to zero before they were filled, padding too. */
bool rule_equal(const struct rule *one, const struct rule *other)
{
	return memcmp(one, other, sizeof(*one)) == 0;
}

static int rank(const struct rule *rule)
{
	switch (rule->type) {
	case IBV_FLOW_ATTR_SNIFFER:
		return -1;
	case IBV_FLOW_ATTR_NORMAL:
		return rule->priority;
	case IBV_FLOW_ATTR_MC_DEFAULT:
		return 1 << 16;
	default:
		return 1 << 17;
	}
}

int rule_compare(const struct rule *one, const struct rule *other)
{
	return rank(one) - rank(other);
}
