/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Calls in flight: counted when they are entered, and remembered by task and verb until they return. */
#ifndef RDMA_MONITOR_CALLS_BPF_H
#define RDMA_MONITOR_CALLS_BPF_H

#include "rows.bpf.h"

#define MAX_ERRNO 4095ull

struct call {
	__u64 start_ns; /* 0 if no call is in flight */
	__u64 created;  /* the restrack entry that was added during the call; or 0 */
	__u64 subject;  /* the entry of the queue pair to be modified, or of the memory region that left the list; or 0 */
	__u64 cgroup;
	__u32 row;
	__u32 device;
	__u32 id;
	__u32 flags; /* enum rm_event_flags */
	struct rm_detail detail;
	__u32 removal;       /* QP_DESTROY: enum rdma_remove_reason plus one; 0: not known */
	__u32 end_element;   /* QP_MODIFY: the queue pair's element of "ends" plus one; or 0 */
	struct rm_path path; /* if there is such an element: what is asked for */
};

/*
 * By call_key(). An entry is made at a task's first call of a verb and reused for its next ones, since making and deleting one
 * costs more than everything else that a program does. LRU, because tasks end and returns can be missed.
 */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 14);
	__type(key, __u32);
	__type(value, struct call);
} calls SEC(".maps");

_Static_assert(RM_VERBS <= 16, "call_key() has four bits for it");

/* A task's calls of one verb do not nest. A thread id has 22 bits (PID_MAX_LIMIT). */
static __always_inline __u32 call_key(__u32 verb)
{
	return (__u32)bpf_get_current_pid_tgid() << 4 | verb;
}

static __always_inline struct call *call_in_flight(__u32 verb)
{
	__u32 key = call_key(verb);
	struct call *call = bpf_map_lookup_elem(&calls, &key);

	return call && call->start_ns ? call : NULL;
}

/* The entry for a call that begins; NULL if there is no room. */
static __always_inline struct call *begin_call(__u32 verb)
{
	__u32 key = call_key(verb);
	struct call *call = bpf_map_lookup_elem(&calls, &key);
	struct call fresh = {};

	if (call)
		return call;
	bpf_map_update_elem(&calls, &key, &fresh, BPF_NOEXIST);
	return bpf_map_lookup_elem(&calls, &key);
}

/* Moves a call, whose device became known only after its entry, to the row of that device. */
static __always_inline void move_call(__u32 verb, struct call *call, __u32 device)
{
	struct rm_row *row = row_at(call->row, shard());

	if (row)
		__sync_fetch_and_add(&row->calls[verb], -1);
	call->device = device;
	call->row = find_row(call->cgroup, device);
	row = row_at(call->row, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[verb], 1);
}

static __noinline int call_entered(__u32 verb, __u32 device, __u32 flags, __u32 id)
{
	struct rm_row *row;
	struct call *call;
	__u64 cgroup;
	__u32 index;

	if (verb >= RM_VERBS)
		return 0;
	cgroup = flags & RM_EVENT_KERNEL ? RM_CGROUP_KERNEL : bpf_get_current_cgroup_id();
	index = find_row(cgroup, device);
	row = row_at(index, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[verb], 1);
	call = begin_call(verb);
	if (!call) {
		NOTE(calls_full);
		return 0;
	}
	call->created = 0;
	call->subject = 0;
	call->cgroup = cgroup;
	call->row = index;
	call->device = device;
	call->id = id;
	call->flags = flags;
	call->end_element = 0;
	__builtin_memset(&call->detail, 0, sizeof(call->detail));
	call->start_ns = bpf_ktime_get_ns();
	return 0;
}

/*
 * The errno in a return value, or 0. Functions that return int leave the upper half of the register zero or sign-extended;
 * those that return a pointer return ERR_PTR on failure. No kernel pointer has an upper half of zero, so one rule serves both.
 */
static __always_inline __u32 error_of(__u64 value)
{
	__u32 low = value;

	if (value > -(MAX_ERRNO + 1))
		return -value;
	if (!(value >> 32) && low > (__u32) - (MAX_ERRNO + 1))
		return -low;
	return 0;
}

static __always_inline void count_done(__u32 verb, const struct call *call, __u32 error)
{
	struct rm_row *row = row_at(call->row, shard());
	__u32 index = verb * RM_ERRNOS + (error < RM_ERRNOS ? error : 0);
	__u64 *errors;

	if (!row)
		return;
	__sync_fetch_and_add(&row->done[verb], 1);
	if (!error)
		return;
	__sync_fetch_and_add(&row->failed[verb], 1);
	errors = bpf_map_lookup_elem(&errnos, &index);
	if (errors)
		__sync_fetch_and_add(errors, 1);
}

#endif
