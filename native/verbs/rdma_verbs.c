// SPDX-License-Identifier: MIT
#include "rdma_verbs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The errno of a call that failed, also where a driver forgot to set it. */
static int failure(void)
{
	return errno > 0 ? errno : EIO;
}

/* What verbs return, as a positive errno: some give -1 and errno, some a positive or negative errno. */
static int status(int result)
{
	if (result == -1)
		return failure();
	return result < 0 ? -result : result;
}

static uint32_t at_least_zero(int number)
{
	return number < 0 ? 0 : (uint32_t)number;
}

EXPORT uint32_t rv_version(void)
{
	return RV_VERSION;
}

EXPORT uint64_t rv_size(uint32_t which)
{
	switch ((enum rv_struct)which) {
	case RV_SEND_WR:
		return sizeof(struct ibv_send_wr);
	case RV_RECV_WR:
		return sizeof(struct ibv_recv_wr);
	case RV_SGE:
		return sizeof(struct ibv_sge);
	case RV_WC:
		return sizeof(struct ibv_wc);
	case RV_DEVICE_ATTR:
		return sizeof(struct rv_device_attr);
	case RV_PORT_ATTR:
		return sizeof(struct rv_port_attr);
	case RV_GID:
		return sizeof(struct rv_gid);
	case RV_REGION:
		return sizeof(struct rv_region);
	case RV_QP_INIT:
		return sizeof(struct rv_qp_init);
	case RV_QP:
		return sizeof(struct rv_qp);
	case RV_QP_ATTR:
		return sizeof(struct rv_qp_attr);
	case RV_EVENT:
		return sizeof(struct rv_event);
	case RV_CM_ADDRESS:
		return sizeof(struct rv_cm_address);
	case RV_CM_PARAM:
		return sizeof(struct rv_cm_param);
	case RV_CM_QP:
		return sizeof(struct rv_cm_qp);
	case RV_CM_EVENT:
		return sizeof(struct rv_cm_event);
	case RV_MEMORY:
		return sizeof(struct rv_memory);
	}
	return 0;
}

EXPORT int rv_devices(struct rv_name *names, int capacity)
{
	struct ibv_device **list;
	int count = 0;

	errno = 0;
	list = ibv_get_device_list(NULL);
	if (!list)
		return -failure();
	for (; list[count] && count < capacity; count++) {
		memset(&names[count], 0, sizeof(names[count]));
		strncpy(names[count].name, ibv_get_device_name(list[count]), RV_NAME - 1);
	}
	ibv_free_device_list(list);
	return count;
}

/* Reading events must not block, for it happens between other work. */
static int unblock(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? failure() : 0;
}

EXPORT int rv_open(const char *name, struct ibv_context **context)
{
	struct ibv_context *opened = NULL;
	struct ibv_device **list;
	int error = ENODEV;

	errno = 0;
	list = ibv_get_device_list(NULL);
	if (!list)
		return failure();
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) != 0)
			continue;
		errno = 0;
		opened = ibv_open_device(list[i]);
		error = opened ? unblock(opened->async_fd) : failure();
		break;
	}
	ibv_free_device_list(list);
	if (error && opened)
		ibv_close_device(opened);
	if (!error)
		*context = opened;
	return error;
}

EXPORT int rv_close(struct ibv_context *context)
{
	return status(ibv_close_device(context));
}

