/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Calls in flight: counted when they are entered, or as soon as their device is known, and remembered by task and verb until they
 * return. */
#ifndef RDMA_MONITOR_CALLS_BPF_H
#define RDMA_MONITOR_CALLS_BPF_H

#include "hashes.bpf.h"
#include "rows.bpf.h"

#define MAX_ERRNO 4095ull

struct call {
	__u64 task;     /* in "calls": whose place it is, by the address of its task_struct; 0: nobody's */
	__u64 start_ns; /* 0 if no call is in flight */
	__u64 taken_ns; /* when the place was taken */
	__u64 created;  /* the restrack entry that was added during the call; or 0 */
	__u64 request;  /* QP_MODIFY of a process: its struct uverbs_attr_bundle; or 0 */
	__u64 subject;  /* the entry of the queue pair to be modified, or of the memory region that left the list; or 0 */
	__u64 device_at; /* a process's: the address of its struct ib_device; 0: not known */
	__u64 cgroup;
	__u32 row;
	__u32 device;
	__u32 id;
	__u32 flags; /* enum rm_event_flags */
	__u32 claims; /* how many programs have claimed the place */
	__u32 removal; /* QP_DESTROY: enum rdma_remove_reason plus one; 0: not known */
	__u32 uncounted; /* whether count_late() has to count it */
	union {
		struct {
			struct rm_detail detail;
			__u32 end_element;   /* QP_MODIFY: the queue pair's element of "ends" plus one; or 0 */
			struct rm_path path; /* if there is such an element: what is asked for */
		};
		struct rm_handle handle; /* of what is behind the verbs, see handles.bpf.h */
	};
};

/* Places for what is in flight: of a task's 16 the first RM_VERBS are its calls of each verb, and others follow. */
#define PLACE_KIND_BITS 4
#define PLACE_HANDLE_MADE RM_VERBS        /* a process makes an address handle */
#define PLACE_KERNEL_HANDLE (RM_VERBS + 1) /* a kernel consumer does, which may happen in an interrupt during the former */
#define PLACE_HANDLE_LEAVES (RM_VERBS + 2) /* one is destroyed */
#define VERB(verb) BELOW(verb, 1 << PLACE_KIND_BITS)
_Static_assert(PLACE_HANDLE_LEAVES < 1 << PLACE_KIND_BITS, "call_place() has four bits for it");
#define PLACE_BITS 14

/*
 * By call_place(). An array, because a look-up in a hash table costs as much as most programs do beside it, and a call has several
 * of them.
 */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << PLACE_BITS);
	__type(key, __u32);
	__type(value, struct call);
} calls SEC(".maps");

struct crowded_key {
	__u64 task;
	__u64 kind;
};

/*
 * Calls whose place another task has at the time. An entry is made at a task's first such call and reused for its next ones. LRU,
 * because tasks end and returns can be missed.
 */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, struct crowded_key);
	__type(value, struct call);
} crowded_calls SEC(".maps");

/* Whether there has been any, so that one has to look there. */
volatile __u32 crowded SEC(".bss");

/* A place that was taken so long ago may be taken over: the task has ended, or its return was missed. */
#define PLACE_HELD_NS (60 * 1000000000ull)

static __always_inline struct call *call_place(__u64 task, __u32 kind)
{
	__u32 index = (__u32)(spread(task) >> (64 - (PLACE_BITS - PLACE_KIND_BITS))) << PLACE_KIND_BITS | kind;

	return bpf_map_lookup_elem(&calls, &index);
}

static __noinline struct call *crowded_call(__u64 task, __u32 kind)
{
	struct crowded_key key = { .task = task, .kind = kind };

	return crowded ? bpf_map_lookup_elem(&crowded_calls, &key) : NULL;
}

/* A task's call of a verb, or what else of it has a place. Of one kind no two are in flight in a task. */
static __always_inline struct call *call_in_flight(__u32 kind)
{
	__u64 task = bpf_get_current_task();
	struct call *call = call_place(task, kind);

	if (call && call->task != task)
		call = crowded_call(task, kind);
	return call && call->start_ns ? call : NULL;
}

/*
 * Takes a place that is nobody's; false if it is another task's. The place is ours if ours is the sole claim, or the only one beside
 * that of a task that had it for long: whoever takes it over from a task whose call still is in flight makes that call one that is
 * not seen to return.
 */
static __always_inline bool take_place(struct call *place, __u64 task, __u64 now)
{
	__u32 claims;

	__sync_fetch_and_add(&place->claims, 1);
	claims = *(volatile __u32 *)&place->claims;
	if (claims == 1 || (claims == 2 && place->task && now - place->taken_ns > PLACE_HELD_NS)) {
		if (claims == 2)
			__sync_fetch_and_add(&place->claims, -1);
		place->start_ns = 0;
		place->removal = 0;
		place->task = task;
		return true;
	}
	__sync_fetch_and_add(&place->claims, -1);
	return false;
}

