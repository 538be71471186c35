/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Live objects, each counted once for the cgroup and device that it was created in, whoever
 * destroys it and however many copies of a probe see it.
 */
#ifndef RDMA_MONITOR_OBJECTS_BPF_H
#define RDMA_MONITOR_OBJECTS_BPF_H

#include "calls.bpf.h"
#include "kernel_types.h"

#define SECOND 1000000000ull

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 16);
	__type(key, __u64);
	__type(value, struct rm_object);
} objects SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 16);
	__type(key, struct rm_seed);
	__type(value, struct rm_object);
} seeded SEC(".maps");

/* Objects between rdma_restrack_begin_del() and _commit_del() or _abort_del(). */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, __u64);
	__type(value, struct rm_object);
} dying SEC(".maps");

static __always_inline __u32 device_index(struct ib_device *device)
{
	return device ? BPF_CORE_READ(device, index) : RM_DEVICE_UNKNOWN;
}

#define OWNER(type, member, res) \
	((struct type *)((char *)(res) - bpf_core_field_offset(struct type, member)))

static __always_inline __u32 object_device(struct rdma_restrack_entry *res, __u32 type)
{
	struct ib_device *device = NULL;

	switch (type) {
	case RM_TYPE_PD:
		device = BPF_CORE_READ(OWNER(ib_pd, res, res), device);
		break;
	case RM_TYPE_CQ:
		device = BPF_CORE_READ(OWNER(ib_cq, res, res), device);
		break;
	case RM_TYPE_QP:
		device = BPF_CORE_READ(OWNER(ib_qp, res, res), device);
		break;
	case RM_TYPE_MR:
		device = BPF_CORE_READ(OWNER(ib_mr, res, res), device);
		break;
	case RM_TYPE_CTX:
		device = BPF_CORE_READ(OWNER(ib_ucontext, res, res), device);
		break;
	case RM_TYPE_SRQ:
		if (bpf_core_field_exists(struct ib_srq, res))
			device = BPF_CORE_READ(OWNER(ib_srq, res, res), device);
		break;
	case RM_TYPE_CM_ID:
		/* A private structure: known only where modules carry BTF (from 5.11). */
		if (bpf_core_type_exists(struct rdma_id_private))
			device = BPF_CORE_READ(OWNER(rdma_id_private, res, res), id.device);
		break;
	}
	return device_index(device);
}

static __always_inline bool is_user_object(struct rdma_restrack_entry *res)
{
	if (bpf_core_field_exists(res->user))
		return BPF_CORE_READ(res, user);
	return BPF_CORE_READ(res, task) != NULL;
}

static __always_inline bool is_tracked(struct rdma_restrack_entry *res)
{
	if (!bpf_core_field_exists(res->no_track))
		return true;
	return !BPF_CORE_READ_BITFIELD_PROBED(res, no_track);
}

/* Fills in who owns a new object: the task in res->task, which need not be the current one. */
static __always_inline void set_owner(struct rm_object *object, struct rdma_restrack_entry *res)
{
	struct task_struct *task, *current = (void *)bpf_get_current_task();

	if (!is_user_object(res)) {
		object->flags = RM_OBJECT_KERNEL;
		object->cgroup = RM_CGROUP_KERNEL;
		bpf_probe_read_kernel_str(object->comm, sizeof(object->comm),
					  BPF_CORE_READ(res, kern_name));
		return;
	}
	task = BPF_CORE_READ(res, task);
	if (!task || task == current) {
		object->cgroup = bpf_get_current_cgroup_id();
		object->pid = bpf_get_current_pid_tgid() >> 32;
		bpf_get_current_comm(object->comm, sizeof(object->comm));
		return;
	}
	object->cgroup = BPF_CORE_READ(task, cgroups, dfl_cgrp, kn, id);
	object->pid = BPF_CORE_READ(task, tgid);
	bpf_probe_read_kernel_str(object->comm, sizeof(object->comm), task->comm);
}

static __always_inline void count_added(const struct rm_object *object)
{
	struct rm_row *row = row_at(object->row, shard());

	if (!row || object->type >= RM_TYPES)
		return;
	__sync_fetch_and_add(&row->added[object->type], 1);
	if (object->type == RM_TYPE_MR)
		__sync_fetch_and_add(&row->mr_bytes, object->mr_length);
}

static __always_inline void count_removed(const struct rm_object *object, __s64 sign)
{
	struct rm_row *row = row_at(object->row, shard());

	if (!row || object->type >= RM_TYPES)
		return;
	__sync_fetch_and_add(&row->removed[object->type], sign);
	if (object->type == RM_TYPE_MR)
		__sync_fetch_and_add(&row->mr_bytes, -sign * (__s64)object->mr_length);
}

