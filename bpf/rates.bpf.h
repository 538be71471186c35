/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* How many calls a second quotas let through. */
#ifndef RDMA_MONITOR_RATES_BPF_H
#define RDMA_MONITOR_RATES_BPF_H

#include "slots.bpf.h"

#define SECOND 1000000000ull
/*
 * Windows start at this offset, not 0: a refused call is subtracted again, perhaps after the window has turned, and
 * must not make it negative.
 */
#define NO_CALLS 65536u

/* Windows that are being turned to the next second. The key is quota * RM_RATES + rate. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1024);
	__type(key, __u32);
	__type(value, __u8);
} turning SEC(".maps");

/* Turns a window to another second. Only one caller at a time does this; the others go on without waiting. */
static __always_inline void turn_window(struct rm_quota *quota, __u32 key, __u32 rate, __u64 second)
{
	__u64 word;
	__u8 one = 1;

	if (bpf_map_update_elem(&turning, &key, &one, BPF_NOEXIST))
		return;
	word = *(volatile __u64 *)&quota->window[RATE(rate)];
	if ((__u32)(word >> 32) != (__u32)second) {
		quota->before[RATE(rate)] = word;
		/* Done by an addition, so that calls counted meanwhile are not lost. */
		__sync_fetch_and_add(&quota->window[RATE(rate)], (second << 32 | NO_CALLS) - word);
	}
	bpf_map_delete_elem(&turning, &key);
}

/*
 * The calls in the second that ends now: all of the present window, and of the window before the fraction that lies within that
 * second.
 */
static __always_inline __s64 calls_now(struct rm_quota *quota, __u32 rate, __u64 now)
{
	__u64 second = now / SECOND, word = *(volatile __u64 *)&quota->window[RATE(rate)];
	__u64 before = *(volatile __u64 *)&quota->before[RATE(rate)];
	__s64 calls = 0;

	/* Another caller may have turned the window to a later second already. */
	if ((__s32)((__u32)(word >> 32) - (__u32)second) >= 0)
		calls = (__s64)(__u32)word - NO_CALLS;
	else
		before = word;
	if ((__u32)(before >> 32) == (__u32)(second - 1) && (__u32)before > NO_CALLS)
		calls += ((__u32)before - NO_CALLS) * ((second + 1) * SECOND - now) / SECOND;
	return calls;
}

/* Whether a rate has a call left. Only looks, and takes none from others. */
static __always_inline bool has_call(struct rm_quota *quota, __u32 rate, __u64 now)
{
	return calls_now(quota, rate, now) < (__s64)quota->rate[RATE(rate)];
}

/*
 * Takes one call of a rate; 0 if that would be more than its limit in the second that ends now (CLOCK_MONOTONIC), as
 * calls_now() counts it.
 */
__noinline int take_call(__u32 index, __u32 rate, __u64 now)
{
	struct rm_quota *quota = quota_at(index);
	__u64 second;

	if (!quota || rate >= RM_RATES || quota->rate[RATE(rate)] == RM_NO_LIMIT)
		return 1;
	second = now / SECOND;
	if ((__u32)(*(volatile __u64 *)&quota->window[RATE(rate)] >> 32) != (__u32)second)
		turn_window(quota, index * RM_RATES + rate, rate, second);
	__sync_fetch_and_add(&quota->window[RATE(rate)], 1);
	if (calls_now(quota, rate, now) <= (__s64)quota->rate[RATE(rate)])
		return 1;
	__sync_fetch_and_add(&quota->window[RATE(rate)], -1ull);
	return 0;
}

static __always_inline void return_call(struct rm_quota *quota, __u32 rate)
{
	if (quota && rate < RM_RATES && quota->rate[RATE(rate)] != RM_NO_LIMIT)
		__sync_fetch_and_add(&quota->window[RATE(rate)], -1ull);
}

/* The rates that a call of this verb counts for: bits, as in rm_quota.rated. */
static __always_inline __u32 rates_of(__u32 verb)
{
	return 1 << RM_ALL_CALLS | (verb < RM_VERBS ? 1 << BELOW(verb, RM_RATES) : 0);
}

/* The verb that creates objects of a type; RM_VERBS if that is not one of those that are counted. Not static as device_field()
 * is not. */
__noinline __u32 creating_verb(__u32 type)
{
	switch (type) {
	case RM_TYPE_QP:
		return RM_QP_CREATE;
	case RM_TYPE_PD:
		return RM_PD_ALLOC;
	case RM_TYPE_CQ:
		return RM_CQ_CREATE;
	case RM_TYPE_MR:
		return RM_MR_REG;
	}
	return RM_VERBS;
}

/* Whether it is one of these. */
static __always_inline bool is_creating(__u32 verb)
{
	return verb == RM_QP_CREATE || verb == RM_PD_ALLOC || verb == RM_CQ_CREATE || verb == RM_MR_REG;
}

#endif
