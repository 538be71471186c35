/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * One event for each finished call, in the ring buffer.
 */
#ifndef RDMA_MONITOR_EVENTS_BPF_H
#define RDMA_MONITOR_EVENTS_BPF_H

#include "objects.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 20);
} events SEC(".maps");

/* The object that the call created: its id is set now. */
static __always_inline void read_created(struct call *call, struct rm_event *event)
{
	struct rdma_restrack_entry *res = (void *)call->object;
	struct rm_object *object = bpf_map_lookup_elem(&objects, &call->object);

	if (!object)
		return;
	object->id = BPF_CORE_READ(res, id);
	object->flags |= RM_OBJECT_ID;
	call->id = object->id;
	call->flags |= RM_EVENT_ID;
	if (object->flags & RM_OBJECT_KERNEL)
		__builtin_memcpy(event->comm, object->comm, sizeof(event->comm));
}

static __noinline int call_returned(__u32 verb, __u64 value)
{
	struct call_key key = { .task = bpf_get_current_pid_tgid(), .verb = verb };
	struct call *call = bpf_map_lookup_elem(&calls, &key);
	struct rm_event *event;
	__u32 error;

	if (!call || verb >= RM_VERBS)
		return 0;
	error = error_of(value);
	count_done(verb, call, error);
	event = bpf_ringbuf_reserve(&events, sizeof(*event), 0);
	if (!event) {
		NOTE(events_lost);
		goto out;
	}
	bpf_get_current_comm(event->comm, sizeof(event->comm));
	if (call->object)
		read_created(call, event);
	event->time_ns = bpf_ktime_get_ns();
	event->duration_ns = event->time_ns - call->start_ns;
	event->cgroup = call->cgroup;
	event->verb = verb;
	event->flags = call->flags | RM_EVENT_DURATION;
	event->device = call->device;
	event->object_id = call->id;
	event->pid = key.task >> 32;
	event->tid = (__u32)key.task;
	event->error = error;
	event->qp_state = call->qp_state;
	event->mr_length = call->mr_length;
	bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
	NOTE(events);
out:
	bpf_map_delete_elem(&calls, &key);
	return 0;
}

#endif
