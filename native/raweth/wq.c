// SPDX-License-Identifier: MIT
#include "wq.h"

#include <errno.h>
#include <stdlib.h>

static int post_recv(struct ibv_wq *wq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	return requests_post(&((struct work_queue *)wq)->requests, wr, bad_wr);
}

static int check_attr(const struct ibv_context *context, const struct ibv_wq_init_attr *attr)
{
	uint32_t flags = attr->comp_mask & IBV_WQ_INIT_ATTR_FLAGS ? attr->create_flags : 0;

	if (attr->comp_mask & ~(uint32_t)IBV_WQ_INIT_ATTR_FLAGS || flags & ~(uint32_t)IBV_WQ_FLAGS_CVLAN_STRIPPING)
		return EOPNOTSUPP;
	if (attr->wq_type != IBV_WQT_RQ || !attr->pd || !attr->cq || attr->pd->context != context ||
	    attr->cq->context != context)
		return EINVAL;
	if (!attr->max_wr || attr->max_wr > MOST_REQUESTS || !attr->max_sge || attr->max_sge > MOST_PIECES)
		return EINVAL;
	return 0;
}

static void init_base(struct ibv_wq *wq, struct ibv_context *context, const struct ibv_wq_init_attr *attr)
{
	wq->context = context;
	wq->wq_context = attr->wq_context;
	wq->pd = attr->pd;
	wq->cq = attr->cq;
	wq->wq_num = device_new_number();
	wq->state = IBV_WQS_RESET;
	wq->wq_type = IBV_WQT_RQ;
	wq->post_recv = post_recv;
}

/* With the device's lock. */
static int make(struct work_queue *queue, struct device *device, const struct ibv_wq_init_attr *attr)
{
	int error = device_need_port(device);
	struct completions *completions;

	if (error)
		return error;
	completions = device_use_cq(device, attr->cq, true);
	if (!completions)
		return ENOMEM;
	error = requests_init(&queue->requests, queue->wq.wq_num, attr->max_wr, attr->max_sge, completions);
	if (!error) {
		error = device_use_pd(attr->pd);
		if (!error)
			return 0;
		requests_free(&queue->requests);
	}
	device_leave_cq(completions, true);
	return error;
}

struct ibv_wq *wq_create(struct ibv_context *context, struct ibv_wq_init_attr *attr)
{
	struct device *device = device_of(context);
	int error = check_attr(context, attr);
	struct work_queue *queue = error ? NULL : calloc(1, sizeof(*queue));

	if (queue) {
		init_base(&queue->wq, context, attr);
		queue->strip_tag = attr->comp_mask & IBV_WQ_INIT_ATTR_FLAGS;
		queue->strip_tag = queue->strip_tag && attr->create_flags & IBV_WQ_FLAGS_CVLAN_STRIPPING;
		pthread_mutex_lock(&device->lock);
		error = make(queue, device, attr);
		pthread_mutex_unlock(&device->lock);
	} else if (!error) {
		error = ENOMEM;
	}
	if (error) {
		free(queue);
		errno = error;
		return NULL;
	}
	return &queue->wq;
}

static enum intake intake_in(enum ibv_wq_state state)
{
	switch (state) {
	case IBV_WQS_RDY:
		return INTAKE_OPEN;
	case IBV_WQS_ERR:
		return INTAKE_FLUSHING;
	default:
		return INTAKE_CLOSED;
	}
}

static bool is_step(enum ibv_wq_state from, enum ibv_wq_state to)
{
	switch (to) {
	case IBV_WQS_RESET:
		return true;
	case IBV_WQS_RDY:
		return from != IBV_WQS_ERR;
	case IBV_WQS_ERR:
		return from != IBV_WQS_RESET;
	default:
		return false;
	}
}

