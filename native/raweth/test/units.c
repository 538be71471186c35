// SPDX-License-Identifier: MIT
/* What the library's files do by themselves. */
#include <arpa/inet.h>

#include "../checksum.h"
#include "../completions.h"
#include "../requests.h"
#include "../rss.h"
#include "../rule.h"
#include "../settings.h"
#include "../table.h"
#include "check.h"
#include "frames.h"

static const uint8_t key[TOEPLITZ_KEY] = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d, 0x43, 0xa3,
					  0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb, 0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3,
					  0x80, 0x30, 0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

struct vector {
	const char *destination, *source;
	unsigned int destination_port, source_port;
	uint32_t of_addresses, with_ports;
};

/* As Microsoft publishes them: "Verifying the RSS Hash Calculation". */
static const struct vector vectors_4[] = {
	{"161.142.100.80", "66.9.149.187", 1766, 2794, 0x323e8fc2, 0x51ccc178},
	{"65.69.140.83", "199.92.111.2", 4739, 14230, 0xd718262a, 0xc626b0ea},
	{"12.22.207.184", "24.19.198.95", 38024, 12898, 0xd2d0a5de, 0x5c2b394a},
	{"209.142.163.6", "38.27.205.30", 2217, 48228, 0x82989176, 0xafc7327f},
	{"202.188.127.2", "153.39.163.191", 1303, 44251, 0x5d1809c5, 0x10e828a2},
};

static const struct vector vectors_6[] = {
	{"3ffe:2501:200:3::1", "3ffe:2501:200:1fff::7", 1766, 2794, 0x2cc18cd5, 0x40207d3d},
	{"ff02::1", "3ffe:501:8::260:97ff:fe40:efab", 4739, 14230, 0x0f0c461c, 0xdde51bbf},
	{"fe80::200:f8ff:fe21:67cf", "3ffe:1900:4545:3:200:f8ff:fe21:67cf", 38024, 44251, 0x4b61e985, 0x02d1feef},
};

static uint32_t hash_of(uint64_t fields, const struct packet *packet)
{
	struct ibv_rx_hash_conf configuration = {.rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ, .rx_hash_key_len = sizeof(key),
						 .rx_hash_key = (uint8_t *)key, .rx_hash_fields_mask = fields};
	struct rss rss;

	CHECK(rss_configure(&rss, &configuration) == 0);
	return rss_hash(&rss, packet);
}

static void toeplitz_vectors(void)
{
	const uint64_t addresses_4 = IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4;
	const uint64_t addresses_6 = IBV_RX_HASH_SRC_IPV6 | IBV_RX_HASH_DST_IPV6;
	const uint64_t ports = IBV_RX_HASH_SRC_PORT_TCP | IBV_RX_HASH_DST_PORT_TCP;

	for (size_t i = 0; i < sizeof(vectors_4) / sizeof(*vectors_4); i++) {
		struct packet packet = {.layers = LAYER_ETHERNET | LAYER_IPV4 | LAYER_TCP};

		CHECK(inet_pton(AF_INET, vectors_4[i].destination, &packet.ipv4.dst_ip) == 1);
		CHECK(inet_pton(AF_INET, vectors_4[i].source, &packet.ipv4.src_ip) == 1);
		packet.ports.dst_port = htons((uint16_t)vectors_4[i].destination_port);
		packet.ports.src_port = htons((uint16_t)vectors_4[i].source_port);
		CHECK(hash_of(addresses_4, &packet) == vectors_4[i].of_addresses);
		CHECK(hash_of(addresses_4 | addresses_6 | ports, &packet) == vectors_4[i].with_ports);
		packet.layers = LAYER_ETHERNET | LAYER_IPV4 | LAYER_UDP;
		CHECK(hash_of(addresses_4 | ports, &packet) == vectors_4[i].of_addresses);
	}
	for (size_t i = 0; i < sizeof(vectors_6) / sizeof(*vectors_6); i++) {
		struct packet packet = {.layers = LAYER_ETHERNET | LAYER_IPV6 | LAYER_TCP};

		CHECK(inet_pton(AF_INET6, vectors_6[i].destination, packet.ipv6.dst_ip) == 1);
		CHECK(inet_pton(AF_INET6, vectors_6[i].source, packet.ipv6.src_ip) == 1);
		packet.ports.dst_port = htons((uint16_t)vectors_6[i].destination_port);
		packet.ports.src_port = htons((uint16_t)vectors_6[i].source_port);
		CHECK(hash_of(addresses_6, &packet) == vectors_6[i].of_addresses);
		CHECK(hash_of(addresses_4 | addresses_6 | ports, &packet) == vectors_6[i].with_ports);
	}
}

