/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What is told of the current task. From Linux 5.11 on programs may read it as they read their own memory, which costs a tenth of
 * a helper.
 */
#ifndef RDMA_MONITOR_TASKS_BPF_H
#define RDMA_MONITOR_TASKS_BPF_H

#include "base.bpf.h"

#define CAN_READ_TASK bpf_core_enum_value_exists(enum bpf_func_id, BPF_FUNC_get_current_task_btf)

/* Its name: RM_COMM bytes, into words of 32 bits. */
static __always_inline void read_own_comm(char *comm)
{
	const __u32 *name;

	if (!CAN_READ_TASK) {
		bpf_get_current_comm(comm, RM_COMM);
		return;
	}
	name = (void *)((char *)bpf_get_current_task_btf() + bpf_core_field_offset(struct task_struct, comm));
#pragma unroll
	for (int i = 0; i < RM_COMM / sizeof(*name); i++)
		((__u32 *)comm)[i] = name[i];
}

/* Its real user id, in the initial user namespace. */
static __always_inline __u32 own_uid(void)
{
	return CAN_READ_TASK ? bpf_get_current_task_btf()->cred->uid.val : (__u32)bpf_get_current_uid_gid();
}

/* Its PF_ flags (include/linux/sched.h). */
static __always_inline __u32 own_flags(void)
{
	struct task_struct *task;

	if (CAN_READ_TASK)
		return bpf_get_current_task_btf()->flags;
	task = (void *)bpf_get_current_task();
	return BPF_CORE_READ(task, flags);
}

#endif
