/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What refuses: the gate, at the ioctl by which processes call verbs, and the tripwire behind it, at
 * the begin of every creation. The gate reads the request in the process's memory, which another
 * thread may change before the kernel reads it again; the tripwire knows what is really made, and can
 * only kill. Which of these programs are loaded is the user side's choice (source.kernel.Gate).
 */
#ifndef RDMA_MONITOR_GATE_BPF_H
#define RDMA_MONITOR_GATE_BPF_H

#include "quotas.bpf.h"

/* RDMA_VERBS_IOCTL (uapi/rdma/rdma_user_ioctl_cmds.h); no other driver has this number of this size. */
#define VERBS_IOCTL 0xc0181b01u
#define S_IFMT 0170000
#define S_IFCHR 0020000
#define SIGKILL 9

/* struct ib_uverbs_ioctl_hdr */
struct ioctl_header {
	__u16 length;
	__u16 object;
	__u16 method;
	__u16 attributes;
	__u64 reserved1;
	__u32 driver;
	__u32 reserved2;
};

/* struct ib_uverbs_attr */
struct ioctl_attribute {
	__u16 id;
	__u16 length;
	__u16 flags;
	__u16 reserved;
	__u64 data;
};

/* More than any library sends with a command; who sends more is not understood. */
#define MOST_ATTRIBUTES 16

/* enum uverbs_default_objects */
enum {
	OBJECT_DEVICE,
	OBJECT_PD,
	OBJECT_CQ = 3,
	OBJECT_QP,
	OBJECT_SRQ,
	OBJECT_MR = 7,
};

/* Methods of these that create objects, or that a limit of calls can be about; QP, CQ and SRQ have 0. */
#define METHOD_CREATE 0
#define METHOD_INVOKE_WRITE 0
#define METHOD_GET_CONTEXT 3
#define METHOD_QUERY_GID_TABLE 5
#define METHOD_QUERY_GID_ENTRY 6
#define METHOD_DM_MR_REG 0
#define METHOD_REG_DMABUF_MR 4
#define METHOD_REG_MR 5
#define ATTRIBUTE_COMMAND 2

/* enum ib_uverbs_write_cmds; IB_USER_VERBS_CMD_FLAG_EXTENDED makes another command of the same effect */
#define COMMAND_MASK 0xff
enum {
	COMMAND_GET_CONTEXT = 0,
	COMMAND_ALLOC_PD = 3,
	COMMAND_REG_MR = 9,
	COMMAND_REREG_MR = 11,
	COMMAND_CREATE_CQ = 18,
	COMMAND_CREATE_QP = 24,
	COMMAND_MODIFY_QP = 26,
	COMMAND_CREATE_SRQ = 32,
	COMMAND_CREATE_XSRQ = 39,
};

/* A request: what it creates, and which verb it is; the low and the next byte of a number. */
#define REQUEST(verb, type) ((verb) << 8 | (type))
#define NOTHING REQUEST(RM_VERBS, RM_TYPES)
#define NOT_UNDERSTOOD 0xffff
#define NOT_READ 0xfffe

static __always_inline __u32 request_of_command(__u32 command)
{
	switch (command & COMMAND_MASK) {
	case COMMAND_GET_CONTEXT:
		return REQUEST(RM_VERBS, RM_TYPE_CTX);
	case COMMAND_ALLOC_PD:
		return REQUEST(RM_PD_ALLOC, RM_TYPE_PD);
	case COMMAND_REG_MR:
		return REQUEST(RM_MR_REG, RM_TYPE_MR);
	case COMMAND_REREG_MR:
		return REQUEST(RM_MR_REG, RM_TYPES);
	case COMMAND_CREATE_CQ:
		return REQUEST(RM_CQ_CREATE, RM_TYPE_CQ);
	case COMMAND_CREATE_QP:
		return REQUEST(RM_QP_CREATE, RM_TYPE_QP);
	case COMMAND_MODIFY_QP:
		return REQUEST(RM_QP_MODIFY, RM_TYPES);
	case COMMAND_CREATE_SRQ:
	case COMMAND_CREATE_XSRQ:
		return REQUEST(RM_VERBS, RM_TYPE_SRQ);
	}
	return NOTHING;
}

