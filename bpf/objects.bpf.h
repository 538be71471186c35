/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Live objects. Each is counted once, for the cgroup and device that it was created in, no matter who destroys it and how many
 * copies of a probe see it.
 */
#ifndef RDMA_MONITOR_OBJECTS_BPF_H
#define RDMA_MONITOR_OBJECTS_BPF_H

#include "calls.bpf.h"
#include "charges.bpf.h"
#include "ends.bpf.h"
#include "known.bpf.h"
#include "restrack.bpf.h"

/* Counts in its cgroup's row the bytes or entries of an object that is made (sign 1) or gone (-1). */
static __always_inline void count_size(struct rm_row *row, const struct rm_object *object, __s64 sign)
{
#define ADD_SIZE(of, holding, field, bits)                                     \
	case of:                                                               \
		__sync_fetch_and_add(&row->field, sign * (__s64)object->size); \
		break;
	switch (object->type) {
		EACH_SIZE(ADD_SIZE)
	}
}

static __always_inline void count_added(const struct rm_object *object)
{
	struct rm_row *row = row_at(object->row, shard());

	if (!row || object->type >= RM_TYPES)
		return;
	__sync_fetch_and_add(&row->added[object->type], 1);
	count_size(row, object, 1);
}

/* Counts in its cgroup's row that an object is gone (sign 1), or is there again (-1). */
static __always_inline void count_removed(const struct rm_object *object, __s64 sign)
{
	struct rm_row *row = row_at(object->row, shard());

	if (!row || object->type >= RM_TYPES)
		return;
	__sync_fetch_and_add(&row->removed[object->type], sign);
	count_size(row, object, -sign);
}

/* The object is not, or no longer, in the kernel's list but still counts for quotas (sign 1); or it no longer does (-1). */
static __always_inline void unlist(const struct rm_object *object, int sign)
{
	if (!config.enforcement || object->type >= RM_TYPES)
		return;
	charge_unlisted_all(object->shares, object->type, sign);
	if (object->sized)
		charge_unlisted_all(object->shares, size_holding(object->type), sign * size_held(object->type, object->size));
}

/* The object is gone: its quotas have room for another. */
static __always_inline void release(const struct rm_object *object)
{
	if (!config.enforcement || object->type >= RM_TYPES)
		return;
	charge_all(object->shares, object->type, -1);
	if (object->sized)
		charge_all(object->shares, size_holding(object->type), -size_held(object->type, object->size));
}

/* The quota that counts changes of what an object counts for; NULL if nothing is enforced. */
static __always_inline struct rm_quota *changes_of(const struct rm_object *object)
{
	return config.enforcement ? innermost(object->shares) : NULL;
}

/* Uncounts an object that is gone, and that was taken out of its table. */
static __noinline int uncount_object(struct rm_object *object)
{
	if (!object)
		return 0;
	if (object->flags & (RM_OBJECT_DYING | RM_OBJECT_UNLISTED))
		unlist(object, -1);
	else
		count_removed(object, 1);
	release(object);
	return 0;
}

/* Removes an object that was found at this address; false if another program has removed it meanwhile, or does so now. See
 * take_object(). */
static __always_inline bool remove_object(__u64 address, struct rm_object *object, bool insists)
{
	struct rm_quota *changes = changes_of(object);
	bool is_ours;

	begin_change(changes);
	is_ours = take_object(address, object->created_ns, insists);
	if (is_ours)
		uncount_object(object);
	finish_change(changes);
	return is_ours;
}

/*
 * Whether an object is missing from the kernel's list but held by quotas. Drivers take some queue pairs out of the list
 * (no_track: DCT and raw ones with RSS of mlx5 on newer kernels, XRC on 5.10). They are not counted, since the kernel does not
 * count them either, but limits apply to them too.
 */
static __always_inline bool is_held_unlisted(const struct entry *entry)
{
	return config.enforcement && entry->user && entry->type == RM_TYPE_QP;
}

/* Whether the other copy of this program has just counted the object. */
static __always_inline bool seen_by_other_copy(__u64 address, __u64 now, __u32 copy)
{
	struct rm_object *known = find_object(address);

	if (!known || known->copies & copy || now - known->created_ns >= SECOND)
		return false;
	known->copies |= copy;
	return true;
}

/* If an object's destruction was missed, it is still in the table, although its address now belongs to another object: removes
 * it. */
