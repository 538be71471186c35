/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Elements for objects of the kernel, in arrays that the user side maps. An element is found by the object's address, and
 * claimed in a hash table, so that no two programs take the same one.
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

#define CLAIMS(name, most)                                \
	struct {                                          \
		__uint(type, BPF_MAP_TYPE_HASH);          \
		__uint(max_entries, most);                \
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

/* Takes an element for an object that has none; gives its index plus one, or 0 if there is no room, which is counted. The
 * caller has to enter the object. */
static __always_inline __u32 take_element(void *elements, void *claims, __u32 most, __u64 object)
{
#pragma unroll
	for (int probe = 0; probe < ELEMENT_PROBES; probe++) {
		__u32 index = element_of(object, probe, most);
		struct rm_claim *claim = bpf_map_lookup_elem(elements, &index);

		if (claim && !claim->object && !bpf_map_update_elem(claims, &index, &object, BPF_NOEXIST))
			return index + 1;
	}
	NOTE(unkept);
	return 0;
}

/* Gives back the element (its index plus one) of an object that is destroyed, if it is that object's. */
static __always_inline void give_element(void *elements, void *claims, __u32 element, __u64 object)
{
	__u32 index = element - 1;
	struct rm_claim *claim = bpf_map_lookup_elem(elements, &index);

	if (!claim || claim->object != object)
		return;
	claim->object = 0;
	bpf_map_delete_elem(claims, &index);
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
