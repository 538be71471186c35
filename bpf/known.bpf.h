/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The live objects that are known. Each has a place in an array, by its address, because a look-up in a hash table costs as much
 * as most programs do beside it; if another object has that place, it is in a hash table.
 */
#ifndef RDMA_MONITOR_KNOWN_BPF_H
#define RDMA_MONITOR_KNOWN_BPF_H

#include "elements.bpf.h"

ELEMENTS(object_places, RM_OBJECT_PLACES, struct rm_object_place);

/* Of a place, see claim_alone(). */
struct object_claimed {
	union {
		struct {
			__u32 claims;  /* while it is taken, and while one tries to take it */
			__u32 leaving; /* while one takes its object out */
		};
		__u64 both;
	};
};

#define ONE_CLAIM 1ull
#define ONE_LEAVING (1ull << 32)

CLAIMS(object_claims, RM_OBJECT_PLACES, struct object_claimed);

/* Those whose place another object has. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 16);
	__type(key, __u64);
	__type(value, struct rm_object);
} objects SEC(".maps");

/* Those that existed before the monitor. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 16);
	__type(key, struct rm_seed);
	__type(value, struct rm_object);
} seeded SEC(".maps");

static __always_inline __u32 object_place(__u64 address)
{
	return spread(address) >> (64 - RM_OBJECT_PLACE_BITS);
}

static __always_inline struct rm_object *find_elsewhere(const struct rm_object_place *place, __u64 address)
{
	return place->elsewhere ? bpf_map_lookup_elem(&objects, &address) : NULL;
}

/* The object at an address; NULL if none is known. */
static __noinline struct rm_object *find_object(__u64 address)
{
	__u32 index = object_place(address);
	struct rm_object_place *place = bpf_map_lookup_elem(&object_places, &index);

	if (!place)
		return NULL;
	return place->claim.object == address ? &place->object : find_elsewhere(place, address);
}

static __noinline bool put_elsewhere(struct rm_object_place *place, __u64 address, struct rm_object *object)
{
	if (!place || !object)
		return false;
	/* Before it is there, so that it is looked for. */
	__sync_fetch_and_add(&place->elsewhere, 1);
	if (!bpf_map_update_elem(&objects, &address, object, BPF_NOEXIST))
		return true;
	__sync_fetch_and_add(&place->elsewhere, -1);
	return false;
}

/* Enters an object; false if one is known at its address, or if there is no room. No two tasks enter one at the same address. */
static __noinline bool put_object(__u64 address, struct rm_object *object)
{
	__u32 index = object_place(address);
	struct rm_object_place *place = bpf_map_lookup_elem(&object_places, &index);
	struct object_claimed *claimed = bpf_map_lookup_elem(&object_claims, &index);

	if (!place || !claimed || !object || place->claim.object == address || find_elsewhere(place, address))
		return false;
	if (place->claim.object || !claim_alone(&claimed->claims))
		return put_elsewhere(place, address, object);
	begin_element(&place->claim);
	place->object = *object;
	finish_element(&place->claim);
	/* At last, so that whoever finds it finds all of it. */
	place->claim.object = address;
	return true;
}

/* How long one who insists waits for those who do not. */
#define LEAVING_TRIES 64

/*
 * Claims that an object is taken out of its place. Of those who try at the same time one who insists gets it, unless another has
 * it already, or stops for so long that it is not waited for; of others none may get it.
 */
static __always_inline bool claim_leaving(struct object_claimed *claimed, const volatile __u64 *object, __u64 address, bool insists)
{
	if (!insists)
		return claim_alone(&claimed->leaving);
	__sync_fetch_and_add(&claimed->leaving, 1);
	for (int i = 0; i < LEAVING_TRIES && *object == address; i++) {
		__u64 both = *(volatile __u64 *)&claimed->both;

		/* Without a claim it has been taken out. */
		if (both >> 32 == 1 && (__u32)both)
			return true;
	}
	__sync_fetch_and_add(&claimed->leaving, -1);
	return false;
}

/*
 * Takes the object that was made at that time out of the table; false if it is not there any more. The kernel's functions that
 * end objects insist, of which no two meet at the same one. Others who take out what has been ended do not: if such a one meets
 * another, it may be that nobody takes it out, until the kernel's lists are looked at. Nothing but the processor's own order of
 * stores keeps the place from being claimed before its object is seen to be gone: BPF has no barriers on older kernels.
 */
static __noinline bool take_object(__u64 address, __u64 created_ns, bool insists)
{
	__u32 index = object_place(address);
	struct rm_object_place *place = bpf_map_lookup_elem(&object_places, &index);
	struct object_claimed *claimed = bpf_map_lookup_elem(&object_claims, &index);
	struct rm_object *object;
	bool is_ours;

	if (!place || !claimed)
		return false;
	if (place->claim.object != address) {
		object = find_elsewhere(place, address);
		if (!object || object->created_ns != created_ns || bpf_map_delete_elem(&objects, &address))
			return false;
		__sync_fetch_and_add(&place->elsewhere, -1);
		return true;
	}
	if (!claim_leaving(claimed, &place->claim.object, address, insists))
		return false;
	/* Once more: whoever had claimed it before may have taken it out meanwhile. */
	is_ours = *(volatile __u64 *)&place->claim.object == address && place->object.created_ns == created_ns;
	if (is_ours) {
		place->claim.object = 0;
		__sync_fetch_and_add(&claimed->both, -(ONE_LEAVING + ONE_CLAIM));
	} else {
		__sync_fetch_and_add(&claimed->both, -ONE_LEAVING);
	}
	return is_ours;
}

#endif
