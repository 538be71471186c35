// SPDX-License-Identifier: MIT
/* Raw packets from one device to another one of this host, as a network adapter would have them:
 *   rawpackets spread FROM TO FLOWS FRAMES   spreads flows over four receive work queues
 *   rawpackets content FROM TO               tags, checksums, pieces, lengths
 *   rawpackets refusals DEVICE               what is refused, and how
 *   rawpackets create DEVICE                 prints the errno of a queue pair's creation
 * FROM and TO are DEVICE=ADDRESS with the Ethernet address of its interface. Prints what it found and exits with 0 if all
 * was right. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>

#define QUEUES 4
#define SLOT 2048
#define DEPTH 256
/* Without anything coming in: only against hanging. */
#define SECONDS 60
#define BYTES (14 + 20 + 8)

struct end {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_mr *mr;
	uint8_t *memory;
	uint8_t mac[6];
};

static const char *doing = "";

__attribute__((format(printf, 1, 2), noreturn)) static void fail(const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "rawpackets: %s: ", doing);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fprintf(stderr, "\n");
	exit(1);
}

#define NEED(condition)                                                                                 \
	do {                                                                                            \
		if (!(condition))                                                                       \
			fail("line %d: not true: %s (errno %s)", __LINE__, #condition, strerror(errno)); \
	} while (0)

#define REFUSED(error, expression) NEED((errno = 0, !(expression)) && errno == (error))

static void open_end(struct end *end, const char *name)
{
	struct ibv_device **devices = ibv_get_device_list(NULL);
	size_t length = strcspn(name, "=");

	for (int i = 0; devices && devices[i]; i++) {
		const char *found = ibv_get_device_name(devices[i]);

		if (strlen(found) == length && strncmp(found, name, length) == 0)
			end->context = ibv_open_device(devices[i]);
	}
	NEED(end->context);
	if (name[length])
		NEED(sscanf(name + length, "=%hhx:%hhx:%hhx:%hhx:%hhx:%hhx", &end->mac[0], &end->mac[1], &end->mac[2],
			    &end->mac[3], &end->mac[4], &end->mac[5]) == 6);
	NEED(end->pd = ibv_alloc_pd(end->context));
	NEED(end->cq = ibv_create_cq(end->context, QUEUES * DEPTH, NULL, NULL, 0));
	NEED(end->memory = calloc(QUEUES * DEPTH, SLOT));
	NEED(end->mr = ibv_reg_mr(end->pd, end->memory, (size_t)QUEUES * DEPTH * SLOT, IBV_ACCESS_LOCAL_WRITE));
}

static struct ibv_qp_init_attr raw(const struct end *end)
{
	return (struct ibv_qp_init_attr){.send_cq = end->cq, .recv_cq = end->cq, .qp_type = IBV_QPT_RAW_PACKET,
					 .cap = {.max_send_wr = DEPTH, .max_recv_wr = DEPTH, .max_send_sge = 4, .max_recv_sge = 4,
						 .max_inline_data = 128}};
}

static int move(struct ibv_qp *qp, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = state, .port_num = 1};

	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | (state == IBV_QPS_INIT ? IBV_QP_PORT : 0));
}

static void make_qp(struct end *end)
{
	struct ibv_qp_init_attr attr = raw(end);

	NEED(end->qp = ibv_create_qp(end->pd, &attr));
	NEED(move(end->qp, IBV_QPS_INIT) == 0 && move(end->qp, IBV_QPS_RTR) == 0 && move(end->qp, IBV_QPS_RTS) == 0);
}

static struct ibv_flow *make_rule(struct ibv_qp *qp, const uint8_t *mac, unsigned int tag)
{
	struct {
		struct ibv_flow_attr attr;
		struct ibv_flow_spec_eth eth;
	} rule = {.attr = {.type = IBV_FLOW_ATTR_NORMAL, .size = sizeof(rule), .num_of_specs = 1, .port = 1},
		  .eth = {.type = IBV_FLOW_SPEC_ETH, .size = sizeof(rule.eth)}};

