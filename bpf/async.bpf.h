/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Asynchronous events: what devices report about themselves, about ports and about objects, and what the connection manager
 * reports about connections. They come in interrupts and in threads of the kernel, so the current task has nothing to do with
 * them; an object's owner is found by its own entry. None of these functions is called for data.
 */
#ifndef RDMA_MONITOR_ASYNC_BPF_H
#define RDMA_MONITOR_ASYNC_BPF_H

#include "verbs.bpf.h"

_Static_assert(sizeof(struct rm_async) <= sizeof(struct rm_detail), "takes its place");

/* Begins the record of an event that happens now; NULL if there is no room. Fields that are not given here are zero. */
static __always_inline struct rm_event *begin_async(__u32 source, __u32 device, __u32 number)
{
	struct rm_event *event = begin_event();
	struct rm_async *async;

	if (!event)
		return NULL;
	__builtin_memset(event, 0, sizeof(*event));
	event->time_ns = bpf_ktime_get_ns();
	event->verb = source;
	event->device = device;
	async = (void *)&event->detail;
	async->event = number;
	return event;
}

static __always_inline void take_owner(struct rm_event *event, const struct rm_object *object)
{
	event->cgroup = object->cgroup;
	event->pid = object->pid;
	__builtin_memcpy(event->comm, object->comm, sizeof(event->comm));
	event->flags |= RM_EVENT_OWNER;
	if (object->flags & RM_OBJECT_KERNEL)
		event->flags |= RM_EVENT_KERNEL;
}

/* Adds the number and the owner of an object, as far as its entry in the kernel's list is known or tells them. */
static __noinline int tell_object(struct rm_event *event, struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_seed key = {};
	struct rm_object *known, object = {};
	struct entry entry;

	if (!event)
		return 0;
	read_entry(res, &entry);
	if (entry.valid && entry.tracked) {
		event->object_id = entry.id;
		event->flags |= RM_EVENT_ID;
	}
	known = find_object(address);
	if (!known) {
		key.device = event->device;
		key.type = entry.type;
		key.id = entry.id;
		known = bpf_map_lookup_elem(&seeded, &key);
	}
	if (known) {
		take_owner(event, known);
		return 0;
	}
	/* The object is on no list yet. Without this check, an entry without a task would be taken for one of the current
	 * task. */
	if (entry.user ? !entry.task : !entry.kern_name)
		return 0;
	set_owner(&object, &entry);
	take_owner(event, &object);
	return 0;
}

/* Adds the owner of an object, found by the context in which its process has opened the device. */
static __always_inline void tell_opener(struct rm_event *event, void *uobject)
{
	struct ib_ucontext *context = uobject ? BPF_CORE_READ((struct ib_uobject *)uobject, context) : NULL;
	__u32 id = event->object_id, flags = event->flags;

	if (!context)
		return;
	tell_object(event, (void *)((char *)context + bpf_core_field_offset(struct ib_ucontext, res)));
	/* tell_object() has set the context's number: set the object's again. */
	event->object_id = id;
	event->flags = (event->flags & ~RM_EVENT_ID) | flags;
}

static __always_inline __u32 event_number(struct ib_event *event)
{
	return BPF_CORE_READ(event, event);
}

/* f(struct ib_event *event, ...): begins the record of an event of an object of this type; NULL if nothing can be read. */
static __always_inline struct rm_event *begin_object(struct ib_event *happened, __u32 type)
{
	struct rm_event *event;

	if (!config.trust_structs)
		return NULL;
	event = begin_async(RM_ASYNC_OBJECT, device_index(BPF_CORE_READ(happened, device)), event_number(happened));
	if (event)
		((struct rm_async *)&event->detail)->type = type;
	return event;
}

/* Adds the owner of an object, if the object's own entry did not tell it, and submits the record. */
static __always_inline int submit_object(struct rm_event *event, void *uobject)
{
	if (!(event->flags & RM_EVENT_OWNER))
		tell_opener(event, uobject);
	submit_event(event);
	return 0;
}

/* Adds the peer of a queue pair, as far as calls that were seen have set it. */
static __always_inline void tell_peer(struct rm_event *event, __u64 address)
{
	struct rm_async *async = (void *)&event->detail;
	__u32 element = find_end(address) - 1;
	struct rm_end *end = bpf_map_lookup_elem(&ends, &element);

	if (!end || end->claim.object != address)
		return;
	async->attributes = end->path.attributes;
	async->qpn = end->path.dest_qpn;
	async->address = end->path.address;
}

static __always_inline int queue_pair_event(struct ib_event *happened, struct ib_qp *qp)
{
	struct rm_event *event = begin_object(happened, RM_TYPE_QP);
	struct ib_qp *real;
	void *res;

	if (!event)
		return 0;
	/* An XRC queue pair may be opened by several processes, each of which gets the event; behind them there is one real
	 * one. */
	real = BPF_CORE_READ(qp, real_qp);
	res = (char *)real + bpf_core_field_offset(struct ib_qp, res);
	if (real == qp) {
		tell_object(event, res);
	} else {
		event->object_id = BPF_CORE_READ(qp, qp_num);
		event->flags |= RM_EVENT_ID;
	}
	tell_peer(event, (__u64)res);
	return submit_object(event, BPF_CORE_READ(qp, uobject));
}

