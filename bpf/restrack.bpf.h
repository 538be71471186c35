/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the kernel's list of objects (restrack) tells of an object: its type, its device and its owner. */
#ifndef RDMA_MONITOR_RESTRACK_BPF_H
#define RDMA_MONITOR_RESTRACK_BPF_H


#include "base.bpf.h"
#include "tasks.bpf.h"

static __always_inline __u32 device_index(struct ib_device *device)
{
	return device ? BPF_CORE_READ(device, index) : RM_DEVICE_UNKNOWN;
}

/* The pointer at an offset of struct rm_offsets; NULL if that is not known. */
static __always_inline void *read_pointer(void *structure, __u32 offset)
{
	void *pointer = NULL;

	if (offset != RM_OFFSET_UNKNOWN)
		bpf_probe_read_kernel(&pointer, sizeof(pointer), (char *)structure + offset);
	return pointer;
}

#define PF_KTHREAD 0x00200000 /* include/linux/sched.h */

#define OWNER(type, member, res) \
	((struct type *)((char *)(res) - bpf_core_field_offset(struct type, member)))

/*
 * The address of an object's device; 0 if that is not known. This and object_size() are not static, for the verifier takes a number
 * that was compared for as many numbers as it was compared with, and would walk through all that follows for each type.
 */
__noinline __u64 device_of(__u64 address, __u32 type)
{
	struct rdma_restrack_entry *res = (void *)address;
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
		if (offsets.cm_entry != RM_OFFSET_UNKNOWN)
			device = read_pointer((char *)res - offsets.cm_entry, offsets.cm_device);
		break;
	}
	return (__u64)device;
}

static __always_inline __u32 object_device(struct rdma_restrack_entry *res, __u32 type)
{
	return device_index((void *)device_of((__u64)res, type));
}

/* How large an object is: bytes of a memory region, entries of a completion queue; 0 for other types, or if the kernel does not
 * tell. */
__noinline __u64 object_size(__u64 address, __u32 type)
{
	struct rdma_restrack_entry *res = (void *)address;

	if (type == RM_TYPE_MR && bpf_core_field_exists(struct ib_mr, length))
		return BPF_CORE_READ(OWNER(ib_mr, res, res), length);
	if (type == RM_TYPE_CQ)
		return (__u32)BPF_CORE_READ(OWNER(ib_cq, res, res), cqe);
	return 0;
}

/* The fields that are read of a struct rdma_restrack_entry. */
struct entry {
	__u64 task;
	__u64 kern_name;
	__u32 type;
	__u32 id;
	bool valid;
	bool tracked;
	bool user;
};

/* The structure has 80 bytes on stock kernels, and more on those that debug locks. */
#define ENTRY_COPY 128

/* Reads from a copy in this program's own memory, which needs no helper. */
static __always_inline void read_copy(struct rdma_restrack_entry *copy, struct entry *entry)
{
	entry->task = (__u64)copy->task;
	entry->kern_name = (__u64)copy->kern_name;
	entry->type = copy->type;
	entry->id = copy->id;
	entry->valid = copy->valid;
	entry->tracked =
		!bpf_core_field_exists(copy->no_track) || !BPF_CORE_READ_BITFIELD(copy, no_track);
	entry->user = bpf_core_field_exists(copy->user) ? copy->user : entry->task != 0;
}

static __always_inline void read_entry(struct rdma_restrack_entry *res, struct entry *entry)
{
	if (bpf_core_type_size(struct rdma_restrack_entry) <= ENTRY_COPY) {
		__u64 copy[ENTRY_COPY / sizeof(__u64)];

		bpf_probe_read_kernel(copy, bpf_core_type_size(struct rdma_restrack_entry), res);
		read_copy((void *)copy, entry);
		return;
	}
	entry->task = (__u64)BPF_CORE_READ(res, task);
	entry->kern_name = (__u64)BPF_CORE_READ(res, kern_name);
	entry->type = BPF_CORE_READ(res, type);
	entry->id = BPF_CORE_READ(res, id);
	entry->valid = BPF_CORE_READ(res, valid);
	entry->tracked = !bpf_core_field_exists(res->no_track) ||
			 !BPF_CORE_READ_BITFIELD_PROBED(res, no_track);
	entry->user = bpf_core_field_exists(res->user) ? BPF_CORE_READ(res, user) : entry->task != 0;
}

/* Fills in the owner of a new object: the task of its entry, which need not be the current one. */
static __always_inline void set_owner(struct rm_object *object, const struct entry *entry)
{
	struct task_struct *task = (void *)entry->task;

	if (!entry->user) {
		object->flags = RM_OBJECT_KERNEL;
		object->cgroup = RM_CGROUP_KERNEL;
		bpf_probe_read_kernel_str(object->comm, sizeof(object->comm),
					  (void *)entry->kern_name);
		return;
	}
	if (!task || entry->task == bpf_get_current_task()) {
		object->cgroup = bpf_get_current_cgroup_id();
		object->pid = bpf_get_current_pid_tgid() >> 32;
		read_own_comm(object->comm);
		return;
	}
	object->cgroup = BPF_CORE_READ(task, cgroups, dfl_cgrp, kn, id);
	object->pid = BPF_CORE_READ(task, tgid);
	bpf_probe_read_kernel_str(object->comm, sizeof(object->comm), task->comm);
}

#endif
