/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Promises: what threads have been allowed to make and have not made yet. A thread's promise is in an array, at a place chosen
 * by the thread's id, which costs next to nothing; if another thread has this place at the time, the promise goes to a hash
 * table.
 */
#ifndef RDMA_MONITOR_PROMISES_BPF_H
#define RDMA_MONITOR_PROMISES_BPF_H

#include "tenants.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_PLACES);
	__type(key, __u32);
	__type(value, struct rm_promise);
} places SEC(".maps");

/* For promises whose place is taken. Calls are refused when this is full too. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 14);
	__type(key, __u32);
	__type(value, struct rm_promise);
} promises SEC(".maps");

static __always_inline __u32 own_thread(void)
{
	return (__u32)bpf_get_current_pid_tgid();
}

static __always_inline struct rm_promise *place_of(__u32 thread)
{
	__u32 index = thread & (RM_PLACES - 1);

	return bpf_map_lookup_elem(&places, &index);
}

/* Counts the promises in the hash table: while there are none, nobody needs to look there. */
static __always_inline void count_elsewhere(int count)
{
	struct rm_quota *host = quota_at(RM_HOST);

	if (host)
		__sync_fetch_and_add(&host->elsewhere, count);
}

/* The current thread's promise, or NULL. */
static __always_inline struct rm_promise *promise_of(__u32 thread)
{
	struct rm_promise *place = place_of(thread);
	struct rm_quota *host;

	if (place && place->thread == thread)
		return place;
	host = quota_at(RM_HOST);
	return host && host->elsewhere ? bpf_map_lookup_elem(&promises, &thread) : NULL;
}

/* Keeps a promise of the current thread, which must not have one yet; returns not 0 if there is no room. */
static __always_inline int keep_promise(__u32 thread, struct rm_promise *promise)
{
	struct rm_promise *place = place_of(thread);

	if (!place)
		return -1;
	if (claim_alone(&place->claims)) {
		place->since_ns = promise->since_ns;
		place->size = promise->size;
		__builtin_memcpy(place->shares, promise->shares, sizeof(place->shares));
		place->verb = promise->verb;
		place->creates = promise->creates;
		place->type = promise->type;
		place->flags = promise->flags;
		place->thread = thread;
		return 0;
	}
	if (bpf_map_update_elem(&promises, &thread, promise, BPF_NOEXIST))
		return -1;
	count_elsewhere(1);
	return 0;
}

/* Drops the promise of the current thread, which promise_of() gave; false if it had none. */
static __always_inline bool drop_promise(__u32 thread, struct rm_promise *known)
{
	if (!known)
		return false;
	/* `thread` is set in places of the array only: in the hash table it is the key. */
	if (known->thread == thread) {
		known->thread = 0;
		__sync_fetch_and_add(&known->claims, -1);
		return true;
	}
	if (bpf_map_delete_elem(&promises, &thread))
		return false;
	count_elsewhere(-1);
	return true;
}

#endif
