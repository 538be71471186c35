/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What quotas have left: slots for objects, and pages of memory regions. All additions are atomic, none
 * of them needs to know what the value was, which BPF cannot do before Linux 5.12.
 */
#ifndef RDMA_MONITOR_SLOTS_BPF_H
#define RDMA_MONITOR_SLOTS_BPF_H

#include "tenants.bpf.h"

#define ONE_HELD (1ull << 32)
/* No quota. */
#define NOBODY 0xffffffffu
/* Tries for a slot that others who are refused hold for a moment. */
#define TRIES 64
/* Pages under way are counted by so many, rounded up, so that the lower half holds those of all who ask at once. */
#define PAGES_ASKED 256
/* Larger memory regions do not count, and are refused by any limit, which is no more; the upper half holds 8 TiB. */
#define MOST_PAGES (1u << 30)

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

/* What a region is to have that is asked for; what is too large is more than any limit. */
static __always_inline __u32 pages_asked(__u64 length)
{
	__u64 pages = (length >> 12) + !!(length & 4095);

	return pages > MOST_PAGES ? MOST_PAGES + 1 : pages;
}

/* Whether a region is longer than any limit: all of the memory of a process, as drivers that page on demand have it. */
static __always_inline bool is_beyond_count(__u64 length)
{
	return pages_asked(length) > MOST_PAGES;
}

/* What a region counts that there is. */
static __always_inline __s32 pages_of(__u64 length)
{
	return is_beyond_count(length) ? 0 : pages_asked(length);
}

/* Takes slots for objects of a type, or for pages; 0 if there are not as many. */
__noinline int take(__u32 index, __u32 type, __u32 count)
{
	struct rm_quota *quota = quota_at(index);
	__u64 unit = type == RM_MR_PAGES ? PAGES_ASKED : 1;
	__u64 asked = type == RM_MR_PAGES ? (count + PAGES_ASKED - 1) / PAGES_ASKED : count;
	volatile __u64 *held;
	__u32 limit;
	int i;

	if (!quota || type >= RM_TYPES)
		return 1;
	limit = quota->limit[TYPE(type)];
	held = &quota->held[TYPE(type)];
	if (limit == RM_NO_LIMIT) {
		__sync_fetch_and_add(held, count * ONE_HELD);
		return 1;
	}
	if (count > limit)
		return 0;
	for (i = 0; i < TRIES; i++) {
		__u64 word;

		/* Who only looks takes nothing from the others, not for a moment. */
		if ((__s64)held_of(*held) + count > (__s64)limit)
			return 0;
		/* Who sees himself and all before him within the limit may; of two, the later one sees both. */
		__sync_fetch_and_add(held, asked);
		word = *held;
		if ((__s64)held_of(word) + (__s64)(((__u32)word - asked) * unit) + count <= (__s64)limit) {
			__sync_fetch_and_add(held, count * ONE_HELD - asked);
			return 1;
		}
		__sync_fetch_and_add(held, -asked);
		if ((__s64)held_of(word) + count > (__s64)limit)
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

/* Whether pages of new regions count: where nobody limits them, they need not. When they begin to, see share(). */
static __always_inline bool is_sized(void)
{
	struct rm_quota *host = quota_at(RM_HOST);

	return host && host->sized;
}

/* What there are limits of: bits, as of struct rm_quota. */
struct limits {
	__u32 limited;
	__u32 rated;
};

static __always_inline void add_limits(struct limits *limits, __u32 index)
{
	struct rm_quota *quota = quota_at(index);

	if (!quota)
		return;
	limits->limited |= quota->limited;
	limits->rated |= quota->rated;
}

/* Those of the host and of all shares. */
static __always_inline struct limits limits_of(const __u16 *shares)
{
	struct limits limits = {};

	add_limits(&limits, RM_HOST);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (shares[i])
			add_limits(&limits, shares[i]);
	}
	return limits;
}

static __always_inline bool is_limited(const __u16 *shares, __u32 type)
{
	return limits_of(shares).limited & 1 << type;
}

/* Whether there is more than a limit allows. */
__noinline int is_over(__u32 index, __u32 type)
{
	struct rm_quota *quota = quota_at(index);

	return quota && type < RM_TYPES && quota->limit[TYPE(type)] != RM_NO_LIMIT &&
	       held_of(quota->held[TYPE(type)]) > (__s64)quota->limit[TYPE(type)];
}

/* Of what is held: objects that the kernel's list does not have, or not any more; more or less. */
__noinline int charge_unlisted(__u32 index, __u32 type, __s32 objects)
{
	struct rm_quota *quota = quota_at(index);

	if (!quota || type >= RM_TYPES)
		return 0;
	__sync_fetch_and_add(&quota->unlisted[TYPE(type)], (__s64)objects);
	return 0;
}

/* For all that an object counts for. */
static __always_inline void charge_unlisted_all(const __u16 *shares, __u32 type, int objects)
{
	charge_unlisted(RM_HOST, type, objects);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (shares[i])
			charge_unlisted(shares[i], type, objects);
	}
}

#endif