	memcpy(rule.eth.val.dst_mac, mac, 6);
	memset(rule.eth.mask.dst_mac, 0xff, 6);
	rule.eth.val.vlan_tag = htons((uint16_t)tag);
	rule.eth.mask.vlan_tag = htons(tag ? 0xfff : 0);
	return ibv_create_flow(qp, &rule.attr);
}

static void put_16(uint8_t *at, unsigned int value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

static void put_32(uint8_t *at, uint32_t value)
{
	put_16(at, value >> 16);
	put_16(at + 2, value & 0xffff);
}

static uint32_t get_32(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The payload: flow, number, and bytes that depend on both. */
static uint8_t pattern(uint32_t flow, uint32_t number, size_t index)
{
	return (uint8_t)(flow * 31 + number * 7 + index);
}

static size_t make_frame(uint8_t *frame, const struct end *from, const struct end *to, uint32_t flow, uint32_t number)
{
	size_t payload = 8 + (flow * 13 + number * 37) % 1400, length = BYTES + payload;

	memset(frame, 0, BYTES);
	memcpy(frame, to->mac, 6);
	memcpy(frame + 6, from->mac, 6);
	put_16(frame + 12, 0x0800);
	frame[14] = 0x45;
	put_16(frame + 16, (unsigned int)(28 + payload));
	frame[22] = 64;
	frame[23] = 17;
	put_32(frame + 26, 0xc6120000 | (flow & 0xffff));
	put_32(frame + 30, 0xc6130001);
	put_16(frame + 34, 1024 + flow % 60000);
	put_16(frame + 36, 9);
	put_16(frame + 38, (unsigned int)(8 + payload));
	put_32(frame + BYTES, flow);
	put_32(frame + BYTES + 4, number);
	for (size_t i = 8; i < payload; i++)
		frame[BYTES + i] = pattern(flow, number, i);
	return length;
}

static void check_frame(const uint8_t *frame, size_t length, const struct end *from, const struct end *to, uint32_t flow,
			uint32_t number)
{
	static uint8_t expected[SLOT];
	size_t wanted = make_frame(expected, from, to, flow, number);

	if (length != (wanted < 60 ? 60 : wanted))
		fail("frame %u of flow %u has %zu bytes, not %zu", number, flow, length, wanted);
	/* The library has written the checksums. */
	memcpy(expected + 24, frame + 24, 2);
	memcpy(expected + 40, frame + 40, 2);
	if (memcmp(frame, expected, wanted) != 0)
		fail("frame %u of flow %u is not what was sent", number, flow);
}

static void post_send(struct end *end, uint64_t wr_id, uint8_t *frame, size_t length, unsigned int flags)
{
	struct ibv_sge sge = {.addr = (uintptr_t)frame, .length = (uint32_t)length, .lkey = end->mr->lkey};
	struct ibv_send_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND,
				 .send_flags = IBV_SEND_SIGNALED | flags};
	struct ibv_send_wr *bad;

	NEED(ibv_post_send(end->qp, &wr, &bad) == 0);
}

/* Waits for one completion. */
static struct ibv_wc await(struct ibv_cq *cq)
{
	time_t limit = time(NULL) + SECONDS;
	struct ibv_wc wc;
	int taken;

	while ((taken = ibv_poll_cq(cq, 1, &wc)) == 0) {
		if (time(NULL) > limit)
			fail("nothing comes");
	}
	NEED(taken == 1);
	return wc;
}

struct spread {
	struct ibv_wq *queues[QUEUES];
	struct ibv_rwq_ind_table *table;
	uint64_t received[QUEUES];
};

static void post_wq(struct end *end, struct spread *spread, unsigned int queue, uint64_t slot)
{
	struct ibv_sge sge = {.addr = (uintptr_t)(end->memory + slot * SLOT), .length = SLOT, .lkey = end->mr->lkey};
	struct ibv_recv_wr wr = {.wr_id = slot, .sg_list = &sge, .num_sge = 1}, *bad;

	NEED(ibv_post_wq_recv(spread->queues[queue], &wr, &bad) == 0);
}

static void make_queues(struct end *end, struct spread *spread)
{
	struct ibv_wq_init_attr attr = {.wq_type = IBV_WQT_RQ, .max_wr = DEPTH, .max_sge = 1, .pd = end->pd, .cq = end->cq};
	struct ibv_wq_attr ready = {.attr_mask = IBV_WQ_ATTR_STATE, .wq_state = IBV_WQS_RDY};
	struct ibv_rwq_ind_table_init_attr table = {.log_ind_tbl_size = 2, .ind_tbl = spread->queues};

	for (unsigned int i = 0; i < QUEUES; i++) {
		NEED(spread->queues[i] = ibv_create_wq(end->context, &attr));
		NEED(ibv_modify_wq(spread->queues[i], &ready) == 0);
		for (uint64_t j = 0; j < DEPTH; j++)
			post_wq(end, spread, i, i * DEPTH + j);
	}
	NEED(spread->table = ibv_create_rwq_ind_table(end->context, &table));
}

static void make_spread_qp(struct end *end, struct spread *spread)
{
	static uint8_t key[40] = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d, 0x43, 0xa3,
				  0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb, 0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3,
				  0x80, 0x30, 0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RAW_PACKET,
		.pd = end->pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH,
		.rwq_ind_tbl = spread->table,
		.rx_hash_conf = {IBV_RX_HASH_FUNC_TOEPLITZ, 40, key,
				 IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_DST_IPV4 | IBV_RX_HASH_SRC_PORT_UDP |
					 IBV_RX_HASH_DST_PORT_UDP},
	};

	NEED(end->qp = ibv_create_qp_ex(end->context, &attr));
}

