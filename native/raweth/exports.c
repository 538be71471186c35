// SPDX-License-Identifier: MIT
/* Functions in front of libibverbs's: for calls that do not go through function pointers that could be exchanged. */
#include <errno.h>

#include "caps.h"
#include "create.h"
#include "flows.h"
#include "library.h"
#include "modify.h"
#include "operations.h"
#include "poll.h"
#include "raweth.h"

typedef struct ibv_context *open_function(struct ibv_device *);
typedef struct ibv_context *import_function(int);
typedef int close_function(struct ibv_context *);
typedef int query_device_function(struct ibv_context *, struct ibv_device_attr *);
typedef int dealloc_pd_function(struct ibv_pd *);
typedef int resize_cq_function(struct ibv_cq *, int);
typedef int destroy_cq_function(struct ibv_cq *);
typedef struct ibv_qp *create_qp_function(struct ibv_pd *, struct ibv_qp_init_attr *);
typedef struct ibv_qp_ex *qp_to_qp_ex_function(struct ibv_qp *);
typedef int modify_qp_function(struct ibv_qp *, struct ibv_qp_attr *, int);
typedef int query_qp_function(struct ibv_qp *, struct ibv_qp_attr *, int, struct ibv_qp_init_attr *);
typedef int destroy_qp_function(struct ibv_qp *);
typedef int mcast_function(struct ibv_qp *, const union ibv_gid *, uint16_t);
typedef int ece_function(struct ibv_qp *, struct ibv_ece *);
typedef int data_in_order_function(struct ibv_qp *, enum ibv_wr_opcode, uint32_t);

BIND(open_device, "ibv_open_device@@IBVERBS_1.1");
EXPORT struct ibv_context *raweth_open_device(struct ibv_device *device)
{
	open_function *next = NEXT(open_function, "ibv_open_device", "IBVERBS_1.1");
	struct ibv_context *context = next ? next(device) : NULL;

	if (context)
		watch_context(context);
	return context;
}

BIND(import_device, "ibv_import_device@@IBVERBS_1.10");
EXPORT struct ibv_context *raweth_import_device(int fd)
{
	import_function *next = NEXT(import_function, "ibv_import_device", "IBVERBS_1.10");
	struct ibv_context *context = next ? next(fd) : NULL;

	if (context)
		watch_context(context);
	return context;
}

/* The context is forgotten before it is closed, since nothing is left of it afterwards. */
BIND(close_device, "ibv_close_device@@IBVERBS_1.1");
EXPORT int raweth_close_device(struct ibv_context *context)
{
	close_function *next = NEXT(close_function, "ibv_close_device", "IBVERBS_1.1");
	int result;

	if (!next)
		return -1;
	unwatch_context(context);
	result = next(context);
	if (result)
		watch_context(context);
	return result;
}

BIND(query_device, "ibv_query_device@@IBVERBS_1.1");
EXPORT int raweth_query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	query_device_function *next = NEXT(query_device_function, "ibv_query_device", "IBVERBS_1.1");
	int error = next ? next(context, attr) : ENOSYS;

	if (!error && device_of(context))
		caps_add(attr);
	return error;
}

BIND(dealloc_pd, "ibv_dealloc_pd@@IBVERBS_1.1");
EXPORT int raweth_dealloc_pd(struct ibv_pd *pd)
{
	dealloc_pd_function *next = NEXT(dealloc_pd_function, "ibv_dealloc_pd", "IBVERBS_1.1");

	if (device_pd_in_use(pd))
		return EBUSY;
	return next ? next(pd) : ENOSYS;
}

/* The completions that are kept beside the device's have room for as many entries as it gives the queue. */
BIND(resize_cq, "ibv_resize_cq@@IBVERBS_1.1");
EXPORT int raweth_resize_cq(struct ibv_cq *cq, int entries)
{
	resize_cq_function *next = NEXT(resize_cq_function, "ibv_resize_cq", "IBVERBS_1.1");
	struct completions *completions = completions_of(cq);
	int error = next ? next(cq, entries) : ENOSYS;

	if (error || !completions)
		return error;
	return completions_resize(completions, cq->cqe);
}

BIND(destroy_cq, "ibv_destroy_cq@@IBVERBS_1.1");
EXPORT int raweth_destroy_cq(struct ibv_cq *cq)
{
	destroy_cq_function *next = NEXT(destroy_cq_function, "ibv_destroy_cq", "IBVERBS_1.1");
	struct device *device = device_of(cq->context);
	int error = device ? device_forget_cq(device, cq) : 0;

	if (error)
		return error;
	poll_forget_extended(cq);
	return next ? next(cq) : ENOSYS;
}

static struct ibv_qp *create_simple(struct device *device, struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct ibv_qp_init_attr_ex extended = {
		.qp_context = attr->qp_context,
		.send_cq = attr->send_cq,
		.recv_cq = attr->recv_cq,
		.srq = attr->srq,
		.cap = attr->cap,
		.qp_type = attr->qp_type,
		.sq_sig_all = attr->sq_sig_all,
		.comp_mask = IBV_QP_INIT_ATTR_PD,
		.pd = pd,
	};

	return create_raw_qp(device, &extended);
}

