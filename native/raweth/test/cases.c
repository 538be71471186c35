// SPDX-License-Identifier: MIT
/* A program as any other that uses verbs: runs under the library, with a libibverbs and an interface made for tests. */
#include <arpa/inet.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "check.h"
#include "frames.h"
#include "stub.h"

#define DEPTH 8

static struct ibv_device device = {.name = "rxe7"};
static struct ibv_context *context;
static struct ibv_pd *pd;
static int wire;

/* Of a device whose directory is where the test was started. */
static void open_it(void)
{
	int ends[2];
	char number[16];

	CHECK(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
	wire = ends[0];
	snprintf(number, sizeof(number), "%d", ends[1]);
	CHECK(setenv("RAWETH_TEST_SOCKET", number, 0) == 0);
	strcpy(device.ibdev_path, "device");
	context = ibv_open_device(&device);
	pd = ibv_alloc_pd(context);
	CHECK(context && pd);
	stub_calls();
}

static struct ibv_cq *new_cq(int entries)
{
	struct ibv_cq *cq = ibv_create_cq(context, entries, NULL, NULL, 0);

	CHECK(cq);
	return cq;
}

static struct ibv_qp_init_attr raw(struct ibv_cq *cq)
{
	return (struct ibv_qp_init_attr){.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RAW_PACKET,
					 .cap = {.max_send_wr = DEPTH, .max_recv_wr = DEPTH, .max_send_sge = 3, .max_recv_sge = 2,
						 .max_inline_data = 64}};
}

static int move(struct ibv_qp *qp, enum ibv_qp_state state)
{
	struct ibv_qp_attr attr = {.qp_state = state, .port_num = 1};

	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | (state == IBV_QPS_INIT ? IBV_QP_PORT : 0));
}

static struct ibv_qp *ready(struct ibv_cq *cq)
{
	struct ibv_qp_init_attr attr = raw(cq);
	struct ibv_qp *qp = ibv_create_qp(pd, &attr);

	CHECK(qp && move(qp, IBV_QPS_INIT) == 0 && move(qp, IBV_QPS_RTR) == 0 && move(qp, IBV_QPS_RTS) == 0);
	return qp;
}

static struct ibv_flow *rule_to(struct ibv_qp *qp, const uint8_t *mac)
{
	struct {
		struct ibv_flow_attr attr;
		struct ibv_flow_spec_eth eth;
	} rule = {.attr = {.type = IBV_FLOW_ATTR_NORMAL, .size = sizeof(rule), .num_of_specs = 1, .port = 1},
		  .eth = {.type = IBV_FLOW_SPEC_ETH, .size = sizeof(rule.eth)}};

	memcpy(rule.eth.val.dst_mac, mac, 6);
	memset(rule.eth.mask.dst_mac, 0xff, 6);
	return ibv_create_flow(qp, &rule.attr);
}

static struct ibv_flow *rule_of(struct ibv_qp *qp, enum ibv_flow_attr_type type)
{
	struct ibv_flow_attr attr = {.type = type, .port = 1};

	return ibv_create_flow(qp, &attr);
}

static int post_recv(struct ibv_qp *qp, uint64_t wr_id, void *buffer, uint32_t length)
{
	struct ibv_sge sge = {.addr = (uintptr_t)buffer, .length = length};
	struct ibv_recv_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1}, *bad;

	return ibv_post_recv(qp, &wr, &bad);
}

static int post_send(struct ibv_qp *qp, uint64_t wr_id, void *frame, size_t length, unsigned int flags)
{
	struct ibv_sge sge = {.addr = (uintptr_t)frame, .length = (uint32_t)length};
	struct ibv_send_wr wr = {.wr_id = wr_id, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND, .send_flags = flags};
	struct ibv_send_wr *bad = NULL;
	int error = ibv_post_send(qp, &wr, &bad);

	CHECK(!error || bad == &wr);
	return error;
}

static enum ibv_wc_status status_of_next(struct ibv_cq *cq, uint64_t wr_id)
{
	struct ibv_wc wc;

	CHECK(ibv_poll_cq(cq, 1, &wc) == 1 && wc.wr_id == wr_id);
	return wc.status;
}

