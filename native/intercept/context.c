// SPDX-License-Identifier: MIT
/* What is created through function pointers of a context, as the inline functions of verbs.h do: the pointers are
 * exchanged, and those that were there are kept for each context, since each driver has its own. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "settings.h"
#include "wrapped.h"

typedef struct ibv_mr *compat_reg_mr_function(struct ibv_pd *, void *, size_t, uint64_t, uint64_t);
typedef struct ibv_cq *compat_create_cq_function(struct ibv_context *, int, struct ibv_comp_channel *, int);

/* Fields of struct verbs_context that create or destroy what is counted. */
#define EXTENDED_OPERATIONS(DO) \
	DO(create_qp_ex)        \
	DO(open_qp)             \
	DO(create_cq_ex)        \
	DO(create_srq_ex)       \
	DO(create_wq)           \
	DO(destroy_wq)          \
	DO(alloc_null_mr)       \
	DO(reg_dm_mr)

/* Fields of struct ibv_context_ops, from the time when they could be called directly. */
#define COMPAT_OPERATIONS(DO)                     \
	DO(alloc_pd, alloc_pd_function)           \
	DO(dealloc_pd, dealloc_pd_function)       \
	DO(reg_mr, compat_reg_mr_function)        \
	DO(rereg_mr, rereg_mr_function)           \
	DO(dereg_mr, dereg_mr_function)           \
	DO(create_cq, compat_create_cq_function)  \
	DO(destroy_cq, destroy_cq_function)       \
	DO(create_srq, create_srq_function)       \
	DO(destroy_srq, destroy_srq_function)     \
	DO(create_qp, create_qp_function)         \
	DO(destroy_qp, destroy_qp_function)

/* As verbs.h declares the latter now. */
#define UNTYPED(function) ((void *(*)(void))(void (*)(void))(function))

struct operations {
#define FIELD(name) __typeof__(((struct verbs_context *)0)->name) name;
	EXTENDED_OPERATIONS(FIELD)
#undef FIELD
#define FIELD(name, type) type *name;
	COMPAT_OPERATIONS(FIELD)
#undef FIELD
};

struct watched {
	struct watched *next;
	struct ibv_context *context;
	struct operations real;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watched *all;

static struct watched *find(const struct ibv_context *context)
{
	struct watched *watched = all;

	while (watched && watched->context != context)
		watched = watched->next;
	return watched;
}

/* What was there before; all NULL, and ENOSYS, for a context that is not watched. */
static struct operations real_of(const struct ibv_context *context)
{
	struct operations real = {0};
	struct watched *watched;

	pthread_mutex_lock(&lock);
	watched = find(context);
	if (watched)
		real = watched->real;
	else
		errno = ENOSYS;
	pthread_mutex_unlock(&lock);
	return real;
}

static struct ibv_qp *create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr)
{
	struct operations real = real_of(context);
	struct demand demand = demand_of_qp(attr->qp_type, &attr->cap, attr->srq);

	return real.create_qp_ex ? MAKE(struct ibv_qp, "ibv_create_qp_ex", &demand, context,
					real.create_qp_ex(context, attr)) :
				   NULL;
}

/* A handle of its own to the receiving end that another one has made. */
static struct ibv_qp *open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attr)
{
	struct operations real = real_of(context);
	const struct demand demand = {.kind = OBJECT_QP, .transport = TRANSPORT_XRC};

	return real.open_qp ? MAKE(struct ibv_qp, "ibv_open_qp", &demand, context, real.open_qp(context, attr)) : NULL;
}

static struct ibv_cq_ex *create_cq_ex(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr)
{
	struct operations real = real_of(context);
	struct demand demand = demand_of_cq();

	return real.create_cq_ex ? MAKE(struct ibv_cq_ex, "ibv_create_cq_ex", &demand, context,
					real.create_cq_ex(context, attr)) :
				   NULL;
}

static struct ibv_srq *create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *attr)
{
	struct operations real = real_of(context);
	struct demand demand = demand_of_srq(attr->attr.max_wr);

	return real.create_srq_ex ? MAKE(struct ibv_srq, "ibv_create_srq_ex", &demand, context,
					 real.create_srq_ex(context, attr)) :
				    NULL;
}

static struct ibv_wq *create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attr)
{
	struct operations real = real_of(context);
	struct demand demand = demand_of_wq(attr->max_wr);

	return real.create_wq ? MAKE(struct ibv_wq, "ibv_create_wq", &demand, context, real.create_wq(context, attr)) :
				NULL;
}

static int destroy_wq(struct ibv_wq *wq)
{
	struct operations real = real_of(wq->context);

	return real.destroy_wq ? DESTROY(OBJECT_WQ, wq, real.destroy_wq(wq)) : ENOSYS;
}

static struct ibv_mr *alloc_null_mr(struct ibv_pd *pd)
{
	struct operations real = real_of(pd->context);
	struct demand demand = demand_of_mr(0);

	return real.alloc_null_mr ? MAKE(struct ibv_mr, "ibv_alloc_null_mr", &demand, pd->context,
					 real.alloc_null_mr(pd)) :
				    NULL;
}

/* It is the device's memory, so none of the host's is counted. */
static struct ibv_mr *reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t offset, size_t length, unsigned int access)
{
	struct operations real = real_of(pd->context);
	struct demand demand = demand_of_mr(0);

	return real.reg_dm_mr ? MAKE(struct ibv_mr, "ibv_reg_dm_mr", &demand, pd->context,
				     real.reg_dm_mr(pd, dm, offset, length, access)) :
				NULL;
}

