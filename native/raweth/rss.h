/* SPDX-License-Identifier: MIT */
/* Which receive work queue a packet goes to. */
#ifndef RSS_H
#define RSS_H

#include "packet.h"
#include "toeplitz.h"

#define RSS_FIELDS                                                                                         \
	(IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4 | IBV_RX_HASH_SRC_IPV6 | IBV_RX_HASH_DST_IPV6 |       \
	 IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_DST_PORT_TCP | IBV_RX_HASH_SRC_PORT_UDP |                  \
	 IBV_RX_HASH_DST_PORT_UDP)

struct rss {
	uint64_t fields;
	uint8_t key[TOEPLITZ_KEY];
};

/* 0, or an errno for a combination of fields that cannot be hashed by. */
int rss_configure(struct rss *rss, const struct ibv_rx_hash_conf *configuration);

/* 0 where the packet has none of the fields. */
uint32_t rss_hash(const struct rss *rss, const struct packet *packet);

#endif
