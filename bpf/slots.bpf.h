/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What quotas have left: slots for objects, and room for their sizes. All additions are atomic. None of them needs the value
 * before the addition, since BPF programs cannot get that before Linux 5.12.
 */
#ifndef RDMA_MONITOR_SLOTS_BPF_H
#define RDMA_MONITOR_SLOTS_BPF_H

#include "tenants.bpf.h"

#define ONE_HELD (1ull << 32)
/* No quota. */
#define NOBODY 0xffffffffu
/* How often to try again while others, who are about to be refused, hold the slot for a moment. */
#define TRIES 64
/*
 * Sizes under way are counted in units of this many, rounded up, so that the lower half of `held` has room for all who ask at
 * once.
 */
#define SIZE_ASKED 256
/*
 * The sizes that are counted, in the order of enum rm_size: the type of the objects, the holding, the field of struct rm_row
 * with their sum, and how many bits of a size the holding leaves out, rounding up (it counts memory regions in pages).
 */
#define EACH_SIZE(X)                             \
	X(RM_TYPE_MR, RM_MR_PAGES, mr_bytes, 12) \
	X(RM_TYPE_CQ, RM_CQ_ENTRIES, cq_entries, 0)
/* In place of an enum rm_size: objects of this type have no size that is counted. */
#define NO_SIZE RM_SIZES_END

#define HOLDING(holding) BELOW(holding, RM_HOLDINGS)
_Static_assert((int)RM_SIZES_END <= (int)RM_HOLDINGS, "each size is a holding");
#define RATE(rate) BELOW(rate, RM_RATES)
_Static_assert((int)RM_ALL_CALLS < (int)RM_RATES, "each verb has a rate, and all calls together");

static __always_inline __s32 held_of(__u64 word)
{
	return (__s32)(word >> 32);
}

/* The enum rm_size by which sizes of objects of a type are counted; NO_SIZE if they are not. */
static __always_inline __u32 size_holding(__u32 type)
{
#define HOLDING_OF_TYPE(of, holding, field, bits) type == of ? holding :
	return EACH_SIZE(HOLDING_OF_TYPE) NO_SIZE;
}

/* The type of the objects whose sizes are this enum rm_size. */
static __always_inline __u32 type_of_size(__u32 size)
{
	__u32 type = RM_TYPES;

#define TYPE_FROM_HOLDING(of, holding, field, bits) type = size >= holding ? of : type;
	EACH_SIZE(TYPE_FROM_HOLDING)
	return type;
}

/* A requested size in the counted unit (pages or entries); one that is too large becomes more than any limit. */
static __always_inline __u32 size_asked(__u32 type, __u64 size)
{
#define COUNT_IN_UNITS(of, holding, field, bits) \
	if (type == of && bits)                  \
		size = (size >> bits) + !!(size & ((1ull << bits) - 1));
	EACH_SIZE(COUNT_IN_UNITS)
	return size > RM_MOST_SIZE ? RM_MOST_SIZE + 1 : size;
}

/* Whether a size is more than any limit, as that of a region over a process's whole memory (on-demand paging) is. */
static __always_inline bool is_beyond_count(__u32 type, __u64 size)
{
	return size_asked(type, size) > RM_MOST_SIZE;
}

/* How much of a size an existing object counts for; 0 if it is too large to be counted. */
static __always_inline __s32 size_held(__u32 type, __u64 size)
{
	__u32 asked = size_asked(type, size);

	return asked > RM_MOST_SIZE ? 0 : asked;
}

/* Whether a quota has this much left. Only looks, and takes nothing from others. */
static __always_inline bool has_room(const struct rm_quota *quota, __u32 holding, __u32 count)
{
	__u32 limit = quota->limit[HOLDING(holding)];
	__u64 held = *(const volatile __u64 *)&quota->held[HOLDING(holding)];

	return limit == RM_NO_LIMIT || (count <= limit && (__s64)held_of(held) + count <= (__s64)limit);
}

enum taking {
	TAKEN,
	NOT_LEFT,
	TAKE_AGAIN, /* others asked at the same moment, and one of them may give back */
};

/* Takes this much from a quota if it is left. */
static __always_inline enum taking try_take(struct rm_quota *quota, __u32 holding, __u32 count)
{
	__u64 unit = holding >= RM_TYPES ? SIZE_ASKED : 1;
	__u64 asked = holding >= RM_TYPES ? (count + SIZE_ASKED - 1) / SIZE_ASKED : count;
	volatile __u64 *held = &quota->held[HOLDING(holding)];
	__u32 limit = quota->limit[HOLDING(holding)];
	__u64 word;

	if (limit == RM_NO_LIMIT) {
		__sync_fetch_and_add(held, count * ONE_HELD);
		return TAKEN;
	}
	/* Look before taking: who is refused here has not taken anything, even for a moment. */
	if (!has_room(quota, holding, count))
		return NOT_LEFT;
	/* Granted if this request and all that came before it are within the limit; of two callers the later one sees both. */
	__sync_fetch_and_add(held, asked);
	word = *held;
	if ((__s64)held_of(word) + (__s64)(((__u32)word - asked) * unit) + count <= (__s64)limit) {
		__sync_fetch_and_add(held, count * ONE_HELD - asked);
		return TAKEN;
	}
	__sync_fetch_and_add(held, -asked);
	return (__s64)held_of(word) + count > (__s64)limit ? NOT_LEFT : TAKE_AGAIN;
}