static __always_inline int creating_verb(__u32 type)
{
	switch (type) {
	case RM_TYPE_QP:
		return RM_QP_CREATE;
	case RM_TYPE_PD:
		return RM_PD_ALLOC;
	case RM_TYPE_CQ:
		return RM_CQ_CREATE;
	case RM_TYPE_MR:
		return RM_MR_REG;
	}
	return -1;
}

/* rdma_restrack_add(res), at entry: res->id is not set yet, all else is. */
static __noinline int object_added(struct rdma_restrack_entry *res, __u32 copy)
{
	__u64 address = (__u64)res;
	__u32 type = BPF_CORE_READ(res, type);
	struct rm_object object = {}, *known;
	struct call *call;
	__u64 now;
	int verb;

	if (type >= RM_TYPES || type == RM_TYPE_COUNTER || !is_tracked(res))
		return 0;
	now = bpf_ktime_get_ns();
	known = bpf_map_lookup_elem(&objects, &address);
	if (known) {
		if (!(known->copies & copy) && now - known->created_ns < SECOND) {
			known->copies |= copy;
			return 0;
		}
		NOTE(replaced);
		count_removed(known, 1);
		bpf_map_delete_elem(&objects, &address);
	}

	object.type = type;
	object.copies = copy;
	object.created_ns = now;
	object.device = object_device(res, type);
	if (type == RM_TYPE_MR && bpf_core_field_exists(struct ib_mr, length))
		object.mr_length = BPF_CORE_READ(OWNER(ib_mr, res, res), length);
	set_owner(&object, res);
	object.row = find_row(object.cgroup, object.device);
	if (bpf_map_update_elem(&objects, &address, &object, BPF_NOEXIST)) {
		NOTE(objects_full);
		return 0;
	}
	count_added(&object);

	verb = creating_verb(type);
	if (verb < 0)
		return 0;
	call = call_in_flight(verb);
	if (call) {
		call->object = address;
		call->mr_length = object.mr_length;
		if (call->device != object.device)
			move_call(verb, call, object.device);
	}
	return 0;
}

static __always_inline void seed_key(struct rm_seed *key, struct rdma_restrack_entry *res)
{
	key->type = BPF_CORE_READ(res, type);
	key->device = object_device(res, key->type);
	key->id = BPF_CORE_READ(res, id);
}

/* Takes a live object out of the tables. False where nobody had counted it. */
static __always_inline bool take(struct rdma_restrack_entry *res, struct rm_object *object)
{
	__u64 address = (__u64)res;
	struct rm_object *known = bpf_map_lookup_elem(&objects, &address);
	struct rm_seed key = {};

	if (known) {
		*object = *known;
		return bpf_map_delete_elem(&objects, &address) == 0;
	}
	seed_key(&key, res);
	known = bpf_map_lookup_elem(&seeded, &key);
	if (!known)
		return false;
	*object = *known;
	return bpf_map_delete_elem(&seeded, &key) == 0;
}

/* rdma_restrack_del(res) and _begin_del(res), at entry: the object leaves the kernel's count. */
static __noinline int object_removed(struct rdma_restrack_entry *res, __u32 may_return)
{
	__u64 address = (__u64)res;
	struct rm_object object = {};
	struct call *call;

	if (!BPF_CORE_READ(res, valid) || !is_tracked(res) ||
	    BPF_CORE_READ(res, type) == RM_TYPE_COUNTER)
		return 0;
	if (!take(res, &object)) {
		if (!config.two_copies)
			NOTE(unknown_removed);
		return 0;
	}
	count_removed(&object, 1);
	if (object.type == RM_TYPE_MR) {
		call = call_in_flight(RM_MR_DEREG);
		if (call)
			call->mr_length = object.mr_length;
	}
	if (may_return) {
		object.id = BPF_CORE_READ(res, id);
		object.flags |= RM_OBJECT_ID;
		bpf_map_update_elem(&dying, &address, &object, BPF_ANY);
	}
	return 0;
}

/* rdma_restrack_abort_del(res): the driver refused, the object lives on. */
static __noinline int object_returned(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *waiting = bpf_map_lookup_elem(&dying, &address);
	struct rm_object object;

	if (!waiting)
		return 0;
	object = *waiting;
	if (bpf_map_delete_elem(&dying, &address) == 0 &&
	    bpf_map_update_elem(&objects, &address, &object, BPF_NOEXIST) == 0)
		count_removed(&object, -1);
	return 0;
}

/* rdma_restrack_commit_del(res): the object is gone; counts it if _begin_del was missed. */
static __noinline int object_gone(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object object = {};

	bpf_map_delete_elem(&dying, &address);
	if (is_tracked(res) && take(res, &object))
		count_removed(&object, 1);
	return 0;
}

#endif