static void states(void)
{
	struct ibv_qp_init_attr attr, asked;
	struct ibv_qp_attr now = {.qp_state = IBV_QPS_INIT, .port_num = 2};
	struct ibv_cq *cq;
	struct ibv_qp *qp;

	open_it();
	cq = new_cq(16);
	attr = raw(cq);
	qp = ibv_create_qp(pd, &attr);
	CHECK(qp && qp->state == IBV_QPS_RESET && qp->qp_num & 0x800000);
	CHECK(post_recv(qp, 1, &now, 1) == EINVAL && post_send(qp, 1, &now, 60, 0) == EINVAL);
	CHECK(move(qp, IBV_QPS_RTR) == EINVAL && move(qp, IBV_QPS_RTS) == EINVAL);
	CHECK(ibv_modify_qp(qp, &now, IBV_QP_STATE) == EINVAL && ibv_modify_qp(qp, &now, IBV_QP_STATE | IBV_QP_PORT) == EINVAL);
	CHECK(ibv_modify_qp(qp, &now, IBV_QP_STATE | IBV_QP_PORT | IBV_QP_QKEY) == EINVAL);
	CHECK(move(qp, IBV_QPS_INIT) == 0 && qp->state == IBV_QPS_INIT && move(qp, IBV_QPS_RTS) == EINVAL);
	CHECK(post_recv(qp, 1, &now, 1) == 0 && post_send(qp, 1, &now, 60, 0) == EINVAL);
	CHECK(move(qp, IBV_QPS_RTR) == 0 && post_send(qp, 1, &now, 60, 0) == EINVAL && move(qp, IBV_QPS_INIT) == EINVAL);
	CHECK(move(qp, IBV_QPS_RTS) == 0 && move(qp, IBV_QPS_SQD) == EINVAL && move(qp, IBV_QPS_RTS) == 0);
	CHECK(ibv_query_qp(qp, &now, IBV_QP_STATE, &asked) == 0 && now.qp_state == IBV_QPS_RTS && now.port_num == 1);
	CHECK(asked.qp_type == IBV_QPT_RAW_PACKET && asked.cap.max_send_wr == DEPTH && asked.send_cq == cq);
	CHECK(move(qp, IBV_QPS_ERR) == 0 && status_of_next(cq, 1) == IBV_WC_WR_FLUSH_ERR);
	CHECK(post_recv(qp, 2, &now, 1) == 0 && status_of_next(cq, 2) == IBV_WC_WR_FLUSH_ERR);
	CHECK(post_send(qp, 3, &now, 60, 0) == 0 && status_of_next(cq, 3) == IBV_WC_WR_FLUSH_ERR);
	CHECK(move(qp, IBV_QPS_RESET) == 0 && move(qp, IBV_QPS_INIT) == 0);
	CHECK(!ibv_qp_to_qp_ex(qp));
	CHECK(ibv_destroy_cq(cq) == EBUSY && ibv_dealloc_pd(pd) == EBUSY && ibv_destroy_qp(qp) == 0);
	CHECK(ibv_destroy_cq(cq) == 0 && ibv_dealloc_pd(pd) == 0 && ibv_close_device(context) == 0);
}

