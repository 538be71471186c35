/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Quotas: how much the host and each tenant has and may have, for the gate and the tripwire (gate.bpf.h, tripwire.bpf.h). An
 * object is promised before it is made, and counts from then on; so however many tasks ask at once, no more objects are made
 * than the limit allows.
 */
#ifndef RDMA_MONITOR_QUOTAS_BPF_H
#define RDMA_MONITOR_QUOTAS_BPF_H

#include "promises.bpf.h"
#include "refusals.bpf.h"

/*
 * Not 0: nothing is refused any more. The programs are about to be detached, one after the other; a tripwire that is still
 * attached must not kill processes that the gate no longer refuses. This is in a map of its own, so that a monitor that did not
 * load these programs can open the gate too.
 */
volatile __u32 gate_open SEC(".data.gate") = 0;

/* A refusal is a number that is not 0: its upper half says why, its lower half which quota refuses. */
enum refusal_reason {
	NO_OBJECT = 1,
	NO_ROOM, /* for its size */
	NO_CALL, /* by the rate of all calls together */
	NO_CALL_OF_VERB,
	NO_PROMISE, /* no limit is met, but there is no room for one more promise */
};
#define REFUSAL(reason, index) ((__u32)(reason) << 16 | (index))
#define REASON(refusal) ((refusal) >> 16)
#define INDEX(refusal) ((refusal) & 0xffff)

/* What is asked of a quota: an object of a type (RM_TYPES: none), and a call of a verb, in one number. */
#define ASKED(type, verb) ((type) | (verb) << 8)

/* Gives back to a quota an object and its size, but not the calls. */
static __always_inline void give_back(__u32 index, __u32 type, __u32 size)
{
	if (type < RM_TYPES)
		charge(index, type, -1);
	if (size)
		charge(index, size_holding(type), -(__s32)size);
}

/* The same, and the calls too. */
__noinline int leave(__u32 index, __u32 asked, __u32 size)
{
	struct rm_quota *quota = quota_at(index);

	give_back(index, asked & 0xff, size);
	return_call(quota, RM_ALL_CALLS);
	if (asked >> 8 < RM_VERBS)
		return_call(quota, asked >> 8);
	return 0;
}

/* Whether a quota limits all calls together. */
static __always_inline bool rates_all(const struct rm_quota *quota)
{
	return quota->rated & 1 << RM_ALL_CALLS;
}

static __always_inline bool rates_verb(const struct rm_quota *quota, __u32 verb)
{
	return verb < RM_VERBS && quota->rated & 1 << BELOW(verb, RM_RATES);
}

/* Why a quota cannot give what is asked for; 0 if it can. Takes nothing. */
static __always_inline __u32 lacking(struct rm_quota *quota, const struct rm_promise *ask)
{
	if (rates_all(quota) && !has_call(quota, RM_ALL_CALLS, ask->since_ns))
		return NO_CALL;
	if (rates_verb(quota, ask->verb) && !has_call(quota, ask->verb, ask->since_ns))
		return NO_CALL_OF_VERB;
	if (ask->type < RM_TYPES && !has_room(quota, ask->type, 1))
		return NO_OBJECT;
	return ask->size && !has_room(quota, size_holding(ask->type), ask->size) ? NO_ROOM : 0;
}

/* What there is to know about the quotas that a call counts for before anything is taken from them. */
struct survey {
	struct limits limits;
	__u32 refusal; /* by the innermost quota that lacks something, or 0 */
};

static __always_inline void survey_one(struct survey *survey, const struct rm_promise *ask, __u32 index)
{
	struct rm_quota *quota = quota_at(index);
	__u32 reason;

	if (!quota)
		return;
	add_limits_of(&survey->limits, quota);
	if (survey->refusal)
		return;
	reason = lacking(quota, ask);
	if (reason)
		survey->refusal = REFUSAL(reason, index);
}

/*
 * Looks at all quotas that the call counts for, before anything is taken: so a caller who is always refused never takes, even
 * for a moment, what others could miss. `since_ns` of what is asked for is the present time.
 */
