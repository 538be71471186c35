/* SPDX-License-Identifier: MIT */
/* The calls as they are counted, whichever way the program reached them: each makes or destroys an object by the function that
 * it is given. */
#ifndef WRAPPED_H
#define WRAPPED_H

#include <stddef.h>
#include <stdint.h>

#include <infiniband/verbs.h>

#include "fork.h"
#include "objects.h"

/* errno is ENOSYS if there is no function to forward to. */
#define REAL(type, call) ((type *)real_function(CALL_##call))

/* A call of libibverbs under the name and version that programs are bound to. counted_CALL does it by the real function; if
 * there is none, the result is `absent`. The last arguments are the names of the parameters. */
#define WRAP(result, function, symbol_and_version, call, absent, parameters, ...)               \
	BIND(function, symbol_and_version);                                                     \
	EXPORT result intercepted_##function parameters                                         \
	{                                                                                       \
		call##_function *real = REAL(call##_function, function);                        \
                                                                                                \
		return real ? counted_##call(real, __VA_ARGS__) : (absent);                     \
	}

/* The same for a call that has two versions. The fields that are read here are the same in both. */
#define WRAP_BOTH(result, call, absent, parameters, ...)                                        \
	WRAP(result, call, "ibv_" #call "@@IBVERBS_1.1", call, absent, parameters, __VA_ARGS__) \
	WRAP(result, call##_1_0, "ibv_" #call "@IBVERBS_1.0", call, absent, parameters, __VA_ARGS__)

/* Makes an object with an expression, if it may be made. */
#define MAKE(type, call, demand, context, expression)                  \
	({                                                             \
		struct creation creation_;                             \
		type *made_ = NULL;                                    \
		watch_forks();                                         \
		if (begin_creation(&creation_, call, demand)) {        \
			made_ = (expression);                          \
			end_creation(&creation_, context, made_);      \
		}                                                      \
		made_;                                                 \
	})

/* Destroys an object; 0 means that it is gone. */
#define DESTROY(kind, address, expression)                                            \
	({                                                                           \
		struct object *known_ = begin_destruction(kind, address);            \
		int result_ = (expression);                                          \
		end_destruction(known_, result_ == 0);                               \
		result_;                                                             \
	})

typedef struct ibv_pd *alloc_pd_function(struct ibv_context *);
typedef int dealloc_pd_function(struct ibv_pd *);
typedef struct ibv_cq *create_cq_function(struct ibv_context *, int, void *, struct ibv_comp_channel *, int);
typedef int destroy_cq_function(struct ibv_cq *);
typedef int resize_cq_function(struct ibv_cq *, int);
typedef struct ibv_srq *create_srq_function(struct ibv_pd *, struct ibv_srq_init_attr *);
typedef int modify_srq_function(struct ibv_srq *, struct ibv_srq_attr *, int);
typedef int destroy_srq_function(struct ibv_srq *);
typedef struct ibv_qp *create_qp_function(struct ibv_pd *, struct ibv_qp_init_attr *);
typedef int destroy_qp_function(struct ibv_qp *);
typedef int dereg_mr_function(struct ibv_mr *);
typedef int rereg_mr_function(struct ibv_mr *, int, struct ibv_pd *, void *, size_t, int);

struct ibv_pd *counted_alloc_pd(alloc_pd_function *real, struct ibv_context *context);
int counted_dealloc_pd(dealloc_pd_function *real, struct ibv_pd *pd);
int counted_resize_cq(resize_cq_function *real, struct ibv_cq *cq, int entries);
int counted_destroy_cq(destroy_cq_function *real, struct ibv_cq *cq);
struct ibv_srq *counted_create_srq(create_srq_function *real, struct ibv_pd *pd, struct ibv_srq_init_attr *attr);
int counted_destroy_srq(destroy_srq_function *real, struct ibv_srq *srq);
struct ibv_qp *counted_create_qp(create_qp_function *real, struct ibv_pd *pd, struct ibv_qp_init_attr *attr);
int counted_destroy_qp(destroy_qp_function *real, struct ibv_qp *qp);
int counted_rereg_mr(rereg_mr_function *real, struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address,
		     size_t length, int access);
int counted_dereg_mr(dereg_mr_function *real, struct ibv_mr *mr);

/* What an object made by one of the extended calls takes up. */
struct demand demand_of_qp(enum ibv_qp_type type, const struct ibv_qp_cap *cap, const void *srq);
struct demand demand_of_mr(size_t length);
struct demand demand_of_cq(uint32_t entries);

/* 0 for a negative number, which no driver accepts. */
static inline uint32_t entries_of(int asked)
{
	return asked > 0 ? (uint32_t)asked : 0;
}

struct demand demand_of_srq(uint32_t max_wr);
struct demand demand_of_wq(uint32_t max_wr);

/* From now on also counts what is made through the function pointers of this context. */
void watch_context(struct ibv_context *context);

/* To be called before the context is closed. */
void unwatch_context(struct ibv_context *context);

#endif
