/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The first bad completion of each queue pair of processes that have librdma_intercept look for them. The kernel does not learn
 * of completions: the library calls an empty function for each, and a uprobe on that function runs this program. The process
 * itself says which completion it was, and may lie; which process says so, and of which device, comes from the kernel.
 */
#ifndef RDMA_MONITOR_COMPLETIONS_BPF_H
#define RDMA_MONITOR_COMPLETIONS_BPF_H

#include "async.bpf.h"

/* What the current process has open under this descriptor; NULL if nothing. */
static __always_inline struct file *open_file(__u32 descriptor)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct fdtable *table = BPF_CORE_READ(task, files, fdt);
	struct file **files = BPF_CORE_READ(table, fd), *file = NULL;

	if (descriptor < BPF_CORE_READ(table, max_fds))
		bpf_probe_read_kernel(&file, sizeof(file), files + descriptor);
	return file;
}

/* Asks the same as is_of_verbs(), with reads that a uprobe may make. */
static __always_inline bool is_verbs_device(struct file *file)
{
	char name[8] = {};
	struct module *owner;

	if ((BPF_CORE_READ(file, f_inode, i_mode) & S_IFMT) != S_IFCHR)
		return false;
	owner = (void *)BPF_CORE_READ(file, f_op, owner);
	if (!owner)
		return !config.verbs_are_module;
	bpf_probe_read_kernel(name, sizeof(name), (char *)owner + bpf_core_field_offset(struct module, name));
	return IS_IB_UVERBS(name);
}

/*
 * Whether the file is one by which a process has opened an RDMA device, and that device's number. If the kernel does not tell
 * the layout of ib_uverbs's files, any of its devices passes, and it is not known which one it is.
 */
static __always_inline bool is_open_device(struct file *file, __u32 *device)
{
	struct ib_ucontext *context;
	void *opened;

	*device = RM_DEVICE_UNKNOWN;
	if (!file || !is_verbs_device(file))
		return false;
	if (!config.trust_structs || offsets.file_context == RM_OFFSET_UNKNOWN)
		return true;
	opened = BPF_CORE_READ(file, private_data);
	context = read_pointer(opened, offsets.file_context);
	if (!context || (bpf_core_field_exists(struct ib_ucontext, ufile) && BPF_CORE_READ(context, ufile) != opened))
		return false;
	*device = device_index(BPF_CORE_READ(context, device));
	return true;
}

/*
 * rdma_intercept_bad_completion(queue_pair, status, vendor_error, device) of the library. Any process can call it, but only one
 * that has the device open is listened to: that one could fill the ring buffer by calls as well.
 */
SEC("uprobe")
int bad_completion(struct pt_regs *ctx)
{
	__u32 queue_pair = PT_REGS_PARM1(ctx), status = PT_REGS_PARM2(ctx);
	__u32 vendor_error = PT_REGS_PARM3(ctx), descriptor = PT_REGS_PARM4(ctx), device;
	struct rm_event *event;

	if (!is_open_device(open_file(descriptor), &device))
		return 0;
	event = begin_async(RM_ASYNC_COMPLETION, device, status);
	if (!event)
		return 0;
	event->object_id = queue_pair;
	event->error = vendor_error;
	event->pid = bpf_get_current_pid_tgid() >> 32;
	event->cgroup = bpf_get_current_cgroup_id();
	event->flags = RM_EVENT_ID | RM_EVENT_OWNER;
	read_own_comm(event->comm);
	submit_event(event);
	return 0;
}

#endif
