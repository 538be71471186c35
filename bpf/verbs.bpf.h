/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The programs that count calls, and read what the calls ask for: at uverbs handlers for processes, and at functions of ib_core
 * for kernel consumers.
 */
#ifndef RDMA_MONITOR_VERBS_BPF_H
#define RDMA_MONITOR_VERBS_BPF_H

#include "causes.bpf.h"
#include "events.bpf.h"

/*
 * The first argument. An argument is read into a variable before BPF_CORE_READ sees it, or the access
 * to pt_regs would become a CO-RE relocation too.
 */
#define FIRST(type) ((struct type *)PT_REGS_PARM1(ctx))

/* A process's call begins. Gives its place; NULL if there is none. */
static __always_inline struct call *user_entered(__u32 verb, struct ib_device *device)
{
	struct call *call = call_entered(verb, device_index(device), 0, 0);

	if (call)
		call->device_at = (__u64)device;
	return call;
}

/* A uverbs handler: f(struct uverbs_attr_bundle *attrs). */
#define USER_CALL(verb, VERB)                                                    \
	SEC("kprobe")                                                            \
	int user_##verb(struct pt_regs *ctx)                                     \
	{                                                                        \
		user_entered(VERB, bundle_device((void *)PT_REGS_PARM1(ctx)));   \
		return 0;                                                        \
	}

/* The return of any function that makes a call of this verb. */
#define RETURN(verb, VERB)                                     \
	SEC("kretprobe")                                       \
	int return_##verb(struct pt_regs *ctx)                 \
	{                                                      \
		return call_returned(VERB, PT_REGS_RC(ctx));   \
	}

/* A function of a driver. Its arguments differ between kernels, so the call is counted, but its arguments are not read. */
#define DRIVER_CALL(verb, VERB)                                        \
	SEC("kprobe")                                                  \
	int driver_##verb(struct pt_regs *ctx)                         \
	{                                                              \
		return count_call(VERB, RM_DEVICE_UNKNOWN, 0, 0);      \
	}

#define VERB_PROGRAMS(X)                \
	X(qp_create, RM_QP_CREATE)      \
	X(qp_modify, RM_QP_MODIFY)      \
	X(qp_destroy, RM_QP_DESTROY)    \
	X(pd_alloc, RM_PD_ALLOC)        \
	X(pd_dealloc, RM_PD_DEALLOC)    \
	X(cq_create, RM_CQ_CREATE)      \
	X(cq_destroy, RM_CQ_DESTROY)    \
	X(mr_reg, RM_MR_REG)            \
	X(mr_dereg, RM_MR_DEREG)        \
	X(cm_req, RM_CM_REQ)            \
	X(gid_query, RM_GID_QUERY)

VERB_PROGRAMS(RETURN)
VERB_PROGRAMS(DRIVER_CALL)

USER_CALL(qp_create, RM_QP_CREATE)
USER_CALL(pd_alloc, RM_PD_ALLOC)
USER_CALL(cq_create, RM_CQ_CREATE)
USER_CALL(mr_reg, RM_MR_REG)

/* The command of ib_uverbs_reg_mr() (uapi/rdma/ib_user_verbs.h), in the memory of the process. */
struct reg_mr_command {
	__u64 response;
	__u64 start;
	__u64 length;
	__u64 hca_va;
	__u32 pd_handle;
	__u32 access_flags;
};

/* ib_uverbs_reg_mr(attrs): only the command has what is asked for. */
SEC("kprobe")
int user_mr_reg_command(struct pt_regs *ctx)
{
	void *attrs = (void *)PT_REGS_PARM1(ctx), *inbuf;
	struct reg_mr_command command;
	struct call *call;

	call = user_entered(RM_MR_REG, command_device(attrs));
	if (!call || !config.trust_structs)
		return 0;
	inbuf = read_pointer(attrs, offsets.bundle_inbuf);
	if (!inbuf || bpf_probe_read_user(&command, sizeof(command), inbuf))
		return 0;
	call->detail.address = command.start;
	call->detail.size = command.length;
	call->detail.access = command.access_flags;
	call->flags |= RM_EVENT_ACCESS;
	return 0;
}