static struct ibv_pd *alloc_pd(struct ibv_context *context)
{
	struct operations real = real_of(context);

	return real.alloc_pd ? counted_alloc_pd(real.alloc_pd, context) : NULL;
}

static int dealloc_pd(struct ibv_pd *pd)
{
	struct operations real = real_of(pd->context);

	return real.dealloc_pd ? counted_dealloc_pd(real.dealloc_pd, pd) : ENOSYS;
}

/* Drivers since 2019 take the I/O virtual address and the access, older ones the access in its place: both go on. */
static struct ibv_mr *reg_mr(struct ibv_pd *pd, void *address, size_t length, uint64_t iova_or_access, uint64_t access)
{
	struct operations real = real_of(pd->context);
	struct demand demand = demand_of_mr(length);

	return real.reg_mr ? MAKE(struct ibv_mr, "ibv_reg_mr", &demand, pd->context,
				  real.reg_mr(pd, address, length, iova_or_access, access)) :
			     NULL;
}

static int rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address, size_t length, int access)
{
	struct operations real = real_of(mr->context);

	return real.rereg_mr ? counted_rereg_mr(real.rereg_mr, mr, flags, pd, address, length, access) : ENOSYS;
}

static int dereg_mr(struct ibv_mr *mr)
{
	struct operations real = real_of(mr->context);

	return real.dereg_mr ? counted_dereg_mr(real.dereg_mr, mr) : ENOSYS;
}

static struct ibv_cq *create_cq(struct ibv_context *context, int entries, struct ibv_comp_channel *channel, int vector)
{
	struct operations real = real_of(context);
	struct demand demand = demand_of_cq();

	return real.create_cq ? MAKE(struct ibv_cq, "ibv_create_cq", &demand, context,
				     real.create_cq(context, entries, channel, vector)) :
				NULL;
}

static int destroy_cq(struct ibv_cq *cq)
{
	struct operations real = real_of(cq->context);

	return real.destroy_cq ? counted_destroy_cq(real.destroy_cq, cq) : ENOSYS;
}

static struct ibv_srq *create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *attr)
{
	struct operations real = real_of(pd->context);

	return real.create_srq ? counted_create_srq(real.create_srq, pd, attr) : NULL;
}

static int destroy_srq(struct ibv_srq *srq)
{
	struct operations real = real_of(srq->context);

	return real.destroy_srq ? counted_destroy_srq(real.destroy_srq, srq) : ENOSYS;
}

static struct ibv_qp *create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct operations real = real_of(pd->context);

	return real.create_qp ? counted_create_qp(real.create_qp, pd, attr) : NULL;
}

static int destroy_qp(struct ibv_qp *qp)
{
	struct operations real = real_of(qp->context);

	return real.destroy_qp ? counted_destroy_qp(real.destroy_qp, qp) : ENOSYS;
}

/* What a driver lacks stays NULL; a pointer that is exchanged already stays as it is. */
static void exchange(struct watched *watched)
{
	struct ibv_context *context = watched->context;
	struct verbs_context *extended = verbs_get_ctx(context);

#define EXCHANGE(name)                                                          \
	if (extended && verbs_get_ctx_op(context, name) && extended->name != name) { \
		watched->real.name = extended->name;                            \
		extended->name = name;                                          \
	}
	EXTENDED_OPERATIONS(EXCHANGE)
#undef EXCHANGE
#define EXCHANGE(name, type)                                                               \
	if (context->ops._compat_##name && context->ops._compat_##name != UNTYPED(name)) { \
		watched->real.name = (type *)(void (*)(void))context->ops._compat_##name;                  \
		context->ops._compat_##name = UNTYPED(name);                       \
	}
	COMPAT_OPERATIONS(EXCHANGE)
#undef EXCHANGE
}

static void restore(const struct watched *watched)
{
	struct ibv_context *context = watched->context;
	struct verbs_context *extended = verbs_get_ctx(context);

#define RESTORE(name)                                                          \
	if (extended && verbs_get_ctx_op(context, name) && extended->name == name) \
		extended->name = watched->real.name;
	EXTENDED_OPERATIONS(RESTORE)
#undef RESTORE
#define RESTORE(name, type)                                             \
	if (context->ops._compat_##name == UNTYPED(name))       \
		context->ops._compat_##name = UNTYPED(watched->real.name);
	COMPAT_OPERATIONS(RESTORE)
#undef RESTORE
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Contexts stay watched in a forked child: their pointers are still exchanged. */
static void after_fork(void)
{
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, after_fork);
}

void watch_context(struct ibv_context *context)
{
	struct watched *watched;
	int saved = errno;

	if (!settings()->enable)
		return;
	pthread_once(&once, watch_forks);
	pthread_mutex_lock(&lock);
	watched = find(context);
	if (!watched) {
		watched = calloc(1, sizeof(*watched));
		if (watched) {
			*watched = (struct watched){.next = all, .context = context};
			all = watched;
		}
	}
	if (watched)
		exchange(watched);
	pthread_mutex_unlock(&lock);
	errno = saved;
}

void unwatch_context(struct ibv_context *context)
{
	struct watched *found = NULL;

	pthread_mutex_lock(&lock);
	for (struct watched **at = &all; *at; at = &(*at)->next) {
		if ((*at)->context == context) {
			found = *at;
			*at = found->next;
			break;
		}
	}
	if (found)
		restore(found);
	pthread_mutex_unlock(&lock);
	free(found);
}
