/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Quotas: how much the host and each tenant has and may have, for the gate and the tripwire
 * (gate.bpf.h, tripwire.bpf.h). An object that is to be made is promised first, and counts from then on; so however
 * many ask at once, no more are made than there may be.
 */
#ifndef RDMA_MONITOR_QUOTAS_BPF_H
#define RDMA_MONITOR_QUOTAS_BPF_H

#include "promises.bpf.h"
#include "refusals.bpf.h"

#define SIGKILL 9

/*
 * Not 0: nothing is refused any longer, as the programs are about to be detached, one after the other:
 * the tripwire must not kill whom the gate lets through. A map of its own, by which a monitor that did
 * not load these programs can open the gate too.
 */
volatile __u32 gate_open SEC(".data.gate") = 0;

/* Why a quota refuses, and which: the upper and the lower half of a number that is not 0. */
enum refusal_reason {
	NO_OBJECT = 1,
	NO_ROOM, /* for its size */
	NO_CALL, /* of all together */
	NO_CALL_OF_VERB,
};
#define REFUSAL(reason, index) ((__u32)(reason) << 16 | (index))
#define REASON(refusal) ((refusal) >> 16)
#define INDEX(refusal) ((refusal) & 0xffff)

/* What is asked of a quota: objects of a type, or none if that is RM_TYPES, by a call of a verb. */
#define ASKED(type, verb) ((type) | (verb) << 8)

/* Gives back what a quota has given, but for its calls. */
static __always_inline void give_back(__u32 index, __u32 type, __u32 size)
{
	if (type < RM_TYPES)
		charge(index, type, -1);
	if (size)
		charge(index, size_of_type(type), -(__s32)size);
}

/* The same with them. */
__noinline int leave(__u32 index, __u32 asked, __u32 size)
{
	struct rm_quota *quota = quota_at(index);

	give_back(index, asked & 0xff, size);
	return_call(quota, RM_ALL_CALLS);
	if (asked >> 8 < RM_VERBS)
		return_call(quota, asked >> 8);
	return 0;
}

/*
 * Takes what is asked for of one quota; a reason if it has no more of that, and then nothing is taken. What is
 * to be had no longer is looked at first: who is only ever refused leaves no trace that others could meet.
 */
__noinline int enter(__u32 index, __u32 asked, __u32 size, __u64 now)
{
	struct rm_quota *quota = quota_at(index);
	__u32 type = asked & 0xff, verb = asked >> 8;
	bool all, one;

	if (!quota)
		return 0;
	all = quota->rated & 1 << RM_ALL_CALLS;
	one = verb < RM_VERBS && quota->rated & 1 << BELOW(verb, RM_RATES);
	if (all && !has_call(quota, RM_ALL_CALLS, now))
		return NO_CALL;
	if (one && !has_call(quota, verb, now))
		return NO_CALL_OF_VERB;
	if (type < RM_TYPES && !take(index, type, 1))
		return NO_OBJECT;
	if (size && !take(index, size_of_type(type), size)) {
		give_back(index, type, 0);
		return NO_ROOM;
	}
	if (all && !take_call(index, RM_ALL_CALLS, now)) {
		give_back(index, type, size);
		return NO_CALL;
	}
	if (one && !take_call(index, verb, now)) {
		give_back(index, type, size);
		if (all)
			return_call(quota, RM_ALL_CALLS);
		return NO_CALL_OF_VERB;
	}
	return 0;
}

/* Of one share; REFUSAL() if it refuses. */
static __always_inline __u32 enter_share(const struct rm_promise *ask, int i)
{
	__u32 reason;

	if (!ask->shares[i])
		return 0;
	reason = enter(ask->shares[i], ASKED(ask->type, ask->verb), ask->size, ask->since_ns);
	return reason ? REFUSAL(reason, ask->shares[i]) : 0;
}