USER_CALL(gid_query, RM_GID_QUERY)

/* Kernel consumers. */

/* f(struct ib_device *, ...) */
static __always_inline __u32 own_index(struct ib_device *device)
{
	return config.trust_structs ? device_index(device) : RM_DEVICE_UNKNOWN;
}

/* f(struct ib_pd *, ...) */
static __always_inline __u32 pd_device(struct ib_pd *pd)
{
	return config.trust_structs ? device_index(BPF_CORE_READ(pd, device)) : RM_DEVICE_UNKNOWN;
}

#define KERNEL_CALL(name, VERB, device)                                \
	SEC("kprobe")                                                  \
	int kernel_##name(struct pt_regs *ctx)                         \
	{                                                              \
		return count_call(VERB, device, RM_EVENT_KERNEL, 0);   \
	}

KERNEL_CALL(qp_create, RM_QP_CREATE, pd_device(FIRST(ib_pd)))
KERNEL_CALL(pd_alloc, RM_PD_ALLOC, own_index(FIRST(ib_device)))
KERNEL_CALL(cq_create, RM_CQ_CREATE, own_index(FIRST(ib_device)))
KERNEL_CALL(mr_reg, RM_MR_REG, pd_device(FIRST(ib_pd)))

/*
 * The destroying functions of ib_core, f(object, struct ib_udata *udata), serve processes, their exit, and kernel consumers;
 * only kernel consumers give no udata.
 */
#define DESTROY_CALL(verb, VERB, type)                                              \
	SEC("kprobe")                                                               \
	int destroy_##verb(struct pt_regs *ctx)                                     \
	{                                                                           \
		struct type *object = (void *)PT_REGS_PARM1(ctx);                   \
		__u32 flags = PT_REGS_PARM2(ctx) ? 0 : RM_EVENT_KERNEL;             \
		if (!config.trust_structs)                                          \
			return count_call(VERB, RM_DEVICE_UNKNOWN, flags, 0);       \
		return count_call(VERB, device_index(BPF_CORE_READ(object, device)), \
				  flags | RM_EVENT_ID, BPF_CORE_READ(object, res.id)); \
	}

/* uverbs_free_qp(uobject, why, ...): for processes; it calls ib_destroy_qp_user() next. */
SEC("kprobe")
int removed_qp_destroy(struct pt_regs *ctx)
{
	struct call *call = begin_call(RM_QP_DESTROY);

	if (call)
		call->removal = PT_REGS_PARM2(ctx) + 1;
	return 0;
}

/* A queue pair is destroyed: adds to the call its number, and why it ended. */
SEC("kprobe")
int destroy_qp_destroy(struct pt_regs *ctx)
{
	bool kernel = !PT_REGS_PARM2(ctx);
	__u32 flags = kernel ? RM_EVENT_KERNEL : 0;
	struct ib_qp *qp = FIRST(ib_qp);
	struct rm_end *end;
	struct call *call;

	if (!config.trust_structs)
		return count_call(RM_QP_DESTROY, RM_DEVICE_UNKNOWN, flags, 0);
	end = end_of(entry_of(qp));
	if (end)
		call = call_entered(RM_QP_DESTROY, end->device, flags | RM_EVENT_ID, end->id);
	else
		call = call_entered(RM_QP_DESTROY, device_index(BPF_CORE_READ(qp, device)), flags | RM_EVENT_ID,
				    BPF_CORE_READ(qp, res.id));
	return note_cause(call, end, kernel);
}

DESTROY_CALL(cq_destroy, RM_CQ_DESTROY, ib_cq)
DESTROY_CALL(mr_dereg, RM_MR_DEREG, ib_mr)