/* Tries again when others were in the way; 0 if there is not enough left. */
__noinline int take_again(__u32 index, __u32 holding, __u32 count)
{
	struct rm_quota *quota = quota_at(index);
	int i;

	if (!quota || holding >= RM_HOLDINGS)
		return 1;
	for (i = 1; i < TRIES; i++) {
		enum taking taking = try_take(quota, holding, count);

		if (taking != TAKE_AGAIN)
			return taking == TAKEN;
	}
	return 0;
}

/* Takes slots for objects of a type, or room for a size; false if not that much is left. */
static __always_inline bool take(struct rm_quota *quota, __u32 index, __u32 holding, __u32 count)
{
	enum taking taking;

	if (holding >= RM_HOLDINGS)
		return true;
	taking = try_take(quota, holding, count);
	return taking == TAKE_AGAIN ? take_again(index, holding, count) : taking == TAKEN;
}

/* Adds objects, or their size, to what a quota holds (takes them away if negative). */
static __always_inline void charge_one(__u32 index, __u32 holding, __s32 objects)
{
	struct rm_quota *quota = quota_at(index);

	if (quota && holding < RM_HOLDINGS)
		__sync_fetch_and_add(&quota->held[HOLDING(holding)], (__s64)objects * (__s64)ONE_HELD);
}

/* Functions that are not static, here and below, are verified once, and not again for each path that leads to them. */
__noinline int charge(__u32 index, __u32 holding, __s32 objects)
{
	charge_one(index, holding, objects);
	return 0;
}

_Static_assert(RM_SHARES == 3, "innermost() looks at each");

/* The quota of the innermost tenant that something counts for, or the host's if there is none: tenants are found from the root
 * down. */
static __always_inline struct rm_quota *innermost(const __u16 *shares)
{
	return quota_at(shares[2] ? shares[2] : shares[1] ? shares[1] : shares[0] ? shares[0] : RM_HOST);
}

/*
 * A change begins, or has ended, of what quotas hold, or of the objects and promises that they hold it for. It is counted at
 * the innermost of these quotas alone, and concerns the host and all tenants around as well: see struct rm_quota.
 */
static __always_inline void begin_change(struct rm_quota *innermost)
{
	if (innermost)
		__sync_fetch_and_add(&innermost->begun, 1);
}

static __always_inline void finish_change(struct rm_quota *innermost)
{
	if (innermost)
		__sync_fetch_and_add(&innermost->finished, 1);
}

#define SHARE_IN_WORD 16 /* bits */
_Static_assert(RM_SHARES * SHARE_IN_WORD <= 64, "shares are in one word");

/* The shares of an object in one word, for functions that are not static: these may have numbers only as arguments (Linux 5.10). */
static __always_inline __u64 word_of(const __u16 *shares)
{
	return shares[0] | (__u64)shares[1] << SHARE_IN_WORD | (__u64)shares[2] << 2 * SHARE_IN_WORD;
}

__noinline int charge_each(__u64 shares, __u32 holding, __s32 objects)
{
	charge_one(RM_HOST, holding, objects);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++, shares >>= SHARE_IN_WORD) {
		if (shares & 0xffff)
			charge_one(shares & 0xffff, holding, objects);
	}
	return 0;
}

/* Does the same for the host and for each tenant that an object counts for. */
static __always_inline void charge_all(const __u16 *shares, __u32 holding, int objects)
{
	charge_each(word_of(shares), holding, objects);
}

/* Bits of the sizes that are counted, because some quota limits them. For a size that begins to be limited see share(). */
static __always_inline __u32 sizes_counted(void)
{
	struct rm_quota *host = quota_at(RM_HOST);

	return host ? host->sized : 0;
}

/* Whether the sizes of new objects of a type count. */
static __always_inline bool is_sized(__u32 type)
{
	return sizes_counted() & 1 << size_holding(type);
}

/* Which holdings and rates are limited: bits as in struct rm_quota. */
struct limits {
	__u32 limited;
	__u32 rated;
};

static __always_inline void add_limits_of(struct limits *limits, const struct rm_quota *quota)
{
	limits->limited |= quota->limited;
	limits->rated |= quota->rated;
}

static __always_inline void add_limits(struct limits *limits, __u32 index)
{
	struct rm_quota *quota = quota_at(index);

	if (quota)
		add_limits_of(limits, quota);
}

/* The limits of the host and of all shares together. */
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

static __always_inline bool is_limited(const __u16 *shares, __u32 holding)
{
	return limits_of(shares).limited & 1 << holding;
}

/* Whether a quota holds more than its limit allows. */
__noinline int is_over(__u32 index, __u32 holding)
{
	struct rm_quota *quota = quota_at(index);

	return quota && holding < RM_HOLDINGS && quota->limit[HOLDING(holding)] != RM_NO_LIMIT &&
	       held_of(quota->held[HOLDING(holding)]) > (__s64)quota->limit[HOLDING(holding)];
}

/* Adds to the part of what is held that is not in the kernel's list, or no longer is (takes away if negative). */
static __always_inline void charge_unlisted(__u32 index, __u32 holding, __s32 objects)
{
	struct rm_quota *quota = quota_at(index);

	if (quota && holding < RM_HOLDINGS)
		__sync_fetch_and_add(&quota->unlisted[HOLDING(holding)], (__s64)objects);
}

__noinline int charge_unlisted_each(__u64 shares, __u32 holding, __s32 objects)
{
	charge_unlisted(RM_HOST, holding, objects);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++, shares >>= SHARE_IN_WORD) {
		if (shares & 0xffff)
			charge_unlisted(shares & 0xffff, holding, objects);
	}
	return 0;
}

/* Does the same for the host and for each tenant that an object counts for. */
static __always_inline void charge_unlisted_all(const __u16 *shares, __u32 holding, int objects)
{
	charge_unlisted_each(word_of(shares), holding, objects);
}

#endif
