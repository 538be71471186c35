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
#include "tasks.bpf.h"

ELEMENTS(handles, RM_HANDLES, struct rm_handle);
CLAIMS(handle_claims, RM_HANDLES, struct claimed);
HOLDERS(handle_holders);

/* The structure has 56 bytes. */
#define AH_ATTR_COPY 64

/* The place for a handle that is about to be made or destroyed; NULL if there is no room. */
static __always_inline struct call *begin_handle(__u32 kind)
{
	struct call *call = begin_call(kind);

	/* Without room, or if the return of the task's last call was missed. */
	if (!call || call->start_ns)
		NOTE(unkept);
	if (call)
		call->start_ns = call->taken_ns;
	return call;
}

static __noinline int handle_asked(struct ib_pd *pd, struct rdma_ah_attr *asked, bool kernel)
{
	__u64 copy[AH_ATTR_COPY / sizeof(__u64)];
	struct rm_handle *handle;
	struct call *call;

	if (!config.trust_structs || bpf_core_type_size(struct rdma_ah_attr) > AH_ATTR_COPY ||
	    bpf_probe_read_kernel(copy, bpf_core_type_size(struct rdma_ah_attr), asked))
		return 0;
	call = begin_handle(kernel ? PLACE_KERNEL_HANDLE : PLACE_HANDLE_MADE);
	if (!call)
		return 0;
	handle = &call->handle;
	read_address(&handle->address, (void *)copy);
	handle->device = device_index(BPF_CORE_READ(pd, device));
	handle->pdn = BPF_CORE_READ(pd, res.id);
	if (kernel) {
		handle->cgroup = RM_CGROUP_KERNEL;
		handle->pid = 0;
		bpf_probe_read_kernel_str(handle->comm, sizeof(handle->comm), BPF_CORE_READ(pd, res.kern_name));
	} else {
		handle->cgroup = bpf_get_current_cgroup_id();
		handle->pid = bpf_get_current_pid_tgid() >> 32;
		read_own_comm(handle->comm);
	}
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
	struct call *call = call_in_flight(kernel ? PLACE_KERNEL_HANDLE : PLACE_HANDLE_MADE);
	const struct ib_ah *handle = (void *)value;

	if (!call)
		return 0;
	if (!error_of(value)) {
		call->handle.since_ns = bpf_ktime_get_ns();
		read_own_gid(&call->handle.address, BPF_CORE_READ(handle, sgid_attr));
		keep_handle(value, &call->handle);
	}
	end_call(call);
	return 0;
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
	__u64 address = PT_REGS_PARM1(ctx);
	__u32 element = find_element(&handles, RM_HANDLES, address), index = element - 1;
	struct rm_handle *handle = bpf_map_lookup_elem(&handles, &index);
	struct call *call;

	if (!element || !handle)
		return 0;
	call = begin_handle(PLACE_HANDLE_LEAVES);
	if (call)
		call->handle = *handle;
	give_element(&handles, &handle_claims, &handle_holders, element, address);
	return 0;
}

SEC("kretprobe")
int return_handle_destroy(struct pt_regs *ctx)
{
	struct call *call = call_in_flight(PLACE_HANDLE_LEAVES);

	if (!call)
		return 0;
	if (error_of(PT_REGS_RC(ctx)))
		keep_handle(call->handle.claim.object, &call->handle);
	end_call(call);
	return 0;
}

#endif
