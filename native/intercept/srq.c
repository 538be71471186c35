// SPDX-License-Identifier: MIT
/* Shared receive queues, whose work requests count as receive work requests. */
#include "intercept.h"
#include "library.h"
#include "wrapped.h"

struct demand demand_of_srq(uint32_t max_wr)
{
	return (struct demand){.kind = OBJECT_SRQ, .recv_wr = max_wr};
}

struct demand demand_of_wq(uint32_t max_wr)
{
	return (struct demand){.kind = OBJECT_WQ, .recv_wr = max_wr};
}

struct ibv_srq *counted_create_srq(create_srq_function *real, struct ibv_pd *pd, struct ibv_srq_init_attr *attr)
{
	struct demand demand = demand_of_srq(attr->attr.max_wr);

	return MAKE(struct ibv_srq, "ibv_create_srq", &demand, pd->context, real(pd, attr));
}

int counted_destroy_srq(destroy_srq_function *real, struct ibv_srq *srq)
{
	return DESTROY(OBJECT_SRQ, srq, real(srq));
}

WRAP_BOTH(struct ibv_srq *, create_srq, NULL, (struct ibv_pd *pd, struct ibv_srq_init_attr *attr), pd, attr)

/* This call may change the queue's size. */
static int counted_modify_srq(modify_srq_function *real, struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask)
{
	struct object *object = mask & IBV_SRQ_MAX_WR ? begin_destruction(OBJECT_SRQ, srq) : NULL;
	struct demand demand;
	struct grant after;
	int result;

	if (!object)
		return real(srq, attr, mask);
	demand = demand_of_srq(attr->max_wr);
	if (quota_begin_change("ibv_modify_srq", grant_of(object), &demand, &after)) {
		result = real(srq, attr, mask);
		quota_end_change(grant_of(object), &after, result == 0);
		if (result == 0)
			*grant_of(object) = after;
	} else {
		result = errno;
	}
	end_destruction(object, false);
	return result;
}

WRAP_BOTH(int, modify_srq, ENOSYS, (struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask), srq, attr, mask)

WRAP_BOTH(int, destroy_srq, ENOSYS, (struct ibv_srq *srq), srq)
