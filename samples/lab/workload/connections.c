// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "connections.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define PORT 1
#define GID_INDEX 1
#define ORDINARY_QKEY 0x1234

void die(int error, const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fprintf(stderr, error ? ": %s\n" : "\n", strerror(error));
	exit(1);
}

struct side side_open(const char *device)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct side side = { 0 };
	int error;

	if (!list)
		die(errno, "the devices cannot be listed");
	errno = ENODEV;
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), device) == 0)
			side.context = ibv_open_device(list[i]);
	}
	if (!side.context)
		die(errno, "the device %s cannot be opened", device);
	ibv_free_device_list(list);
	error = ibv_query_gid(side.context, PORT, GID_INDEX, &side.gid) ? errno : 0;
	if (error)
		die(error, "the device %s has no GID %d", device, GID_INDEX);
	side.pd = make_pd(&side);
	side.cq = ibv_create_cq(side.context, 16, NULL, NULL, 0);
	if (!side.cq)
		die(errno, "no completion queue can be made");
	return side;
}

struct ibv_pd *make_pd(const struct side *side)
{
	struct ibv_pd *pd = ibv_alloc_pd(side->context);

	if (!pd)
		die(errno, "no protection domain can be made");
	return pd;
}

struct ibv_mr *make_mr(struct ibv_pd *pd, size_t length, int access)
{
	void *memory = calloc(1, length);
	struct ibv_mr *mr = memory ? ibv_reg_mr(pd, memory, length, access) : NULL;

	if (!mr)
		die(errno, "%zu bytes of memory cannot be registered", length);
	return mr;
}

struct ibv_qp *make_qp(const struct side *side, struct ibv_pd *pd, enum ibv_qp_type type)
{
	struct ibv_qp_init_attr wanted = {
		.send_cq = side->cq, .recv_cq = side->cq, .qp_type = type,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};
	struct ibv_qp *qp = ibv_create_qp(pd, &wanted);

	if (!qp)
		die(errno, "no queue pair can be made");
	return qp;
}

uint32_t random_psn(void)
{
	uint32_t psn = 0;

	while (psn == 0) {
		if (getrandom(&psn, sizeof(psn), 0) != sizeof(psn))
			die(errno, "no random number can be had");
		psn &= PSN_MASK;
	}
	return psn;
}

int try_init(struct ibv_qp *qp, uint32_t qkey)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = PORT, .qkey = qkey };
	int kind = qp->qp_type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;

	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | kind);
}

void to_init(struct ibv_qp *qp)
{
	int error = try_init(qp, ORDINARY_QKEY);

	if (error)
		die(error, "the queue pair does not get to INIT");
}

void to_reset(struct ibv_qp *qp)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RESET };
	int error = ibv_modify_qp(qp, &attr, IBV_QP_STATE);

	if (error)
		die(error, "the queue pair does not get to RESET");
}

const struct path usual_path = {
	.mtu = 1024, .timeout = 14, .retries = 7, .rnr = 7, .timer = 12, .reads = 1, .served = 1,
};

int try_rtr(struct ibv_qp *qp, const union ibv_gid *gid, uint32_t qpn, uint32_t rq_psn, const struct path *path)
{
	struct ibv_qp_attr attr = {
		/* IBV_MTU_256 is 1, and each that follows is twice as much. */
		.qp_state = IBV_QPS_RTR, .path_mtu = (enum ibv_mtu)(__builtin_ctz(path->mtu) - 7), .dest_qp_num = qpn,
		.rq_psn = rq_psn, .max_dest_rd_atomic = path->served, .min_rnr_timer = path->timer,
		.ah_attr = { .is_global = 1, .port_num = PORT,
			     .grh = { .dgid = *gid, .sgid_index = GID_INDEX, .hop_limit = 64, .traffic_class = path->class } },
	};

	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | (qp->qp_type == IBV_QPT_UD ? 0 : IBV_QP_AV | IBV_QP_PATH_MTU |
			     IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER));
}

int try_rts(struct ibv_qp *qp, uint32_t sq_psn, const struct path *path)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_RTS, .sq_psn = sq_psn, .timeout = path->timeout,
				    .retry_cnt = path->retries, .rnr_retry = path->rnr, .max_rd_atomic = path->reads };

	return ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | (qp->qp_type == IBV_QPT_UD ? 0 : IBV_QP_TIMEOUT |
			     IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC));
}

void to_peer(struct ibv_qp *qp, const union ibv_gid *gid, uint32_t qpn, uint32_t rq_psn, uint32_t sq_psn)
{
	int error = try_rtr(qp, gid, qpn, rq_psn, &usual_path);

	if (error)
		die(error, "the queue pair does not get to RTR");
	error = try_rts(qp, sq_psn, &usual_path);
	if (error)
		die(error, "the queue pair does not get to RTS");
}

void usual(struct ibv_qp *qp, const union ibv_gid *gid, uint32_t qpn)
{
	to_init(qp);
	to_peer(qp, gid, qpn, random_psn(), random_psn());
}