static __noinline int survey_all(const struct rm_promise *ask, struct survey *survey)
{
	int i;

	if (!ask || !survey)
		return 0;
#pragma unroll
	for (i = RM_SHARES - 1; i >= 0; i--) {
		if (ask->shares[i])
			survey_one(survey, ask, ask->shares[i]);
	}
	survey_one(survey, ask, RM_HOST);
	return 0;
}

/* Takes what is asked for from one quota. Returns 0; or REFUSAL() if the quota lacks something, and then nothing is taken. */
static __always_inline __u32 enter(__u32 index, const struct rm_promise *ask)
{
	struct rm_quota *quota = quota_at(index);
	__u32 type = ask->type, verb = ask->verb, size = ask->size;
	bool all, one;

	if (!quota)
		return 0;
	all = rates_all(quota);
	one = rates_verb(quota, verb);
	if (type < RM_TYPES && !take(quota, index, type, 1))
		return REFUSAL(NO_OBJECT, index);
	if (size && !take(quota, index, size_holding(type), size)) {
		give_back(index, type, 0);
		return REFUSAL(NO_ROOM, index);
	}
	if (all && !take_call(index, RM_ALL_CALLS, ask->since_ns)) {
		give_back(index, type, size);
		return REFUSAL(NO_CALL, index);
	}
	if (one && !take_call(index, verb, ask->since_ns)) {
		give_back(index, type, size);
		if (all)
			return_call(quota, RM_ALL_CALLS);
		return REFUSAL(NO_CALL_OF_VERB, index);
	}
	return 0;
}

/* The same for one of the tenants, if there is one. */
static __always_inline __u32 enter_share(const struct rm_promise *ask, int i)
{
	return ask->shares[i] ? enter(ask->shares[i], ask) : 0;
}

static __always_inline void leave_share(const struct rm_promise *ask, int i)
{
	if (ask->shares[i])
		leave(ask->shares[i], ASKED(ask->type, ask->verb), ask->size);
}

_Static_assert(RM_SHARES == 3, "enter_all() names each");

/*
 * Takes what is asked for from all quotas that it counts for: the innermost tenant's first and the host's last. So if a tenant
 * is refused, this does not show, even for a moment, in the quotas that its neighbours share.
 */
static __noinline __u32 enter_all(struct rm_promise *ask)
{
	__u32 refusal;

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
	refusal = enter(RM_HOST, ask);
	if (!refusal)
		return 0;
	leave_share(ask, 0);
leave_1:
	leave_share(ask, 1);
leave_2:
	leave_share(ask, 2);
	return refusal;
}

/* Gives everything back, the calls too: nothing was made. */
static __noinline int leave_all(struct rm_promise *ask)
{
	if (!ask)
		return 0;
	leave(RM_HOST, ASKED(ask->type, ask->verb), ask->size);
	leave_share(ask, 0);
	leave_share(ask, 1);
	leave_share(ask, 2);
	return 0;
}

/* Gives back what a promise held; not its calls, since these have been let through. */
static __always_inline void give_back_promise(const struct rm_promise *promise)
{
	give_back(RM_HOST, promise->type, promise->size);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (promise->shares[i])
			give_back(promise->shares[i], promise->type, promise->size);
	}
}

static __always_inline void note_unseen(__u32 index, __u32 type, __u32 size)
{
	struct rm_quota *quota = quota_at(index);

	if (!quota)
		return;
	__sync_fetch_and_add(&quota->unseen[HOLDING(type)], 1);
	if (size)
		__sync_fetch_and_add(&quota->unseen[HOLDING(size_holding(type))], size);
}

/*
 * What a promise held stays held until the user side has looked for the object. The user side looks if the host has any of
 * these, so the host's are noted last.
 */
static __always_inline void keep_unseen(const struct rm_promise *promise)
{
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (promise->shares[i])
			note_unseen(promise->shares[i], promise->type, promise->size);
	}
	note_unseen(RM_HOST, promise->type, promise->size);
}

