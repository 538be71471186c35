/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * One event for each finished call, in the ring buffer.
 */
#ifndef RDMA_MONITOR_EVENTS_BPF_H
#define RDMA_MONITOR_EVENTS_BPF_H

#include "attempts.bpf.h"
#include "removals.bpf.h"
#include "tasks.bpf.h"

/* Unless ib_create_qp_user() has told it already. */
static __always_inline void read_queue_pair(struct ib_qp *qp, struct call *call)
{
	if (call->flags & RM_EVENT_QP_TYPE && call->flags & RM_EVENT_PD)
		return;
	call->detail.qp_type = BPF_CORE_READ(qp, qp_type);
	call->detail.pdn = BPF_CORE_READ(qp, pd, res.id);
	call->flags |= RM_EVENT_QP_TYPE | RM_EVENT_PD;
}

/* Adds the object that the call created, whose id is set now, and the name of whose it is; of the task if that is not known. */
static __always_inline void read_created(struct call *call, struct rm_event *event, __u32 thread)
{
	struct rdma_restrack_entry *res = (void *)call->created;
	struct rm_object *object = find_object(call->created);

	if (!object) {
		read_own_comm(event->comm);
		return;
	}
	call->id = BPF_CORE_READ(res, id);
	if (object->type == RM_TYPE_QP)
		read_queue_pair(OWNER(ib_qp, res, res), call);
	call->flags |= RM_EVENT_ID;
	object->id = call->id;
	object->flags |= RM_OBJECT_ID;
	/* A process's object has the name of its first thread. */
	if (object->flags & RM_OBJECT_KERNEL || object->pid == thread)
		__builtin_memcpy(event->comm, object->comm, sizeof(event->comm));
	else
		read_own_comm(event->comm);
}

/* What a modification of a queue pair has left for its end. */
static __always_inline void modification_returned(struct call *call, __u32 error, __u64 now)
{
	if (call->uncounted)
		count_late(RM_QP_MODIFY, call, device_index(bundle_device((void *)call->request)));
	if (call->end_element && !error)
		keep_path(call, now);
	if (call->request && error && !(call->flags & RM_EVENT_ID))
		read_refused_modification(call);
}

static __noinline int call_returned(__u32 verb, __u64 value)
{
	struct call *call = call_in_flight(verb);
	__u64 task = bpf_get_current_pid_tgid();
	struct rm_event *event;
	__u32 error;
	__u64 now;

	if (!call || verb >= RM_VERBS)
		return 0;
	now = bpf_ktime_get_ns();
	error = error_of(value);
	if (verb == RM_QP_MODIFY)
		modification_returned(call, error, now);
	count_done(verb, call, error);
	if (verb == RM_MR_DEREG && config.confirms && unconfirmed && call->subject && !error)
		confirm_removal(call->subject);
	event = begin_event();
	if (!event)
		goto out;
	if (is_creating(verb) && call->created)
		read_created(call, event, task);
	else
		read_own_comm(event->comm);
	event->time_ns = now;
	event->duration_ns = now - call->start_ns;
	event->cgroup = call->cgroup;
	event->verb = verb;
	event->flags = call->flags | RM_EVENT_DURATION;
	event->device = call->device;
	event->object_id = call->id;
	event->pid = task >> 32;
	event->tid = (__u32)task;
	event->uid = own_uid();
	event->error = error;
	event->detail = call->detail;
	submit_event(event);
out:
	end_call(call);
	return 0;
}

#endif
