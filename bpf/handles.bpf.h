/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Address handles, by which datagrams are sent: which task made each of them, and where it leads. The kernel has no list of
 * them. They are in memory that the user side maps, so that reading them makes the kernel skip no probe, as it may while a map
 * is read by bpf(2).
 */
#ifndef RDMA_MONITOR_HANDLES_BPF_H
#define RDMA_MONITOR_HANDLES_BPF_H

#include "address.bpf.h"
#include "calls.bpf.h"
#include "elements.bpf.h"
#include "restrack.bpf.h"

ELEMENTS(handles, RM_HANDLES, struct rm_handle);
CLAIMS(handle_claims, RM_HANDLES);
HOLDERS(handle_holders);

/* By handle_task(): what a task asks for in a call that has not returned. LRU, because returns can be missed. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 10);
	__type(key, __u64);
	__type(value, struct rm_handle);
} asked_handles SEC(".maps");

/* By handle_task(): the address of the handle that a task destroys in a call that has not returned; LRU for the same reason. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 10);
	__type(key, __u64);
	__type(value, struct rm_handle);
} leaving_handles SEC(".maps");

/*
 * Distinguishes calls under way: a kernel consumer may call in an interrupt during a process's call, and the task of an idle
 * processor has a thread id that others have too.
 */
static __always_inline __u64 handle_task(bool kernel)
{
	return bpf_get_current_task() | kernel;
}

/* The structure has 56 bytes. */
#define AH_ATTR_COPY 64

static __noinline int handle_asked(struct ib_pd *pd, struct rdma_ah_attr *asked, bool kernel)
{
	__u64 task = handle_task(kernel), copy[AH_ATTR_COPY / sizeof(__u64)];
	struct rm_handle handle = {};

	if (!config.trust_structs || bpf_core_type_size(struct rdma_ah_attr) > AH_ATTR_COPY ||
	    bpf_probe_read_kernel(copy, bpf_core_type_size(struct rdma_ah_attr), asked))
		return 0;
	read_address(&handle.address, (void *)copy);
	handle.device = device_index(BPF_CORE_READ(pd, device));
	handle.pdn = BPF_CORE_READ(pd, res.id);
	if (kernel) {
		handle.cgroup = RM_CGROUP_KERNEL;
		bpf_probe_read_kernel_str(handle.comm, sizeof(handle.comm), BPF_CORE_READ(pd, res.kern_name));
	} else {
		handle.cgroup = bpf_get_current_cgroup_id();
		handle.pid = bpf_get_current_pid_tgid() >> 32;
		bpf_get_current_comm(handle.comm, sizeof(handle.comm));
	}
	if (bpf_map_lookup_elem(&asked_handles, &task))
		NOTE(unkept); /* the return of the task's last call was missed */
	bpf_map_update_elem(&asked_handles, &task, &handle, BPF_ANY);
	return 0;
}

/* Keeps a handle. If there is one at this address already, its destruction was missed, and it is replaced. */
static __noinline int keep_handle(__u64 address, struct rm_handle *made)
{
	__u32 element = find_element(&handles, RM_HANDLES, address), index;
	struct rm_handle *handle;

	if (!made)
		return 0;
	if (!element)
		element = take_element(&handles, &handle_claims, &handle_holders, RM_HANDLES, address, made->cgroup);
	index = element - 1;
	handle = bpf_map_lookup_elem(&handles, &index);
	if (!element || !handle)
		return 0;
	begin_element(&handle->claim);
	handle->since_ns = made->since_ns;
	handle->cgroup = made->cgroup;
	handle->device = made->device;
	handle->pdn = made->pdn;
	handle->pid = made->pid;
	handle->address = made->address;
	__builtin_memcpy(handle->comm, made->comm, sizeof(handle->comm));
	handle->claim.object = address;
	finish_element(&handle->claim);
	return 0;
}

/* Nobody else knows the handle yet, so it cannot be destroyed meanwhile. */
static __noinline int handle_made(__u64 value, bool kernel)
{
	__u64 task = handle_task(kernel);
	struct rm_handle *asked = bpf_map_lookup_elem(&asked_handles, &task), made;
	const struct ib_ah *handle = (void *)value;

	if (!asked)
		return 0;
	made = *asked;
	bpf_map_delete_elem(&asked_handles, &task);
	if (error_of(value))
		return 0;
	made.since_ns = bpf_ktime_get_ns();
	read_own_gid(&made.address, BPF_CORE_READ(handle, sgid_attr));
	return keep_handle(value, &made);
}

/* rdma_create_user_ah(pd, attr, udata): for processes. */
SEC("kprobe")
int user_handle_create(struct pt_regs *ctx)
{
	return handle_asked((void *)PT_REGS_PARM1(ctx), (void *)PT_REGS_PARM2(ctx), false);
}

SEC("kretprobe")
int return_user_handle_create(struct pt_regs *ctx)
{
	return handle_made(PT_REGS_RC(ctx), false);
}

/* rdma_create_ah(pd, attr, flags): for kernel consumers. */
SEC("kprobe")
int kernel_handle_create(struct pt_regs *ctx)
{
	return handle_asked((void *)PT_REGS_PARM1(ctx), (void *)PT_REGS_PARM2(ctx), true);
}

SEC("kretprobe")
int return_kernel_handle_create(struct pt_regs *ctx)
{
	return handle_made(PT_REGS_RC(ctx), true);
}

/*
 * rdma_destroy_ah_user(handle, flags, udata): for processes, their exit, and kernel consumers. Its memory may belong to another
 * handle before the function returns; so the handle is forgotten at once, and restored if the driver refuses.
 */
SEC("kprobe")
int handle_destroy(struct pt_regs *ctx)
{
	__u64 address = PT_REGS_PARM1(ctx), task = bpf_get_current_task();
	__u32 element = find_element(&handles, RM_HANDLES, address), index = element - 1;
	struct rm_handle *handle = bpf_map_lookup_elem(&handles, &index), left;

	if (!element || !handle)
		return 0;
	left = *handle;
	bpf_map_update_elem(&leaving_handles, &task, &left, BPF_ANY);
	give_element(&handles, &handle_claims, &handle_holders, element, address);
	return 0;
}

SEC("kretprobe")
int return_handle_destroy(struct pt_regs *ctx)
{
	__u64 task = bpf_get_current_task();
	struct rm_handle *leaving = bpf_map_lookup_elem(&leaving_handles, &task), left;

	if (!leaving)
		return 0;
	left = *leaving;
	bpf_map_delete_elem(&leaving_handles, &task);
	if (error_of(PT_REGS_RC(ctx)))
		keep_handle(left.claim.object, &left);
	return 0;
}

#endif