BIND(create_qp, "ibv_create_qp@@IBVERBS_1.1");
EXPORT struct ibv_qp *raweth_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	create_qp_function *next = NEXT(create_qp_function, "ibv_create_qp", "IBVERBS_1.1");
	struct device *device = device_of(pd->context);

	if (device && attr->qp_type == IBV_QPT_RAW_PACKET)
		return create_simple(device, pd, attr);
	return next ? next(pd, attr) : NULL;
}

/* The calls that begin with ibv_wr_ are not there for raw packet queue pairs. */
BIND(qp_to_qp_ex, "ibv_qp_to_qp_ex@@IBVERBS_1.6");
EXPORT struct ibv_qp_ex *raweth_qp_to_qp_ex(struct ibv_qp *qp)
{
	qp_to_qp_ex_function *next = NEXT(qp_to_qp_ex_function, "ibv_qp_to_qp_ex", "IBVERBS_1.6");

	return next && !raw_qp_of(qp) ? next(qp) : NULL;
}

BIND(modify_qp, "ibv_modify_qp@@IBVERBS_1.1");
EXPORT int raweth_modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	modify_qp_function *next = NEXT(modify_qp_function, "ibv_modify_qp", "IBVERBS_1.1");
	struct raw_qp *raw = raw_qp_of(qp);

	if (raw)
		return modify_raw_qp(raw, attr, mask);
	return next ? next(qp, attr, mask) : ENOSYS;
}

BIND(query_qp, "ibv_query_qp@@IBVERBS_1.1");
EXPORT int raweth_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask, struct ibv_qp_init_attr *init_attr)
{
	query_qp_function *next = NEXT(query_qp_function, "ibv_query_qp", "IBVERBS_1.1");
	struct raw_qp *raw = raw_qp_of(qp);

	if (raw)
		return query_raw_qp(raw, attr, init_attr);
	return next ? next(qp, attr, mask, init_attr) : ENOSYS;
}

BIND(destroy_qp, "ibv_destroy_qp@@IBVERBS_1.1");
EXPORT int raweth_destroy_qp(struct ibv_qp *qp)
{
	destroy_qp_function *next = NEXT(destroy_qp_function, "ibv_destroy_qp", "IBVERBS_1.1");
	struct raw_qp *raw = raw_qp_of(qp);

	if (raw)
		return destroy_raw_qp(raw);
	return next ? next(qp) : ENOSYS;
}

BIND(attach_mcast, "ibv_attach_mcast@@IBVERBS_1.1");
EXPORT int raweth_attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	mcast_function *next = NEXT(mcast_function, "ibv_attach_mcast", "IBVERBS_1.1");
	struct raw_qp *raw = raw_qp_of(qp);

	if (raw)
		return flows_attach(raw, gid);
	return next ? next(qp, gid, lid) : ENOSYS;
}

BIND(detach_mcast, "ibv_detach_mcast@@IBVERBS_1.1");
EXPORT int raweth_detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	mcast_function *next = NEXT(mcast_function, "ibv_detach_mcast", "IBVERBS_1.1");
	struct raw_qp *raw = raw_qp_of(qp);

	if (raw)
		return flows_detach(raw, gid);
	return next ? next(qp, gid, lid) : ENOSYS;
}

BIND(set_ece, "ibv_set_ece@@IBVERBS_1.10");
EXPORT int raweth_set_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	ece_function *next = NEXT(ece_function, "ibv_set_ece", "IBVERBS_1.10");

	if (raw_qp_of(qp))
		return EOPNOTSUPP;
	return next ? next(qp, ece) : ENOSYS;
}

BIND(query_ece, "ibv_query_ece@@IBVERBS_1.10");
EXPORT int raweth_query_ece(struct ibv_qp *qp, struct ibv_ece *ece)
{
	ece_function *next = NEXT(ece_function, "ibv_query_ece", "IBVERBS_1.10");

	if (raw_qp_of(qp))
		return EOPNOTSUPP;
	return next ? next(qp, ece) : ENOSYS;
}

BIND(query_qp_data_in_order, "ibv_query_qp_data_in_order@@IBVERBS_1.14");
EXPORT int raweth_query_qp_data_in_order(struct ibv_qp *qp, enum ibv_wr_opcode op, uint32_t flags)
{
	data_in_order_function *next = NEXT(data_in_order_function, "ibv_query_qp_data_in_order", "IBVERBS_1.14");

	return next && !raw_qp_of(qp) ? next(qp, op, flags) : 0;
}

/* Not of libibverbs: how many frames a context had no place for, in its ring or for want of a request. 0: none of ours. */
EXPORT int rdma_raweth_without_place(struct ibv_context *context, unsigned long long *count);

EXPORT int rdma_raweth_without_place(struct ibv_context *context, unsigned long long *count)
{
	struct device *device = device_of(context);

	if (!device)
		return 0;
	pthread_mutex_lock(&device->lock);
	*count = atomic_load(&device->statistics.no_request) + (device->port ? port_lost(device->port) : 0);
	pthread_mutex_unlock(&device->lock);
	return 1;
}
