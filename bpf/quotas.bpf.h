/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Quotas: how much the host and each tenant has and may have, for the gate and the tripwire
 * (gate.bpf.h). An object that is to be made is promised first, and counts from then on; so however
 * many ask at once, no more are made than there may be.
 */
#ifndef RDMA_MONITOR_QUOTAS_BPF_H
#define RDMA_MONITOR_QUOTAS_BPF_H

#include "promises.bpf.h"
#include "refusals.bpf.h"

#define SIGKILL 9

/* What a promise held goes back. */
static __always_inline void give_back_promise(const struct rm_promise *promise)
{
	charge_all(promise->shares, promise->type, -1);
	if (promise->pages)
		charge_all(promise->shares, RM_MR_PAGES, -(__s32)promise->pages);
}

/*
 * The promise is void: what it held goes back. Also where the call has succeeded: what it did was
 * something else than it was let through for, or the object was not seen and is found by the user side.
 */
__noinline int end_promise(__u32 thread)
{
	struct rm_promise *known = promise_of(thread), promise;

	if (!known)
		return 0;
	promise = *known;
	if (!drop_promise(thread) || promise.flags & RM_PROMISE_CONDEMNED)
		return 0;
	give_back_promise(&promise);
	return 0;
}

/*
 * Promises one object, and its pages, to the current task, from now on. Returns the quota that has no
 * more, or NOBODY; where it is pages that it has no more of, the type is RM_MR_PAGES afterwards.
 */
static __noinline __u32 promise_object(struct rm_promise *promise)
{
	__u32 thread = own_thread(), refused;

	if (!promise || promise->type >= RM_TYPES)
		return NOBODY;
	end_promise(thread);
	refused = take_all(promise, promise->type, 1);
	if (refused != NOBODY)
		return refused;
	if (promise->pages) {
		refused = take_all(promise, RM_MR_PAGES, promise->pages);
		if (refused != NOBODY) {
			charge_all(promise->shares, promise->type, -1);
			promise->type = RM_MR_PAGES;
			return refused;
		}
	}
	if (!keep_promise(thread, promise))
		return NOBODY;
	/* As many are being made as can be. */
	give_back_promise(promise);
	return RM_HOST;
}

/* Whom a new object counts for, and the pages that were promised; true if it was promised. */
static __always_inline bool find_promise(__u32 type, struct rm_promise *found)
{
	struct rm_promise *known = promise_of(own_thread());

	if (known && known->type == type && !(known->flags & RM_PROMISE_CONDEMNED)) {
		__builtin_memcpy(found->shares, known->shares, sizeof(found->shares));
		found->pages = known->pages;
		return true;
	}
	find_shares(found);
	return false;
}

static __always_inline bool is_own_process(void)
{
	return bpf_get_current_pid_tgid() >> 32 == config.own_pid;
}

/* A region turned out longer than it was at the gate: it is found, and in strict mode its process killed. */
static __noinline int trip_pages(struct rm_object *object, int verb)
{
	__u32 over = NOBODY;

	if (!object)
		return 0;
	if (is_over(RM_HOST, RM_MR_PAGES))
		over = RM_HOST;
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (object->shares[i] && is_over(object->shares[i], RM_MR_PAGES))
			over = object->shares[i];
	}
	if (over == NOBODY || config.enforcement != RM_STRICT || bpf_send_signal(SIGKILL)) {
		note_passed_all(object->shares, RM_MR_PAGES, verb);
		return 0;
	}
	note_killed(over, RM_MR_PAGES, verb);
	return 0;
}

/* The pages of a new region: those that it has more than was promised, or fewer. */
static __always_inline void charge_pages(struct rm_object *object, __u32 promised, bool kernel, int verb)
{
	__s32 more = pages_of(object->mr_length) - (__s32)promised;

	if (more)
		charge_all(object->shares, RM_MR_PAGES, more);
	if (more > 0 && !kernel && is_limited(object->shares, RM_MR_PAGES) && !is_own_process())
		trip_pages(object, verb);
}

/* A new object: it takes over what was promised, or is charged. */
static __always_inline void charge_object(struct rm_object *object, __u32 type, bool promised, __u32 pages,
					  bool kernel, int verb)
{
	__u32 thread = own_thread();
	struct rm_promise *known;

	promised = promised && drop_promise(thread);
	if (type == RM_TYPE_MR && is_sized())
		charge_pages(object, promised ? pages : 0, kernel, verb);
	/* What was promised is held already. */
	if (promised)
		return;
	charge_all(object->shares, type, 1);
	if (kernel)
		return;
	known = promise_of(thread);
	if (!(known && known->flags & RM_PROMISE_CONDEMNED) && !is_own_process())
		note_passed_all(object->shares, type, verb);
}

#endif