/* One frame: its flow stays in its queue, and in order. */
static void take_one(struct end *from, struct end *to, struct spread *spread, uint32_t flows, uint32_t *next, int *queue_of)
{
	struct ibv_wc wc = await(to->cq);
	const uint8_t *frame = to->memory + wc.wr_id * SLOT;
	uint32_t flow = get_32(frame + BYTES), number = get_32(frame + BYTES + 4);
	unsigned int queue = (unsigned int)(wc.wr_id / DEPTH);

	NEED(wc.status == IBV_WC_SUCCESS && wc.opcode == IBV_WC_RECV && wc.qp_num == spread->queues[queue]->wq_num);
	NEED(wc.wc_flags & IBV_WC_IP_CSUM_OK && flow < flows);
	check_frame(frame, wc.byte_len, from, to, flow, number);
	if (number != next[flow]++)
		fail("frame %u of flow %u comes for %u", number, flow, next[flow] - 1);
	if (queue_of[flow] >= 0 && queue_of[flow] != (int)queue)
		fail("flow %u goes to queues %d and %u", flow, queue_of[flow], queue);
	queue_of[flow] = (int)queue;
	spread->received[queue]++;
	post_wq(to, spread, queue, wc.wr_id);
}

static void destroy_spread(struct end *end, struct spread *spread, struct ibv_flow *rule)
{
	NEED(ibv_destroy_qp(end->qp) == EBUSY && ibv_destroy_rwq_ind_table(spread->table) == EBUSY);
	NEED(ibv_destroy_flow(rule) == 0 && ibv_destroy_qp(end->qp) == 0 && ibv_destroy_wq(spread->queues[0]) == EBUSY);
	NEED(ibv_destroy_rwq_ind_table(spread->table) == 0);
	for (int i = 0; i < QUEUES; i++)
		NEED(ibv_destroy_wq(spread->queues[i]) == 0);
	NEED(ibv_destroy_cq(end->cq) == 0 && ibv_dereg_mr(end->mr) == 0 && ibv_dealloc_pd(end->pd) == 0);
	NEED(ibv_close_device(end->context) == 0);
}

