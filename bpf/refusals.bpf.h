/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Reports about limits: calls that met one, and objects made without asking the gate. */
#ifndef RDMA_MONITOR_REFUSALS_BPF_H
#define RDMA_MONITOR_REFUSALS_BPF_H

#include "rates.bpf.h"
#include "ring.bpf.h"
#include "rows.bpf.h"
#include "tasks.bpf.h"

#define EPERM 1
#define NO_RATE RM_RATES

_Static_assert(sizeof(struct rm_refusal) <= sizeof(struct rm_detail), "takes its place");

/*
 * Begins an event about a limit of a quota; only which limit it is remains to be set. `what` is one of RM_EVENT_REFUSED,
 * _KILLED, _PASSED. NULL if there is no room.
 */
static __always_inline struct rm_event *begin_refusal(__u32 what, __u32 verb, const struct rm_quota *quota)
{
	__u64 task = bpf_get_current_pid_tgid();
	struct rm_event *event = begin_event();

	if (!event)
		return NULL;
	read_own_comm(event->comm);
	event->time_ns = bpf_ktime_get_ns();
	event->duration_ns = 0;
	event->cgroup = bpf_get_current_cgroup_id();
	event->verb = verb;
	event->flags = what;
	event->device = RM_DEVICE_UNKNOWN;
	event->object_id = 0;
	event->pid = task >> 32;
	event->tid = (__u32)task;
	event->uid = own_uid();
	event->error = what == RM_EVENT_REFUSED ? EPERM : 0;
	__builtin_memset(&event->detail, 0, sizeof(event->detail));
	((struct rm_refusal *)&event->detail)->cgroup = quota->cgroup;
	return event;
}

/* Reports a number that is limited: a rate, or, if that is NO_RATE, a holding (enum rm_type or enum rm_size). */
__noinline int tell_refusal(__u32 what, __u32 verb, __u32 index, __u32 rate, __u32 holding)
{
	struct rm_quota *quota = quota_at(index);
	struct rm_refusal *refusal;
	struct rm_event *event;

	if (!quota || verb >= RM_VERBS)
		return 0;
	event = begin_refusal(what, verb, quota);
	if (!event)
		return 0;
	refusal = (void *)&event->detail;
	refusal->type = holding;
	if (rate < RM_RATES) {
		refusal->measure = rate == RM_ALL_CALLS ? RM_MEASURE_ALL_CALLS : RM_MEASURE_RATE;
		refusal->limit = quota->rate[RATE(rate)];
		refusal->count = (__u32)quota->window[RATE(rate)] - NO_CALLS;
	} else if (holding < RM_HOLDINGS) {
		refusal->limit = quota->limit[HOLDING(holding)];
		refusal->count = held_of(quota->held[HOLDING(holding)]);
		if (holding >= RM_TYPES) {
			refusal->measure = RM_MEASURE_SIZE;
			refusal->type = type_of_size(holding);
		}
	}
	submit_event(event);
	return 0;
}

/*
 * Counts, for one quota, an object (or its size) that was made without a promise. Returns 0 if the quota does not limit it, 1
 * if it is within the limit, 2 if it is over it.
 */
__noinline int note_passed(__u32 index, __u32 holding)
{
	struct rm_quota *quota = quota_at(index);

	if (!quota || holding >= RM_HOLDINGS || quota->limit[HOLDING(holding)] == RM_NO_LIMIT)
		return 0;
	__sync_fetch_and_add(&quota->passed[HOLDING(holding)], 1);
	if (!is_over(index, holding))
		return 1;
	__sync_fetch_and_add(&quota->over[HOLDING(holding)], 1);
	return 2;
}

/* Does this for the host and for all tenants that the object counts for; reports the worst case. */
static __always_inline void note_passed_all(const __u16 *shares, __u32 holding, __u32 verb)
{
	int worst = note_passed(RM_HOST, holding);
	__u32 told = RM_HOST;

#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		int how = shares[i] ? note_passed(shares[i], holding) : 0;

		if (how > worst) {
			worst = how;
			told = shares[i];
		}
	}
	if (worst > 0)
		tell_refusal(RM_EVENT_PASSED, verb, told, NO_RATE, holding);
}

#endif