EXPORT int rv_query_device(struct ibv_context *context, struct rv_device_attr *attr)
{
	struct ibv_device_attr device = {0};
	int error = status(ibv_query_device(context, &device));

	if (error)
		return error;
	memset(attr, 0, sizeof(*attr));
	memcpy(attr->firmware, device.fw_ver, RV_NAME - 1);
	attr->node_guid = device.node_guid;
	attr->max_mr_size = device.max_mr_size;
	attr->vendor_id = device.vendor_id;
	attr->vendor_part_id = device.vendor_part_id;
	attr->capabilities = device.device_cap_flags;
	attr->atomic = device.atomic_cap;
	attr->max_qp = at_least_zero(device.max_qp);
	attr->max_qp_wr = at_least_zero(device.max_qp_wr);
	attr->max_sge = at_least_zero(device.max_sge);
	attr->max_cq = at_least_zero(device.max_cq);
	attr->max_cqe = at_least_zero(device.max_cqe);
	attr->max_mr = at_least_zero(device.max_mr);
	attr->max_pd = at_least_zero(device.max_pd);
	attr->max_mw = at_least_zero(device.max_mw);
	attr->max_ah = at_least_zero(device.max_ah);
	attr->max_qp_rd_atom = at_least_zero(device.max_qp_rd_atom);
	attr->max_qp_init_rd_atom = at_least_zero(device.max_qp_init_rd_atom);
	attr->ports = device.phys_port_cnt;
	return 0;
}

EXPORT int rv_query_port(struct ibv_context *context, uint32_t port, struct rv_port_attr *attr)
{
	struct ibv_port_attr found = {0};
	int error = port > UINT8_MAX ? EINVAL : status(ibv_query_port(context, (uint8_t)port, &found));

	if (error)
		return error;
	memset(attr, 0, sizeof(*attr));
	attr->state = found.state;
	attr->max_mtu = found.max_mtu;
	attr->active_mtu = found.active_mtu;
	attr->gids = at_least_zero(found.gid_tbl_len);
	attr->max_message = found.max_msg_sz;
	attr->lid = found.lid;
	attr->link_layer = found.link_layer;
	attr->active_width = found.active_width;
	attr->active_speed = found.active_speed;
	return 0;
}

EXPORT int rv_query_gids(struct ibv_context *context, struct rv_gid *gids, int capacity)
{
	struct ibv_gid_entry entries[RV_GIDS];
	ssize_t count = ibv_query_gid_table(context, entries, RV_GIDS, 0);

	if (count < 0)
		return (int)count;
	if (count > capacity)
		count = capacity;
	for (ssize_t i = 0; i < count; i++) {
		memcpy(gids[i].raw, entries[i].gid.raw, sizeof(gids[i].raw));
		gids[i].port = entries[i].port_num;
		gids[i].index = entries[i].gid_index;
		gids[i].type = entries[i].gid_type;
		gids[i].netdev = entries[i].ndev_ifindex;
	}
	return (int)count;
}

EXPORT int rv_next_event(struct ibv_context *context, struct rv_event *event)
{
	struct ibv_async_event next;

	errno = 0;
	if (ibv_get_async_event(context, &next))
		return errno == EAGAIN ? 0 : -failure();
	memset(event, 0, sizeof(*event));
	event->type = next.event_type;
	switch (next.event_type) {
	case IBV_EVENT_QP_FATAL:
	case IBV_EVENT_QP_REQ_ERR:
	case IBV_EVENT_QP_ACCESS_ERR:
	case IBV_EVENT_COMM_EST:
	case IBV_EVENT_SQ_DRAINED:
	case IBV_EVENT_PATH_MIG:
	case IBV_EVENT_PATH_MIG_ERR:
	case IBV_EVENT_QP_LAST_WQE_REACHED:
		event->qp = next.element.qp->qp_num;
		break;
	case IBV_EVENT_PORT_ACTIVE:
	case IBV_EVENT_PORT_ERR:
	case IBV_EVENT_LID_CHANGE:
	case IBV_EVENT_PKEY_CHANGE:
	case IBV_EVENT_SM_CHANGE:
	case IBV_EVENT_CLIENT_REREGISTER:
	case IBV_EVENT_GID_CHANGE:
		event->port = at_least_zero(next.element.port_num);
		break;
	default:
		break;
	}
	ibv_ack_async_event(&next);
	return 1;
}

EXPORT int rv_alloc_pd(struct ibv_context *context, struct ibv_pd **pd)
{
	struct ibv_pd *made;

	errno = 0;
	made = ibv_alloc_pd(context);
	if (!made)
		return failure();
	*pd = made;
	return 0;
}

