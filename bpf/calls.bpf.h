/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Calls in flight: counted when they are entered, remembered by task and verb until they return.
 */
#ifndef RDMA_MONITOR_CALLS_BPF_H
#define RDMA_MONITOR_CALLS_BPF_H

#include "rows.bpf.h"

#define MAX_ERRNO 4095ull

struct call_key {
	__u64 task; /* tgid << 32 | tid */
	__u32 verb;
	__u32 reserved;
};

struct call {
	__u64 start_ns;
	__u64 object; /* the restrack entry that was added meanwhile, or 0 */
	__u64 mr_length;
	__u64 cgroup;
	__u32 row;
	__u32 device;
	__u32 id;
	__u32 flags;
	__u32 qp_state;
	__u32 reserved;
};

/* Calls in flight. LRU, because a return can be missed and the entry would stay for ever. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 14);
	__type(key, struct call_key);
	__type(value, struct call);
} calls SEC(".maps");

static __always_inline struct call *call_in_flight(__u32 verb)
{
	struct call_key key = { .task = bpf_get_current_pid_tgid(), .verb = verb };

	return bpf_map_lookup_elem(&calls, &key);
}

/* A call whose device became known after its entry moves to the row of that device. */
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
	struct call_key key = { .task = bpf_get_current_pid_tgid(), .verb = verb };
	struct call call = { .device = device, .flags = flags, .id = id };
	struct rm_row *row;

	if (verb >= RM_VERBS)
		return 0;
	call.cgroup = flags & RM_EVENT_KERNEL ? RM_CGROUP_KERNEL : bpf_get_current_cgroup_id();
	call.row = find_row(call.cgroup, device);
	row = row_at(call.row, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[verb], 1);
	call.start_ns = bpf_ktime_get_ns();
	if (bpf_map_update_elem(&calls, &key, &call, BPF_NOEXIST) == 0)
		return 0;
	if (bpf_map_update_elem(&calls, &key, &call, BPF_ANY) == 0)
		NOTE(stale_calls);
	else
		NOTE(calls_full);
	return 0;
}

/*
 * The errno in a return value, or 0. Functions that return int leave the upper half of the register
 * zero or sign-extended; those that return a pointer give ERR_PTR. No kernel pointer has an upper
 * half of zero, so one rule serves both.
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