static void rss_refusals(void)
{
	struct ibv_rx_hash_conf configuration = {.rx_hash_function = IBV_RX_HASH_FUNC_TOEPLITZ, .rx_hash_key_len = 39,
						 .rx_hash_key = (uint8_t *)key};
	struct packet none = {.layers = LAYER_ETHERNET};
	struct rss rss;

	CHECK(rss_configure(&rss, &configuration) == EINVAL);
	configuration.rx_hash_key_len = 40;
	configuration.rx_hash_fields_mask = IBV_RX_HASH_INNER;
	CHECK(rss_configure(&rss, &configuration) == EOPNOTSUPP);
	configuration.rx_hash_fields_mask = 0;
	configuration.rx_hash_function = 0;
	CHECK(rss_configure(&rss, &configuration) == EOPNOTSUPP);
	CHECK(hash_of(RSS_FIELDS, &none) == 0);
}

static void parsing(void)
{
	uint8_t frame[256];
	struct packet packet;
	size_t length = udp_frame(frame, 1000, 2000, 10);

	packet_parse(&packet, frame, length);
	CHECK(packet.layers == (LAYER_ETHERNET | LAYER_IPV4 | LAYER_UDP) && !packet.tagged && !packet.fragment);
	CHECK(packet.ports.src_port == htons(1000) && packet.ports.dst_port == htons(2000));
	CHECK(packet.end == length && packet.transport == 34);
	/* Padding does not belong to it. */
	packet_parse(&packet, frame, length + 8);
	CHECK(packet.end == length);
	/* Cut off: what is not all there is not there. */
	for (size_t i = 0; i < length; i++) {
		packet_parse(&packet, frame, i);
		CHECK(packet.layers == (i < 14 ? 0u : (unsigned int)LAYER_ETHERNET));
	}
	/* The second part of a packet has no ports, the first is a fragment. */
	put_16(frame + 20, 100);
	packet_parse(&packet, frame, length);
	CHECK(packet.layers == (LAYER_ETHERNET | LAYER_IPV4) && packet.fragment);
	put_16(frame + 20, 0x2000);
	packet_parse(&packet, frame, length);
	CHECK(packet.layers & LAYER_UDP && packet.fragment && packet.ipv4.flags == 4);
	put_16(frame + 20, 0);
	length = tagged(frame, length, 0xa005);
	packet_parse(&packet, frame, length);
	CHECK(packet.tagged && packet.ethernet.vlan_tag == htons(0xa005) && packet.ethernet.ether_type == htons(0x0800));
	CHECK(packet.layers & LAYER_UDP && packet.transport == 38);
}

/* IPv6, with a header of options between its own and TCP's. */
static void parsing_ipv6(void)
{
	uint8_t frame[128] = {0};
	struct packet packet;

	put_16(frame + 12, 0x86dd);
	frame[14] = 0x6a;
	frame[15] = 0xbc;
	put_16(frame + 18, 28);
	frame[20] = 0;
	frame[21] = 9;
	frame[54] = 6;
	put_16(frame + 62, 7);
	put_16(frame + 64, 8);
	packet_parse(&packet, frame, 82);
	CHECK(packet.layers == (LAYER_ETHERNET | LAYER_IPV6 | LAYER_TCP) && packet.protocol == 6 && packet.transport == 62);
	CHECK(packet.ipv6.traffic_class == 0xab && packet.ipv6.flow_label == htonl(0xc0000) && packet.ipv6.hop_limit == 9);
	CHECK(packet.ports.src_port == htons(7) && packet.ports.dst_port == htons(8));
	/* Options that are longer than the packet. */
	frame[55] = 9;
	packet_parse(&packet, frame, 82);
	CHECK(packet.layers == (LAYER_ETHERNET | LAYER_IPV6));
	/* A part that is not the first. */
	frame[20] = 44;
	put_16(frame + 56, 8);
	packet_parse(&packet, frame, 82);
	CHECK(packet.fragment && !(packet.layers & LAYER_TCP));
}

