/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What refuses: the gate, at the ioctl by which processes call verbs, and the tripwire behind it, at
 * the begin of every creation. The gate reads the request in the process's memory, which another
 * thread may change before the kernel reads it again; the tripwire knows what is really made, and can
 * only kill. Which of these programs are loaded is the user side's choice (source.kernel.GateForm).
 */
#ifndef RDMA_MONITOR_GATE_BPF_H
#define RDMA_MONITOR_GATE_BPF_H

#include "quotas.bpf.h"
#include "request.bpf.h"

/* RDMA_VERBS_IOCTL (uapi/rdma/rdma_user_ioctl_cmds.h); no other driver has this number of this size. */
#define VERBS_IOCTL 0xc0181b01u
#define S_IFMT 0170000
#define S_IFCHR 0020000

/*
 * Not 0: nothing is refused any longer, as the programs are about to be detached, one after the other:
 * the tripwire must not kill whom the gate lets through. A map of its own, by which a monitor that did
 * not load these programs can open the gate too.
 */
volatile __u32 gate_open SEC(".data.gate") = 0;

/* Gives back the call that the host and the first so many shares have let through. */
static __always_inline void return_calls(const __u16 *shares, int count, __u32 rate)
{
	return_call(quota_at(RM_HOST), rate);
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (i < count && shares[i])
			return_call(quota_at(shares[i]), rate);
	}
}

/* Lets a call through the rates of the host and of all shares. Returns the quota that has no more, or NOBODY. */
static __noinline __u32 take_calls_of(struct rm_promise *ask, __u32 rate)
{
	if (!ask)
		return NOBODY;
	if (!take_call(RM_HOST, rate, ask->since_ns))
		return RM_HOST;
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (ask->shares[i] && !take_call(ask->shares[i], rate, ask->since_ns)) {
			return_calls(ask->shares, i, rate);
			return ask->shares[i];
		}
	}
	return NOBODY;
}

/* The same for a call of a verb; 0 if it is refused, which is told. */
static __noinline int take_calls(struct rm_promise *ask, __u32 rate, __u32 verb)
{
	__u32 refused = take_calls_of(ask, rate);
	struct rm_quota *quota;

	if (!ask || refused == NOBODY)
		return 1;
	quota = quota_at(refused);
	if (quota && rate < RM_RATES)
		__sync_fetch_and_add(&quota->refused_rate[RATE(rate)], 1);
	tell_refusal(RM_EVENT_REFUSED, verb, refused, rate, ask->type);
	return 0;
}

/* Refuses a request for the number of objects, or of pages, that a quota allows. */
static __always_inline int refuse(__u32 verb, __u32 refused, __u32 type)
{
	struct rm_quota *quota = quota_at(refused);

	if (quota && type < RM_TYPES)
		__sync_fetch_and_add(&quota->refused[TYPE(type)], 1);
	tell_refusal(RM_EVENT_REFUSED, verb, refused, NO_RATE, type);
	return -EPERM;
}

static __always_inline bool limits_pages(__u32 index)
{
	struct limits limits = {};

	add_limits(&limits, index);
	return limits.limited & 1 << RM_MR_PAGES;
}

/* A quota of the host or of a share that limits pages, which there is. */
static __always_inline __u32 who_limits_pages(const __u16 *shares)
{
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (shares[i] && limits_pages(shares[i]))
			return shares[i];
	}
	return RM_HOST;
}

/* Whether a request goes on; -EPERM if not. */
static __noinline int decide(struct request *request)
{
	struct rm_promise ask = {};
	struct limits limits;
	__u32 verb, refused;

	if (!request || is_own_process())
		return 0;
	verb = request->what >> 8;
	ask.type = request->what & 0xff;
	find_shares(&ask);
	limits = limits_of(ask.shares);
	ask.since_ns = bpf_ktime_get_ns();
	if (limits.rated & 1 << RM_ALL_CALLS && !take_calls(&ask, RM_ALL_CALLS, verb))
		return -EPERM;
	if (verb < RM_VERBS && limits.rated & 1 << verb && !take_calls(&ask, verb, verb))
		return -EPERM;
	/* A region elsewhere is no new object, nor would be seen what it has more. */
	if (request->moves && limits.limited & 1 << RM_MR_PAGES)
		return refuse(verb, who_limits_pages(ask.shares), RM_MR_PAGES);
	if (ask.type >= RM_TYPES)
		return 0;
	if (limits.limited & 1 << RM_MR_PAGES)
		ask.pages = pages_asked(request->length);
	if (!ask.pages && !(limits.limited & 1 << ask.type))
		return 0;
	refused = promise_object(&ask);
	return refused == NOBODY ? 0 : refuse(verb, refused, ask.type);
}

/*
 * file_ioctl(file, cmd, arg), as ctx; the fourth is what others have decided. What could not be read
 * goes on: it may be a destruction. What hides its command behind more attributes than any library
 * sends does not.
 */