static __noinline int forget_replaced(__u64 address)
{
	struct rm_object *known = find_object(address), object;

	if (!known)
		return 0;
	object = *known;
	if (!remove_object(address, &object, true))
		return 0;
	if (object.type == RM_TYPE_QP)
		forget_end(address);
	if (!(object.flags & RM_OBJECT_DYING))
		NOTE(replaced);
	return 0;
}

/* Whether the current task makes the object for itself. For accepted connections a kernel thread makes them. */
static __always_inline bool is_made_here(const struct entry *entry)
{
	struct task_struct *task = (void *)bpf_get_current_task();

	if (!entry->user)
		return false;
	return !entry->task || entry->task == (__u64)task || !(own_flags() & PF_KTHREAD);
}

/*
 * Tells the call that makes a new object, if there is one, what it has made; if the address is 0, it does not. Gives the row, in the
 * upper half, and the device of the object: both are known, as a rule, from that call. Not static, for the verifier walks through
 * its branches once for each program then, and not again for each branch behind it.
 */
__noinline __u64 place_object(__u32 verb, __u64 cgroup, __u64 device_at, __u64 address, __u64 size)
{
	struct call *call = verb < RM_VERBS ? call_in_flight(verb) : NULL;
	__u32 device;

	if (call && device_at && call->device_at == device_at)
		device = call->device;
	else
		device = device_index((struct ib_device *)device_at);
	if (call && address) {
		call->created = address;
		if (size)
			call->detail.size = size;
		if (call->device != device)
			move_call(verb, call, device);
	}
	return (__u64)row_of_call(call, cgroup, device) << 32 | device;
}

/* Notes in the call that makes it, if there is one, what is told of a new memory region. Likewise. */
__noinline int tell_region(__u64 pd_at, __u32 rkey)
{
	struct call *call = call_in_flight(RM_MR_REG);
	struct ib_pd *pd = (void *)pd_at;

	if (!call)
		return 0;
	call->detail.rkey = rkey;
	call->detail.pdn = BPF_CORE_READ(pd, res.id);
	call->flags |= RM_EVENT_RKEY | RM_EVENT_PD;
	return 0;
}

/* rdma_restrack_add(res), at entry: res->id is not set yet, everything else is. */
static __noinline int restrack_add(struct rdma_restrack_entry *res, __u32 copy)
{
	__u64 address = (__u64)res;
	struct rm_object object = {};
	struct rm_promise *known = NULL;
	struct object_fields fields;
	struct entry entry;
	bool promised = false, is_known;
	struct rm_quota *changes;
	__u64 now, place;
	__u32 type, verb, size = 0;

	read_entry(res, &entry);
	type = entry.type;
	if (type >= RM_TYPES || type == RM_TYPE_COUNTER || !(entry.tracked || is_held_unlisted(&entry)))
		return 0;
	now = bpf_ktime_get_ns();
	if (config.two_copies && seen_by_other_copy(address, now, copy))
		return 0;

	object.type = type;
	object.copies = copy;
	object.created_ns = now;
	read_fields(address, type, &fields);
	object.size = object_size(address, type, fields.length);
	set_owner(&object, &entry);
	verb = creating_verb(type);
	/* Without a branch: an object that is not tracked has no number that could be told. */
	place = place_object(verb, object.cgroup, fields.device, address & -(__u64)entry.tracked, object.size);
	object.device = (__u32)place;
	object.row = place >> 32;
	if (!entry.tracked)
		object.flags |= RM_OBJECT_UNLISTED;
	if (config.enforcement && is_made_here(&entry)) {
		known = promise_of(own_thread());
		promised = find_promise(&object, known, &size);
	}
	object.sized = config.enforcement && is_sized(type);
	changes = changes_of(&object);
	begin_change(changes);
	is_known = put_object(address, &object);
	if (!is_known) {
		forget_replaced(address);
		/* It may fail though there is room, if one who takes out the former object is stopped just then; see take_object(). */
		is_known = put_object(address, &object);
	}
	/*
	 * The object is charged even if the table is full; since its destruction cannot be seen then, it stays charged. With
	 * two copies attached, neither knows that the other has charged it, so only the kprobe copy charges.
	 */
	if (config.enforcement && (is_known || !config.two_copies || copy == RM_COPY_KPROBE))
		charge_object(&object, type, known, promised, size, !entry.user, verb);
	finish_change(changes);
	if (!is_known) {
		NOTE(objects_full);
		return 0;
	}
	if (!entry.tracked) {
		unlist(&object, 1);
		return 0;
	}
	count_added(&object);
	if (type == RM_TYPE_MR)
		tell_region(fields.pd, fields.rkey);
	return 0;
}

#endif