/* uverbs_free_pd(uobject, ...): for processes; unlike ib_dealloc_pd_user() it sees EBUSY. */
SEC("kprobe")
int user_pd_dealloc(struct pt_regs *ctx)
{
	struct ib_uobject *uobject = FIRST(ib_uobject);
	struct ib_pd *pd;

	if (!config.trust_structs)
		return count_call(RM_PD_DEALLOC, RM_DEVICE_UNKNOWN, 0, 0);
	pd = BPF_CORE_READ(uobject, object);
	return count_call(RM_PD_DEALLOC, device_index(BPF_CORE_READ(pd, device)), RM_EVENT_ID,
			  BPF_CORE_READ(pd, res.id));
}

/* ib_dealloc_pd_user(pd, udata): for kernel consumers, which give no udata. */
SEC("kprobe")
int kernel_pd_dealloc(struct pt_regs *ctx)
{
	struct ib_pd *pd = FIRST(ib_pd);

	if (PT_REGS_PARM2(ctx))
		return 0;
	if (!config.trust_structs)
		return count_call(RM_PD_DEALLOC, RM_DEVICE_UNKNOWN, RM_EVENT_KERNEL, 0);
	return count_call(RM_PD_DEALLOC, device_index(BPF_CORE_READ(pd, device)),
			  RM_EVENT_KERNEL | RM_EVENT_ID, BPF_CORE_READ(pd, res.id));
}

/* ib_free_cq(cq): for kernel consumers; it returns nothing, so the call counts as done at once. */
SEC("kprobe")
int kernel_cq_free(struct pt_regs *ctx)
{
	struct ib_cq *cq = FIRST(ib_cq);

	if (!config.trust_structs) {
		call_entered(RM_CQ_DESTROY, RM_DEVICE_UNKNOWN, RM_EVENT_KERNEL, 0);
	} else {
		call_entered(RM_CQ_DESTROY, device_index(BPF_CORE_READ(cq, device)),
			     RM_EVENT_KERNEL | RM_EVENT_ID, BPF_CORE_READ(cq, res.id));
	}
	return call_returned(RM_CQ_DESTROY, 0);
}

#define QPT_RAW_PACKET 8 /* enum ib_qp_type, rdma/ib_verbs.h */

/* ib_create_qp_user(device, pd, attr, ...): what the QP_CREATE in flight asks for, even if it fails. */
SEC("kprobe")
int detail_qp_create(struct pt_regs *ctx)
{
	struct ib_pd *pd = (void *)PT_REGS_PARM2(ctx);
	struct ib_qp_init_attr *attr = (void *)PT_REGS_PARM3(ctx);
	struct call *call = call_in_flight(RM_QP_CREATE);

	if (!call || !config.trust_structs)
		return 0;
	call->detail.qp_type = BPF_CORE_READ(attr, qp_type);
	call->flags |= RM_EVENT_QP_TYPE;
	if (call->detail.qp_type == QPT_RAW_PACKET)
		call->flags |= net_raw();
	if (pd) {
		call->detail.pdn = BPF_CORE_READ(pd, res.id);
		call->flags |= RM_EVENT_PD;
	}
	return 0;
}

/* The structure has 200 bytes. */
#define QP_ATTR_COPY 256

/*
 * ib_modify_qp_with_udata(qp, attr, mask, udata): what the QP_MODIFY in flight asks for. The attributes are copied as a whole,
 * since each read by a helper costs more than looking at all of them.
 */
