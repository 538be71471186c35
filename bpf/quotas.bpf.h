/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Quotas: how much the host and each tenant has and may have, for the gate and the tripwire
 * (gate.bpf.h). An object that is to be made is promised first, and counts from then on; so however
 * many ask at once, no more are made than there may be. All additions are atomic, none of them needs
 * to know what the value was, which BPF cannot do before Linux 5.12.
 */
#ifndef RDMA_MONITOR_QUOTAS_BPF_H
#define RDMA_MONITOR_QUOTAS_BPF_H

#include "promises.bpf.h"
#include "rows.bpf.h"

#define SECOND 1000000000ull
#define EPERM 1

#define ONE_HELD (1ull << 32)
/* No quota. */
#define NOBODY 0xffffffffu
/* Tries for a slot that others who are refused hold for a moment. */
#define TRIES 64
/* A window's count begins here: one who is refused takes his call back, maybe in the next second. */
#define NO_CALLS 65536u

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 20);
} events SEC(".maps");

/* Windows that are being turned to the next second, quota * RM_RATES + rate. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, __u32);
	__type(value, __u8);
} turning SEC(".maps");

/* A number below a power of two, as the verifier sees it; the compiler may check another copy. */
#define BELOW(number, limit)                                                      \
	({                                                                        \
		__u64 number_ = (number);                                         \
		asm volatile("%0 &= %1" : "+r"(number_) : "i"((limit) - 1));      \
		number_;                                                          \
	})
#define TYPE(type) BELOW(type, RM_TYPES)
#define RATE(rate) BELOW(rate, RM_RATES)

static __always_inline __s32 held_of(__u64 word)
{
	return (__s32)(word >> 32);
}

/* Takes a slot for one object; 0 if there is none. */
__noinline int take_slot(__u32 index, __u32 type)
{
	struct rm_quota *quota = quota_at(index);
	volatile __u64 *held;
	__u32 limit;
	int i;

	if (!quota || type >= RM_TYPES)
		return 1;
	limit = quota->limit[TYPE(type)];
	held = &quota->held[TYPE(type)];
	if (limit == RM_NO_LIMIT) {
		__sync_fetch_and_add(held, ONE_HELD);
		return 1;
	}
	for (i = 0; i < TRIES; i++) {
		__u64 word;

		/* Who sees himself and all before him within the limit may; of two, the later one sees both. */
		__sync_fetch_and_add(held, 1);
		word = *held;
		if ((__s64)held_of(word) + (__u32)word <= (__s64)limit) {
			__sync_fetch_and_add(held, ONE_HELD - 1);
			return 1;
		}
		__sync_fetch_and_add(held, -1ull);
		if (held_of(word) >= (__s64)limit)
			return 0;
	}
	return 0;
}

/*
 * Objects more or less. Functions that are not static, here and below, are verified once and not again
 * for every way that leads to them.
 */
__noinline int charge(__u32 index, __u32 type, __s32 objects)
{
	struct rm_quota *quota = quota_at(index);

	if (!quota || type >= RM_TYPES)
		return 0;
	__sync_fetch_and_add(&quota->held[TYPE(type)], (__s64)objects * (__s64)ONE_HELD);
	return 0;
}

/* For all that an object counts for. */
static __always_inline void charge_all(const __u16 *shares, __u32 type, int objects)
{
	charge(RM_HOST, type, objects);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (shares[i])
			charge(shares[i], type, objects);
	}
}

/* Whether there is a limit of objects of a type. */
__noinline int limits(__u32 index, __u32 type)
{
	struct rm_quota *quota = quota_at(index);

	return quota && type < RM_TYPES && quota->limit[TYPE(type)] != RM_NO_LIMIT;
}

/* The same for any whose shares these are. */
static __always_inline bool is_limited(const __u16 *shares, __u32 type)
{
	return limits(RM_HOST, type) || (shares[0] && limits(shares[0], type)) ||
	       (shares[1] && limits(shares[1], type)) || (shares[2] && limits(shares[2], type));
}

