// SPDX-License-Identifier: MIT
#include "rss.h"

#include <errno.h>
#include <string.h>

struct input {
	uint8_t bytes[36];
	size_t length;
};

int rss_configure(struct rss *rss, const struct ibv_rx_hash_conf *configuration)
{
	if (configuration->rx_hash_function != IBV_RX_HASH_FUNC_TOEPLITZ ||
	    configuration->rx_hash_fields_mask & ~(uint64_t)RSS_FIELDS)
		return EOPNOTSUPP;
	if (configuration->rx_hash_key_len != TOEPLITZ_KEY || !configuration->rx_hash_key)
		return EINVAL;
	rss->fields = configuration->rx_hash_fields_mask;
	memcpy(rss->key, configuration->rx_hash_key, TOEPLITZ_KEY);
	return 0;
}

static void add(const struct rss *rss, struct input *input, uint64_t field, const void *value, size_t size)
{
	if (!(rss->fields & field))
		return;
	memcpy(input->bytes + input->length, value, size);
	input->length += size;
}

/* Addresses before ports, sources before destinations. */
uint32_t rss_hash(const struct rss *rss, const struct packet *packet)
{
	struct input input = {.length = 0};

	if (packet->layers & LAYER_IPV4) {
		add(rss, &input, IBV_RX_HASH_SRC_IPV4, &packet->ipv4.src_ip, 4);
		add(rss, &input, IBV_RX_HASH_DST_IPV4, &packet->ipv4.dst_ip, 4);
	} else if (packet->layers & LAYER_IPV6) {
		add(rss, &input, IBV_RX_HASH_SRC_IPV6, packet->ipv6.src_ip, 16);
		add(rss, &input, IBV_RX_HASH_DST_IPV6, packet->ipv6.dst_ip, 16);
	}
	/* All fragments of a packet must go to the same queue, so ports, which only the first has, are not used. */
	if (packet->fragment)
		return toeplitz(rss->key, input.bytes, input.length);
	if (packet->layers & LAYER_TCP) {
		add(rss, &input, IBV_RX_HASH_SRC_PORT_TCP, &packet->ports.src_port, 2);
		add(rss, &input, IBV_RX_HASH_DST_PORT_TCP, &packet->ports.dst_port, 2);
	} else if (packet->layers & LAYER_UDP) {
		add(rss, &input, IBV_RX_HASH_SRC_PORT_UDP, &packet->ports.src_port, 2);
		add(rss, &input, IBV_RX_HASH_DST_PORT_UDP, &packet->ports.dst_port, 2);
	}
	return toeplitz(rss->key, input.bytes, input.length);
}