/* The lists of pieces come as one frame; the flags of completions hold. */
static void sending(void)
{
	uint8_t frame[1600] = {0}, got[2000];
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_wc wc[4];
	size_t length = udp_frame(frame, 1, 2, 100);
	struct ibv_sge pieces[3] = {{.addr = (uintptr_t)frame, .length = 20}, {.length = 0},
				    {.addr = (uintptr_t)frame + 20, .length = (uint32_t)length - 20}};
	struct ibv_send_wr wr = {.wr_id = 9, .sg_list = pieces, .num_sge = 3, .opcode = IBV_WR_SEND,
				 .send_flags = IBV_SEND_SIGNALED}, *bad;

	open_it();
	cq = new_cq(16);
	qp = ready(cq);
	CHECK(ibv_post_send(qp, &wr, &bad) == 0 && recv(wire, got, sizeof(got), MSG_DONTWAIT) == (ssize_t)length);
	CHECK(memcmp(got, frame, length) == 0 && ibv_poll_cq(cq, 4, wc) == 1 && wc[0].wr_id == 9 && wc[0].opcode == IBV_WC_SEND);
	/* Checksums, in what is sent only. */
	wr.send_flags = IBV_SEND_IP_CSUM;
	CHECK(ibv_post_send(qp, &wr, &bad) == 0 && recv(wire, got, sizeof(got), MSG_DONTWAIT) == (ssize_t)length);
	CHECK(got[24] && got[40] && !frame[24] && !frame[40] && ibv_poll_cq(cq, 4, wc) == 0);
	/* Short frames are filled up. */
	CHECK(post_send(qp, 1, frame, 14, IBV_SEND_INLINE) == 0 && recv(wire, got, sizeof(got), MSG_DONTWAIT) == 60);
	/* A tag fits, a byte more does not; nor do less than a header, or inline data beyond the most. */
	CHECK(post_send(qp, 2, frame, 1518, 0) == 0 && recv(wire, got, sizeof(got), MSG_DONTWAIT) == 1518);
	CHECK(post_send(qp, 3, frame, 1519, 0) == 0 && status_of_next(cq, 3) == IBV_WC_LOC_LEN_ERR);
	CHECK(post_send(qp, 4, frame, 13, 0) == 0 && status_of_next(cq, 4) == IBV_WC_LOC_LEN_ERR);
	CHECK(post_send(qp, 5, frame, 65, IBV_SEND_INLINE) == EINVAL);
	wr.num_sge = 4;
	CHECK(ibv_post_send(qp, &wr, &bad) == EINVAL);
	wr.num_sge = 3;
	wr.opcode = IBV_WR_RDMA_WRITE;
	CHECK(ibv_post_send(qp, &wr, &bad) == EOPNOTSUPP && recv(wire, got, sizeof(got), MSG_DONTWAIT) == -1);
	CHECK(post_send(qp, 6, (void *)16, 100, 0) == 0 && status_of_next(cq, 6) == IBV_WC_LOC_PROT_ERR);
}

/* Full when so many were not taken out; those without a completion go with the next that has one. */
static void send_queue_full(void)
{
	uint8_t frame[60] = {0};
	struct ibv_send_wr list[DEPTH + 2] = {{0}}, *bad = NULL;
	struct ibv_sge sge = {.addr = (uintptr_t)frame, .length = 60};
	struct ibv_wc wc[DEPTH];
	struct ibv_cq *cq;
	struct ibv_qp *qp;

	open_it();
	cq = new_cq(16);
	qp = ready(cq);
	for (int i = 0; i < DEPTH + 2; i++)
		list[i] = (struct ibv_send_wr){.wr_id = (uint64_t)i, .sg_list = &sge, .num_sge = 1, .opcode = IBV_WR_SEND,
					       .next = i < DEPTH + 1 ? &list[i + 1] : NULL,
					       .send_flags = i % 4 == 3 ? IBV_SEND_SIGNALED : 0};
	CHECK(ibv_post_send(qp, list, &bad) == ENOMEM && bad == &list[DEPTH]);
	CHECK(post_send(qp, 1, frame, 60, IBV_SEND_SIGNALED) == ENOMEM);
	CHECK(ibv_poll_cq(cq, 1, wc) == 1 && wc[0].wr_id == 3);
	for (uint64_t i = 0; i < 4; i++)
		CHECK(post_send(qp, 20 + i, frame, 60, IBV_SEND_SIGNALED) == 0);
	CHECK(post_send(qp, 30, frame, 60, 0) == ENOMEM);
	CHECK(ibv_poll_cq(cq, DEPTH, wc) == 5 && wc[0].wr_id == 7 && wc[4].wr_id == 23);
	for (int i = 0; i < DEPTH + 4; i++)
		CHECK(recv(wire, frame, sizeof(frame), MSG_DONTWAIT) == 60);
	CHECK(recv(wire, frame, sizeof(frame), MSG_DONTWAIT) == -1);
}