static __always_inline void leave_share(const struct rm_promise *ask, int i)
{
	if (ask->shares[i])
		leave(ask->shares[i], ASKED(ask->type, ask->verb), ask->size);
}

_Static_assert(RM_SHARES == 3, "enter_all() names each");

/* Of all that a promise is to be held by: the innermost tenant first and the host last, whose neighbours see nothing. */
static __noinline __u32 enter_all(struct rm_promise *ask)
{
	__u32 refusal, reason;

	if (!ask)
		return 0;
	refusal = enter_share(ask, 2);
	if (refusal)
		return refusal;
	refusal = enter_share(ask, 1);
	if (refusal)
		goto leave_2;
	refusal = enter_share(ask, 0);
	if (refusal)
		goto leave_1;
	reason = enter(RM_HOST, ASKED(ask->type, ask->verb), ask->size, ask->since_ns);
	if (!reason)
		return 0;
	refusal = REFUSAL(reason, RM_HOST);
	leave_share(ask, 0);
leave_1:
	leave_share(ask, 1);
leave_2:
	leave_share(ask, 2);
	return refusal;
}

/* What a promise held goes back. Calls do not, which are over when they have been let through. */
static __always_inline void give_back_promise(const struct rm_promise *promise)
{
	give_back(RM_HOST, promise->type, promise->size);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (promise->shares[i])
			give_back(promise->shares[i], promise->type, promise->size);
	}
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

/* Promises the current task what it asks for, from now on. Returns why not, REFUSAL(), or 0. */
static __noinline __u32 promise(struct rm_promise *ask)
{
	__u32 thread = own_thread(), refusal;

	if (!ask)
		return 0;
	end_promise(thread);
	refusal = enter_all(ask);
	if (refusal || !keep_promise(thread, ask))
		return refusal;
	/* As many are being made as can be. */
	give_back_promise(ask);
	return REFUSAL(NO_OBJECT, RM_HOST);
}

/* The place of the rate that refuses; NO_RATE if it is none. */
static __always_inline __u32 rate_of(__u32 reason, __u32 verb)
{
	return reason == NO_CALL ? RM_ALL_CALLS : reason == NO_CALL_OF_VERB ? verb : NO_RATE;
}

/*
 * Counts and tells that a call was refused (RM_EVENT_REFUSED), or its process is being killed for it (RM_EVENT_KILLED);
 * what was too much for a rate counts as refused either way.
 */
static __noinline int note_refusal(__u32 event, __u32 refusal, __u32 verb, __u32 type)
{
	struct rm_quota *quota = quota_at(INDEX(refusal));
	__u32 rate = rate_of(REASON(refusal), verb);

	if (REASON(refusal) == NO_ROOM)
		type = size_of_type(type);
	if (quota && rate < RM_RATES)
		__sync_fetch_and_add(&quota->refused_rate[RATE(rate)], 1);
	else if (quota && type < RM_HOLDINGS && event == RM_EVENT_KILLED)
		__sync_fetch_and_add(&quota->killed[HOLDING(type)], 1);
	else if (quota && type < RM_HOLDINGS)
		__sync_fetch_and_add(&quota->refused[HOLDING(type)], 1);
	return tell_refusal(event, verb, INDEX(refusal), rate, type);
}

static __always_inline bool is_own_process(void)
{
	return bpf_get_current_pid_tgid() >> 32 == config.own_pid;
}

/* Nobody is refused or killed any longer, or not this one. */
static __always_inline bool is_let_through(void)
{
	return gate_open || is_own_process();
}

static __always_inline bool limits_size(__u32 index, __u32 size)
{
	struct limits limits = {};

	add_limits(&limits, index);
	return limits.limited & 1 << size;
}

/* A quota of the host or of a share that limits a size, which there is. */
static __always_inline __u32 who_limits(const __u16 *shares, __u32 size)
{
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (shares[i] && limits_size(shares[i], size))
			return shares[i];
	}
	return RM_HOST;
}

#endif