/*
 * Ends a thread's promise: no object has been seen to take it. What it held is given back, even if the call
 * succeeded: if probes miss nothing, the call did something else than it was promised. On a kernel that preempts itself
 * (config.two_copies) it may be that no probe ran; there, what may have been made stays held, since otherwise a process that
 * makes and destroys objects without end could have one more each time. `may_have_made` is false only if the call is known to
 * have made nothing.
 */
__noinline int end_promise(__u32 thread, bool may_have_made)
{
	struct rm_promise *known = promise_of(thread), promise;
	struct rm_quota *changes;

	if (!known)
		return 0;
	promise = *known;
	changes = innermost(promise.shares);
	begin_change(changes);
	if (drop_promise(thread, known) && !(promise.flags & RM_PROMISE_CONDEMNED)) {
		/* An object that is made in the place of another one holds nothing of its own. */
		if (config.two_copies && may_have_made && promise.type < RM_TYPES)
			keep_unseen(&promise);
		else
			give_back_promise(&promise);
	}
	finish_change(changes);
	return 0;
}

/* The same if the thread has one: most have none. */
static __always_inline void settle_promise(__u32 thread, bool may_have_made)
{
	if (promise_of(thread))
		end_promise(thread, may_have_made);
}

/* Whether anybody will ask for a promise: where there is no tripwire, only what is made is compared with it. */
static __always_inline bool is_asked_for(const struct rm_promise *promise)
{
	return promise->creates != RM_TYPES || config.enforcement == RM_STRICT;
}

/*
 * Promises the current task what it asks for, after survey_all() of it, and ends any promise before. Returns 0, or REFUSAL()
 * with the reason.
 */
static __noinline __u32 promise(struct rm_promise *ask)
{
	__u32 thread = own_thread(), refusal;
	struct rm_quota *changes;

	if (!ask)
		return 0;
	changes = innermost(ask->shares);
	/* It is not known how the call of an earlier promise ended: its return was not seen either. */
	settle_promise(thread, true);
	begin_change(changes);
	refusal = enter_all(ask);
	if (!refusal && is_asked_for(ask) && keep_promise(thread, ask)) {
		leave_all(ask);
		refusal = REFUSAL(NO_PROMISE, RM_HOST);
	}
	finish_change(changes);
	return refusal;
}

/* Which rate refused; NO_RATE if it was none. */
static __always_inline __u32 rate_of(__u32 reason, __u32 verb)
{
	return reason == NO_CALL ? RM_ALL_CALLS : reason == NO_CALL_OF_VERB ? verb : NO_RATE;
}

/*
 * Counts and reports that a call was refused (RM_EVENT_REFUSED), or that its process is being killed (RM_EVENT_KILLED). A call
 * beyond a rate counts as refused either way.
 */
static __noinline int note_refusal(__u32 event, __u32 refusal, __u32 verb, __u32 type)
{
	struct rm_quota *quota = quota_at(INDEX(refusal));
	__u32 rate = rate_of(REASON(refusal), verb);

	/* A call that creates nothing was refused for lack of a promise, and not by any limit. */
	if (REASON(refusal) == NO_PROMISE && type >= RM_TYPES)
		return 0;
	if (REASON(refusal) == NO_ROOM)
		type = size_holding(type);
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

/* True if nothing is refused any more, or the caller is the monitor itself. */
static __always_inline bool is_let_through(void)
{
	return gate_open || is_own_process();
}

/* The innermost quota that limits one of these holdings, or one of these rates (bits). Call only if one does. */
static __always_inline __u32 who_limits(const __u16 *shares, __u32 limited, __u32 rated)
{
	__u32 found = RM_HOST;

#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		struct limits limits = {};

		if (!shares[i])
			continue;
		add_limits(&limits, shares[i]);
		if (limits.limited & limited || limits.rated & rated)
			found = shares[i];
	}
	return found;
}

#endif