static void receiving(void)
{
	uint8_t frame[256], buffer[256];
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_flow *flow;
	struct ibv_wc wc[4];
	size_t length = udp_frame(frame, 1, 2, 100);

	open_it();
	cq = new_cq(16);
	qp = ready(cq);
	flow = rule_to(qp, mac_here);
	CHECK(flow && ibv_destroy_qp(qp) == EBUSY);
	CHECK(post_recv(qp, 5, buffer, 256) == 0 && ibv_poll_cq(cq, 4, wc) == 0);
	CHECK(send(wire, frame, length, 0) == (ssize_t)length && ibv_poll_cq(cq, 4, wc) == 1);
	CHECK(wc[0].wr_id == 5 && wc[0].byte_len == length && wc[0].opcode == IBV_WC_RECV && wc[0].qp_num == qp->qp_num);
	CHECK(memcmp(buffer, frame, length) == 0 && !(wc[0].wc_flags & IBV_WC_IP_CSUM_OK));
	/* Of others, and without a request. */
	frame[5] = 9;
	CHECK(post_recv(qp, 6, buffer, 256) == 0 && send(wire, frame, length, 0) > 0 && ibv_poll_cq(cq, 4, wc) == 0);
	frame[5] = 1;
	CHECK(send(wire, frame, length, 0) > 0 && send(wire, frame, length, 0) > 0 && ibv_poll_cq(cq, 4, wc) == 1);
	CHECK(post_recv(qp, 7, buffer, 256) == 0 && ibv_poll_cq(cq, 4, wc) == 0);
	/* Too long for its request. */
	CHECK(post_recv(qp, 8, buffer, 10) == 0 && send(wire, frame, length, 0) > 0 && ibv_poll_cq(cq, 4, wc) == 1);
	CHECK(wc[0].wr_id == 7 && wc[0].status == IBV_WC_SUCCESS);
	CHECK(send(wire, frame, length, 0) > 0 && status_of_next(cq, 8) == IBV_WC_LOC_LEN_ERR);
	CHECK(ibv_destroy_flow(flow) == 0 && post_recv(qp, 9, buffer, 256) == 0);
	CHECK(send(wire, frame, length, 0) > 0 && ibv_poll_cq(cq, 4, wc) == 0);
	/* What came in between is not for the next rule. */
	flow = rule_to(qp, mac_here);
	CHECK(flow && ibv_poll_cq(cq, 4, wc) == 0 && send(wire, frame, length, 0) > 0 && ibv_poll_cq(cq, 4, wc) == 1);
	CHECK(ibv_destroy_flow(flow) == 0);
	CHECK(ibv_destroy_qp(qp) == 0 && ibv_destroy_cq(cq) == 0 && ibv_close_device(context) == 0);
}

/* A rule, its equal, defaults, a sniffer, and a group. */
static void steering(void)
{
	uint8_t frame[256], buffer[256];
	struct ibv_cq *cq[5];
	struct ibv_qp *qp[5];
	struct ibv_flow *flows[6];
	struct ibv_wc wc;
	union ibv_gid group = {.raw = {[10] = 1, [12] = 0x5e, [15] = 7}};
	size_t length = udp_frame(frame, 1, 2, 100);
	static const struct {
		uint8_t first, last;
		int to[5];
	} frames[] = {
		{2, 1, {1, 1, 0, 0, 1}}, {2, 3, {0, 0, 1, 0, 1}}, {3, 3, {0, 0, 0, 1, 1}}, {1, 7, {1, 0, 0, 0, 1}},
	};

	open_it();
	for (int i = 0; i < 5; i++) {
		cq[i] = new_cq(32);
		qp[i] = ready(cq[i]);
		for (uint64_t j = 0; j < DEPTH; j++)
			CHECK(post_recv(qp[i], j, buffer, 256) == 0);
	}
	flows[0] = rule_of(qp[2], IBV_FLOW_ATTR_ALL_DEFAULT);
	flows[1] = rule_of(qp[3], IBV_FLOW_ATTR_MC_DEFAULT);
	flows[2] = rule_to(qp[0], mac_here);
	flows[3] = rule_to(qp[1], mac_here);
	flows[4] = rule_of(qp[4], IBV_FLOW_ATTR_SNIFFER);
	CHECK(flows[0] && flows[1] && flows[2] && flows[3] && flows[4] && ibv_attach_mcast(qp[0], &group, 0) == 0);
	for (size_t i = 0; i < sizeof(frames) / sizeof(*frames); i++) {
		frame[0] = frames[i].first;
		frame[2] = frames[i].first == 1 ? 0x5e : 0;
		frame[5] = frames[i].last;
		CHECK(send(wire, frame, length, 0) > 0);
		for (int j = 0; j < 5; j++)
			CHECK(ibv_poll_cq(cq[j], 1, &wc) == frames[i].to[j]);
	}
	CHECK(ibv_detach_mcast(qp[0], &group, 0) == 0 && ibv_detach_mcast(qp[0], &group, 0) == EINVAL);
	group.raw[10] = 2;
	CHECK(ibv_attach_mcast(qp[0], &group, 0) == EINVAL);
	for (int i = 0; i < 5; i++)
		CHECK(ibv_destroy_flow(flows[i]) == 0);
	CHECK(ibv_close_device(context) == 0);
}

