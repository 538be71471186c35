// SPDX-License-Identifier: MIT
#include "create.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SUPPORTED_ATTRIBUTES \
	(IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_CREATE_FLAGS | IBV_QP_INIT_ATTR_IND_TABLE | IBV_QP_INIT_ATTR_RX_HASH)

static int check_cap(const struct ibv_qp_cap *cap)
{
	if (cap->max_send_wr > MOST_REQUESTS || cap->max_recv_wr > MOST_REQUESTS || cap->max_send_sge > MOST_PIECES ||
	    cap->max_recv_sge > MOST_PIECES || cap->max_inline_data > MOST_INLINE)
		return EINVAL;
	return 0;
}

/* A frame never comes back to its sender, so there is no loopback that could be blocked. */
static int check_flags(const struct ibv_qp_init_attr_ex *attr)
{
	const uint32_t supported = IBV_QP_CREATE_CVLAN_STRIPPING | IBV_QP_CREATE_BLOCK_SELF_MCAST_LB;

	if (!(attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS))
		return 0;
	return attr->create_flags & ~supported ? EOPNOTSUPP : 0;
}

static bool has_spread(const struct ibv_qp_init_attr_ex *attr)
{
	return attr->comp_mask & IBV_QP_INIT_ATTR_IND_TABLE;
}

static int check_attr(const struct device *device, const struct ibv_qp_init_attr_ex *attr)
{
	if (attr->comp_mask & ~(uint32_t)SUPPORTED_ATTRIBUTES || attr->srq)
		return EOPNOTSUPP;
	if (!(attr->comp_mask & IBV_QP_INIT_ATTR_PD) || !attr->pd || attr->pd->context != device->context)
		return EINVAL;
	if (check_flags(attr))
		return EOPNOTSUPP;
	if (!has_spread(attr) != !(attr->comp_mask & IBV_QP_INIT_ATTR_RX_HASH))
		return EINVAL;
	if (has_spread(attr))
		return attr->rwq_ind_tbl && !attr->cap.max_send_wr && !attr->cap.max_recv_wr ? 0 : EINVAL;
	if (!attr->send_cq || !attr->recv_cq || attr->send_cq->context != device->context ||
	    attr->recv_cq->context != device->context)
		return EINVAL;
	return check_cap(&attr->cap);
}

static void init_base(struct raw_qp *raw, const struct ibv_qp_init_attr_ex *attr)
{
	struct ibv_qp *qp = &raw->qp;

	qp->context = raw->device->context;
	qp->qp_context = attr->qp_context;
	qp->pd = attr->pd;
	qp->send_cq = attr->send_cq;
	qp->recv_cq = attr->recv_cq;
	qp->qp_num = device_new_number();
	qp->qp_type = IBV_QPT_RAW_PACKET;
	qp->state = IBV_QPS_RESET;
	pthread_mutex_init(&qp->mutex, NULL);
	pthread_cond_init(&qp->cond, NULL);
	raw->strip_tag = attr->comp_mask & IBV_QP_INIT_ATTR_CREATE_FLAGS &&
			 attr->create_flags & IBV_QP_CREATE_CVLAN_STRIPPING;
}

static void leave_queues(struct raw_qp *qp)
{
	if (qp->send.completions)
		device_leave_cq(qp->send.completions, false);
	if (qp->requests.completions)
		device_leave_cq(qp->requests.completions, true);
}

static int make_queues(struct raw_qp *qp, const struct ibv_qp_init_attr_ex *attr)
{
	struct send_queue *send = &qp->send;
	struct completions *completions;

	send->completions = device_use_cq(qp->device, attr->send_cq, false);
	completions = device_use_cq(qp->device, attr->recv_cq, true);
	if (send->completions && completions &&
	    requests_init(&qp->requests, qp->qp.qp_num, attr->cap.max_recv_wr, attr->cap.max_recv_sge, completions) == 0) {
		send->capacity = attr->cap.max_send_wr;
		send->most_pieces = attr->cap.max_send_sge;
		send->most_inline = attr->cap.max_inline_data;
		send->all_signaled = attr->sq_sig_all;
		pthread_mutex_init(&send->lock, NULL);
		qp->cap = attr->cap;
		return 0;
	}
	qp->requests.completions = completions;
	leave_queues(qp);
	return ENOMEM;
}

/* With a table it receives by the table's queues, which have states of their own. */
static int use_spread(struct raw_qp *qp, struct ibv_qp_init_attr_ex *attr)
{
	struct spread *spread = (struct spread *)attr->rwq_ind_tbl;
	int error = rss_configure(&qp->rss, &attr->rx_hash_conf);

	if (error)
		return error;
	qp->spread = spread;
	spread->users++;
	atomic_store(&qp->state, IBV_QPS_RTR);
	qp->qp.state = IBV_QPS_RTR;
	return 0;
}

static int make(struct raw_qp *qp, struct ibv_qp_init_attr_ex *attr)
{
	int error = device_need_port(qp->device);

	if (error)
		return error;
	init_base(qp, attr);
	error = device_use_pd(attr->pd);
	if (error)
		return error;
	error = has_spread(attr) ? use_spread(qp, attr) : make_queues(qp, attr);
	if (error)
		device_leave_pd(attr->pd);
	return error;
}

struct ibv_qp *create_raw_qp(struct device *device, struct ibv_qp_init_attr_ex *attr)
{
	int error = check_attr(device, attr);
	struct raw_qp *qp = error ? NULL : calloc(1, sizeof(*qp));

	if (qp) {
		qp->device = device;
		pthread_mutex_lock(&device->lock);
		error = make(qp, attr);
		pthread_mutex_unlock(&device->lock);
	} else if (!error) {
		error = ENOMEM;
	}
	if (error) {
		free(qp);
		errno = error;
		return NULL;
	}
	return &qp->qp;
}

static void release(struct raw_qp *qp)
{
	device_leave_pd(qp->qp.pd);
	if (qp->spread) {
		qp->spread->users--;
		return;
	}
	completions_purge(qp->send.completions, &qp->send);
	completions_purge(qp->requests.completions, &qp->requests);
	leave_queues(qp);
	requests_free(&qp->requests);
	pthread_mutex_destroy(&qp->send.lock);
	free(qp->send.copies);
}

int destroy_raw_qp(struct raw_qp *qp)
{
	struct device *device = qp->device;

	pthread_mutex_lock(&device->lock);
	if (qp->flows > 0) {
		pthread_mutex_unlock(&device->lock);
		return EBUSY;
	}
	release(qp);
	pthread_mutex_unlock(&device->lock);
	pthread_cond_destroy(&qp->qp.cond);
	pthread_mutex_destroy(&qp->qp.mutex);
	free(qp);
	return 0;
}
