/* SPDX-License-Identifier: MIT */
/* The function pointers of a context that create or destroy what is counted. */
#ifndef CONTEXT_H
#define CONTEXT_H

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

/* Fields of struct ibv_context_ops, as they were declared when programs could call them directly. */
#define COMPAT_OPERATIONS(DO)                     \
	DO(alloc_pd, alloc_pd_function)           \
	DO(dealloc_pd, dealloc_pd_function)       \
	DO(reg_mr, compat_reg_mr_function)        \
	DO(rereg_mr, rereg_mr_function)           \
	DO(dereg_mr, dereg_mr_function)           \
	DO(create_cq, compat_create_cq_function)  \
	DO(resize_cq, resize_cq_function)         \
	DO(destroy_cq, destroy_cq_function)       \
	DO(create_srq, create_srq_function)       \
	DO(destroy_srq, destroy_srq_function)     \
	DO(create_qp, create_qp_function)         \
	DO(destroy_qp, destroy_qp_function)

/* How verbs.h declares these fields now. */
#define UNTYPED(function) ((void *(*)(void))(void (*)(void))(function))

struct operations {
#define FIELD(name) __typeof__(((struct verbs_context *)0)->name) name;
	EXTENDED_OPERATIONS(FIELD)
#undef FIELD
#define FIELD(name, type) type *name;
	COMPAT_OPERATIONS(FIELD)
#undef FIELD
};

/* The original pointers; all NULL, and errno ENOSYS, if the context is not watched. */
struct operations real_operations(const struct ibv_context *context);

/* Replaces them by these, until unwatch_context(). May be called again for the same context. Keeps errno. */
void exchange_operations(struct ibv_context *context, const struct operations *stand_ins);

/* Called in a forked child. */
void contexts_after_fork(void);

#endif