static struct ibv_wq *new_wq(struct ibv_cq *cq, uint32_t flags)
{
	struct ibv_wq_init_attr attr = {.wq_type = IBV_WQT_RQ, .max_wr = 64, .max_sge = 1, .pd = pd, .cq = cq,
					.comp_mask = IBV_WQ_INIT_ATTR_FLAGS, .create_flags = flags};

	return ibv_create_wq(context, &attr);
}

static int move_wq(struct ibv_wq *wq, enum ibv_wq_state state)
{
	struct ibv_wq_attr attr = {.attr_mask = IBV_WQ_ATTR_STATE, .wq_state = state};

	return ibv_modify_wq(wq, &attr);
}

static int post_wq(struct ibv_wq *wq, void *buffer)
{
	struct ibv_sge sge = {.addr = (uintptr_t)buffer, .length = 256};
	struct ibv_recv_wr wr = {.sg_list = &sge, .num_sge = 1}, *bad;

	return ibv_post_wq_recv(wq, &wr, &bad);
}

static void spreading(void)
{
	static uint8_t key[40] = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67, 0x25, 0x3d};
	uint8_t frame[256], buffer[256];
	struct ibv_wq *queues[4];
	struct ibv_rwq_ind_table_init_attr table_attr = {.log_ind_tbl_size = 2, .ind_tbl = queues};
	struct ibv_qp_init_attr_ex attr = {
		.qp_type = IBV_QPT_RAW_PACKET, .pd = NULL,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH,
		.rx_hash_conf = {IBV_RX_HASH_FUNC_TOEPLITZ, 40, key, IBV_RX_HASH_SRC_IPV4 | IBV_RX_HASH_SRC_PORT_UDP}};
	struct ibv_rwq_ind_table *table;
	struct ibv_cq *cq;
	struct ibv_qp *qp;
	struct ibv_flow *flow;
	struct ibv_wc wc;
	int hits[4] = {0};

	open_it();
	attr.pd = pd;
	cq = new_cq(512);
	for (int i = 0; i < 4; i++) {
		queues[i] = new_wq(cq, i == 3 ? IBV_WQ_FLAGS_CVLAN_STRIPPING : 0);
		CHECK(queues[i] && post_wq(queues[i], buffer) == EINVAL && move_wq(queues[i], IBV_WQS_ERR) == EINVAL);
		CHECK(move_wq(queues[i], IBV_WQS_RDY) == 0 && queues[i]->state == IBV_WQS_RDY);
		for (int j = 0; j < 64; j++)
			CHECK(post_wq(queues[i], buffer) == 0);
		CHECK(post_wq(queues[i], buffer) == ENOMEM);
	}
	table = ibv_create_rwq_ind_table(context, &table_attr);
	CHECK(table && ibv_destroy_wq(queues[0]) == EBUSY);
	attr.rwq_ind_tbl = table;
	qp = ibv_create_qp_ex(context, &attr);
	CHECK(qp && ibv_destroy_rwq_ind_table(table) == EBUSY && move(qp, IBV_QPS_INIT) == EOPNOTSUPP);
	CHECK(post_recv(qp, 1, buffer, 1) == EINVAL && post_send(qp, 1, buffer, 60, 0) == EINVAL);
	flow = rule_to(qp, mac_here);
	for (unsigned int port = 1; port <= 100; port++) {
		size_t length = tagged(frame, udp_frame(frame, port, 2, 60), 7);
		int queue = 0;

		CHECK(send(wire, frame, length, 0) > 0 && ibv_poll_cq(cq, 1, &wc) == 1);
		while (wc.qp_num != queues[queue]->wq_num)
			queue++;
		hits[queue]++;
		CHECK(wc.byte_len == (queue == 3 ? length - 4 : length) && memcmp(buffer, mac_here, 6) == 0);
		CHECK(memcmp(buffer + (queue == 3 ? 12 : 16), frame + 16, length - 16) == 0);
	}
	CHECK(hits[0] > 5 && hits[1] > 5 && hits[2] > 5 && hits[3] > 5 && hits[0] + hits[1] + hits[2] + hits[3] == 100);
	CHECK(move_wq(queues[0], IBV_WQS_ERR) == 0 && move_wq(queues[0], IBV_WQS_RDY) == EINVAL);
	CHECK(ibv_poll_cq(cq, 1, &wc) == 1 && wc.status == IBV_WC_WR_FLUSH_ERR && move_wq(queues[0], IBV_WQS_RESET) == 0);
	CHECK(ibv_poll_cq(cq, 1, &wc) == 0);
	CHECK(ibv_destroy_flow(flow) == 0 && ibv_destroy_qp(qp) == 0 && ibv_destroy_rwq_ind_table(table) == 0);
	for (int i = 0; i < 4; i++)
		CHECK(ibv_destroy_wq(queues[i]) == 0);
	CHECK(ibv_destroy_cq(cq) == 0 && ibv_dealloc_pd(pd) == 0 && ibv_close_device(context) == 0);
}