static __always_inline __u32 request_of_method(__u32 object, __u32 method)
{
	switch (object) {
	case OBJECT_DEVICE:
		if (method == METHOD_GET_CONTEXT)
			return REQUEST(RM_VERBS, RM_TYPE_CTX);
		if (method == METHOD_QUERY_GID_TABLE || method == METHOD_QUERY_GID_ENTRY)
			return REQUEST(RM_GID_QUERY, RM_TYPES);
		break;
	case OBJECT_CQ:
		if (method == METHOD_CREATE)
			return REQUEST(RM_CQ_CREATE, RM_TYPE_CQ);
		break;
	case OBJECT_QP:
		if (method == METHOD_CREATE)
			return REQUEST(RM_QP_CREATE, RM_TYPE_QP);
		break;
	case OBJECT_SRQ:
		if (method == METHOD_CREATE)
			return REQUEST(RM_VERBS, RM_TYPE_SRQ);
		break;
	case OBJECT_MR:
		if (method == METHOD_DM_MR_REG || method == METHOD_REG_DMABUF_MR || method == METHOD_REG_MR)
			return REQUEST(RM_MR_REG, RM_TYPE_MR);
		break;
	}
	return NOTHING;
}

/*
 * Reads memory of the process. It was written a moment ago, as a rule, and is there; only where it is
 * not, and the program may, is it waited for.
 */
static __always_inline bool read_user(void *to, __u32 size, const void *from, bool may_sleep)
{
	if (!bpf_probe_read_user(to, size, from))
		return true;
	return may_sleep && !bpf_copy_from_user(to, size, from);
}

static __always_inline __u32 request_at(unsigned long address, bool may_sleep)
{
	struct ioctl_header header;
	int i;

	if (!read_user(&header, sizeof(header), (void *)address, may_sleep))
		return NOT_READ;
	if (header.object != OBJECT_DEVICE || header.method != METHOD_INVOKE_WRITE)
		return request_of_method(header.object, header.method);
	for (i = 0; i < MOST_ATTRIBUTES && i < header.attributes; i++) {
		struct ioctl_attribute attribute;

		if (!read_user(&attribute, sizeof(attribute),
			       (void *)(address + sizeof(header) + i * sizeof(attribute)), may_sleep))
			return NOT_READ;
		if (attribute.id == ATTRIBUTE_COMMAND)
			return request_of_command(attribute.data);
	}
	return header.attributes > MOST_ATTRIBUTES ? NOT_UNDERSTOOD : NOTHING;
}

/* Lets a call through all rates of a verb, the host's and the tenants'; 0 if one has no more. */
static __noinline int take_calls(struct rm_promise *ask, __u32 rate, __u32 verb)
{
	__u32 refused = 0, index = 0;

	if (!ask)
		return 1;
	if (!take_call(RM_HOST, rate))
		refused = 1;
	else if (ask->shares[0] && !take_call(ask->shares[0], rate))
		refused = 2, index = ask->shares[0];
	else if (ask->shares[1] && !take_call(ask->shares[1], rate))
		refused = 3, index = ask->shares[1];
	else if (ask->shares[2] && !take_call(ask->shares[2], rate))
		refused = 4, index = ask->shares[2];
	if (refused) {
		struct rm_quota *quota = quota_at(index);

		if (refused > 1)
			return_call(quota_at(RM_HOST), rate);
		if (refused > 2)
			return_call(quota_at(ask->shares[0]), rate);
		if (refused > 3)
			return_call(quota_at(ask->shares[1]), rate);
		if (quota && rate < RM_RATES)
			__sync_fetch_and_add(&quota->refused_rate[RATE(rate)], 1);
		tell_refusal(RM_EVENT_REFUSED, verb, index, rate, ask->type);
	}
	return !refused;
}

/* Whether a request goes on; -EPERM if not. */
static __noinline int decide(__u32 verb, __u32 type)
{
	struct rm_promise ask = { .type = type };
	struct rm_quota *quota;
	__u32 index;
	int refused;

	if (bpf_get_current_pid_tgid() >> 32 == config.own_pid)
		return 0;
	find_shares(&ask);
	if (!take_calls(&ask, RM_ALL_CALLS, verb))
		return -EPERM;
	if (verb < RM_VERBS && !take_calls(&ask, verb, verb))
		return -EPERM;
	if (type >= RM_TYPES || !is_limited(ask.shares, type))
		return 0;
	refused = promise_object(&ask);
	if (!refused)
		return 0;
	index = refused == 2 ? ask.shares[0] : refused == 3 ? ask.shares[1] :
		refused == 4 ? ask.shares[2] : RM_HOST;
	quota = quota_at(index);
	if (quota)
		__sync_fetch_and_add(&quota->refused[TYPE(type)], 1);
	tell_refusal(RM_EVENT_REFUSED, verb, index, NO_RATE, type);
	return -EPERM;
}