/* The only flag that can change is whether tags are taken out. */
static int change(struct work_queue *queue, const struct ibv_wq_attr *attr)
{
	enum ibv_wq_state from = queue->wq.state;

	if (attr->attr_mask & ~(uint32_t)(IBV_WQ_ATTR_STATE | IBV_WQ_ATTR_CURR_STATE | IBV_WQ_ATTR_FLAGS))
		return EINVAL;
	if (attr->attr_mask & IBV_WQ_ATTR_CURR_STATE && attr->curr_wq_state != from)
		return EINVAL;
	if (attr->attr_mask & IBV_WQ_ATTR_STATE && !is_step(from, attr->wq_state))
		return EINVAL;
	if (attr->attr_mask & IBV_WQ_ATTR_FLAGS) {
		if (attr->flags_mask & ~(uint32_t)IBV_WQ_FLAGS_CVLAN_STRIPPING)
			return EOPNOTSUPP;
		if (attr->flags_mask)
			queue->strip_tag = attr->flags & IBV_WQ_FLAGS_CVLAN_STRIPPING;
	}
	if (attr->attr_mask & IBV_WQ_ATTR_STATE) {
		requests_set_intake(&queue->requests, intake_in(attr->wq_state));
		queue->wq.state = attr->wq_state;
	}
	return 0;
}

int wq_modify(struct ibv_wq *wq, struct ibv_wq_attr *attr)
{
	struct device *device = device_of(wq->context);
	int error;

	pthread_mutex_lock(&device->lock);
	error = change((struct work_queue *)wq, attr);
	pthread_mutex_unlock(&device->lock);
	return error;
}

int wq_destroy(struct ibv_wq *wq)
{
	struct work_queue *queue = (struct work_queue *)wq;
	struct device *device = device_of(wq->context);

	pthread_mutex_lock(&device->lock);
	if (queue->users > 0) {
		pthread_mutex_unlock(&device->lock);
		return EBUSY;
	}
	completions_purge(queue->requests.completions, &queue->requests);
	device_leave_cq(queue->requests.completions, true);
	device_leave_pd(wq->pd);
	requests_free(&queue->requests);
	pthread_mutex_unlock(&device->lock);
	free(queue);
	return 0;
}

static int check_table(const struct ibv_context *context, const struct ibv_rwq_ind_table_init_attr *attr)
{
	if (attr->comp_mask || attr->log_ind_tbl_size > 31 || 1u << attr->log_ind_tbl_size > MOST_TABLE)
		return EINVAL;
	for (unsigned int i = 0; i < 1u << attr->log_ind_tbl_size; i++) {
		if (!attr->ind_tbl[i] || attr->ind_tbl[i]->context != context)
			return EINVAL;
	}
	return 0;
}

struct ibv_rwq_ind_table *wq_create_table(struct ibv_context *context, struct ibv_rwq_ind_table_init_attr *attr)
{
	struct device *device = device_of(context);
	int error = check_table(context, attr);
	unsigned int size = error ? 0 : 1u << attr->log_ind_tbl_size;
	struct spread *spread = error ? NULL : calloc(1, sizeof(*spread) + size * sizeof(struct work_queue *));

	if (!spread) {
		errno = error ? error : ENOMEM;
		return NULL;
	}
	spread->table.context = context;
	spread->table.ind_tbl_num = (int)device_new_number();
	spread->size = size;
	pthread_mutex_lock(&device->lock);
	for (unsigned int i = 0; i < size; i++) {
		spread->queues[i] = (struct work_queue *)attr->ind_tbl[i];
		spread->queues[i]->users++;
	}
	pthread_mutex_unlock(&device->lock);
	return &spread->table;
}

int wq_destroy_table(struct ibv_rwq_ind_table *table)
{
	struct spread *spread = (struct spread *)table;
	struct device *device = device_of(table->context);

	pthread_mutex_lock(&device->lock);
	if (spread->users > 0) {
		pthread_mutex_unlock(&device->lock);
		return EBUSY;
	}
	for (unsigned int i = 0; i < spread->size; i++)
		spread->queues[i]->users--;
	pthread_mutex_unlock(&device->lock);
	free(spread);
	return 0;
}
