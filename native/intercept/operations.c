// SPDX-License-Identifier: MIT
/* The stand-ins for the function pointers of a context. */
#include "completions.h"
#include "context.h"

#include "settings.h"

static struct ibv_qp *operation_create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr)
{
	struct operations real = real_operations(context);
	struct demand demand = demand_of_qp(attr->qp_type, &attr->cap, attr->srq);

	return real.create_qp_ex ? MAKE(struct ibv_qp, "ibv_create_qp_ex", &demand, context,
					watch_queue_pair(context, real.create_qp_ex(context, attr))) :
				   NULL;
}

/* Opens another handle to the receiving end of an existing queue pair. */
static struct ibv_qp *operation_open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attr)
{
	struct operations real = real_operations(context);
	const struct demand demand = {.kind = OBJECT_QP, .transport = TRANSPORT_XRC};

	return real.open_qp ? MAKE(struct ibv_qp, "ibv_open_qp", &demand, context, real.open_qp(context, attr)) : NULL;
}

static struct ibv_cq_ex *operation_create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr)
{
	struct operations real = real_operations(context);
	struct demand demand = demand_of_cq(attr->cqe);
	struct ibv_cq_init_attr_ex changed, *watched = watched_attributes(attr, &changed);

	return real.create_cq_ex ? MAKE(struct ibv_cq_ex, "ibv_create_cq_ex", &demand, context,
					watch_queue(real.create_cq_ex(context, watched))) :
				   NULL;
}

static struct ibv_srq *operation_create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *attr)
{
	struct operations real = real_operations(context);
	struct demand demand = demand_of_srq(attr->attr.max_wr);

	return real.create_srq_ex ? MAKE(struct ibv_srq, "ibv_create_srq_ex", &demand, context,
					 real.create_srq_ex(context, attr)) :
				    NULL;
}

static struct ibv_wq *operation_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attr)
{
	struct operations real = real_operations(context);
	struct demand demand = demand_of_wq(attr->max_wr);

	return real.create_wq ? MAKE(struct ibv_wq, "ibv_create_wq", &demand, context, real.create_wq(context, attr)) :
				NULL;
}

static int operation_destroy_wq(struct ibv_wq *wq)
{
	struct operations real = real_operations(wq->context);

	return real.destroy_wq ? DESTROY(OBJECT_WQ, wq, real.destroy_wq(wq)) : ENOSYS;
}

static struct ibv_mr *operation_alloc_null_mr(struct ibv_pd *pd)
{
	struct operations real = real_operations(pd->context);
	struct demand demand = demand_of_mr(0);

	return real.alloc_null_mr ? MAKE(struct ibv_mr, "ibv_alloc_null_mr", &demand, pd->context,
					 real.alloc_null_mr(pd)) :
				    NULL;
}

/* The memory is the device's, so no bytes of the host's memory are counted. */
static struct ibv_mr *operation_reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t offset, size_t length, unsigned int access)
{
	struct operations real = real_operations(pd->context);
	struct demand demand = demand_of_mr(0);

	return real.reg_dm_mr ? MAKE(struct ibv_mr, "ibv_reg_dm_mr", &demand, pd->context,
				     real.reg_dm_mr(pd, dm, offset, length, access)) :
				NULL;
}

static struct ibv_pd *operation_alloc_pd(struct ibv_context *context)
{
	struct operations real = real_operations(context);

	return real.alloc_pd ? counted_alloc_pd(real.alloc_pd, context) : NULL;
}

static int operation_dealloc_pd(struct ibv_pd *pd)
{
	struct operations real = real_operations(pd->context);

	return real.dealloc_pd ? counted_dealloc_pd(real.dealloc_pd, pd) : ENOSYS;
}

/* Drivers since 2019 take the I/O virtual address and then the access, older ones the access in place of the address:
 * all arguments are passed on, so both work. */
static struct ibv_mr *operation_reg_mr(struct ibv_pd *pd, void *address, size_t length, uint64_t iova_or_access, uint64_t access)
{
	struct operations real = real_operations(pd->context);
	struct demand demand = demand_of_mr(length);

	return real.reg_mr ? MAKE(struct ibv_mr, "ibv_reg_mr", &demand, pd->context,
				  real.reg_mr(pd, address, length, iova_or_access, access)) :
			     NULL;
}

static int operation_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address, size_t length, int access)
{
	struct operations real = real_operations(mr->context);

	return real.rereg_mr ? counted_rereg_mr(real.rereg_mr, mr, flags, pd, address, length, access) : ENOSYS;
}

static int operation_dereg_mr(struct ibv_mr *mr)
{
	struct operations real = real_operations(mr->context);

	return real.dereg_mr ? counted_dereg_mr(real.dereg_mr, mr) : ENOSYS;
}

static struct ibv_cq *operation_create_cq(struct ibv_context *context, int entries, struct ibv_comp_channel *channel, int vector)
{
	struct operations real = real_operations(context);
	struct demand demand = demand_of_cq(entries_of(entries));

	return real.create_cq ? MAKE(struct ibv_cq, "ibv_create_cq", &demand, context,
				     real.create_cq(context, entries, channel, vector)) :
				NULL;
}

static int operation_resize_cq(struct ibv_cq *cq, int entries)
{
	struct operations real = real_operations(cq->context);

	return real.resize_cq ? counted_resize_cq(real.resize_cq, cq, entries) : ENOSYS;
}

static int operation_destroy_cq(struct ibv_cq *cq)
{
	struct operations real = real_operations(cq->context);

	return real.destroy_cq ? counted_destroy_cq(real.destroy_cq, cq) : ENOSYS;
}

static struct ibv_srq *operation_create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *attr)
{
	struct operations real = real_operations(pd->context);

	return real.create_srq ? counted_create_srq(real.create_srq, pd, attr) : NULL;
}

static int operation_destroy_srq(struct ibv_srq *srq)
{
	struct operations real = real_operations(srq->context);

	return real.destroy_srq ? counted_destroy_srq(real.destroy_srq, srq) : ENOSYS;
}

static struct ibv_qp *operation_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct operations real = real_operations(pd->context);

	return real.create_qp ? counted_create_qp(real.create_qp, pd, attr) : NULL;
}

static int operation_destroy_qp(struct ibv_qp *qp)
{
	struct operations real = real_operations(qp->context);

	return real.destroy_qp ? counted_destroy_qp(real.destroy_qp, qp) : ENOSYS;
}

void watch_context(struct ibv_context *context)
{
	static const struct operations stand_ins = {
#define STAND_IN(name, ...) .name = operation_##name,
		EXTENDED_OPERATIONS(STAND_IN)
		COMPAT_OPERATIONS(STAND_IN)
#undef STAND_IN
	};

	if (!settings()->enable)
		return;
	watch_forks();
	exchange_operations(context, &stand_ins);
	watch_polls(context);
}
