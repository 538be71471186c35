// SPDX-License-Identifier: MIT
/* A libibverbs for tests only, with the names, versions and function pointers of the real one: a device of which each object
 * is a piece of memory, and each call is counted. */
#include "stub.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>

#define VERSION(function, symbol) __asm__(".symver " #function ", " symbol)

static int calls;

int stub_calls(void)
{
	int now = calls;

	calls = 0;
	return now;
}

static int called(void)
{
	calls++;
	return 0;
}

static struct ibv_qp *new_qp(struct ibv_context *context, enum ibv_qp_type type)
{
	struct ibv_qp *qp = calloc(1, sizeof(*qp));

	called();
	if (type == IBV_QPT_RAW_PACKET) {
		free(qp);
		errno = EOPNOTSUPP;
		return NULL;
	}
	qp->context = context;
	qp->qp_type = type;
	return qp;
}

static struct ibv_qp *create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr)
{
	return new_qp(context, attr->qp_type);
}

static int start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	(void)cq, (void)attr;
	return called() + ENOENT;
}

static struct ibv_cq_ex *create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr)
{
	struct ibv_cq_ex *cq = calloc(1, sizeof(*cq));

	cq->context = context;
	cq->cqe = (int)attr->cqe;
	cq->start_poll = start_poll;
	return cq;
}

static int query_device_ex(struct ibv_context *context, const struct ibv_query_device_ex_input *input,
			   struct ibv_device_attr_ex *attr, size_t size)
{
	(void)context, (void)input;
	memset(attr, 0, size);
	return called();
}

static struct ibv_flow *create_flow(struct ibv_qp *qp, struct ibv_flow_attr *attr)
{
	(void)qp, (void)attr;
	called();
	errno = EOPNOTSUPP;
	return NULL;
}

/* What the device has for a completion queue: one completion for each post. */
static int device_completions;

static int poll_cq(struct ibv_cq *cq, int most, struct ibv_wc *wc)
{
	int taken = 0;

	(void)cq;
	called();
	for (; taken < most && device_completions > 0; device_completions--)
		wc[taken++] = (struct ibv_wc){.wr_id = 4711};
	return taken;
}

static int req_notify_cq(struct ibv_cq *cq, int solicited_only)
{
	(void)cq, (void)solicited_only;
	return called();
}

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr)
{
	(void)qp, (void)wr, (void)bad_wr;
	device_completions++;
	return called();
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad_wr)
{
	(void)qp, (void)wr, (void)bad_wr;
	return called();
}

VERSION(open_device, "ibv_open_device@@IBVERBS_1.1");
struct ibv_context *open_device(struct ibv_device *device)
{
	struct verbs_context *made = calloc(1, sizeof(*made));

	made->sz = sizeof(*made);
	made->create_qp_ex = create_qp_ex;
	made->create_cq_ex = create_cq_ex;
	made->query_device_ex = query_device_ex;
	made->ibv_create_flow = create_flow;
	made->context.device = device;
	made->context.abi_compat = __VERBS_ABI_IS_EXTENDED;
	made->context.ops.poll_cq = poll_cq;
	made->context.ops.req_notify_cq = req_notify_cq;
	made->context.ops.post_send = post_send;
	made->context.ops.post_recv = post_recv;
	return &made->context;
}

VERSION(close_device, "ibv_close_device@@IBVERBS_1.1");
int close_device(struct ibv_context *context)
{
	free(verbs_get_ctx(context));
	return called();
}

VERSION(query_device, "ibv_query_device@@IBVERBS_1.1");
int query_device(struct ibv_context *context, struct ibv_device_attr *attr)
{
	(void)context;
	memset(attr, 0, sizeof(*attr));
	return called();
}

VERSION(alloc_pd, "ibv_alloc_pd@@IBVERBS_1.1");
struct ibv_pd *alloc_pd(struct ibv_context *context)
{
	struct ibv_pd *pd = calloc(1, sizeof(*pd));

	pd->context = context;
	return pd;
}

VERSION(dealloc_pd, "ibv_dealloc_pd@@IBVERBS_1.1");
int dealloc_pd(struct ibv_pd *pd)
{
	free(pd);
	return called();
}

VERSION(create_cq, "ibv_create_cq@@IBVERBS_1.1");
struct ibv_cq *create_cq(struct ibv_context *context, int entries, void *cq_context, struct ibv_comp_channel *channel,
			 int vector)
{
	struct ibv_cq *cq = calloc(1, sizeof(struct ibv_cq_ex));

	(void)cq_context, (void)channel, (void)vector;
	cq->context = context;
	cq->cqe = entries;
	return cq;
}

VERSION(resize_cq, "ibv_resize_cq@@IBVERBS_1.1");
int resize_cq(struct ibv_cq *cq, int entries)
{
	cq->cqe = entries;
	return called();
}

VERSION(destroy_cq, "ibv_destroy_cq@@IBVERBS_1.1");
int destroy_cq(struct ibv_cq *cq)
{
	free(cq);
	return called();
}

VERSION(create_qp, "ibv_create_qp@@IBVERBS_1.1");
struct ibv_qp *create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	return new_qp(pd->context, attr->qp_type);
}

VERSION(modify_qp, "ibv_modify_qp@@IBVERBS_1.1");
int modify_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask)
{
	(void)qp, (void)attr, (void)mask;
	return called();
}

VERSION(query_qp, "ibv_query_qp@@IBVERBS_1.1");
int query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attr, int mask, struct ibv_qp_init_attr *init_attr)
{
	(void)qp, (void)attr, (void)mask, (void)init_attr;
	return called();
}

VERSION(destroy_qp, "ibv_destroy_qp@@IBVERBS_1.1");
int destroy_qp(struct ibv_qp *qp)
{
	free(qp);
	return called();
}

VERSION(attach_mcast, "ibv_attach_mcast@@IBVERBS_1.1");
int attach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	(void)qp, (void)gid, (void)lid;
	return called();
}

VERSION(detach_mcast, "ibv_detach_mcast@@IBVERBS_1.1");
int detach_mcast(struct ibv_qp *qp, const union ibv_gid *gid, uint16_t lid)
{
	(void)qp, (void)gid, (void)lid;
	return called();
}

VERSION(qp_to_qp_ex, "ibv_qp_to_qp_ex@@IBVERBS_1.6");
struct ibv_qp_ex *qp_to_qp_ex(struct ibv_qp *qp)
{
	called();
	return (struct ibv_qp_ex *)qp;
}