static void checksums(void)
{
	uint8_t frame[256];
	struct packet packet;
	size_t length = udp_frame(frame, 1, 2, 11);

	packet_parse(&packet, frame, length);
	CHECK(!checksum_verified(&packet, true));
	checksum_fill(frame, length);
	packet_parse(&packet, frame, length);
	CHECK(read_16(frame + 40) != 0 && checksum_verified(&packet, false));
	frame[length - 1] ^= 1;
	CHECK(!checksum_verified(&packet, false) && checksum_verified(&packet, true));
	put_16(frame + 40, 0);
	CHECK(checksum_verified(&packet, false));
	frame[24] ^= 1;
	CHECK(!checksum_verified(&packet, true));
	/* TCP, and a tag before it. */
	udp_frame(frame, 1, 2, 20);
	frame[23] = 6;
	length = tagged(frame, 62, 7);
	checksum_fill(frame, length);
	packet_parse(&packet, frame, length);
	CHECK(checksum_verified(&packet, false));
	frame[length - 1] ^= 1;
	CHECK(!checksum_verified(&packet, false));
}

/* Specifications one after the other. */
struct rules {
	struct ibv_flow_attr attr;
	uint8_t specs[256];
	size_t used;
};

static void begin(struct rules *rules)
{
	memset(rules, 0, sizeof(*rules));
	rules->attr.port = 1;
	rules->attr.type = IBV_FLOW_ATTR_NORMAL;
}

static void add(struct rules *rules, const void *spec, size_t size)
{
	memcpy(rules->specs + rules->used, spec, size);
	rules->used += size;
	rules->attr.num_of_specs++;
}

#define ADD(rules, spec) add(rules, &(spec), sizeof(spec))

static struct ibv_flow_spec_eth ethernet(void)
{
	struct ibv_flow_spec_eth spec = {.type = IBV_FLOW_SPEC_ETH, .size = sizeof(spec)};

	memcpy(spec.val.dst_mac, mac_here, 6);
	memset(spec.mask.dst_mac, 0xff, 6);
	return spec;
}

static struct ibv_flow_spec_ipv4 ipv4(const char *destination, const char *mask)
{
	struct ibv_flow_spec_ipv4 spec = {.type = IBV_FLOW_SPEC_IPV4, .size = sizeof(spec)};

	inet_pton(AF_INET, destination, &spec.val.dst_ip);
	inet_pton(AF_INET, mask, &spec.mask.dst_ip);
	return spec;
}

static struct ibv_flow_spec_tcp_udp ports(enum ibv_flow_spec_type type, unsigned int destination)
{
	struct ibv_flow_spec_tcp_udp spec = {.type = type, .size = sizeof(spec)};

	spec.val.dst_port = htons((uint16_t)destination);
	spec.mask.dst_port = 0xffff;
	return spec;
}

static int compiled(struct rule *rule, const struct rules *rules)
{
	return rule_compile(rule, &rules->attr);
}