/* A completion too many: what there was, then errors only. */
static void overrun(void)
{
	uint8_t frame[60] = {0};
	struct ibv_qp_init_attr asked;
	struct ibv_qp_attr attr;
	struct ibv_wc wc[8];
	struct ibv_cq *cq;
	struct ibv_qp *qp;

	open_it();
	cq = new_cq(3);
	qp = ready(cq);
	for (uint64_t i = 0; i < 4; i++)
		CHECK(post_send(qp, i, frame, 60, IBV_SEND_SIGNALED) == 0);
	CHECK(ibv_query_qp(qp, &attr, IBV_QP_STATE, &asked) == 0 && attr.qp_state == IBV_QPS_ERR);
	CHECK(ibv_poll_cq(cq, 8, wc) == 3 && wc[2].wr_id == 2 && ibv_poll_cq(cq, 8, wc) < 0);
	CHECK(ibv_destroy_qp(qp) == 0 && ibv_destroy_cq(cq) == 0);
	/* Resized in time. */
	cq = new_cq(3);
	qp = ready(cq);
	CHECK(ibv_resize_cq(cq, 4) == 0);
	for (uint64_t i = 0; i < 4; i++)
		CHECK(post_send(qp, i, frame, 60, IBV_SEND_SIGNALED) == 0);
	CHECK(ibv_poll_cq(cq, 8, wc) == 4 && ibv_poll_cq(cq, 8, wc) == 0);
}

#define ROUNDS 2000

/* Sends, receives and polls on a queue pair of its own. */
static void *work(void *argument)
{
	struct ibv_qp *qp = argument;
	uint8_t frame[60] = {0}, buffer[256];
	unsigned int sent = 0, received = 0;
	struct ibv_wc wc[4];

	CHECK(post_recv(qp, 1, buffer, 256) == 0);
	while (sent < ROUNDS || received < 10) {
		if (sent < ROUNDS)
			CHECK(post_send(qp, 2, frame, 60, IBV_SEND_SIGNALED) == 0);
		for (int i = 0, taken = ibv_poll_cq(qp->recv_cq, 4, wc); i < taken; i++) {
			CHECK(wc[i].status == IBV_WC_SUCCESS && wc[i].qp_num == qp->qp_num);
			sent += wc[i].opcode == IBV_WC_SEND;
			received += wc[i].opcode == IBV_WC_RECV;
			if (wc[i].opcode == IBV_WC_RECV)
				CHECK(post_recv(qp, 1, buffer, 256) == 0);
		}
	}
	return NULL;
}

