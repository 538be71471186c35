/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The gate: it refuses, at the ioctl by which processes call verbs. It reads the request in the process's memory, which another
 * thread may change before the kernel reads it again. That is why there is the tripwire behind it (tripwire.bpf.h). The user
 * side chooses which of their programs are loaded (source.kernel.watch.GateForm).
 */
#ifndef RDMA_MONITOR_GATE_BPF_H
#define RDMA_MONITOR_GATE_BPF_H

#include "quotas.bpf.h"
#include "peers.bpf.h"

/* RDMA_VERBS_IOCTL (uapi/rdma/rdma_user_ioctl_cmds.h); no other driver has this number of this size. */
#define VERBS_IOCTL 0xc0181b01u

/*
 * Whether a request does not tell for sure how large its object will be. In strict mode that is so for every request to
 * register a region anew (ibv_rereg_mr): the process can still change, after we have looked, whether the range changes.
 */
static __always_inline bool hides_size(const struct request *request)
{
	return request->resizes || request->unclear || (request->reregisters && config.enforcement == RM_STRICT);
}

/* Whether a file is a device of ib_uverbs. If that is built into the kernel, other built-in devices look the same. */
static __always_inline bool is_of_verbs(struct file *file)
{
	const struct module *owner;

	if ((file->f_inode->i_mode & S_IFMT) != S_IFCHR)
		return false;
	owner = file->f_op->owner;
	if (!owner)
		return !config.verbs_are_module;
	return IS_IB_UVERBS(owner->name);
}

/* 0 if a request may go on, -EPERM if not. */
static __noinline int decide(struct request *request, const __u16 *shares)
{
	struct rm_promise ask = {};
	struct survey survey = {};
	__u32 refusal, size;
	bool replaces;

	if (!request || !shares)
		return 0;
	__builtin_memcpy(ask.shares, shares, sizeof(ask.shares));
	ask.verb = request->what >> 8;
	ask.creates = request->what & 0xff;
	ask.type = request->reregisters ? RM_TYPES : ask.creates;
	size = size_holding(request->sized_type);
	if (size != NO_SIZE)
		ask.size = size_asked(request->sized_type, request->size);
	ask.since_ns = bpf_ktime_get_ns();
	survey_all(&ask, &survey);
	/* A task without limits may send what it likes. */
	if (request->what == NOT_UNDERSTOOD)
		return survey.limits.limited || survey.limits.rated ? -EPERM : 0;
	/* Moving a region or growing a queue creates no object, so the growth would never be charged. */
	if (!(survey.limits.limited & 1 << size)) {
		ask.size = 0;
	} else if (hides_size(request)) {
		/* ibv_resize_cq() has no verb of its own to be counted as: the refusal is reported as one of creating the
		 * completion queue. */
		note_refusal(RM_EVENT_REFUSED, REFUSAL(NO_ROOM, who_limits(ask.shares, 1 << size, 0)),
			     creating_verb(request->sized_type), request->sized_type);
		return -EPERM;
	}
	replaces = request->reregisters && survey.limits.limited & 1 << RM_TYPE_MR;
	if (replaces) {
		/* The driver may make a new region. It needs no room of its own, as the old one is removed. */
		ask.creates = RM_TYPE_MR;
		ask.flags = RM_PROMISE_REPLACES;
	} else if (!ask.size && !(survey.limits.limited & 1 << ask.type)) {
		ask.type = RM_TYPES;
	}
	if (ask.type == RM_TYPES && !replaces && !(survey.limits.rated & rates_of(ask.verb)))
		return 0;
	refusal = survey.refusal;
	if (!refusal)
		refusal = promise(&ask);
	if (!refusal)
		return 0;
	note_refusal(RM_EVENT_REFUSED, refusal, ask.verb, ask.creates);
	return -EPERM;
}

/*
 * ctx has the arguments of file_ioctl(file, cmd, arg); ctx[3] is what earlier programs decided. A request that cannot be read
 * is let through: it may be a destruction. A request that hides its command or size behind too many attributes is refused if
 * the task has limits.
 */
static __always_inline int gate(__u64 *ctx)
{
	struct file *file = (void *)ctx[0];
	__u16 shares[RM_SHARES] = {};
	struct request request;
	bool counts, leads;

	if ((__u32)ctx[1] != VERBS_IOCTL || gate_open || !is_of_verbs(file))
		return 0;
	/* A promise left over from a call by write() is not for this call. */
	if (config.enforcement == RM_STRICT)
		settle_promise(own_thread(), true);
	request = request_at(ctx[2], sizes_counted());
	if (request.what == NOT_READ) {
		NOTE(not_read);
		return 0;
	}
	counts = request.what != NOTHING || request.resizes;
	leads = request.leads != LEADS_NOWHERE;
	if (!(counts || leads) || is_own_process())
		return 0;
	find_shares(shares);
	if (leads && refuse_peer(&request, file->private_data, shares))
		return -EPERM;
	return counts && decide(&request, shares) ? -EPERM : 0;
}

#define GATE(section, name)                                                   \
	SEC("?" section)                                                      \
	int name(__u64 *ctx)                                                  \
	{                                                                     \
		int decided = (int)ctx[3];                                    \
		return decided ? decided : gate(ctx);                         \
	}

GATE("lsm/file_ioctl", gate_lsm)
GATE("lsm/file_ioctl_compat", gate_lsm_compat)
GATE("fmod_ret/security_file_ioctl", gate_fmod)
GATE("fmod_ret/security_file_ioctl_compat", gate_fmod_compat)

#ifdef __TARGET_ARCH_x86
#define IOCTL "__x64_sys_ioctl"
#define COMPAT_IOCTL "__ia32_compat_sys_ioctl"
#else
#define IOCTL "__arm64_sys_ioctl"
#define COMPAT_IOCTL "__arm64_compat_sys_ioctl"
#endif

/*
 * The system call ioctl() has returned: no object can take its promise any more. This is an fexit program because a kretprobe
 * can miss returns (on kernels that preempt themselves fexit can miss some too, see end_promise()). It is at the system call
 * because a program at a function of ib_uverbs would keep that module loaded.
 */
SEC("?fexit/" IOCTL)
int gate_left(__u64 *ctx)
{
	struct pt_regs *regs = (void *)ctx[0];

	if ((__u32)PT_REGS_PARM2(regs) == VERBS_IOCTL)
		settle_promise(own_thread(), !ctx[1]);
	return 0;
}

/*
 * The same for 32-bit programs. In which registers their arguments are depends on how they enter the kernel (int 0x80
 * and others), so any ioctl() of theirs ends the promise.
 */
SEC("?fexit/" COMPAT_IOCTL)
int gate_left_compat(__u64 *ctx)
{
	settle_promise(own_thread(), !ctx[1]);
	return 0;
}

/*
 * do_exit(): the monitor's last thread has ended without a clean shutdown (killed, for instance). Now the kernel
 * detaches its programs, one after the other.
 */
SEC("?raw_tp/sched_process_exit")
int monitor_ends(__u64 *ctx)
{
	struct task_struct *task = (void *)ctx[0];

	if (is_own_process() && !BPF_CORE_READ(task, signal, live.counter))
		gate_open = 1;
	return 0;
}

#endif