/* ib_uverbs_qp_event_handler(event, context) */
SEC("kprobe")
int user_qp_event(struct pt_regs *ctx)
{
	struct ib_event *happened = FIRST(ib_event);

	return queue_pair_event(happened, BPF_CORE_READ(happened, element.qp));
}

/* __ib_qp_event_handler(event, context): of any queue pair, on kernels that have it. The events of processes go to the other
 * handler. */
SEC("kprobe")
int kernel_qp_event(struct pt_regs *ctx)
{
	struct ib_event *happened = FIRST(ib_event);
	struct ib_qp *qp = BPF_CORE_READ(happened, element.qp);

	return BPF_CORE_READ(qp, uobject) ? 0 : queue_pair_event(happened, qp);
}

/* ib_uverbs_cq_event_handler(event, context) */
SEC("kprobe")
int user_cq_event(struct pt_regs *ctx)
{
	struct ib_event *happened = FIRST(ib_event);
	struct rm_event *event = begin_object(happened, RM_TYPE_CQ);
	struct ib_cq *cq;

	if (!event)
		return 0;
	cq = BPF_CORE_READ(happened, element.cq);
	tell_object(event, (void *)((char *)cq + bpf_core_field_offset(struct ib_cq, res)));
	return submit_object(event, BPF_CORE_READ(cq, uobject));
}

/* ib_uverbs_srq_event_handler(event, context) */
SEC("kprobe")
int user_srq_event(struct pt_regs *ctx)
{
	struct ib_event *happened = FIRST(ib_event);
	struct rm_event *event = begin_object(happened, RM_TYPE_SRQ);
	struct ib_srq *srq;

	if (!event)
		return 0;
	srq = BPF_CORE_READ(happened, element.srq);
	if (bpf_core_field_exists(struct ib_srq, res))
		tell_object(event, (void *)((char *)srq + bpf_core_field_offset(struct ib_srq, res)));
	return submit_object(event, BPF_CORE_READ(srq, uobject));
}

/* ib_uverbs_wq_event_handler(event, context): work queues are not in the kernel's list. */
SEC("kprobe")
int user_wq_event(struct pt_regs *ctx)
{
	struct ib_event *happened = FIRST(ib_event);
	struct rm_event *event = begin_object(happened, RM_TYPES);
	struct ib_wq *wq;

	if (!event)
		return 0;
	wq = BPF_CORE_READ(happened, element.wq);
	event->object_id = BPF_CORE_READ(wq, wq_num);
	event->flags |= RM_EVENT_ID;
	return submit_object(event, BPF_CORE_READ(wq, uobject));
}

/* ib_dispatch_event_clients(event): all events that belong to no object pass here, from drivers and from the core. */
SEC("kprobe")
int device_event(struct pt_regs *ctx)
{
	struct ib_event *happened = FIRST(ib_event);
	struct rm_event *event;
	__u32 port = 0;

	if (!config.trust_structs)
		return 0;
	if (bpf_core_field_size(happened->element.port_num) == sizeof(__u8))
		bpf_probe_read_kernel(&port, sizeof(__u8), &happened->element.port_num);
	else
		bpf_probe_read_kernel(&port, sizeof(port), &happened->element.port_num);
	event = begin_async(RM_ASYNC_DEVICE, device_index(BPF_CORE_READ(happened, device)), event_number(happened));
	if (!event)
		return 0;
	((struct rm_async *)&event->detail)->port = port;
	submit_event(event);
	return 0;
}

/* The beginning of struct rdma_cm_event (rdma/rdma_cm.h). */
struct cm_event {
	__u32 event;
	__s32 status;
};

static __always_inline void read_socket(const struct socket_address *from, struct rm_async *to)
{
	if (!gid_of_socket(to->address.dgid, from))
		return;
	to->address.global = 1;
	to->attributes = IB_QP_AV;
	if (from->family != FAMILY_IB)
		to->port = bpf_ntohs(from->port);
}

/* cma_cm_event_handler(struct rdma_id_private *id, struct rdma_cm_event *event): the events of all ids pass here. */
SEC("kprobe")
int connection_event(struct pt_regs *ctx)
{
	char *id = (void *)PT_REGS_PARM1(ctx);
	void *from = (void *)PT_REGS_PARM2(ctx);
	struct cm_event happened = {};
	struct socket_address peer = {};
	struct rm_async *async;
	struct rm_event *event;
	__u32 device = RM_DEVICE_UNKNOWN;

	if (bpf_probe_read_kernel(&happened, sizeof(happened), from))
		return 0;
	/* An id whose address is not resolved yet has no device. */
	if (config.trust_structs)
		device = device_index(read_pointer(id, offsets.cm_device));
	event = begin_async(RM_ASYNC_CM, device, happened.event);
	if (!event)
		return 0;
	async = (void *)&event->detail;
	event->error = happened.status;
	if (config.trust_structs && offsets.cm_entry != RM_OFFSET_UNKNOWN)
		tell_object(event, (void *)(id + offsets.cm_entry));
	if (offsets.cm_peer != RM_OFFSET_UNKNOWN && !bpf_probe_read_kernel(&peer, sizeof(peer), id + offsets.cm_peer))
		read_socket(&peer, async);
	if (offsets.cm_qpn != RM_OFFSET_UNKNOWN)
		bpf_probe_read_kernel(&async->qpn, sizeof(async->qpn), id + offsets.cm_qpn);
	submit_event(event);
	return 0;
}

#endif
