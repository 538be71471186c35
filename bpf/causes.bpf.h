/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Why queue pairs ended: judged by the task that destroys a queue pair, and by the function through which it does so. */
#ifndef RDMA_MONITOR_CAUSES_BPF_H
#define RDMA_MONITOR_CAUSES_BPF_H

#include "ends.bpf.h"

#define PF_EXITING 0x00000004 /* include/linux/sched.h */
#define SIGNAL_MASK 0x7f      /* of an exit code */

/* enum rdma_remove_reason (rdma/ib_verbs.h), plus one. The enum is repeated here because the kernel's type information need not
 * have it. */
#define REMOVAL_DESTROY 1
#define REMOVAL_CLOSE 2
#define REMOVAL_DRIVER 3

/* Why the current task destroys a queue pair of a process. */
static __always_inline __u32 cause_of(__u32 removal, __u32 *status)
{
	struct task_struct *task = (void *)bpf_get_current_task();

	if (removal == REMOVAL_DRIVER)
		return RM_ENDED_REMOVED;
	if (own_flags() & PF_EXITING) {
		*status = BPF_CORE_READ(task, exit_code);
		return (*status & SIGNAL_MASK) == SIGKILL && BPF_CORE_READ(task, signal, oom_mm) ? RM_ENDED_OOM :
												      RM_ENDED_EXITED;
	}
	if (removal == REMOVAL_CLOSE)
		return RM_ENDED_CLOSED;
	return removal == REMOVAL_DESTROY ? RM_ENDED_DESTROYED : RM_ENDED_UNKNOWN;
}

_Static_assert(sizeof(struct rm_ending) <= sizeof(struct rm_detail), "takes its place");

/* A queue pair is about to be destroyed: notes in the call why, and, if that is kept, to which peer it was connected. */
static __noinline int note_cause(struct call *call, const struct rm_end *end, bool kernel)
{
	struct rm_ending *ending;
	__u32 status = 0;

	if (!call)
		return 0;
	ending = (void *)&call->detail;
	ending->cause = kernel ? RM_ENDED_KERNEL : cause_of(call->removal, &status);
	ending->status = status;
	call->removal = 0;
	if (!end)
		return 0;
	ending->attributes = end->path.attributes;
	ending->dest_qpn = end->path.dest_qpn;
	ending->state = end->path.state;
	ending->address = end->path.address;
	return 0;
}

#endif