static void rules_match(void)
{
	struct ibv_flow_spec_eth eth = ethernet();
	struct ibv_flow_spec_ipv4 ip = ipv4("10.0.0.99", "255.255.255.0"), other = ipv4("10.0.1.99", "255.255.255.0");
	struct ibv_flow_spec_tcp_udp udp = ports(IBV_FLOW_SPEC_UDP, 2000), tcp = ports(IBV_FLOW_SPEC_TCP, 2000);
	uint8_t frame[256];
	struct packet packet, with_tag;
	struct rules rules;
	struct rule rule;
	size_t length = udp_frame(frame, 1000, 2000, 10);

	packet_parse(&packet, frame, length);
	begin(&rules);
	ADD(&rules, eth);
	CHECK(compiled(&rule, &rules) == 0 && rule_matches(&rule, &packet));
	ADD(&rules, ip);
	CHECK(compiled(&rule, &rules) == 0 && rule_matches(&rule, &packet));
	ADD(&rules, udp);
	CHECK(compiled(&rule, &rules) == 0 && rule_matches(&rule, &packet));
	begin(&rules);
	ADD(&rules, eth);
	ADD(&rules, other);
	CHECK(compiled(&rule, &rules) == 0 && !rule_matches(&rule, &packet));
	begin(&rules);
	ADD(&rules, eth);
	ADD(&rules, ip);
	ADD(&rules, tcp);
	CHECK(compiled(&rule, &rules) == 0 && !rule_matches(&rule, &packet));
	/* A tag has to be there if it is asked for. */
	eth.val.vlan_tag = htons(5);
	eth.mask.vlan_tag = htons(0xfff);
	begin(&rules);
	ADD(&rules, eth);
	CHECK(compiled(&rule, &rules) == 0 && !rule_matches(&rule, &packet));
	length = tagged(frame, length, 0x6005);
	packet_parse(&with_tag, frame, length);
	CHECK(rule_matches(&rule, &with_tag));
	put_16(frame + 14, 0x6006);
	packet_parse(&with_tag, frame, length);
	CHECK(!rule_matches(&rule, &with_tag));
}

static void rules_match_more(void)
{
	struct ibv_flow_spec_ipv4_ext ip = {.type = IBV_FLOW_SPEC_IPV4_EXT, .size = sizeof(ip), .val = {.ttl = 64, .proto = 17},
					    .mask = {.ttl = 0xff, .proto = 0xff}};
	struct ibv_flow_spec_ipv6 ip6 = {.type = IBV_FLOW_SPEC_IPV6, .size = sizeof(ip6)};
	struct ibv_flow_spec_action_drop drop = {.type = IBV_FLOW_SPEC_ACTION_DROP, .size = sizeof(drop)};
	uint8_t frame[256];
	struct packet packet;
	struct rules rules;
	struct rule rule;

	packet_parse(&packet, frame, udp_frame(frame, 1000, 2000, 10));
	begin(&rules);
	ADD(&rules, ip);
	ADD(&rules, drop);
	CHECK(compiled(&rule, &rules) == 0 && rule_matches(&rule, &packet) && rule.drop);
	frame[22] = 63;
	packet_parse(&packet, frame, 52);
	CHECK(!rule_matches(&rule, &packet));
	begin(&rules);
	ADD(&rules, ip6);
	CHECK(compiled(&rule, &rules) == 0 && !rule_matches(&rule, &packet));
	rules.attr.num_of_specs = 0;
	rules.attr.type = IBV_FLOW_ATTR_MC_DEFAULT;
	CHECK(compiled(&rule, &rules) == 0 && !rule_matches(&rule, &packet));
	frame[0] |= 1;
	CHECK(rule_matches(&rule, &packet));
	rules.attr.type = IBV_FLOW_ATTR_ALL_DEFAULT;
	CHECK(compiled(&rule, &rules) == 0 && rule_matches(&rule, &packet));
}