static __noinline struct call *begin_crowded_call(__u64 task, __u32 kind)
{
	struct crowded_key key = { .task = task, .kind = kind };
	struct call *call = bpf_map_lookup_elem(&crowded_calls, &key), fresh = {};

	if (call)
		return call;
	crowded = 1;
	bpf_map_update_elem(&crowded_calls, &key, &fresh, BPF_NOEXIST);
	return bpf_map_lookup_elem(&crowded_calls, &key);
}

/* The place for a call that begins, with the time in `taken_ns`; NULL if there is no room. */
static __always_inline struct call *begin_call(__u32 kind)
{
	__u64 task = bpf_get_current_task(), now = bpf_ktime_get_ns();
	struct call *call = call_place(task, kind);

	if (!call || (call->task != task && !take_place(call, task, now)))
		call = begin_crowded_call(task, kind);
	if (call)
		call->taken_ns = now;
	return call;
}

/* A call has ended: gives back its place. */
static __always_inline void end_call(struct call *call)
{
	call->start_ns = 0;
	if (!call->task)
		return; /* it was a crowded one */
	call->task = 0;
	__sync_fetch_and_add(&call->claims, -1);
}

/* Moves a call, whose device became known only after its entry, to the row of that device. */
static __always_inline void move_call(__u32 verb, struct call *call, __u32 device)
{
	struct rm_row *row = row_at(call->row, shard());

	if (row)
		__sync_fetch_and_add(&row->calls[VERB(verb)], -1);
	call->device = device;
	call->row = find_row(call->cgroup, device);
	row = row_at(call->row, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[VERB(verb)], 1);
}

/* The row of the pair, which most often is that of the last call in this place. */
static __always_inline __u32 row_of_call(const struct call *last, __u64 cgroup, __u32 device)
{
	return last && last->cgroup == cgroup && last->device == device && is_row_of(last->row, cgroup, device) ?
		       last->row :
		       find_row(cgroup, device);
}

/* The beginning of a call, in the place that begin_call() gave it. Its row and its device are still those of the last call there. */
static __always_inline void set_begun(struct call *call, __u64 cgroup, __u32 flags, __u32 id)
{
	call->created = 0;
	call->device_at = 0;
	call->request = 0;
	call->subject = 0;
	call->cgroup = cgroup;
	call->id = id;
	call->flags = flags;
	call->uncounted = 0;
	call->end_element = 0;
	__builtin_memset(&call->detail, 0, sizeof(call->detail));
	call->start_ns = call->taken_ns;
}

/* Counts a call that begin_uncounted() has not counted. */
static __noinline int count_late(__u32 verb, struct call *call, __u32 device)
{
	struct rm_row *row;

	if (!call || verb >= RM_VERBS)
		return 0;
	call->row = row_of_call(call, call->cgroup, device);
	call->device = device;
	call->uncounted = 0;
	row = row_at(call->row, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[VERB(verb)], 1);
	return 0;
}

/*
 * A process's call begins. It is not counted yet: whoever learns its device does that, and if nobody does, its return. Gives its
 * place; NULL if there is none.
 */
static __noinline struct call *begin_uncounted(__u32 verb)
{
	struct call *call = begin_call(VERB(verb));

	if (!call)
		return NULL;
	/* The last one, whose return was missed. */
	if (call->start_ns && call->uncounted)
		count_late(verb, call, RM_DEVICE_UNKNOWN);
	set_begun(call, bpf_get_current_cgroup_id(), 0, 0);
	call->uncounted = 1;
	return call;
}

/* A call begins: counts it. Gives its place; NULL if there is none. */
static __noinline struct call *call_entered(__u32 verb, __u32 device, __u32 flags, __u32 id)
{
	struct rm_row *row;
	struct call *call;
	__u64 cgroup;
	__u32 index;

	if (verb >= RM_VERBS)
		return NULL;
	cgroup = flags & RM_EVENT_KERNEL ? RM_CGROUP_KERNEL : bpf_get_current_cgroup_id();
	call = begin_call(verb);
	index = row_of_call(call, cgroup, device);
	row = row_at(index, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[VERB(verb)], 1);
	if (!call) {
		NOTE(calls_full);
		return NULL;
	}
	set_begun(call, cgroup, flags, id);
	call->row = index;
	call->device = device;
	return call;
}

/* The same, for programs that do no more. */
static __always_inline int count_call(__u32 verb, __u32 device, __u32 flags, __u32 id)
{
	call_entered(verb, device, flags, id);
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