EXPORT int rv_dealloc_pd(struct ibv_pd *pd)
{
	return status(ibv_dealloc_pd(pd));
}

EXPORT int rv_create_channel(struct ibv_context *context, struct ibv_comp_channel **channel)
{
	struct ibv_comp_channel *made;
	int error;

	errno = 0;
	made = ibv_create_comp_channel(context);
	if (!made)
		return failure();
	error = unblock(made->fd);
	if (error)
		ibv_destroy_comp_channel(made);
	else
		*channel = made;
	return error;
}

EXPORT int rv_destroy_channel(struct ibv_comp_channel *channel)
{
	return status(ibv_destroy_comp_channel(channel));
}

EXPORT int rv_wait_completion(struct ibv_comp_channel *channel, int timeout)
{
	struct pollfd wanted = {.fd = channel->fd, .events = POLLIN};
	struct ibv_cq *cq;
	void *unused;
	int ready;

	errno = 0;
	ready = poll(&wanted, 1, timeout);
	if (ready < 0)
		return errno == EINTR ? 0 : -failure();
	if (ready == 0)
		return 0;
	if (ibv_get_cq_event(channel, &cq, &unused))
		return errno == EAGAIN ? 0 : -failure();
	ibv_ack_cq_events(cq, 1);
	return 1;
}

EXPORT int rv_create_cq(struct ibv_context *context, int entries, struct ibv_comp_channel *channel,
			struct ibv_cq **cq)
{
	struct ibv_cq *made;

	errno = 0;
	made = ibv_create_cq(context, entries, NULL, channel, 0);
	if (!made)
		return failure();
	*cq = made;
	return 0;
}

EXPORT int rv_destroy_cq(struct ibv_cq *cq)
{
	return status(ibv_destroy_cq(cq));
}

EXPORT int rv_cq_entries(struct ibv_cq *cq)
{
	return cq->cqe;
}

static int registered(struct ibv_mr *mr, struct rv_region *region)
{
	if (!mr)
		return failure();
	region->object = (uintptr_t)mr;
	region->lkey = mr->lkey;
	region->rkey = mr->rkey;
	return 0;
}

EXPORT int rv_reg_mr(struct ibv_pd *pd, uint64_t address, uint64_t length, uint32_t access,
		     struct rv_region *region)
{
	errno = 0;
	return registered(ibv_reg_mr(pd, (void *)(uintptr_t)address, length, access), region);
}

EXPORT int rv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, uint64_t length, uint64_t iova,
			    int fd, uint32_t access, struct rv_region *region)
{
	errno = 0;
	return registered(ibv_reg_dmabuf_mr(pd, offset, length, iova, fd, (int)access), region);
}

EXPORT int rv_dereg_mr(struct ibv_mr *mr)
{
	return status(ibv_dereg_mr(mr));
}

EXPORT int rv_alloc_mw(struct ibv_pd *pd, uint32_t type, struct rv_region *region)
{
	struct ibv_mw *made;

	errno = 0;
	made = ibv_alloc_mw(pd, (enum ibv_mw_type)type);
	if (!made)
		return failure();
	region->object = (uintptr_t)made;
	region->lkey = 0;
	region->rkey = made->rkey;
	return 0;
}

EXPORT int rv_dealloc_mw(struct ibv_mw *mw)
{
	return status(ibv_dealloc_mw(mw));
}

EXPORT int rv_create_qp(struct ibv_pd *pd, const struct rv_qp_init *init, struct rv_qp *qp)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = (struct ibv_cq *)(uintptr_t)init->send_cq,
		.recv_cq = (struct ibv_cq *)(uintptr_t)init->recv_cq,
		.cap.max_send_wr = init->max_send_wr,
		.cap.max_recv_wr = init->max_recv_wr,
		.cap.max_send_sge = init->max_send_sge,
		.cap.max_recv_sge = init->max_recv_sge,
		.cap.max_inline_data = init->max_inline,
		.qp_type = (enum ibv_qp_type)init->type,
		.sq_sig_all = init->signal_all != 0,
	};
	struct ibv_qp *made;

	errno = 0;
	made = ibv_create_qp(pd, &attr);
	if (!made)
		return failure();
	qp->object = (uintptr_t)made;
	qp->number = made->qp_num;
	qp->max_send_wr = attr.cap.max_send_wr;
	qp->max_recv_wr = attr.cap.max_recv_wr;
	qp->max_inline = attr.cap.max_inline_data;
	return 0;
}