static __always_inline int gate(__u64 *ctx)
{
	struct file *file = (void *)ctx[0];
	struct request request;

	if ((__u32)ctx[1] != VERBS_IOCTL || gate_open || (file->f_inode->i_mode & S_IFMT) != S_IFCHR)
		return 0;
	request = request_at(ctx[2], is_sized());
	if (request.what == NOTHING)
		return 0;
	if (request.what == NOT_READ) {
		NOTE(not_read);
		return 0;
	}
	if (request.what == NOT_UNDERSTOOD)
		return -EPERM;
	return decide(&request) ? -EPERM : 0;
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
 * The system call ioctl() has returned, so what was promised at its begin is void now if no object has
 * taken it. Here, and not at a function of ib_uverbs, because fexit misses nothing and holds no module.
 */
SEC("?fexit/" IOCTL)
int gate_left(__u64 *ctx)
{
	struct pt_regs *regs = (void *)ctx[0];

	if ((__u32)PT_REGS_PARM2(regs) == VERBS_IOCTL)
		end_promise(own_thread());
	return 0;
}

/* The same for 32-bit programs, whose arguments int 0x80 and the like give in other registers. */
SEC("?fexit/" COMPAT_IOCTL)
int gate_left_compat(void *ctx)
{
	end_promise(own_thread());
	return 0;
}

/* The creation of an object has begun. Without a promise: one is made now, or the process killed. */
static __noinline int creation_begins(__u32 type, __u32 verb)
{
	struct rm_promise ask = { .type = type, .flags = RM_PROMISE_USED | RM_PROMISE_LATE };
	__u32 thread = own_thread(), refused;
	struct rm_promise *known = promise_of(thread);

	if (known && known->type == type && !(known->flags & RM_PROMISE_USED)) {
		known->flags |= RM_PROMISE_USED;
		return 0;
	}
	if (type >= RM_TYPES || gate_open || is_own_process())
		return 0;
	find_shares(&ask);
	if (!is_limited(ask.shares, type))
		return 0;
	ask.since_ns = bpf_ktime_get_ns();
	refused = promise_object(&ask);
	if (refused == NOBODY) {
		note_passed_all(ask.shares, type, verb);
		return 0;
	}
	/* One that cannot be killed goes on, and is told of as such. */
	if (bpf_send_signal(SIGKILL))
		return 0;
	ask.flags |= RM_PROMISE_CONDEMNED;
	keep_promise(thread, &ask);
	note_killed(refused, type, verb);
	return 0;
}

/* rdma_alloc_begin_uobject(object, attrs): every object of processes, by whatever way it comes. */
SEC("kprobe")
int creation_begun(struct pt_regs *ctx)
{
	void *object = (void *)PT_REGS_PARM1(ctx);
	__u32 id = 0;

	if (!config.enforcement || offsets.uobject_type == RM_OFFSET_UNKNOWN)
		return 0;
	bpf_probe_read_kernel(&id, sizeof(id), (char *)object + offsets.uobject_type);
	switch (id) {
	case OBJECT_PD:
		return creation_begins(RM_TYPE_PD, RM_PD_ALLOC);
	case OBJECT_CQ:
		return creation_begins(RM_TYPE_CQ, RM_CQ_CREATE);
	case OBJECT_QP:
		return creation_begins(RM_TYPE_QP, RM_QP_CREATE);
	case OBJECT_SRQ:
		return creation_begins(RM_TYPE_SRQ, RM_VERBS);
	case OBJECT_MR:
		return creation_begins(RM_TYPE_MR, RM_MR_REG);
	}
	return 0;
}

/*
 * The same at the handlers of ib_uverbs, for kernels that do not tell where the type of an object is
 * (Linux 5.10): fewer ways, but all that create what is counted.
 */
#define HANDLER_BEGUN(name, type, verb)                                          \
	SEC("kprobe")                                                            \
	int creation_begun_##name(struct pt_regs *ctx)                           \
	{                                                                        \
		if (!config.enforcement || offsets.uobject_type != RM_OFFSET_UNKNOWN) \
			return 0;                                                \
		return creation_begins(type, verb);                              \
	}

HANDLER_BEGUN(pd, RM_TYPE_PD, RM_PD_ALLOC)
HANDLER_BEGUN(cq, RM_TYPE_CQ, RM_CQ_CREATE)
HANDLER_BEGUN(qp, RM_TYPE_QP, RM_QP_CREATE)
HANDLER_BEGUN(srq, RM_TYPE_SRQ, RM_VERBS)
HANDLER_BEGUN(mr, RM_TYPE_MR, RM_MR_REG)

/*
 * rdma_alloc_commit_uobject(), rdma_alloc_abort_uobject(): the creation has ended, well or not. For
 * those that come by write(), whose return is not watched.
 */
SEC("kprobe")
int creation_ended(struct pt_regs *ctx)
{
	__u32 thread = own_thread();
	struct rm_promise *known;

	if (!config.enforcement)
		return 0;
	known = promise_of(thread);
	if (known && known->flags & RM_PROMISE_LATE)
		end_promise(thread);
	return 0;
}

#endif
