/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The tripwire behind the gate: its programs run at the beginning of every creation, and of the calls that have a rate. They
 * see what is really made, whichever way the request came, but cannot refuse; they can only kill.
 */
#ifndef RDMA_MONITOR_TRIPWIRE_BPF_H
#define RDMA_MONITOR_TRIPWIRE_BPF_H

#include "calls.bpf.h"
#include "gate.bpf.h"
#include "removals.bpf.h"

/*
 * For a call that has not asked at the gate: asks here, after survey_all(), whose refusal is given. Returns 1 if the call is
 * let through; otherwise its process is killed before the system call returns.
 */
static __noinline int ask_late(struct rm_promise *ask, __u32 refusal)
{
	if (!ask)
		return 0;
	ask->flags = RM_PROMISE_USED | RM_PROMISE_LATE;
	if (!refusal)
		refusal = promise(ask);
	if (!refusal)
		return 1;
	/* If the process cannot be killed, the call goes on, and its object is reported when it exists (tell_passed()). */
	if (bpf_send_signal(SIGKILL))
		return 0;
	/* There is a promise if the process showed the gate another request. */
	settle_promise(own_thread(), true);
	ask->flags |= RM_PROMISE_CONDEMNED;
	keep_promise(own_thread(), ask);
	note_refusal(RM_EVENT_KILLED, refusal, ask->verb, ask->creates);
	return 0;
}

/*
 * Whether this promise, of the gate or of replacement_begins(), is for the creation that begins. If it is for an object in
 * place of another, replacement_begins() must have taken it over from the gate: if it is still the gate's, the request led to
 * another call.
 */
static __always_inline bool is_for_creation(const struct rm_promise *known, __u32 type)
{
	if (known->creates != type || known->flags & RM_PROMISE_USED)
		return false;
	return !(known->flags & RM_PROMISE_REPLACES) || known->flags & RM_PROMISE_LATE;
}

/* The creation of an object has begun. */
static __noinline int creation_begins(__u32 type)
{
	__u32 verb = creating_verb(type);
	struct rm_promise ask = { .type = type, .creates = type, .verb = verb };
	struct rm_promise *known = promise_of(own_thread());
	struct survey survey = {};

	if (known && is_for_creation(known, type)) {
		known->flags |= RM_PROMISE_USED;
		return 0;
	}
	if (type >= RM_TYPES || is_let_through())
		return 0;
	find_shares(ask.shares);
	ask.since_ns = bpf_ktime_get_ns();
	survey_all(&ask, &survey);
	if (!(survey.limits.limited & 1 << type))
		ask.type = RM_TYPES;
	if (ask.type == RM_TYPES && !(survey.limits.rated & rates_of(verb)))
		return 0;
	if (ask_late(&ask, survey.refusal) && ask.type == type)
		note_passed_all(ask.shares, type, verb);
	return 0;
}

/* A call of a verb that creates nothing has begun. */
static __noinline int call_begins(__u32 verb)
{
	struct rm_promise ask = { .type = RM_TYPES, .creates = RM_TYPES, .verb = verb };
	struct rm_promise *known = promise_of(own_thread());
	struct survey survey = {};
	__u32 refusal;

	if (known && (known->creates == RM_TYPES || known->flags & RM_PROMISE_REPLACES) && known->verb == verb &&
	    !(known->flags & RM_PROMISE_USED)) {
		known->flags |= RM_PROMISE_USED;
		return 0;
	}
	if (is_let_through())
		return 0;
	find_shares(ask.shares);
	ask.since_ns = bpf_ktime_get_ns();
	survey_all(&ask, &survey);
	if (!(survey.limits.rated & rates_of(verb)))
		return 0;
	/* Such a call holds nothing afterwards, so no promise is kept. */
	refusal = survey.refusal;
	if (!refusal)
		refusal = enter_all(&ask);
	if (refusal && !bpf_send_signal(SIGKILL))
		note_refusal(RM_EVENT_KILLED, refusal, verb, RM_TYPES);
	return 0;
}