/* Keeps the interface busy, both ways, until it is told that it is enough. */
static void *feed(void *argument)
{
	uint8_t frame[256], got[256];
	size_t length = udp_frame(frame, 1, 2, 100);

	while (!*(atomic_bool *)argument) {
		send(wire, frame, length, MSG_DONTWAIT);
		while (recv(wire, got, sizeof(got), MSG_DONTWAIT) > 0)
			continue;
	}
	return NULL;
}

static void threads(void)
{
	atomic_bool enough = false;
	pthread_t workers[3], feeder;
	struct ibv_flow *rules[3];
	struct ibv_qp *qp[3];

	open_it();
	for (int i = 0; i < 3; i++) {
		qp[i] = ready(new_cq(64));
		CHECK(rules[i] = rule_to(qp[i], mac_here));
	}
	CHECK(pthread_create(&feeder, NULL, feed, &enough) == 0);
	for (int i = 0; i < 3; i++)
		CHECK(pthread_create(&workers[i], NULL, work, qp[i]) == 0);
	for (int i = 0; i < 100; i++)
		CHECK(ibv_destroy_flow(rule_to(qp[0], mac_there)) == 0);
	for (int i = 0; i < 3; i++)
		CHECK(pthread_join(workers[i], NULL) == 0);
	atomic_store(&enough, true);
	CHECK(pthread_join(feeder, NULL) == 0);
	for (int i = 0; i < 3; i++)
		CHECK(ibv_destroy_flow(rules[i]) == 0 && ibv_destroy_qp(qp[i]) == 0);
}

/* Objects that are not of raw packets go to the device, and share its completion queues. */
static void others(void)
{
	struct ibv_qp_init_attr attr;
	struct ibv_cq_init_attr_ex extended = {.cqe = 8};
	struct ibv_device_attr_ex caps;
	struct ibv_qp_attr modified = {.qp_state = IBV_QPS_INIT};
	struct ibv_wc wc[4];
	uint8_t frame[60] = {0};
	struct ibv_cq_ex *cq_ex;
	struct ibv_cq *cq;
	struct ibv_qp *ud, *qp;

	open_it();
	cq = new_cq(8);
	attr = raw(cq);
	attr.qp_type = IBV_QPT_UD;
	ud = ibv_create_qp(pd, &attr);
	CHECK(ud && stub_calls() == 1 && ibv_modify_qp(ud, &modified, IBV_QP_STATE) == 0 && stub_calls() == 1);
	CHECK(post_recv(ud, 1, frame, 1) == 0 && post_send(ud, 1, frame, 1, 0) == 0 && stub_calls() == 2);
	CHECK(ibv_qp_to_qp_ex(ud) && !rule_to(ud, mac_here) && stub_calls() == 2);
	CHECK(ibv_req_notify_cq(cq, 0) == 0 && stub_calls() == 1);
	qp = ready(cq);
	CHECK(ibv_req_notify_cq(cq, 0) == EOPNOTSUPP && stub_calls() == 0);
	CHECK(post_send(qp, 2, frame, 60, IBV_SEND_SIGNALED) == 0);
	CHECK(ibv_poll_cq(cq, 4, wc) == 2 && wc[0].wr_id == 2 && wc[1].wr_id == 4711);
	CHECK(ibv_destroy_qp(ud) == 0 && ibv_destroy_qp(qp) == 0);
	cq_ex = ibv_create_cq_ex(context, &extended);
	CHECK(cq_ex && cq_ex->start_poll(cq_ex, NULL) == ENOENT);
	qp = ready(ibv_cq_ex_to_cq(cq_ex));
	CHECK(cq_ex->start_poll(cq_ex, NULL) == EOPNOTSUPP && post_send(qp, 3, frame, 60, IBV_SEND_SIGNALED) == 0);
	CHECK(ibv_poll_cq(ibv_cq_ex_to_cq(cq_ex), 4, wc) == 1 && wc[0].wr_id == 3);
	CHECK(ibv_query_device_ex(context, NULL, &caps) == 0 && caps.raw_packet_caps & IBV_RAW_PACKET_CAP_IP_CSUM);
	CHECK(caps.rss_caps.max_rwq_indirection_table_size == 512 && caps.rss_caps.rx_hash_function == 1);
	CHECK(ibv_query_device(context, &caps.orig_attr) == 0 && caps.orig_attr.device_cap_flags & IBV_DEVICE_RAW_IP_CSUM);
}

