/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The removal of objects: at once, or when the driver has agreed, as it may refuse to destroy one. What of an object is where,
 * after each function of the kernel (for an object that is not known nothing is done):
 *
 *   function                    here                      known           kernel's count   quotas
 *   rdma_restrack_add           restrack_add()            yes             counted          charged
 *   rdma_restrack_del           restrack_del()            no              not counted      given back
 *     a region, limits enforced   begin_removal()         yes (DYING)     not counted      charged as not listed
 *   rdma_restrack_begin_del     restrack_begin_del()      yes (DYING)     not counted      charged as not listed
 *   rdma_restrack_abort_del     restrack_abort_del()      yes             counted          charged
 *   rdma_restrack_commit_del    restrack_commit_del()     no              not counted      given back
 *   ib_rdmacg_uncharge          confirm_removal()         no              not counted      given back
 *
 * They are known by their address (known.bpf.h). What was found when the monitor started is in the table "seeded" (functions
 * *_seeded), by type and id, until its removal begins. Before the three of begin, abort and commit came (fixes of 2026), kernels called
 * rdma_restrack_del() for all; since then for the other types only.
 */
#ifndef RDMA_MONITOR_REMOVALS_BPF_H
#define RDMA_MONITOR_REMOVALS_BPF_H

#include "objects.bpf.h"

/*
 * Takes an object that existed before the monitor, and that the user side entered, out of its table; false if it is not there.
 * If it was, a change of what it counts for has begun, which the caller must finish.
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

static __always_inline bool has_counted_type(const struct entry *entry)
{
	return entry->valid && entry->type < RM_TYPES && entry->type != RM_TYPE_COUNTER;
}

static __always_inline bool is_counted(const struct entry *entry)
{
	return has_counted_type(entry) && entry->tracked;
}

/* Whether this is a process's region, which exists until the driver has agreed to destroy it; see driver_agreed(). */
static __always_inline bool is_to_be_confirmed(const struct rm_object *object)
{
	return config.confirms && config.enforcement && object->type == RM_TYPE_MR && !(object->flags & RM_OBJECT_KERNEL);
}

/*
 * How many regions leave and are not confirmed; or more, as some may have been forgotten (forget_replaced()): then others are
 * looked for in vain.
 */
volatile __u32 unconfirmed SEC(".bss");

static __always_inline void count_unconfirmed(const struct rm_object *object)
{
	if (is_to_be_confirmed(object))
		__sync_fetch_and_add(&unconfirmed, 1);
}

/* An object leaves the kernel's list, and stays in the table until the driver has agreed. */
static __noinline int begin_removal(struct rm_object *known, __u64 address)
{
	if (!known || known->flags & RM_OBJECT_DYING)
		return 0;
	known->flags |= RM_OBJECT_DYING;
	count_unconfirmed(known);
	count_removed(known, 1);
	unlist(known, 1);
	tell_call(known, address);
	return 0;
}

/* begin_removal() of an object that existed before the monitor and that take_seeded() gave: from now on it is known by its address. */
static __noinline int begin_seeded_removal(struct rm_object *object, __u64 address)
{
	if (!object)
		return 0;
	count_removed(object, 1);
	tell_call(object, address);
	object->flags |= RM_OBJECT_DYING;
	count_unconfirmed(object);
	if (put_object(address, object))
		unlist(object, 1);
	else
		release(object);
	finish_change(changes_of(object));
	return 0;
}

/* An object that take_seeded() gave is gone. */
static __always_inline void uncount_seeded(struct rm_object *object)
{
	uncount_object(object);
	finish_change(changes_of(object));
}

/* rdma_restrack_del(res), at entry: the object is gone, or will be if the driver agrees. */
static __noinline int restrack_del(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known, object = {};
	struct entry entry;

	read_entry(res, &entry);
	if (!has_counted_type(&entry) || !(entry.tracked || is_held_unlisted(&entry)))
		return 0;
	if (entry.type == RM_TYPE_QP)
		forget_end(address);
	known = find_object(address);
	if (known) {
		if (is_to_be_confirmed(known))
			return begin_removal(known, address);
		object = *known;
		if (remove_object(address, &object, true))
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
		return begin_seeded_removal(&object, address);
	tell_call(&object, address);
	uncount_seeded(&object);
	return 0;
}

/* The driver has destroyed an object whose removal had begun. */
static __noinline int confirm_removal(__u64 address)
{
	struct rm_object *known = find_object(address), object;
	__u64 created_ns;

	if (!known)
		return 0;
	/* Another object may have its address by now, and be put there at this moment. So this is read first, and says which is meant. */
	created_ns = *(volatile __u64 *)&known->created_ns;
	if (known->type != RM_TYPE_MR || !(*(volatile __u8 *)&known->flags & RM_OBJECT_DYING))
		return 0;
	object = *known;
	object.created_ns = created_ns;
	if (remove_object(address, &object, false))
		__sync_fetch_and_add(&unconfirmed, -1);
	return 0;
}

/*
 * rdma_restrack_begin_del(res), at entry: the object leaves the kernel's count, and stays in the table until the driver has
 * agreed. No two tasks destroy the same object.
 */
static __noinline int restrack_begin_del(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known, object = {};
	struct entry entry;

	read_entry(res, &entry);
	if (!is_counted(&entry))
		return 0;
	known = find_object(address);
	if (known)
		return begin_removal(known, address);
	if (!take_seeded(res, &entry, &object)) {
		NOTE(unknown_removed);
		return 0;
	}
	return begin_seeded_removal(&object, address);
}

/* rdma_restrack_abort_del(res): the driver refused, and the object lives on. */
static __noinline int restrack_abort_del(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known = find_object(address);

	if (!known || !(known->flags & RM_OBJECT_DYING))
		return 0;
	known->flags &= ~RM_OBJECT_DYING;
	count_removed(known, -1);
	unlist(known, -1);
	return 0;
}

/* rdma_restrack_commit_del(res): the object is gone; counts it if _begin_del was missed. */
static __noinline int restrack_commit_del(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *known = find_object(address), object = {};
	struct entry entry;

	if (known) {
		object = *known;
		if (object.type == RM_TYPE_QP)
			forget_end(address);
		remove_object(address, &object, true);
		return 0;
	}
	read_entry(res, &entry);
	if (entry.type == RM_TYPE_QP)
		forget_end(address);
	if (entry.tracked && take_seeded(res, &entry, &object))
		uncount_seeded(&object);
	return 0;
}

#endif
