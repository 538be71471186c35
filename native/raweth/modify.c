// SPDX-License-Identifier: MIT
#include "modify.h"

#include <errno.h>
#include <string.h>

/* What happens to receive requests in each state. */
static enum intake intake_in(enum ibv_qp_state state)
{
	switch (state) {
	case IBV_QPS_INIT:
		return INTAKE_WAITING;
	case IBV_QPS_RTR:
	case IBV_QPS_RTS:
		return INTAKE_OPEN;
	case IBV_QPS_ERR:
		return INTAKE_FLUSHING;
	default:
		return INTAKE_CLOSED;
	}
}

static bool is_step(enum ibv_qp_state from, enum ibv_qp_state to)
{
	switch (to) {
	case IBV_QPS_RESET:
	case IBV_QPS_ERR:
		return true;
	case IBV_QPS_INIT:
		return from == IBV_QPS_RESET || from == IBV_QPS_INIT;
	case IBV_QPS_RTR:
		return from == IBV_QPS_INIT;
	case IBV_QPS_RTS:
		return from == IBV_QPS_RTR || from == IBV_QPS_RTS;
	default:
		return false;
	}
}

/* From RESET to INIT the port has to be named. */
static int check(enum ibv_qp_state from, enum ibv_qp_state to, const struct ibv_qp_attr *attr, int mask)
{
	if (mask & ~(IBV_QP_STATE | IBV_QP_CUR_STATE | IBV_QP_PORT) || !is_step(from, to))
		return EINVAL;
	if (mask & IBV_QP_CUR_STATE && attr->cur_qp_state != from)
		return EINVAL;
	if (mask & IBV_QP_PORT)
		return to == IBV_QPS_INIT && attr->port_num == 1 ? 0 : EINVAL;
	return from == IBV_QPS_RESET && to == IBV_QPS_INIT ? EINVAL : 0;
}

static void reset_sending(struct raw_qp *qp)
{
	struct send_queue *send = &qp->send;

	pthread_mutex_lock(&send->lock);
	completions_purge(send->completions, send);
	atomic_store(&send->in_use, 0);
	send->unsignaled = 0;
	pthread_mutex_unlock(&send->lock);
}

/* Sending must have ended before posted requests are given back or forgotten. */
static int enter(struct raw_qp *qp, enum ibv_qp_state state)
{
	if (state == IBV_QPS_RTR && device_refresh_mtu(qp->device))
		return ENODEV;
	atomic_store(&qp->state, state);
	if (state == IBV_QPS_RESET)
		reset_sending(qp);
	requests_set_intake(&qp->requests, intake_in(state));
	qp->qp.state = state;
	return 0;
}

int modify_raw_qp(struct raw_qp *qp, const struct ibv_qp_attr *attr, int mask)
{
	enum ibv_qp_state from, to;
	int error;

	if (qp->spread)
		return EOPNOTSUPP;
	pthread_mutex_lock(&qp->device->lock);
	from = raw_qp_state(qp);
	to = mask & IBV_QP_STATE ? attr->qp_state : from;
	error = check(from, to, attr, mask);
	if (!error)
		error = enter(qp, to);
	pthread_mutex_unlock(&qp->device->lock);
	return error;
}

int query_raw_qp(struct raw_qp *qp, struct ibv_qp_attr *attr, struct ibv_qp_init_attr *init_attr)
{
	memset(attr, 0, sizeof(*attr));
	memset(init_attr, 0, sizeof(*init_attr));
	attr->qp_state = attr->cur_qp_state = raw_qp_state(qp);
	attr->port_num = attr->qp_state == IBV_QPS_RESET ? 0 : 1;
	attr->cap = qp->cap;
	init_attr->qp_context = qp->qp.qp_context;
	init_attr->send_cq = qp->qp.send_cq;
	init_attr->recv_cq = qp->qp.recv_cq;
	init_attr->cap = qp->cap;
	init_attr->qp_type = IBV_QPT_RAW_PACKET;
	init_attr->sq_sig_all = qp->send.all_signaled;
	qp->qp.state = attr->qp_state;
	return 0;
}