static void refusals(void)
{
	struct ibv_qp_init_attr attr;
	struct ibv_qp_init_attr_ex extended = {.qp_type = IBV_QPT_RAW_PACKET};
	struct ibv_srq srq;
	struct ibv_wq *wq, *table[1];
	struct ibv_rwq_ind_table_init_attr table_attr = {.log_ind_tbl_size = 10, .ind_tbl = table};
	struct ibv_cq *cq;

	open_it();
	cq = new_cq(8);
	attr = raw(cq);
	attr.srq = &srq;
	REFUSED(EOPNOTSUPP, ibv_create_qp(pd, &attr));
	attr = raw(cq);
	attr.recv_cq = NULL;
	REFUSED(EINVAL, ibv_create_qp(pd, &attr));
	attr = raw(cq);
	attr.cap.max_inline_data = 1025;
	REFUSED(EINVAL, ibv_create_qp(pd, &attr));
	attr = raw(cq);
	attr.cap.max_send_wr = 32769;
	REFUSED(EINVAL, ibv_create_qp(pd, &attr));
	extended.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
	extended.pd = pd;
	REFUSED(EOPNOTSUPP, ibv_create_qp_ex(context, &extended));
	extended.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS;
	extended.create_flags = IBV_QP_CREATE_SCATTER_FCS;
	REFUSED(EOPNOTSUPP, ibv_create_qp_ex(context, &extended));
	extended.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_IND_TABLE;
	REFUSED(EINVAL, ibv_create_qp_ex(context, &extended));
	REFUSED(EOPNOTSUPP, new_wq(cq, IBV_WQ_FLAGS_SCATTER_FCS));
	wq = new_wq(cq, 0);
	CHECK(wq);
	table[0] = wq;
	REFUSED(EINVAL, ibv_create_rwq_ind_table(context, &table_attr));
	CHECK(ibv_destroy_wq(wq) == 0 && ibv_destroy_cq(cq) == 0 && ibv_dealloc_pd(pd) == 0);
}

/* Who may not open packet sockets. */
static void not_permitted(void)
{
	struct ibv_qp_init_attr attr;
	struct ibv_cq *cq;

	open_it();
	CHECK(unsetenv("RAWETH_TEST_SOCKET") == 0);
	cq = new_cq(8);
	attr = raw(cq);
	REFUSED(EPERM, ibv_create_qp(pd, &attr));
	REFUSED(EPERM, new_wq(cq, 0));
	CHECK(ibv_destroy_cq(cq) == 0 && ibv_dealloc_pd(pd) == 0 && ibv_close_device(context) == 0);
}

/* A device that is not soft-RoCE says for itself that it cannot. */
static void other_devices(void)
{
	struct ibv_qp_init_attr attr;
	struct ibv_cq *cq;

	open_it();
	strcpy(device.ibdev_path, "nowhere");
	context = ibv_open_device(&device);
	pd = ibv_alloc_pd(context);
	cq = new_cq(8);
	attr = raw(cq);
	stub_calls();
	REFUSED(EOPNOTSUPP, ibv_create_qp(pd, &attr));
	CHECK(stub_calls() == 1 && ibv_destroy_cq(cq) == 0 && ibv_close_device(context) == 0);
}

int main(int argc, char **argv)
{
	static const struct test_case cases[] = {
		{"states", states},
		{"sending", sending},
		{"send-queue-full", send_queue_full},
		{"receiving", receiving},
		{"steering", steering},
		{"spreading", spreading},
		{"overrun", overrun},
		{"threads", threads},
		{"others", others},
		{"refusals", refusals},
		{"not-permitted", not_permitted},
		{"other-devices", other_devices},
	};

	return RUN_CASE(cases);
}
