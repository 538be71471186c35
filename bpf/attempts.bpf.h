/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What a task asked for in a call that the kernel has refused early, and what it may. */
#ifndef RDMA_MONITOR_ATTEMPTS_BPF_H
#define RDMA_MONITOR_ATTEMPTS_BPF_H

#include "calls.bpf.h"
#include "restrack.bpf.h"

#define CAP_NET_RAW 13              /* uapi/linux/capability.h */
#define CONTROLLED_QKEY 0x80000000u /* InfiniBand specification, 10.2.5: such keys are for those who may */

/* RM_EVENT_NET_RAW if the current task has the capability, else 0. */
static __always_inline __u32 net_raw(void)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	const struct cred *cred = BPF_CORE_READ(task, cred);
	__u64 capabilities = 0;

	bpf_core_read(&capabilities, sizeof(capabilities), &cred->cap_effective);
	return capabilities & 1ull << CAP_NET_RAW ? RM_EVENT_NET_RAW : 0;
}

static __always_inline struct ib_device *device_of_context(struct ib_ucontext *context)
{
	return context ? BPF_CORE_READ(context, device) : NULL;
}

/* The device that a command by write() is for, by its struct uverbs_attr_bundle, which has no context yet; NULL if that is not
 * known. */
static __always_inline struct ib_device *command_device(void *attrs)
{
	if (!config.trust_structs)
		return NULL;
	return device_of_context(read_pointer(read_pointer(attrs, offsets.bundle_file), offsets.file_context));
}

/* The same of any request. */
static __always_inline struct ib_device *bundle_device(void *attrs)
{
	struct ib_ucontext *context;

	if (!config.trust_structs)
		return NULL;
	context = read_pointer(attrs, offsets.bundle_context);
	return context ? device_of_context(context) : command_device(attrs);
}

/* The part of the command of ib_uverbs_modify_qp() that is read (uapi/rdma/ib_user_verbs.h), in the process's memory. */
struct modify_qp_command {
	__u32 attr_mask;
	__u32 qkey;
	__u32 rq_psn;
	__u32 sq_psn;
	__u32 dest_qp_num;
	__u32 qp_access_flags;
	__u16 pkey_index;
	__u16 alt_pkey_index;
	__u8 qp_state;
};

#define MODIFY_QP_ATTR_MASK 68 /* bytes before it: two struct ib_uverbs_qp_dest, and the handle */

/*
 * A modification was refused before ib_modify_qp_with_udata(), as one for a QKEY without CAP_NET_RAW is: only its command, which
 * is read now that this is known, tells what was asked for. The queue pair is not known, and the peer's address is not read.
 */
static __noinline int read_refused_modification(struct call *call)
{
	struct modify_qp_command command;
	void *inbuf;

	if (!call || !config.trust_structs)
		return 0;
	inbuf = read_pointer((void *)call->request, offsets.bundle_inbuf);
	if (!inbuf || bpf_probe_read_user(&command, sizeof(command), inbuf + MODIFY_QP_ATTR_MASK))
		return 0;
	call->detail.attributes = command.attr_mask & ~IB_QP_AV;
	call->detail.qkey = command.qkey;
	call->detail.rq_psn = command.rq_psn;
	call->detail.sq_psn = command.sq_psn;
	call->detail.dest_qpn = command.dest_qp_num;
	call->detail.access = command.qp_access_flags;
	if (command.attr_mask & IB_QP_STATE) {
		call->detail.qp_state = command.qp_state;
		call->flags |= RM_EVENT_QP_STATE;
	}
	if (command.attr_mask & IB_QP_QKEY)
		call->flags |= net_raw();
	return 0;
}

#endif