/* Bursts that the queues have room for, wherever they go. */
static void spread_flows(const char *from_name, const char *to_name, uint32_t flows, uint32_t frames)
{
	struct end from = {0}, to = {0};
	struct spread spread = {0};
	uint32_t *next = calloc(flows, sizeof(*next)), *sent = calloc(flows, sizeof(*sent));
	int *queue_of = malloc(flows * sizeof(*queue_of));
	struct ibv_flow *rule;
	uint64_t total = (uint64_t)flows * frames, posted = 0;

	NEED(next && sent && queue_of);
	memset(queue_of, 0xff, flows * sizeof(*queue_of));
	open_end(&from, from_name);
	open_end(&to, to_name);
	make_qp(&from);
	make_queues(&to, &spread);
	make_spread_qp(&to, &spread);
	NEED(rule = make_rule(to.qp, to.mac, 0));
	while (posted < total) {
		uint32_t burst = 0;

		for (; burst < DEPTH && posted < total; burst++, posted++) {
			uint32_t flow = (uint32_t)(posted % flows);
			uint8_t *frame = from.memory + burst * SLOT;

			post_send(&from, posted, frame, make_frame(frame, &from, &to, flow, sent[flow]++), IBV_SEND_IP_CSUM);
		}
		for (uint32_t i = 0; i < burst; i++)
			NEED(await(from.cq).status == IBV_WC_SUCCESS);
		for (uint32_t i = 0; i < burst; i++)
			take_one(&from, &to, &spread, flows, next, queue_of);
	}
	struct ibv_wc wc;
	NEED(ibv_poll_cq(to.cq, 1, &wc) == 0);
	destroy_spread(&to, &spread, rule);
	printf("%llu frames of %u flows:", (unsigned long long)total, flows);
	for (int i = 0; i < QUEUES; i++) {
		printf(" %llu", (unsigned long long)spread.received[i]);
		if (spread.received[i] < total / (2 * QUEUES))
			fail("queue %d has only %llu frames", i, (unsigned long long)spread.received[i]);
	}
	printf("\n");
}

static void post_pieces(struct end *end, uint64_t wr_id, uint32_t first, uint32_t second)
{
	struct ibv_sge pieces[2] = {{(uintptr_t)end->memory, first, end->mr->lkey},
				    {(uintptr_t)end->memory + SLOT, second, end->mr->lkey}};
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = pieces, .num_sge = 2}, *bad;

	NEED(ibv_post_recv(end->qp, &wr, &bad) == 0);
}

/* Frames with a tag go to the rule that names it, with the tag in them. */
static void check_tag(struct end *from, struct end *to)
{
	uint8_t *frame = from->memory;
	struct ibv_flow *rule;
	struct ibv_wc wc;
	size_t length = make_frame(frame, from, to, 1, 1);

	NEED(rule = make_rule(to->qp, to->mac, 42));
	post_pieces(to, 7, 100, SLOT);
	post_send(from, 1, frame, length, 0);
	NEED(await(from->cq).status == IBV_WC_SUCCESS);
	memmove(frame + 16, frame + 12, length - 12);
	put_16(frame + 12, 0x8100);
	put_16(frame + 14, 0x6000 | 42);
	post_send(from, 2, frame, length + 4, 0);
	NEED(await(from->cq).status == IBV_WC_SUCCESS);
	wc = await(to->cq);
	NEED(wc.wr_id == 7 && wc.byte_len == length + 4 && !(wc.wc_flags & IBV_WC_IP_CSUM_OK));
	NEED(memcmp(to->memory, frame, 100) == 0 && memcmp(to->memory + SLOT, frame + 100, length + 4 - 100) == 0);
	NEED(ibv_destroy_flow(rule) == 0);
}

static void check_lengths(struct end *from, struct end *to)
{
	uint8_t *frame = from->memory;
	struct ibv_flow *rule;
	struct ibv_wc wc;

	make_frame(frame, from, to, 1, 1);
	NEED(rule = make_rule(to->qp, to->mac, 0));
	/* As long as the MTU lets it be without a tag; one byte more than with one. */
	post_pieces(to, 1, 1000, SLOT);
	post_send(from, 1, frame, 1514, 0);
	NEED(await(from->cq).status == IBV_WC_SUCCESS);
	wc = await(to->cq);
	NEED(wc.wr_id == 1 && wc.byte_len == 1514 && memcmp(to->memory + SLOT, frame + 1000, 514) == 0);
	post_send(from, 2, frame, 1519, 0);
	NEED(await(from->cq).status == IBV_WC_LOC_LEN_ERR);
	/* Longer than the request. */
	post_pieces(to, 2, 50, 9);
	post_send(from, 3, frame, 60, IBV_SEND_INLINE);
	NEED(await(from->cq).status == IBV_WC_SUCCESS);
	wc = await(to->cq);
	NEED(wc.wr_id == 2 && wc.status == IBV_WC_LOC_LEN_ERR);
	NEED(ibv_destroy_flow(rule) == 0);
}

