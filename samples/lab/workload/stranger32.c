// SPDX-License-Identifier: MIT
/*
 * stranger32: a 32-bit program without a library. On /dev/infiniband/uverbs0 it asks for an address handle to 10.77.0.1
 * and one to 10.77.0.2, and then to have a queue pair connected to each. The exit status is the sum of 1, 2, 4 and 8 for
 * what it got of these, in this order, plus 16 if an error was another than EPERM; 98 if it has no queue pair to ask
 * with, 99 if the device does not open.
 */
#include "bare32.h"

#define NO_PAIR 98
#define ODD 16
#define PORT 1
#define GID_INDEX 1 /* the IPv4 address of a soft-RoCE device */
#define HOP_LIMIT 64
#define PEERS 2

/* enum ib_qp_type, ib_qp_state, ib_qp_attr_mask and ib_mtu, which are no part of the kernel's headers for programs */
#define TYPE_RC 2
#define STATE_RESET 0
#define STATE_INIT 1
#define STATE_RTR 2
#define MASK_INIT (1 << 0 | 1 << 3 | 1 << 4 | 1 << 5)			/* state, access, pkey, port */
#define MASK_RTR (1 << 0 | 1 << 7 | 1 << 8 | 1 << 12 | 1 << 15 | 1 << 17 | 1 << 20) /* address and what belongs to it */
#define MTU_1024 3

static int fd;
static uint32_t pd, pair;

/* 10.77.0.1 is peer 1, and so on. */
static void put_gid(uint8_t *gid, int peer)
{
	for (int i = 0; i < 10; i++)
		gid[i] = 0;
	gid[10] = gid[11] = 0xff;
	gid[12] = 10;
	gid[13] = 77;
	gid[14] = 0;
	gid[15] = peer;
}

static int make_handle(int peer)
{
	static struct ib_uverbs_create_ah request;
	static struct ib_uverbs_create_ah_resp response;

	request = (struct ib_uverbs_create_ah){
		.response = address_of(&response), .pd_handle = pd,
		.attr = { .grh = { .sgid_index = GID_INDEX, .hop_limit = HOP_LIMIT }, .is_global = 1, .port_num = PORT },
	};
	put_gid(request.attr.grh.dgid, peer);
	return call_command(fd, IB_USER_VERBS_CMD_CREATE_AH, &request, sizeof(request), &response, sizeof(response),
			    0);
}

static int modify(struct ib_uverbs_modify_qp *request)
{
	request->qp_handle = pair;
	return call_command(fd, IB_USER_VERBS_CMD_MODIFY_QP, request, sizeof(*request), 0, 0, 0);
}

static int to_init(void)
{
	static struct ib_uverbs_modify_qp reset, init;

	reset = (struct ib_uverbs_modify_qp){ .attr_mask = 1, .qp_state = STATE_RESET };
	init = (struct ib_uverbs_modify_qp){ .attr_mask = MASK_INIT, .qp_state = STATE_INIT, .port_num = PORT };
	return modify(&reset) || modify(&init);
}

static int make_pair(void)
{
	/* Behind each response is what soft-RoCE tells of the queues' memory (struct rxe_create_cq_resp, _qp_resp). */
	static struct {
		struct ib_uverbs_create_cq_resp core;
		uint64_t queue[2];
	} queue_response;
	static struct {
		struct ib_uverbs_create_qp_resp core;
		uint64_t queues[4];
	} response;
	static struct ib_uverbs_create_cq queue;
	static struct ib_uverbs_create_qp request;

	queue = (struct ib_uverbs_create_cq){
		.response = address_of(&queue_response), .cqe = 16, .comp_channel = -1,
	};
	if (call_command(fd, IB_USER_VERBS_CMD_CREATE_CQ, &queue, sizeof(queue), &queue_response,
			 sizeof(queue_response.core), sizeof(queue_response.queue)))
		return -1;
	request = (struct ib_uverbs_create_qp){
		.response = address_of(&response), .pd_handle = pd, .send_cq_handle = queue_response.core.cq_handle,
		.recv_cq_handle = queue_response.core.cq_handle, .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1,
		.max_recv_sge = 1, .qp_type = TYPE_RC,
	};
	if (call_command(fd, IB_USER_VERBS_CMD_CREATE_QP, &request, sizeof(request), &response, sizeof(response.core),
			 sizeof(response.queues)))
		return -1;
	pair = response.core.qp_handle;
	return to_init();
}

static int connect_pair(int peer)
{
	static struct ib_uverbs_modify_qp request;
	int error;

	request = (struct ib_uverbs_modify_qp){
		.attr_mask = MASK_RTR, .qp_state = STATE_RTR, .path_mtu = MTU_1024, .dest_qp_num = 17,
		.max_dest_rd_atomic = 1,
		.dest = { .sgid_index = GID_INDEX, .hop_limit = HOP_LIMIT, .is_global = 1, .port_num = PORT },
	};
	put_gid(request.dest.dgid, peer);
	error = modify(&request);
	if (!error && to_init())
		end(NO_PAIR);
	return error;
}

/* What came of a question: its bit, if it was granted. */
static int told(int error, int bit)
{
	if (error == 0)
		return bit;
	return error == -EPERM ? 0 : ODD;
}

__attribute__((noreturn)) void _start(void)
{
	int status = 0;

	fd = open_context();
	if (alloc_pd(fd, &pd) || make_pair())
		end(NO_PAIR);
	for (int peer = 1; peer <= PEERS; peer++)
		status |= told(make_handle(peer), 1 << (peer - 1)) | told(connect_pair(peer), 4 << (peer - 1));
	end(status);
}
