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

BIND(alloc_pd_1_0, "ibv_alloc_pd@IBVERBS_1.0");
EXPORT struct ibv_pd *intercepted_alloc_pd_1_0(struct ibv_context *context)
{
	alloc_pd_function *real = REAL(alloc_pd_function, alloc_pd_1_0);

	return real ? counted_alloc_pd(real, context) : NULL;
}

BIND(dealloc_pd, "ibv_dealloc_pd@@IBVERBS_1.1");
EXPORT int intercepted_dealloc_pd(struct ibv_pd *pd)
{
	dealloc_pd_function *real = REAL(dealloc_pd_function, dealloc_pd);

	return real ? counted_dealloc_pd(real, pd) : ENOSYS;
}

BIND(dealloc_pd_1_0, "ibv_dealloc_pd@IBVERBS_1.0");
EXPORT int intercepted_dealloc_pd_1_0(struct ibv_pd *pd)
{
	dealloc_pd_function *real = REAL(dealloc_pd_function, dealloc_pd_1_0);

	return real ? counted_dealloc_pd(real, pd) : ENOSYS;
}

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

/* It is taken out of the table while it changes, so that only one thread changes it. */
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

BIND(create_cq, "ibv_create_cq@@IBVERBS_1.1");
EXPORT struct ibv_cq *intercepted_create_cq(struct ibv_context *context, int entries, void *cq_context,
					    struct ibv_comp_channel *channel, int vector)
{
	create_cq_function *real = REAL(create_cq_function, create_cq);

	return real ? counted_create_cq(real, context, entries, cq_context, channel, vector) : NULL;
}

BIND(create_cq_1_0, "ibv_create_cq@IBVERBS_1.0");
EXPORT struct ibv_cq *intercepted_create_cq_1_0(struct ibv_context *context, int entries, void *cq_context,
						struct ibv_comp_channel *channel, int vector)
{
	create_cq_function *real = REAL(create_cq_function, create_cq_1_0);

	return real ? counted_create_cq(real, context, entries, cq_context, channel, vector) : NULL;
}

BIND(resize_cq, "ibv_resize_cq@@IBVERBS_1.1");
EXPORT int intercepted_resize_cq(struct ibv_cq *cq, int entries)
{
	resize_cq_function *real = REAL(resize_cq_function, resize_cq);

	return real ? counted_resize_cq(real, cq, entries) : ENOSYS;
}

BIND(resize_cq_1_0, "ibv_resize_cq@IBVERBS_1.0");
EXPORT int intercepted_resize_cq_1_0(struct ibv_cq *cq, int entries)
{
	resize_cq_function *real = REAL(resize_cq_function, resize_cq_1_0);

	return real ? counted_resize_cq(real, cq, entries) : ENOSYS;
}

BIND(destroy_cq, "ibv_destroy_cq@@IBVERBS_1.1");
EXPORT int intercepted_destroy_cq(struct ibv_cq *cq)
{
	destroy_cq_function *real = REAL(destroy_cq_function, destroy_cq);

	return real ? counted_destroy_cq(real, cq) : ENOSYS;
}

BIND(destroy_cq_1_0, "ibv_destroy_cq@IBVERBS_1.0");
EXPORT int intercepted_destroy_cq_1_0(struct ibv_cq *cq)
{
	destroy_cq_function *real = REAL(destroy_cq_function, destroy_cq_1_0);

	return real ? counted_destroy_cq(real, cq) : ENOSYS;
}
