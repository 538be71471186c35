// SPDX-License-Identifier: MIT
/* Protection domains and completion queues. */
#include "intercept.h"
#include "library.h"
#include "wrapped.h"

struct ibv_pd *counted_alloc_pd(alloc_pd_function *real, struct ibv_context *context)
{
	const struct demand demand = {.kind = OBJECT_PD};

	return MAKE(struct ibv_pd, "ibv_alloc_pd", &demand, context, real(context));
}

int counted_dealloc_pd(dealloc_pd_function *real, struct ibv_pd *pd)
{
	return DESTROY(OBJECT_PD, pd, real(pd));
}

/* The function of version 1.1 is in device.c. */
WRAP(struct ibv_pd *, alloc_pd_1_0, "ibv_alloc_pd@IBVERBS_1.0", alloc_pd, NULL, (struct ibv_context *context), context)

WRAP_BOTH(int, dealloc_pd, ENOSYS, (struct ibv_pd *pd), pd)

struct demand demand_of_cq(uint32_t entries)
{
	return (struct demand){.kind = OBJECT_CQ, .size = entries};
}

static struct ibv_cq *counted_create_cq(create_cq_function *real, struct ibv_context *context, int entries,
					void *cq_context, struct ibv_comp_channel *channel, int vector)
{
	struct demand demand = demand_of_cq(entries_of(entries));

	return MAKE(struct ibv_cq, "ibv_create_cq", &demand, context,
		    real(context, entries, cq_context, channel, vector));
}

/* The queue is taken out of the table while it changes, so that no other thread changes it. */
int counted_resize_cq(resize_cq_function *real, struct ibv_cq *cq, int entries)
{
	struct object *object = begin_destruction(OBJECT_CQ, cq);
	struct demand demand = demand_of_cq(entries_of(entries));
	struct grant after;
	int result;

	if (!object)
		return real(cq, entries);
	if (quota_begin_change("ibv_resize_cq", grant_of(object), &demand, &after)) {
		result = real(cq, entries);
		quota_end_change(grant_of(object), &after, result == 0);
		if (result == 0)
			*grant_of(object) = after;
	} else {
		result = errno;
	}
	end_destruction(object, false);
	return result;
}

int counted_destroy_cq(destroy_cq_function *real, struct ibv_cq *cq)
{
	return DESTROY(OBJECT_CQ, cq, real(cq));
}

WRAP_BOTH(struct ibv_cq *, create_cq, NULL,
	  (struct ibv_context *context, int entries, void *cq_context, struct ibv_comp_channel *channel, int vector),
	  context, entries, cq_context, channel, vector)

WRAP_BOTH(int, resize_cq, ENOSYS, (struct ibv_cq *cq, int entries), cq, entries)

WRAP_BOTH(int, destroy_cq, ENOSYS, (struct ibv_cq *cq), cq)
