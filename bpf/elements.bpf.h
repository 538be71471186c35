/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Elements for objects of the kernel, in arrays that the user side maps. An element is found by the object's address, and
 * claimed beside it, so that no two programs take the same one. With HOLDERS no cgroup can take them all.
 */
#ifndef RDMA_MONITOR_ELEMENTS_BPF_H
#define RDMA_MONITOR_ELEMENTS_BPF_H

#include "rows.bpf.h"

/* How many elements are tried for an object. */
#define ELEMENT_PROBES 16

#define ELEMENTS(name, most, element)                     \
	struct {                                          \
		__uint(type, BPF_MAP_TYPE_ARRAY);         \
		__uint(map_flags, BPF_F_MMAPABLE);        \
		__uint(max_entries, most);                \
		__type(key, __u32);                       \
		__type(value, element);                   \
	} name SEC(".maps")

/* While an element is free, this is 0. */
struct claimed {
	__u32 claims; /* see claim_alone() */
	__u32 holder; /* its cgroup's, while it is taken */
};

/* By the index of an element: what is 0 while that is free, of 8 bytes. The user side maps it too: it is smaller by far than the
 * elements, of which most are free. */
#define CLAIMS(name, most, claimed)                       \
	struct {                                          \
		__uint(type, BPF_MAP_TYPE_ARRAY);         \
		__uint(map_flags, BPF_F_MMAPABLE);        \
		__uint(max_entries, most);                \
		__type(key, __u32);                       \
		__type(value, claimed);                   \
	} name SEC(".maps")

#define HOLDER_BITS 12
#define ALL_HOLDERS 0

/* How many elements are taken: by cgroups, as holder_of() has them, and by all. */
#define HOLDERS(name)                                     \
	struct {                                          \
		__uint(type, BPF_MAP_TYPE_ARRAY);         \
		__uint(max_entries, 1 << HOLDER_BITS);    \
		__type(key, __u32);                       \
		__type(value, __u64);                     \
	} name SEC(".maps")

/* The index of the element to try, below `most`, a power of two; each probe gives another one. */
static __always_inline __u32 element_of(__u64 object, int probe, __u32 most)
{
	__u64 hash = spread(object);
	__u32 step = (__u32)(hash >> 24) | 1;

	return ((__u32)(hash >> 48) + probe * step) & (most - 1);
}

/* The index of an object's element, plus one; 0 if it has none. */
static __always_inline __u32 find_element(void *elements, __u32 most, __u64 object)
{
	/* Unrolled, because the verifier rejects what the compiler makes of the loop. */
#pragma unroll
	for (int probe = 0; probe < ELEMENT_PROBES; probe++) {
		__u32 index = element_of(object, probe, most);
		struct rm_claim *claim = bpf_map_lookup_elem(elements, &index);

		if (claim && claim->object == object)
			return index + 1;
	}
	return 0;
}

/* Chosen at random when it is first needed, so that nobody can know which cgroups share a holder. */
volatile __u64 holder_seed SEC(".bss");

/* Where the elements of a cgroup are counted; a few cgroups may share it. */
static __always_inline __u32 holder_of(__u64 cgroup)
{
	__u32 hash;

	if (!holder_seed)
		holder_seed = (__u64)bpf_get_prandom_u32() << 32 | bpf_get_prandom_u32() | 1;
	hash = spread(spread(cgroup ^ holder_seed) >> 20) >> (64 - HOLDER_BITS);

	return hash == ALL_HOLDERS ? 1 : hash;
}

static __always_inline void count_held(void *holders, __u32 holder, __s64 elements)
{
	__u32 everybody = ALL_HOLDERS;
	__u64 *held = bpf_map_lookup_elem(holders, &holder), *all = bpf_map_lookup_elem(holders, &everybody);

	if (held)
		__sync_fetch_and_add(held, elements);
	if (all)
		__sync_fetch_and_add(all, elements);
}

/*
 * Whether a cgroup may take one more: while it has fewer than are free. So one gets half of them, two get a third each, and
 * whoever comes next gets what each of the others has (Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory
 * packet switches", IEEE/ACM Transactions on Networking 6(2), 1998). Those who ask at the same time may get a few more.
 */
static __always_inline bool may_take(void *holders, __u32 holder, __u32 most)
{
	__u32 everybody = ALL_HOLDERS;
	__u64 *held = bpf_map_lookup_elem(holders, &holder), *all = bpf_map_lookup_elem(holders, &everybody);

	return held && all && *held + *all < most;
}

/* Takes an element for a cgroup's object that has none; gives its index plus one, or 0 if there is no room, which is counted.
 * The caller has to enter the object. */
static __always_inline __u32 take_element(void *elements, void *claims, void *holders, __u32 most, __u64 object, __u64 cgroup)
{
	__u32 holder = holder_of(cgroup);

	if (!may_take(holders, holder, most)) {
		NOTE(unkept);
		return 0;
	}
#pragma unroll
	for (int probe = 0; probe < ELEMENT_PROBES; probe++) {
		__u32 index = element_of(object, probe, most);
		struct rm_claim *claim = bpf_map_lookup_elem(elements, &index);
		struct claimed *claimed;

		if (!claim || claim->object)
			continue;
		claimed = bpf_map_lookup_elem(claims, &index);
		if (claimed && claim_alone(&claimed->claims)) {
			claimed->holder = holder;
			count_held(holders, holder, 1);
			return index + 1;
		}
	}
	NOTE(unkept);
	return 0;
}

/* Gives back the element (its index plus one) of an object that is destroyed, if it is that object's. No two tasks destroy the
 * same object. */
static __always_inline void give_element(void *elements, void *claims, void *holders, __u32 element, __u64 object)
{
	__u32 index = element - 1;
	struct rm_claim *claim = bpf_map_lookup_elem(elements, &index);
	struct claimed *claimed = bpf_map_lookup_elem(claims, &index);

	if (!claim || !claimed || claim->object != object)
		return;
	count_held(holders, claimed->holder, -1);
	claim->object = 0;
	claimed->holder = 0;
	__sync_fetch_and_add(&claimed->claims, -1);
}

/* To be called before an element is written, and after. */
static __always_inline void begin_element(struct rm_claim *claim)
{
	__sync_fetch_and_add(&claim->begun, 1);
}

static __always_inline void finish_element(struct rm_claim *claim)
{
	__sync_fetch_and_add(&claim->finished, 1);
}

#endif
