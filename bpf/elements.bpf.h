/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Elements for objects of the kernel, in arrays that the user side maps: each found by the object's address, and taken in a
 * hash, so that no two programs take one.
 */
#ifndef RDMA_MONITOR_ELEMENTS_BPF_H
#define RDMA_MONITOR_ELEMENTS_BPF_H

#include "rows.bpf.h"

/* Elements that are tried for an object before it has none. */
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

/* The element to try, of `most`, a power of two; each next probe leads elsewhere. */
static __always_inline __u32 element_of(__u64 object, int probe, __u32 most)
{
	__u64 hash = spread(object);
	__u32 step = (__u32)(hash >> 24) | 1;

	return ((__u32)(hash >> 48) + probe * step) & (most - 1);
}

/* The element of an object plus one; 0 if it has none. */
static __always_inline __u32 find_element(void *elements, __u32 most, __u64 object)
{
	/* Unrolled: what the compiler makes of the loop is none that the verifier takes. */
#pragma unroll
	for (int probe = 0; probe < ELEMENT_PROBES; probe++) {
		__u32 index = element_of(object, probe, most);
		struct rm_claim *claim = bpf_map_lookup_elem(elements, &index);

		if (claim && claim->object == object)
			return index + 1;
	}
	return 0;
}

/* Takes an element for an object that has none, plus one; 0 if there is no room, which is noted. It is still nobody's. */
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

/* The object is destroyed, if it has this element (plus one). */
static __always_inline void give_element(void *elements, void *claims, __u32 element, __u64 object)
{
	__u32 index = element - 1;
	struct rm_claim *claim = bpf_map_lookup_elem(elements, &index);

	if (!claim || claim->object != object)
		return;
	claim->object = 0;
	bpf_map_delete_elem(claims, &index);
}

/* Before an element is written, and after that. */
static __always_inline void begin_element(struct rm_claim *claim)
{
	__sync_fetch_and_add(&claim->begun, 1);
}

static __always_inline void finish_element(struct rm_claim *claim)
{
	__sync_fetch_and_add(&claim->finished, 1);
}

#endif
