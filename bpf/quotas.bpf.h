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
#define SIGKILL 9

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

/* Pages under way are counted by so many, rounded up, so that the lower half holds those of all who ask at once. */
#define PAGES_ASKED 256
/* Larger memory regions do not count, and are refused by any limit, which is no more; the upper half holds 8 TiB. */
#define MOST_PAGES (1u << 30)

/* What a region is to have that is asked for; what is too large is more than any limit. */
static __always_inline __u32 pages_asked(__u64 length)
{
	__u64 pages = (length >> 12) + !!(length & 4095);

	return pages > MOST_PAGES ? MOST_PAGES + 1 : pages;
}

/* What a region counts that there is. */
static __always_inline __s32 pages_of(__u64 length)
{
	__u32 pages = pages_asked(length);

	return pages > MOST_PAGES ? 0 : pages;
}

/* Takes pages, as take_slot() does a slot. */
__noinline int take_pages(__u32 index, __u32 pages)
{
	struct rm_quota *quota = quota_at(index);
	__u64 asked = (pages + PAGES_ASKED - 1) / PAGES_ASKED;
	volatile __u64 *held;
	__u32 limit;
	int i;

	if (!quota)
		return 1;
	limit = quota->limit[RM_MR_PAGES];
	held = &quota->held[RM_MR_PAGES];
	if (limit == RM_NO_LIMIT) {
		__sync_fetch_and_add(held, pages * ONE_HELD);
		return 1;
	}
	if (pages > limit)
		return 0;
	for (i = 0; i < TRIES; i++) {
		__u64 word;

		__sync_fetch_and_add(held, asked);
		word = *held;
		if ((__s64)held_of(word) + ((__s64)(__u32)word - (__s64)asked) * PAGES_ASKED + pages <= (__s64)limit) {
			__sync_fetch_and_add(held, pages * ONE_HELD - asked);
			return 1;
		}
		__sync_fetch_and_add(held, -asked);
		if ((__s64)held_of(word) + pages > (__s64)limit)
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
		if (type == RM_MR_PAGES) {
			refusal->rate = 3;
			refusal->type = RM_TYPE_MR;
		}
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
	if (promise.pages)
		charge_all(promise.shares, RM_MR_PAGES, -(__s32)promise.pages);
	return 0;
}

/* Gives back what the host and the first so many shares have given. */
static __always_inline void give_back(const __u16 *shares, int count, __u32 type, __s32 objects)
{
	charge(RM_HOST, type, -objects);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (i < count && shares[i])
			charge(shares[i], type, -objects);
	}
}

/* Takes a slot of the host and of all shares, or of none. Returns the quota that has no more, or NOBODY. */
static __noinline __u32 take_slots(struct rm_promise *ask)
{
	if (!ask)
		return NOBODY;
	if (!take_slot(RM_HOST, ask->type))
		return RM_HOST;
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (ask->shares[i] && !take_slot(ask->shares[i], ask->type)) {
			give_back(ask->shares, i, ask->type, 1);
			return ask->shares[i];
		}
	}
	return NOBODY;
}

/* The same for the pages of a memory region. */
static __noinline __u32 take_all_pages(struct rm_promise *ask)
{
	if (!ask)
		return NOBODY;
	if (!take_pages(RM_HOST, ask->pages))
		return RM_HOST;
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (ask->shares[i] && !take_pages(ask->shares[i], ask->pages)) {
			give_back(ask->shares, i, RM_MR_PAGES, ask->pages);
			return ask->shares[i];
		}
	}
	return NOBODY;
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
	refused = take_slots(promise);
	if (refused != NOBODY)
		return refused;
	if (promise->pages) {
		refused = take_all_pages(promise);
		if (refused != NOBODY) {
			charge_all(promise->shares, promise->type, -1);
			promise->type = RM_MR_PAGES;
			return refused;
		}
	}
	if (!keep_promise(thread, promise))
		return NOBODY;
	/* As many are being made as can be. */
	charge_all(promise->shares, promise->type, -1);
	if (promise->pages)
		charge_all(promise->shares, RM_MR_PAGES, -(__s32)promise->pages);
	return RM_HOST;
}

/*
 * Whom a new object counts for, and the pages that were promised; true if it was promised.
 */
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

/* Whether there is more than a limit allows. */
__noinline int is_over(__u32 index, __u32 type)
{
	struct rm_quota *quota = quota_at(index);

	return quota && type < RM_TYPES && quota->limit[TYPE(type)] != RM_NO_LIMIT &&
	       held_of(quota->held[TYPE(type)]) > (__s64)quota->limit[TYPE(type)];
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

static __always_inline bool is_own_process(void)
{
	return bpf_get_current_pid_tgid() >> 32 == config.own_pid;
}

/* A region turned out longer than it was at the gate: it is found, and in strict mode its process killed. */
static __noinline int trip_pages(struct rm_object *object, int verb)
{
	struct rm_quota *quota;
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
	quota = quota_at(over);
	if (quota)
		__sync_fetch_and_add(&quota->killed[RM_MR_PAGES], 1);
	tell_refusal(RM_EVENT_KILLED, verb, over, NO_RATE, RM_MR_PAGES);
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
	if (type == RM_TYPE_MR)
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