/*
 * file_ioctl(file, cmd, arg), as ctx; the fourth is what others have decided. What could not be read
 * goes on: it may be a destruction. So it does where more attributes come than any library sends,
 * unless all ask for that; see MOST_ATTRIBUTES.
 */
static __always_inline int gate(__u64 *ctx, bool may_sleep)
{
	struct file *file = (void *)ctx[0];
	__u32 request;

	if ((__u32)ctx[1] != VERBS_IOCTL || (file->f_inode->i_mode & S_IFMT) != S_IFCHR)
		return 0;
	request = request_at(ctx[2], may_sleep);
	if (request == NOTHING)
		return 0;
	if (request == NOT_READ) {
		NOTE(not_read);
		return 0;
	}
	if (request == NOT_UNDERSTOOD)
		return -EPERM;
	return decide(request >> 8, request & 0xff) ? -EPERM : 0;
}

#define GATE(section, name, may_sleep)                                        \
	SEC("?" section)                                                      \
	int name(__u64 *ctx)                                                  \
	{                                                                     \
		int decided = (int)ctx[3];                                    \
		return decided ? decided : gate(ctx, may_sleep);              \
	}

GATE("lsm.s/file_ioctl", gate_lsm_sleepable, true)
GATE("lsm/file_ioctl", gate_lsm, false)
GATE("lsm/file_ioctl_compat", gate_lsm_compat, false)
GATE("fmod_ret/security_file_ioctl", gate_fmod, false)
GATE("fmod_ret/security_file_ioctl_compat", gate_fmod_compat, false)

/*
 * The system call ioctl() has returned, so what was promised at its begin is void now if no object has
 * taken it. Here, and not at a function of ib_uverbs, because fexit misses nothing and holds no module.
 */
static __always_inline int ioctl_left(__u64 *ctx)
{
	struct pt_regs *regs = (void *)ctx[0];

	if ((__u32)PT_REGS_PARM2(regs) == VERBS_IOCTL)
		end_promise(own_thread(), (long)ctx[1] >= 0);
	return 0;
}

/* int 0x80 and the like give the arguments of 32-bit programs in other registers. */
static __always_inline int compat_ioctl_left(__u64 *ctx)
{
	end_promise(own_thread(), (long)ctx[1] >= 0);
	return 0;
}

#ifdef __TARGET_ARCH_x86
#define IOCTL "__x64_sys_ioctl"
#define COMPAT_IOCTL "__ia32_compat_sys_ioctl"
#else
#define IOCTL "__arm64_sys_ioctl"
#define COMPAT_IOCTL "__arm64_compat_sys_ioctl"
#endif

SEC("?fexit/" IOCTL)
int gate_left(__u64 *ctx)
{
	return ioctl_left(ctx);
}

SEC("?fexit/" COMPAT_IOCTL)
int gate_left_compat(__u64 *ctx)
{
	return compat_ioctl_left(ctx);
}

/* The creation of an object has begun. Without a promise: one is made now, or the process killed. */
static __noinline int creation_begins(__u32 type, __u32 verb)
{
	struct rm_promise ask = { .type = type, .flags = RM_PROMISE_USED | RM_PROMISE_LATE };
	__u32 thread = own_thread(), index;
	struct rm_promise *known = bpf_map_lookup_elem(&promises, &thread);
	struct rm_quota *quota;
	int refused;

	if (known && known->type == type && !(known->flags & RM_PROMISE_USED)) {
		known->flags |= RM_PROMISE_USED;
		return 0;
	}
	if (type >= RM_TYPES || bpf_get_current_pid_tgid() >> 32 == config.own_pid)
		return 0;
	find_shares(&ask);
	if (!is_limited(ask.shares, type))
		return 0;
	refused = promise_object(&ask);
	if (!refused) {
		note_passed_all(ask.shares, type, verb);
		return 0;
	}
	bpf_send_signal(SIGKILL);
	ask.flags |= RM_PROMISE_CONDEMNED;
	bpf_map_update_elem(&promises, &thread, &ask, BPF_ANY);
	index = refused == 2 ? ask.shares[0] : refused == 3 ? ask.shares[1] :
		refused == 4 ? ask.shares[2] : RM_HOST;
	quota = quota_at(index);
	if (quota)
		__sync_fetch_and_add(&quota->killed[TYPE(type)], 1);
	tell_refusal(RM_EVENT_KILLED, verb, index, NO_RATE, type);
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
	known = bpf_map_lookup_elem(&promises, &thread);
	if (known && known->flags & RM_PROMISE_LATE)
		end_promise(thread, 0);
	return 0;
}

#endif
