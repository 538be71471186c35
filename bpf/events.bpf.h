/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * One event for each finished call, in the ring buffer.
 */
#ifndef RDMA_MONITOR_EVENTS_BPF_H
#define RDMA_MONITOR_EVENTS_BPF_H

#include "removals.bpf.h"

static __always_inline void read_queue_pair(struct ib_qp *qp, struct call *call)
{
	call->detail.qp_type = BPF_CORE_READ(qp, qp_type);
	call->detail.pdn = BPF_CORE_READ(qp, pd, res.id);
	call->flags |= RM_EVENT_QP_TYPE | RM_EVENT_PD;
}

static __always_inline void read_region(struct ib_mr *mr, struct call *call)
{
	call->detail.rkey = BPF_CORE_READ(mr, rkey);
	call->detail.pdn = BPF_CORE_READ(mr, pd, res.id);
	call->flags |= RM_EVENT_RKEY | RM_EVENT_PD;
}

/* Adds the object that the call created: its id is set now. */
static __always_inline void read_created(struct call *call, struct rm_event *event)
{
	struct rdma_restrack_entry *res = (void *)call->created;
	struct rm_object *object = bpf_map_lookup_elem(&objects, &call->created);

	if (!object)
		return;
	object->id = BPF_CORE_READ(res, id);
	object->flags |= RM_OBJECT_ID;
	call->id = object->id;
	call->flags |= RM_EVENT_ID;
	if (object->type == RM_TYPE_QP)
		read_queue_pair(OWNER(ib_qp, res, res), call);
	else if (object->type == RM_TYPE_MR)
		read_region(OWNER(ib_mr, res, res), call);
	if (object->flags & RM_OBJECT_KERNEL)
		__builtin_memcpy(event->comm, object->comm, sizeof(event->comm));
}

static __noinline int call_returned(__u32 verb, __u64 value)
{
	struct call *call = call_in_flight(verb);
	__u64 task = bpf_get_current_pid_tgid();
	struct rm_event *event;
	__u32 error;

	if (!call || verb >= RM_VERBS)
		return 0;
	error = error_of(value);
	count_done(verb, call, error);
	if (call->end_element && !error)
		keep_path(call);
	if (verb == RM_MR_DEREG && config.confirms && call->subject && !error)
		confirm_removal(call->subject);
	event = begin_event();
	if (!event)
		goto out;
	bpf_get_current_comm(event->comm, sizeof(event->comm));
	if (call->created)
		read_created(call, event);
	event->time_ns = bpf_ktime_get_ns();
	event->duration_ns = event->time_ns - call->start_ns;
	event->cgroup = call->cgroup;
	event->verb = verb;
	event->flags = call->flags | RM_EVENT_DURATION;
	event->device = call->device;
	event->object_id = call->id;
	event->pid = task >> 32;
	event->tid = (__u32)task;
	event->uid = bpf_get_current_uid_gid();
	event->error = error;
	event->detail = call->detail;
	submit_event(event);
out:
	call->start_ns = 0;
	return 0;
}

#endif