static void rules_refused(void)
{
	struct ibv_flow_spec_eth eth = ethernet(), arp = ethernet(), broken = ethernet();
	struct ibv_flow_spec_ipv4 ip = ipv4("10.0.0.1", "255.255.255.255");
	struct ibv_flow_spec_tcp_udp udp = ports(IBV_FLOW_SPEC_UDP, 1);
	struct ibv_flow_spec_action_tag tag = {.type = IBV_FLOW_SPEC_ACTION_TAG, .size = sizeof(tag)};
	struct rules rules;
	struct rule rule;

	begin(&rules);
	CHECK(compiled(&rule, &rules) == EINVAL);
	ADD(&rules, eth);
	rules.attr.port = 2;
	CHECK(compiled(&rule, &rules) == EINVAL);
	rules.attr.port = 1;
	rules.attr.flags = IBV_FLOW_ATTR_FLAGS_EGRESS;
	CHECK(compiled(&rule, &rules) == EOPNOTSUPP);
	rules.attr.flags = 0;
	rules.attr.comp_mask = 1;
	CHECK(compiled(&rule, &rules) == EINVAL);
	rules.attr.comp_mask = 0;
	ADD(&rules, tag);
	CHECK(compiled(&rule, &rules) == EOPNOTSUPP);
	begin(&rules);
	ADD(&rules, ip);
	ADD(&rules, eth);
	CHECK(compiled(&rule, &rules) == EINVAL);
	begin(&rules);
	ADD(&rules, udp);
	ADD(&rules, udp);
	CHECK(compiled(&rule, &rules) == EINVAL);
	arp.val.ether_type = htons(0x0806);
	arp.mask.ether_type = 0xffff;
	begin(&rules);
	ADD(&rules, arp);
	ADD(&rules, ip);
	CHECK(compiled(&rule, &rules) == EINVAL);
	broken.size = 0;
	begin(&rules);
	ADD(&rules, broken);
	CHECK(compiled(&rule, &rules) == EINVAL);
	begin(&rules);
	rules.attr.type = IBV_FLOW_ATTR_SNIFFER;
	CHECK(compiled(&rule, &rules) == 0);
	ADD(&rules, eth);
	CHECK(compiled(&rule, &rules) == EINVAL);
}

/* Round the ring several times, with a step that does not divide it. */
static void completions_wrap(void)
{
	struct ibv_cq cq = {.cqe = 7};
	struct completions *completions = completions_create(&cq);
	atomic_uint in_use = 0;
	uint64_t next_in = 0, next_out = 0;
	struct ibv_wc wc[8];

	for (int round = 0; round < 50; round++) {
		for (int i = 0; i < 5; i++, next_in++) {
			wc[0] = (struct ibv_wc){.wr_id = next_in};
			in_use += 2;
			completions_add(completions, wc, NULL, &in_use, 2);
		}
		for (int left = 5; left > 0;) {
			int taken = completions_take(completions, 3, wc);

			CHECK(taken == (left < 3 ? left : 3));
			for (int i = 0; i < taken; i++)
				CHECK(wc[i].wr_id == next_out++);
			left -= taken;
			CHECK(in_use == 2u * (unsigned int)left);
		}
		CHECK(completions_take(completions, 8, wc) == 0);
	}
	completions_free(completions);
}

static void completions_change(void)
{
	struct ibv_cq cq = {.cqe = 4};
	struct completions *completions = completions_create(&cq);
	const int one = 1, other = 2;
	struct ibv_wc wc[8] = {{0}};

	for (uint64_t i = 0; i < 4; i++) {
		wc[0].wr_id = i;
		completions_add(completions, wc, i % 2 ? &one : &other, NULL, 0);
	}
	CHECK(completions_resize(completions, 3) == EINVAL && completions_resize(completions, 6) == 0);
	completions_purge(completions, &other);
	CHECK(completions_take(completions, 8, wc) == 2 && wc[0].wr_id == 1 && wc[1].wr_id == 3);
	/* One more than there is room for: what was there comes, and then an error. */
	for (int i = 0; i < 7; i++)
		completions_add(completions, wc, &one, NULL, 0);
	CHECK(completions->overrun && completions_take(completions, 8, wc) == 6);
	CHECK(completions_take(completions, 8, wc) == -1);
	completions_add(completions, wc, &one, NULL, 0);
	CHECK(completions_take(completions, 8, wc) == -1);
	completions_free(completions);
}

static int post(struct requests *requests, uint64_t wr_id, void *buffer, uint32_t first, uint32_t second)
{
	struct ibv_sge pieces[2] = {{.addr = (uintptr_t)buffer, .length = first},
				    {.addr = (uintptr_t)buffer + first + 1, .length = second}};
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = pieces, .num_sge = 2}, *bad = NULL;
	int error = requests_post(requests, &wr, &bad);

	CHECK(!error == !bad);
	return error;
}

