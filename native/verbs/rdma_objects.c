// SPDX-License-Identifier: MIT
/* What is made of a device, changed and given back. */
#include "rdma_verbs.h"

#include <string.h>

#include "rdma_internal.h"

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

EXPORT int rv_create_cq(struct ibv_context *context, int entries, struct ibv_cq **cq)
{
	struct ibv_cq *made;

	errno = 0;
	made = ibv_create_cq(context, entries, NULL, NULL, 0);
	if (!made)
		return failure();
	*cq = made;
	return 0;
}

EXPORT int rv_destroy_cq(struct ibv_cq *cq)
{
	return status(ibv_destroy_cq(cq));
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