static __noinline int qp_modified(struct ib_qp *qp, struct ib_qp_attr *attr, __u32 mask)
{
	struct call *call = call_in_flight(RM_QP_MODIFY);
	__u64 copy[QP_ATTR_COPY / sizeof(__u64)];
	struct ib_qp_attr *asked = (void *)copy;
	struct rm_end *end;
	__u32 device;

	if (!call || !config.trust_structs || bpf_core_type_size(struct ib_qp_attr) > QP_ATTR_COPY)
		return 0;
	call->end_element = find_end(entry_of(qp));
	if (!call->end_element) {
		/* An XRC queue pair may be opened by several processes; behind it there is one real one, which alone has an end. */
		struct ib_qp *real = BPF_CORE_READ(qp, real_qp);

		if (real != qp) {
			qp = real;
			call->end_element = find_end(entry_of(qp));
		}
	}
	/* The queue pair cannot be destroyed here; at the return it can. */
	call->subject = entry_of(qp);
	end = end_at(call->end_element);
	device = end ? end->device : device_index(BPF_CORE_READ(qp, device));
	if (call->uncounted)
		count_late(RM_QP_MODIFY, call, device);
	else if (call->device != device)
		move_call(RM_QP_MODIFY, call, device);
	call->id = end ? end->id : BPF_CORE_READ(qp, qp_num);
	call->flags |= RM_EVENT_ID;
	if (bpf_probe_read_kernel(copy, bpf_core_type_size(struct ib_qp_attr), attr))
		return 0;
	call->detail.attributes = mask;
	if (mask & IB_QP_STATE) {
		call->detail.qp_state = asked->qp_state;
		call->flags |= RM_EVENT_QP_STATE;
	}
	if (mask & IB_QP_ACCESS_FLAGS)
		call->detail.access = asked->qp_access_flags;
	if (mask & IB_QP_QKEY) {
		call->detail.qkey = asked->qkey;
		if (asked->qkey & CONTROLLED_QKEY)
			call->flags |= net_raw();
	}
	if (mask & RECEIVING) {
		if (mask & IB_QP_AV)
			__builtin_memcpy(call->detail.dgid, asked->ah_attr.grh.dgid.raw, sizeof(call->detail.dgid));
		if (mask & IB_QP_RQ_PSN)
			call->detail.rq_psn = asked->rq_psn;
		if (mask & IB_QP_DEST_QPN)
			call->detail.dest_qpn = asked->dest_qp_num;
	}
	if (mask & IB_QP_SQ_PSN)
		call->detail.sq_psn = asked->sq_psn;
	read_path(&call->path, asked, mask);
	if (!call->end_element)
		call->end_element = make_end((void *)call->subject, device, call->cgroup);
	return 0;
}

/* ib_uverbs_modify_qp(attrs), ib_uverbs_ex_modify_qp(attrs) */
SEC("kprobe")
int user_qp_modify(struct pt_regs *ctx)
{
	__u64 attrs = PT_REGS_PARM1(ctx);
	struct call *call = begin_uncounted(RM_QP_MODIFY);

	if (call)
		call->request = attrs;
	else
		user_entered(RM_QP_MODIFY, bundle_device((void *)attrs));
	return 0;
}

SEC("kprobe")
int detail_qp_modify(struct pt_regs *ctx)
{
	return qp_modified(FIRST(ib_qp), (void *)PT_REGS_PARM2(ctx), PT_REGS_PARM3(ctx));
}

/* ib_modify_qp(qp, attr, mask): for kernel consumers. */
SEC("kprobe")
int kernel_qp_modify(struct pt_regs *ctx)
{
	struct ib_qp *qp = FIRST(ib_qp);
	__u32 device = RM_DEVICE_UNKNOWN;

	if (config.trust_structs)
		device = device_index(BPF_CORE_READ(qp, device));
	call_entered(RM_QP_MODIFY, device, RM_EVENT_KERNEL, 0);
	return qp_modified(qp, (void *)PT_REGS_PARM2(ctx), PT_REGS_PARM3(ctx));
}

/*
 * rdma_connect(id, ...) and rdma_connect_locked(id, ...); the first calls the second, and a request within a request counts
 * once. Kernel consumers connect from kernel threads.
 */
SEC("kprobe")
int both_cm_req(struct pt_regs *ctx)
{
	void *id = (void *)PT_REGS_PARM1(ctx);
	__u32 flags = own_flags() & PF_KTHREAD ? RM_EVENT_KERNEL : 0;

	if (call_in_flight(RM_CM_REQ))
		return 0;
	if (!config.trust_structs)
		return count_call(RM_CM_REQ, RM_DEVICE_UNKNOWN, flags, 0);
	return count_call(RM_CM_REQ, device_index(read_pointer(id, offsets.cm_device)), flags, 0);
}

#endif
