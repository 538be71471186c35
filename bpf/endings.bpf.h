/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The ends of objects: at once, or when the driver has agreed, as it may refuse to destroy one.
 */
#ifndef RDMA_MONITOR_ENDINGS_BPF_H
#define RDMA_MONITOR_ENDINGS_BPF_H

#include "objects.bpf.h"

/*
 * Takes an object from before the monitor, of which the user side told, out of its table; false if it is not there. If
 * it is, a change of what it counts for has begun, which the caller finishes.
 */
static __always_inline bool take_seeded(struct rdma_restrack_entry *res, const struct entry *entry,
					struct rm_object *object)
{
	struct rm_seed key = { .type = entry->type, .id = entry->id };
	struct rm_object *known;

	key.device = object_device(res, key.type);
	known = bpf_map_lookup_elem(&seeded, &key);
	if (!known)
		return false;
	*object = *known;
	begin_change(changes_of(object));
	if (!bpf_map_delete_elem(&seeded, &key))
		return true;
	finish_change(changes_of(object));
	return false;
}

/* Notes the region's size and address in the MR_DEREG call in flight. */
static __always_inline void tell_call(const struct rm_object *object, __u64 address)
{
	struct call *call;

	if (object->type != RM_TYPE_MR)
		return;
	call = call_in_flight(RM_MR_DEREG);
	if (!call)
		return;
	call->detail.size = object->size;
	call->subject = address;
}

static __always_inline bool is_counted(const struct entry *entry)
{
	return entry->valid && entry->tracked && entry->type != RM_TYPE_COUNTER;
}

/* Whether it is a region of a process, which lives until the driver has agreed to destroy it; see driver_agreed(). */
static __always_inline bool is_to_be_confirmed(const struct rm_object *object)
{
	return config.confirms && config.enforcement && object->type == RM_TYPE_MR && !(object->flags & RM_OBJECT_KERNEL);
}

/* An object leaves the kernel's list, and stays in the table until the driver has agreed. */
static __noinline int object_dies(struct rm_object *known, __u64 address)
{
	if (!known || known->flags & RM_OBJECT_DYING)
		return 0;
	known->flags |= RM_OBJECT_DYING;
	count_removed(known, 1);
	unlist(known, 1);
	tell_call(known, address);
	return 0;
}

/* The same for an object from before the monitor that take_seeded() gave: it moves to the other table. */
static __noinline int seeded_dies(struct rm_object *object, __u64 address)
{
	if (!object)
		return 0;
	count_removed(object, 1);
	tell_call(object, address);
	object->flags |= RM_OBJECT_DYING;
	if (bpf_map_update_elem(&objects, &address, object, BPF_NOEXIST))
		release(object);
	else
		unlist(object, 1);
	finish_change(changes_of(object));
	return 0;
}

/* An object that take_seeded() gave is gone. */
static __always_inline void seeded_ended(struct rm_object *object)
{
	object_ended(object);
	finish_change(changes_of(object));
}

/* rdma_restrack_del(res), at entry: the object is gone, or will be if the driver agrees. */
static __noinline int object_removed(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known, object = {};
	struct entry entry;

	read_entry(res, &entry);
	if (!entry.valid || entry.type == RM_TYPE_COUNTER || !(entry.tracked || is_held_unlisted(&entry)))
		return 0;
	if (entry.type == RM_TYPE_QP)
		forget_end(address);
	known = bpf_map_lookup_elem(&objects, &address);
	if (known) {
		if (is_to_be_confirmed(known))
			return object_dies(known, address);
		object = *known;
		if (end_object(address, &object))
			tell_call(&object, address);
		return 0;
	}
	if (!entry.tracked)
		return 0;
	if (!take_seeded(res, &entry, &object)) {
		if (!config.two_copies)
			NOTE(unknown_removed);
		return 0;
	}
	if (is_to_be_confirmed(&object))
		return seeded_dies(&object, address);
	tell_call(&object, address);
	seeded_ended(&object);
	return 0;
}

/* The driver has destroyed an object that was being destroyed. */
static __noinline int object_confirmed(__u64 address)
{
	struct rm_object *known = bpf_map_lookup_elem(&objects, &address), object;

	if (!known || known->type != RM_TYPE_MR || !(known->flags & RM_OBJECT_DYING))
		return 0;
	object = *known;
	end_object(address, &object);
	return 0;
}

/*
 * rdma_restrack_begin_del(res), at entry: the object leaves the kernel's count, and stays in the
 * table until the driver has agreed. A task that destroys an object does it alone.
 */
static __noinline int object_leaves(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known, object = {};
	struct entry entry;

	read_entry(res, &entry);
	if (!is_counted(&entry))
		return 0;
	known = bpf_map_lookup_elem(&objects, &address);
	if (known)
		return object_dies(known, address);
	if (!take_seeded(res, &entry, &object)) {
		NOTE(unknown_removed);
		return 0;
	}
	return seeded_dies(&object, address);
}

/* rdma_restrack_abort_del(res): the driver refused, the object lives on. */
static __noinline int object_returned(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known = bpf_map_lookup_elem(&objects, &address);

	if (!known || !(known->flags & RM_OBJECT_DYING))
		return 0;
	known->flags &= ~RM_OBJECT_DYING;
	count_removed(known, -1);
	unlist(known, -1);
	return 0;
}

/* rdma_restrack_commit_del(res): the object is gone; counts it if _begin_del was missed. */
static __noinline int object_gone(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known = bpf_map_lookup_elem(&objects, &address), object = {};
	struct entry entry;

	if (known) {
		object = *known;
		if (object.type == RM_TYPE_QP)
			forget_end(address);
		end_object(address, &object);
		return 0;
	}
	read_entry(res, &entry);
	if (entry.type == RM_TYPE_QP)
		forget_end(address);
	if (entry.tracked && take_seeded(res, &entry, &object))
		seeded_ended(&object);
	return 0;
}

/* The address of the restrack entry of the memory region that a uobject stands for; 0 if it has none. */
static __always_inline __u64 region_of(struct ib_uobject *uobject)
{
	__u64 region = (__u64)BPF_CORE_READ(uobject, object);

	return region ? region + bpf_core_field_offset(struct ib_mr, res) : 0;
}

#endif
