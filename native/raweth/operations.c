// SPDX-License-Identifier: MIT
/* What stands in for the function pointers of a context. */
#include "operations.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "caps.h"
#include "create.h"
#include "flows.h"
#include "library.h"
#include "poll.h"
#include "send.h"
#include "wq.h"

typedef int destroy_function(struct ibv_cq *);

static struct ibv_qp *operation_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr)
{
	struct device *device = device_of(context);

	if (attr->qp_type == IBV_QPT_RAW_PACKET)
		return create_raw_qp(device, attr);
	return device->real.create_qp_ex(context, attr);
}

static struct ibv_cq_ex *operation_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr)
{
	struct ibv_cq_ex *cq = device_of(context)->real.create_cq_ex(context, attr);

	destroy_function *destroy = NEXT(destroy_function, "ibv_destroy_cq", "IBVERBS_1.1");

	if (!cq || !poll_watch_extended(cq))
		return cq;
	if (destroy)
		destroy(ibv_cq_ex_to_cq(cq));
	errno = ENOMEM;
	return NULL;
}

static struct ibv_wq *operation_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attr)
{
	return wq_create(context, attr);
}

static int operation_modify_wq(struct ibv_wq *wq, struct ibv_wq_attr *attr)
{
	return wq_modify(wq, attr);
}

static int operation_destroy_wq(struct ibv_wq *wq)
{
	return wq_destroy(wq);
}

static struct ibv_rwq_ind_table *operation_create_rwq_ind_table(struct ibv_context *context,
								 struct ibv_rwq_ind_table_init_attr *attr)
{
	return wq_create_table(context, attr);
}

static int operation_destroy_rwq_ind_table(struct ibv_rwq_ind_table *table)
{
	return wq_destroy_table(table);
}

static struct ibv_flow *operation_ibv_create_flow(struct ibv_qp *qp, struct ibv_flow_attr *attr)
{
	struct raw_qp *raw = raw_qp_of(qp);

	return raw ? flows_create(raw, attr) : device_of(qp->context)->real.ibv_create_flow(qp, attr);
}

static int operation_ibv_destroy_flow(struct ibv_flow *flow)
{
	return flows_destroy(flow);
}

static int operation_query_device_ex(struct ibv_context *context, const struct ibv_query_device_ex_input *input,
				     struct ibv_device_attr_ex *attr, size_t size)
{
	return caps_query(context, input, attr, size);
}

static int operation_modify_qp_rate_limit(struct ibv_qp *qp, struct ibv_qp_rate_limit_attr *attr)
{
	return raw_qp_of(qp) ? EOPNOTSUPP : device_of(qp->context)->real.modify_qp_rate_limit(qp, attr);
}

static int operation_poll_cq(struct ibv_cq *cq, int most, struct ibv_wc *wc)
{
	return poll_completions(cq, most, wc);
}

static int operation_req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	return poll_request_notice(cq, solicited_only);
}

static int operation_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	struct raw_qp *raw = raw_qp_of(qp);

	return raw ? send_post(raw, wr, bad_wr) : device_of(qp->context)->real.post_send(qp, wr, bad_wr);
}

static int operation_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	struct raw_qp *raw = raw_qp_of(qp);

	if (!raw)
		return device_of(qp->context)->real.post_recv(qp, wr, bad_wr);
	if (!raw->spread)
		return requests_post(&raw->requests, wr, bad_wr);
	*bad_wr = wr;
	return EINVAL;
}

static int operation_bind_mw(struct ibv_qp *qp, struct ibv_mw *mw, struct ibv_mw_bind *bind)
{
	return raw_qp_of(qp) ? EOPNOTSUPP : device_of(qp->context)->real.bind_mw(qp, mw, bind);
}

static bool is_complete(struct ibv_context *context)
{
	return verbs_get_ctx_op(context, create_qp_ex) && verbs_get_ctx_op(context, query_device_ex) &&
	       verbs_get_ctx_op(context, ibv_create_flow);
}

static void exchange(struct device *device)
{
	struct verbs_context *extended = verbs_get_ctx(device->context);

#define EXCHANGE(name)                             \
	device->real.name = extended->name;        \
	extended->name = operation_##name;
	EXTENDED_OPERATIONS(EXCHANGE)
#undef EXCHANGE
#define EXCHANGE(name)                                     \
	device->real.name = device->context->ops.name;     \
	device->context->ops.name = operation_##name;
	DIRECT_OPERATIONS(EXCHANGE)
#undef EXCHANGE
}

void watch_context(struct ibv_context *context)
{
	int saved = errno;
	struct device *device;

	if (!device_of(context) && is_complete(context)) {
		device = device_open(context);
		if (device)
			exchange(device);
		else if (errno)
			fprintf(stderr, "librdma_raweth: no raw packets on %s: %s\n", context->device->name, strerror(errno));
	}
	errno = saved;
}

static void restore(const struct device *device)
{
	struct verbs_context *extended = verbs_get_ctx(device->context);

#define RESTORE(name) extended->name = device->real.name;
	EXTENDED_OPERATIONS(RESTORE)
#undef RESTORE
#define RESTORE(name) device->context->ops.name = device->real.name;
	DIRECT_OPERATIONS(RESTORE)
#undef RESTORE
}

void unwatch_context(struct ibv_context *context)
{
	struct device *device = device_of(context);

	if (!device)
		return;
	restore(device);
	device_close(device);
}