static void check_content(const char *from_name, const char *to_name)
{
	struct end from = {0}, to = {0};

	open_end(&from, from_name);
	open_end(&to, to_name);
	make_qp(&from);
	make_qp(&to);
	check_tag(&from, &to);
	check_lengths(&from, &to);
	printf("content\n");
}

static void check_refusals(const char *name)
{
	struct end end = {0};
	struct ibv_qp_init_attr attr;
	struct ibv_qp_init_attr_ex extended = {.qp_type = IBV_QPT_RAW_PACKET};
	struct ibv_flow_attr rule = {.type = IBV_FLOW_ATTR_ALL_DEFAULT, .port = 1};
	struct ibv_flow *flow;
	struct ibv_send_wr wr = {.opcode = IBV_WR_RDMA_WRITE}, *bad = NULL;
	struct ibv_device_attr_ex caps;

	open_end(&end, name);
	extended.pd = end.pd;
	extended.send_cq = extended.recv_cq = end.cq;
	extended.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
	REFUSED(EOPNOTSUPP, ibv_create_qp_ex(end.context, &extended));
	attr = raw(&end);
	attr.cap.max_send_sge = 1000;
	REFUSED(EINVAL, ibv_create_qp(end.pd, &attr));
	NEED(ibv_req_notify_cq(end.cq, 0) == 0);
	make_qp(&end);
	NEED(ibv_req_notify_cq(end.cq, 0) == EOPNOTSUPP && ibv_destroy_cq(end.cq) == EBUSY);
	NEED(ibv_dealloc_pd(end.pd) == EBUSY && move(end.qp, IBV_QPS_INIT) == EINVAL);
	NEED(ibv_post_send(end.qp, &wr, &bad) == EOPNOTSUPP && bad == &wr);
	rule.port = 2;
	REFUSED(EINVAL, ibv_create_flow(end.qp, &rule));
	rule.port = 1;
	rule.flags = IBV_FLOW_ATTR_FLAGS_EGRESS;
	REFUSED(EOPNOTSUPP, ibv_create_flow(end.qp, &rule));
	rule.flags = 0;
	NEED(flow = ibv_create_flow(end.qp, &rule));
	NEED(ibv_destroy_qp(end.qp) == EBUSY && ibv_destroy_flow(flow) == 0 && ibv_destroy_qp(end.qp) == 0);
	NEED(ibv_query_device_ex(end.context, NULL, &caps) == 0 && caps.rss_caps.max_rwq_indirection_table_size > 0);
	NEED(caps.orig_attr.max_qp > 0 && ibv_destroy_cq(end.cq) == 0);
	printf("refusals\n");
}

static void try_to_create(const char *name)
{
	struct end end = {0};
	struct ibv_qp_init_attr attr;

	open_end(&end, name);
	attr = raw(&end);
	errno = 0;
	puts(ibv_create_qp(end.pd, &attr) ? "created" : strerrorname_np(errno));
}

int main(int argc, char **argv)
{
	doing = argc > 1 ? argv[1] : "";
	if (argc == 6 && strcmp(doing, "spread") == 0)
		spread_flows(argv[2], argv[3], (uint32_t)atoi(argv[4]), (uint32_t)atoi(argv[5]));
	else if (argc == 4 && strcmp(doing, "content") == 0)
		check_content(argv[2], argv[3]);
	else if (argc == 3 && strcmp(doing, "refusals") == 0)
		check_refusals(argv[2]);
	else if (argc == 3 && strcmp(doing, "create") == 0)
		try_to_create(argv[2]);
	else
		fail("usage: see the source");
	return 0;
}