static void requests_scatter(void)
{
	struct ibv_cq cq = {.cqe = 8};
	struct completions *completions = completions_create(&cq);
	struct requests requests;
	uint8_t packet[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, buffer[16];
	const struct iovec parts[2] = {{packet, 3}, {packet + 5, 5}};
	struct ibv_wc wc;

	CHECK(requests_init(&requests, 77, 3, 2, completions) == 0);
	CHECK(post(&requests, 1, buffer, 2, 9) == EINVAL);
	requests_set_intake(&requests, INTAKE_OPEN);
	CHECK(requests_deliver(&requests, parts, 2, 0) == NO_REQUEST);
	/* Three times round a ring of three. */
	for (uint64_t i = 0; i < 9; i++) {
		memset(buffer, 0xee, sizeof(buffer));
		CHECK(post(&requests, i, buffer, 2, 9) == 0);
		CHECK(requests_deliver(&requests, parts, 2, IBV_WC_IP_CSUM_OK) == DELIVERED);
		CHECK(memcmp(buffer, "\0\1\356\2\5\6\7\10\11\356", 10) == 0);
		CHECK(completions_take(completions, 1, &wc) == 1 && wc.wr_id == i && wc.byte_len == 8);
		CHECK(wc.opcode == IBV_WC_RECV && wc.status == IBV_WC_SUCCESS && wc.qp_num == 77);
		CHECK(wc.wc_flags == IBV_WC_IP_CSUM_OK);
	}
	CHECK(post(&requests, 1, buffer, 2, 5) == 0 && requests_deliver(&requests, parts, 2, 0) == TOO_LONG);
	CHECK(completions_take(completions, 1, &wc) == 1 && wc.status == IBV_WC_LOC_LEN_ERR);
	for (uint64_t i = 0; i < 3; i++)
		CHECK(post(&requests, i, buffer, 2, 9) == 0);
	CHECK(post(&requests, 3, buffer, 2, 9) == ENOMEM);
	requests_set_intake(&requests, INTAKE_FLUSHING);
	for (uint64_t i = 0; i < 3; i++)
		CHECK(completions_take(completions, 1, &wc) == 1 && wc.status == IBV_WC_WR_FLUSH_ERR && wc.wr_id == i);
	CHECK(post(&requests, 4, buffer, 2, 9) == 0 && completions_take(completions, 1, &wc) == 1);
	CHECK(wc.status == IBV_WC_WR_FLUSH_ERR && requests_deliver(&requests, parts, 2, 0) == NOT_OPEN);
	requests_free(&requests);
	completions_free(completions);
}

static void tables(void)
{
	static struct table table = TABLE_INITIALIZER;
	static int keys[1000];

	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 1000; i++)
			CHECK(table_put(&table, &keys[i], &keys[999 - i]) == 0);
		for (int i = 0; i < 1000; i++)
			CHECK(table_get(&table, &keys[i]) == &keys[999 - i]);
		for (int i = 0; i < 1000; i++)
			CHECK(table_remove(&table, &keys[i]) == &keys[999 - i] && !table_get(&table, &keys[i]));
		CHECK(!table_remove(&table, &keys[0]));
	}
}

static void ring_bytes(void)
{
	static const char *const wrong[] = {"", "1M", "-1", " 2000000", "1048575", "1073741825", "99999999999999999999"};

	CHECK(settings_ring_bytes() == 16u << 20);
	CHECK(setenv("RDMA_RAWETH_RING_BYTES", "2000000", 1) == 0 && settings_ring_bytes() == 2000000);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		CHECK(setenv("RDMA_RAWETH_RING_BYTES", wrong[i], 1) == 0 && settings_ring_bytes() == 16u << 20);
}

int main(int argc, char **argv)
{
	static const struct test_case cases[] = {
		{"toeplitz-vectors", toeplitz_vectors},
		{"rss-refusals", rss_refusals},
		{"parsing", parsing},
		{"parsing-ipv6", parsing_ipv6},
		{"checksums", checksums},
		{"rules-match", rules_match},
		{"rules-match-more", rules_match_more},
		{"rules-refused", rules_refused},
		{"completions-wrap", completions_wrap},
		{"completions-change", completions_change},
		{"requests-scatter", requests_scatter},
		{"tables", tables},
		{"ring-bytes", ring_bytes},
	};

	return RUN_CASE(cases);
}