/* One event about a limit; `what` is one of RM_EVENT_REFUSED, _KILLED, _PASSED. */
__noinline int tell_refusal(__u32 what, __u32 verb, __u32 index, __u32 rate, __u32 type)
{
	struct rm_quota *quota = quota_at(index);
	__u64 task = bpf_get_current_pid_tgid();
	struct rm_refusal *refusal;
	struct rm_event *event;

	if (!quota || verb >= RM_VERBS)
		return 0;
	event = bpf_ringbuf_reserve(&events, sizeof(*event), 0);
	if (!event) {
		NOTE(events_lost);
		return 0;
	}
	bpf_get_current_comm(event->comm, sizeof(event->comm));
	event->time_ns = bpf_ktime_get_ns();
	event->duration_ns = 0;
	event->cgroup = bpf_get_current_cgroup_id();
	event->verb = verb;
	event->flags = what;
	event->device = RM_DEVICE_UNKNOWN;
	event->object_id = 0;
	event->pid = task >> 32;
	event->tid = (__u32)task;
	event->uid = bpf_get_current_uid_gid();
	event->error = what == RM_EVENT_REFUSED ? EPERM : 0;
	__builtin_memset(&event->detail, 0, sizeof(event->detail));
	refusal = (void *)&event->detail;
	refusal->cgroup = quota->cgroup;
	refusal->type = type;
	if (rate < RM_RATES) {
		refusal->rate = rate == RM_ALL_CALLS ? 2 : 1;
		refusal->limit = quota->rate[RATE(rate)];
		refusal->count = (__u32)quota->window[RATE(rate)] - NO_CALLS;
	} else if (type < RM_TYPES) {
		refusal->limit = quota->limit[TYPE(type)];
		refusal->count = held_of(quota->held[TYPE(type)]);
	}
	bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
	return 0;
}

#define NO_RATE RM_RATES

/* Turns a window to another second. One at a time does it; the others need not wait. */
static __always_inline void turn_window(struct rm_quota *quota, __u32 key, __u32 rate, __u64 second)
{
	__u64 word;
	__u8 one = 1;

	if (bpf_map_update_elem(&turning, &key, &one, BPF_NOEXIST))
		return;
	word = *(volatile __u64 *)&quota->window[RATE(rate)];
	if ((__u32)(word >> 32) != (__u32)second) {
		quota->before[RATE(rate)] = word;
		/* What is added meanwhile stays. */
		__sync_fetch_and_add(&quota->window[RATE(rate)], (second << 32 | NO_CALLS) - word);
	}
	bpf_map_delete_elem(&turning, &key);
}

/*
 * Lets one more call of a rate through; 0 if that would be more than its limit in the second that
 * ends now (CLOCK_MONOTONIC). The calls of the second before count by as much of it as is within that second.
 */
__noinline int take_call(__u32 index, __u32 rate, __u64 now)
{
	struct rm_quota *quota = quota_at(index);
	__u64 second, word, before;
	__s64 calls;

	if (!quota || rate >= RM_RATES || quota->rate[RATE(rate)] == RM_NO_LIMIT)
		return 1;
	second = now / SECOND;
	word = *(volatile __u64 *)&quota->window[RATE(rate)];
	if ((__u32)(word >> 32) != (__u32)second)
		turn_window(quota, index * RM_RATES + rate, rate, second);
	__sync_fetch_and_add(&quota->window[RATE(rate)], 1);
	word = *(volatile __u64 *)&quota->window[RATE(rate)];
	calls = (__s64)(__u32)word - NO_CALLS;
	before = *(volatile __u64 *)&quota->before[RATE(rate)];
	if ((__u32)(before >> 32) == (__u32)(second - 1) && (__u32)before > NO_CALLS)
		calls += ((__u32)before - NO_CALLS) * (SECOND - now % SECOND) / SECOND;
	if (calls <= (__s64)quota->rate[RATE(rate)])
		return 1;
	__sync_fetch_and_add(&quota->window[RATE(rate)], -1ull);
	return 0;
}

