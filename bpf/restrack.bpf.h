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

#define DEVICE_FIELD(type, address) ((address) - bpf_core_field_offset(struct type, res) + bpf_core_field_offset(struct type, device))

/*
 * Where an object has the address of its device; 0 if that is not known. This and object_size() are not static, for the verifier
 * takes a number that was compared for as many numbers as it was compared with, and would walk through all that follows for each
 * type.
 */
__noinline __u64 device_field(__u64 address, __u32 type)
{
	switch (type) {
	case RM_TYPE_PD:
		return DEVICE_FIELD(ib_pd, address);
	case RM_TYPE_CQ:
		return DEVICE_FIELD(ib_cq, address);
	case RM_TYPE_QP:
		return DEVICE_FIELD(ib_qp, address);
	case RM_TYPE_MR:
		return DEVICE_FIELD(ib_mr, address);
	case RM_TYPE_CTX:
		return DEVICE_FIELD(ib_ucontext, address);
	case RM_TYPE_SRQ:
		if (bpf_core_field_exists(struct ib_srq, res))
			return DEVICE_FIELD(ib_srq, address);
		break;
	case RM_TYPE_CM_ID:
		if (offsets.cm_entry != RM_OFFSET_UNKNOWN && offsets.cm_device != RM_OFFSET_UNKNOWN)
			return address - offsets.cm_entry + offsets.cm_device;
		break;
	}
	return 0;
}

static __always_inline __u32 object_device(struct rdma_restrack_entry *res, __u32 type)
{
	__u64 field = device_field((__u64)res, type);
	struct ib_device *device = NULL;

	if (field)
		bpf_probe_read_kernel(&device, sizeof(device), (void *)field);
	return device_index(device);
}

/*
 * How large an object is: bytes of a memory region, entries of a completion queue; 0 for other types, or if the kernel does not
 * tell. What it returns for a memory region is `length`.
 */
__noinline __u64 object_size(__u64 address, __u32 type, __u64 length)
{
	struct rdma_restrack_entry *res = (void *)address;

	if (type == RM_TYPE_MR)
		return length;
	if (type == RM_TYPE_CQ)
		return (__u32)BPF_CORE_READ(OWNER(ib_cq, res, res), cqe);
	return 0;
}

/* What is read of a new object beside its entry. All but the device is a memory region's, and of others anything. */
struct object_fields {
	__u64 device;
	__u64 pd;
	__u64 length;
	__u32 rkey;
};

#define FIELDS_COPY 40
#define IS_COPIED(field)                                                                            \
	(bpf_core_field_exists(struct ib_mr, field) &&                                              \
	 bpf_core_field_offset(struct ib_mr, field) + bpf_core_field_size(struct ib_mr, field) <= FIELDS_COPY)
/* With its device a memory region begins; all that is read of one is not far behind on any kernel so far. */
#define IS_REGION_COPIED \
	(!bpf_core_field_offset(struct ib_mr, device) && IS_COPIED(pd) && IS_COPIED(rkey) && IS_COPIED(length))

/* Reads all at once, since each read costs more than to copy so little. */
static __always_inline void read_fields(__u64 address, __u32 type, struct object_fields *fields)
{
	__u64 copy[FIELDS_COPY / sizeof(__u64)] = {}, from = device_field(address, type);
	struct ib_mr *region = (void *)copy;
	__u64 is_other = type ^ RM_TYPE_MR, bytes = sizeof(copy[0]);

	/* 1 or 0 without a branch, see above; the compiler must not make one of it. */
	asm volatile("%0 = -%0; %0 >>= 63" : "+r"(is_other));
	if (IS_REGION_COPIED)
		bytes = sizeof(copy) - is_other * (sizeof(copy) - sizeof(copy[0]));
	if (from)
		bpf_probe_read_kernel(copy, bytes, (void *)from);
	fields->device = copy[0];
	if (IS_REGION_COPIED) {
		fields->pd = (__u64)region->pd;
		fields->length = region->length;
		fields->rkey = region->rkey;
		return;
	}
	region = OWNER(ib_mr, res, address);
	fields->pd = (__u64)BPF_CORE_READ(region, pd);
	fields->length = bpf_core_field_exists(struct ib_mr, length) ? BPF_CORE_READ(region, length) : 0;
	fields->rkey = BPF_CORE_READ(region, rkey);
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