/* The same for a call that makes an object in place of another, or another name for one: it needs no room. */
static __noinline int replacement_begins(__u32 type, __u32 verb)
{
	struct rm_promise ask = { .type = RM_TYPES, .creates = type, .verb = verb };
	__u32 thread = own_thread();
	struct limits limits;

	if (is_let_through())
		return 0;
	if (verb < RM_VERBS)
		call_begins(verb);
	settle_promise(thread, true);
	find_shares(ask.shares);
	limits = limits_of(ask.shares);
	if (!(limits.limited & 1 << type) && !limits.rated)
		return 0;
	ask.since_ns = bpf_ktime_get_ns();
	ask.flags = RM_PROMISE_LATE | RM_PROMISE_REPLACES;
	keep_promise(thread, &ask);
	return 0;
}

/* Ends the task's promise if it has this flag: its call is over, and no later call may use it. */
static __always_inline void settle_promise_if(__u32 flag)
{
	__u32 thread = own_thread();
	struct rm_promise *known = promise_of(thread);

	if (known && known->flags & flag)
		settle_promise(thread, true);
}

/* ib_uverbs_modify_qp(), ib_uverbs_ex_modify_qp() */
SEC("kprobe")
int call_begun_qp_modify(struct pt_regs *ctx)
{
	return call_begins(RM_QP_MODIFY);
}

/* The handlers of queries for GIDs. */
SEC("kprobe")
int call_begun_gid_query(struct pt_regs *ctx)
{
	return call_begins(RM_GID_QUERY);
}

/*
 * The gate refuses resizing if the task has a limit on that size, so a call that arrives here has bypassed it: kills its
 * process. Returns 1 if it has.
 */
static __noinline int kill_resizer(__u32 type)
{
	struct rm_promise ask = {};

	if (is_let_through() || !is_sized(type))
		return 0;
	find_shares(ask.shares);
	if (!is_limited(ask.shares, size_holding(type)) || bpf_send_signal(SIGKILL))
		return 0;
	note_refusal(RM_EVENT_KILLED, REFUSAL(NO_ROOM, who_limits(ask.shares, 1 << size_holding(type), 0)),
		     creating_verb(type), type);
	return 1;
}

/*
 * ib_uverbs_rereg_mr(): treated as the beginning of a creation, since the driver may make a new region. The gate refuses it if
 * the task has a limit on bytes; if it arrives all the same, the gate was shown another command.
 */
SEC("kprobe")
int region_replaced(struct pt_regs *ctx)
{
	return kill_resizer(RM_TYPE_MR) ? 0 : replacement_begins(RM_TYPE_MR, RM_MR_REG);
}

/* ib_uverbs_resize_cq() */
SEC("kprobe")
int queue_resized(struct pt_regs *ctx)
{
	kill_resizer(RM_TYPE_CQ);
	return 0;
}

/* ib_uverbs_open_qp(): another handle for an existing queue pair. */
SEC("kprobe")
int queue_pair_opened(struct pt_regs *ctx)
{
	return replacement_begins(RM_TYPE_QP, RM_VERBS);
}

/* The return from region_replaced() and queue_pair_opened(): the replacement is made, or will not be. */
SEC("kretprobe")
int replacement_ended(struct pt_regs *ctx)
{
	settle_promise_if(RM_PROMISE_REPLACES);
	return 0;
}

/* rdma_alloc_begin_uobject(object, attrs): every object of a process begins here, whichever way the request came. */
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
		return creation_begins(RM_TYPE_PD);
	case OBJECT_CQ:
		return creation_begins(RM_TYPE_CQ);
	case OBJECT_QP:
		return creation_begins(RM_TYPE_QP);
	case OBJECT_SRQ:
		return creation_begins(RM_TYPE_SRQ);
	case OBJECT_MR:
		return creation_begins(RM_TYPE_MR);
	}
	return 0;
}

/*
 * The same at the handlers of ib_uverbs, for kernels that do not tell where the type of an object is (Linux 5.10). Not every
 * object passes here, but all that are counted do.
 */
#define HANDLER_BEGUN(name, type)                                        \
	SEC("kprobe")                                                    \
	int creation_begun_##name(struct pt_regs *ctx)                   \
	{                                                                \
		if (!config.enforcement)                                 \
			return 0;                                        \
		settle_promise_if(RM_PROMISE_REPLACES);                  \
		if (offsets.uobject_type != RM_OFFSET_UNKNOWN)           \
			return 0;                                        \
		return creation_begins(type);                            \
	}