static __always_inline void return_call(struct rm_quota *quota, __u32 rate)
{
	if (quota && rate < RM_RATES && quota->rate[RATE(rate)] != RM_NO_LIMIT)
		__sync_fetch_and_add(&quota->window[RATE(rate)], -1ull);
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
	charge_all(promise.shares, promise.type, -1);
	return 0;
}

/* Gives back what the host and the first so many shares have given. */
static __always_inline void return_slots(const __u16 *shares, int count, __u32 type)
{
	charge(RM_HOST, type, -1);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (i < count && shares[i])
			charge(shares[i], type, -1);
	}
}

/* Promises one object to the current task, from now on. Returns the quota that has no more, or NOBODY. */
static __noinline __u32 promise_object(struct rm_promise *promise)
{
	__u32 thread = own_thread(), type;

	if (!promise || promise->type >= RM_TYPES)
		return NOBODY;
	type = promise->type;
	end_promise(thread);
	if (!take_slot(RM_HOST, type))
		return RM_HOST;
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (promise->shares[i] && !take_slot(promise->shares[i], type)) {
			return_slots(promise->shares, i, type);
			return promise->shares[i];
		}
	}
	if (!keep_promise(thread, promise))
		return NOBODY;
	/* As many are being made as can be. */
	charge_all(promise->shares, type, -1);
	return RM_HOST;
}

/* Whom a new object counts for; true if it was promised. */
static __always_inline bool find_shares_of(__u32 type, __u16 *shares)
{
	__u32 thread = own_thread();
	struct rm_promise *promise = promise_of(thread);
	struct rm_promise none = {};

	if (promise && promise->type == type && !(promise->flags & RM_PROMISE_CONDEMNED)) {
		__builtin_memcpy(shares, promise->shares, sizeof(promise->shares));
		return true;
	}
	find_shares(&none);
	__builtin_memcpy(shares, none.shares, sizeof(none.shares));
	return false;
}

/*
 * For one of them: an object that nothing was promised for has come by another way. 0 where it is not
 * limited, 1 if there was room, 2 if there was none.
 */
__noinline int note_passed(__u32 index, __u32 type)
{
	struct rm_quota *quota = quota_at(index);

	if (!quota || type >= RM_TYPES || quota->limit[TYPE(type)] == RM_NO_LIMIT)
		return 0;
	__sync_fetch_and_add(&quota->passed[TYPE(type)], 1);
	if (held_of(quota->held[TYPE(type)]) <= (__s64)quota->limit[TYPE(type)])
		return 1;
	__sync_fetch_and_add(&quota->over[TYPE(type)], 1);
	return 2;
}

/* For all of them; the worst is told. */
static __always_inline void note_passed_all(const __u16 *shares, __u32 type, int verb)
{
	int worst = note_passed(RM_HOST, type);
	__u32 told = RM_HOST;

#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		int how = shares[i] ? note_passed(shares[i], type) : 0;

		if (how > worst) {
			worst = how;
			told = shares[i];
		}
	}
	if (worst > 0)
		tell_refusal(RM_EVENT_PASSED, verb, told, NO_RATE, type);
}

/* A new object: it takes over what was promised, or is charged. */
static __always_inline void charge_object(const __u16 *shares, __u32 type, bool promised, bool kernel,
					  int verb)
{
	__u32 thread = own_thread();
	struct rm_promise *known;
	bool condemned;

	/* What was promised is held already. */
	if (promised && drop_promise(thread))
		return;
	charge_all(shares, type, 1);
	if (kernel)
		return;
	known = promise_of(thread);
	condemned = known && known->flags & RM_PROMISE_CONDEMNED;
	if (!condemned && bpf_get_current_pid_tgid() >> 32 != config.own_pid)
		note_passed_all(shares, type, verb);
}

#endif