EXPORT int rv_destroy_qp(struct ibv_qp *qp)
{
	return status(ibv_destroy_qp(qp));
}

static struct ibv_ah_attr route(const struct rv_qp_attr *attr)
{
	struct ibv_ah_attr ah = {
		.grh.flow_label = attr->flow_label,
		.grh.sgid_index = (uint8_t)attr->gid_index,
		.grh.hop_limit = (uint8_t)attr->hop_limit,
		.grh.traffic_class = (uint8_t)attr->traffic_class,
		.dlid = (uint16_t)attr->lid,
		.sl = (uint8_t)attr->service_level,
		.is_global = attr->is_global != 0,
		.port_num = (uint8_t)attr->port,
	};

	memcpy(ah.grh.dgid.raw, attr->gid, sizeof(attr->gid));
	return ah;
}

EXPORT int rv_modify_qp(struct ibv_qp *qp, const struct rv_qp_attr *attr, uint32_t mask)
{
	struct ibv_qp_attr change = {
		.qp_state = (enum ibv_qp_state)attr->state,
		.path_mtu = (enum ibv_mtu)attr->mtu,
		.qkey = attr->qkey,
		.rq_psn = attr->rq_psn,
		.sq_psn = attr->sq_psn,
		.dest_qp_num = attr->remote_qp,
		.qp_access_flags = attr->access,
		.ah_attr = route(attr),
		.pkey_index = (uint16_t)attr->pkey_index,
		.max_rd_atomic = (uint8_t)attr->max_rd_atomic,
		.max_dest_rd_atomic = (uint8_t)attr->max_dest_rd_atomic,
		.min_rnr_timer = (uint8_t)attr->min_rnr_timer,
		.port_num = (uint8_t)attr->port,
		.timeout = (uint8_t)attr->timeout,
		.retry_cnt = (uint8_t)attr->retry_count,
		.rnr_retry = (uint8_t)attr->rnr_retry,
	};

	errno = 0;
	return status(ibv_modify_qp(qp, &change, (int)mask));
}

EXPORT int rv_qp_state(struct ibv_qp *qp)
{
	struct ibv_qp_init_attr init;
	struct ibv_qp_attr attr;
	int error;

	errno = 0;
	error = status(ibv_query_qp(qp, &attr, IBV_QP_STATE, &init));
	return error ? -error : (int)attr.qp_state;
}

EXPORT int rv_create_ah(struct ibv_pd *pd, const struct rv_qp_attr *attr, struct ibv_ah **ah)
{
	struct ibv_ah_attr way = route(attr);
	struct ibv_ah *made;

	errno = 0;
	made = ibv_create_ah(pd, &way);
	if (!made)
		return failure();
	*ah = made;
	return 0;
}

EXPORT int rv_destroy_ah(struct ibv_ah *ah)
{
	return status(ibv_destroy_ah(ah));
}

EXPORT int rv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad)
{
	return status(ibv_post_send(qp, wr, bad));
}

EXPORT int rv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad)
{
	return status(ibv_post_recv(qp, wr, bad));
}

EXPORT int rv_poll_cq(struct ibv_cq *cq, int capacity, struct ibv_wc *completions)
{
	return ibv_poll_cq(cq, capacity, completions);
}

EXPORT int rv_req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	return status(ibv_req_notify_cq(cq, solicited_only));
}

EXPORT int rv_nothing(struct ibv_cq *cq, int capacity, struct ibv_wc *completions)
{
	(void)cq;
	(void)capacity;
	(void)completions;
	return 0;
}