HANDLER_BEGUN(pd, RM_TYPE_PD)
HANDLER_BEGUN(cq, RM_TYPE_CQ)
HANDLER_BEGUN(qp, RM_TYPE_QP)
HANDLER_BEGUN(srq, RM_TYPE_SRQ)
HANDLER_BEGUN(mr, RM_TYPE_MR)

/*
 * rdma_alloc_commit_uobject(), rdma_alloc_abort_uobject(): the creation has succeeded or failed. Needed for requests by
 * write(), whose return is not watched.
 */
SEC("kprobe")
int creation_ended(struct pt_regs *ctx)
{
	if (config.enforcement)
		settle_promise_if(RM_PROMISE_LATE);
	return 0;
}

/*
 * rdma_alloc_begin_uobject() has returned. If it failed (without a context, for instance), creation_ended() will not be called.
 */
SEC("kretprobe")
int creation_not_begun(struct pt_regs *ctx)
{
	if (error_of(PT_REGS_RC(ctx)))
		settle_promise_if(RM_PROMISE_LATE);
	return 0;
}

/* The address of the restrack entry of the memory region that a uobject stands for; 0 if it has none. */
static __always_inline __u64 region_of(struct ib_uobject *uobject)
{
	__u64 region = (__u64)BPF_CORE_READ(uobject, object);

	return region ? region + bpf_core_field_offset(struct ib_mr, res) : 0;
}

/*
 * ib_rdmacg_uncharge(&uobject->cg_obj, ...), which ib_uverbs calls when a driver has destroyed an object, or when a creation
 * fails at its end. By then a memory region has left the kernel's list already: it leaves before the driver is asked, and lives
 * on if the driver refuses (because a memory window is bound to it).
 */
SEC("kprobe")
int driver_agreed(struct pt_regs *ctx)
{
	char *charged = (char *)PT_REGS_PARM1(ctx);
	__u64 region = unconfirmed ? region_of((void *)(charged - bpf_core_field_offset(struct ib_uobject, cg_obj))) : 0;

	return region ? confirm_removal(region) : 0;
}

/* The structure has 56 bytes. */
#define PEER_ATTR_COPY 64

/* Judges what the kernel itself has read: if it is forbidden, the process got around the gate, and is killed. */
static __noinline int judge_address(const struct rdma_ah_attr *asked, __u32 fields)
{
	__u64 copy[PEER_ATTR_COPY / sizeof(__u64)];
	struct rm_address address = {};
	struct rm_peer peer;
	__u32 who;

	if (bpf_core_type_size(struct rdma_ah_attr) > PEER_ATTR_COPY ||
	    bpf_probe_read_kernel(copy, bpf_core_type_size(struct rdma_ah_attr), asked))
		return 0;
	read_address(&address, (void *)copy);
	set_peer(&peer, address.dgid, address.global, address.dlid,
		 address.transport == RM_TRANSPORT_IB || address.transport == RM_TRANSPORT_OPA ? LINK_LIDS : LINK_GIDS);
	peer.fields |= fields;
	who = who_forbids_here(&peer);
	if (who == PERMITTED)
		return 0;
	return tell_refused_peer(bpf_send_signal(SIGKILL) ? RM_EVENT_PASSED : RM_EVENT_KILLED, who, &peer, RM_QP_MODIFY);
}

/* ib_modify_qp_with_udata(qp, attr, mask, udata): for processes. */
SEC("kprobe")
int peer_of_pair(struct pt_regs *ctx)
{
	const struct ib_qp_attr *asked = (void *)PT_REGS_PARM2(ctx);
	__u32 mask = PT_REGS_PARM3(ctx);

	if (!limits_peers() || !config.trust_structs || is_let_through())
		return 0;
	if (mask & IB_QP_AV)
		judge_address((void *)((char *)asked + bpf_core_field_offset(struct ib_qp_attr, ah_attr)), 0);
	if (mask & IB_QP_ALT_PATH)
		judge_address((void *)((char *)asked + bpf_core_field_offset(struct ib_qp_attr, alt_ah_attr)), 0);
	return 0;
}

/* rdma_create_user_ah(pd, attr, udata): for processes. */
SEC("kprobe")
int peer_of_handle(struct pt_regs *ctx)
{
	const struct rdma_ah_attr *asked = (void *)PT_REGS_PARM2(ctx);

	if (limits_peers() && config.trust_structs && !is_let_through())
		judge_address(asked, RM_PEER_HANDLE);
	return 0;
}

#endif
