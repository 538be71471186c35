// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Watches the RDMA control path of any driver, through ib_core and ib_uverbs.
 *
 * Two independent ways of counting:
 *  - objects: rdma_restrack_* sees every creation and destruction, by user processes, at process
 *    exit and by kernel consumers. A table of live objects makes each of them count once, so that a
 *    second copy of a probe (fentry beside kprobe) does no harm, and remembers the creating cgroup.
 *  - calls: the uverbs handlers and the kernel-side functions of ib_core see each attempt, its errno
 *    and its duration.
 * Beside these, what devices and the connection manager tell on their own: asynchronous events; and processes of bad
 * completions, if they are asked to.
 *
 * The programs are attached by the user side (org.rdmamonitor.source.kernel.watch.Hooks), since which of
 * these functions exist differs between kernels. One object serves all kernels from 5.10: no BPF
 * feature younger than that is used outside the programs that are loaded only on demand.
 */
#include "base.bpf.h"

char LICENSE[] SEC("license") = "Dual MIT/GPL";

/* The parts; each includes those that it builds on. */
#include "flows.bpf.h"
#include "handles.bpf.h"
#include "async.bpf.h"
#include "completions.bpf.h"
#include "tripwire.bpf.h"
#include "routes.bpf.h"
#include "cgroups.bpf.h"

#define RESTRACK(function, action)                                            \
	SEC("kprobe")                                                         \
	int kprobe_##function(struct pt_regs *ctx)                            \
	{                                                                     \
		struct rdma_restrack_entry *res = (void *)PT_REGS_PARM1(ctx); \
		const __u32 copy = RM_COPY_KPROBE;                            \
		(void)copy;                                                   \
		return action;                                                \
	}                                                                     \
	SEC("?fentry/" #function)                                             \
	int fentry_##function(__u64 *ctx)                                     \
	{                                                                     \
		struct rdma_restrack_entry *res = NULL;                       \
		const __u32 copy = RM_COPY_FENTRY;                            \
		(void)copy;                                                   \
		/* Read by a helper, so that the verifier takes it for a number, and permits arithmetic with it. */ \
		bpf_probe_read_kernel(&res, sizeof(res), ctx);                \
		return action;                                                \
	}

RESTRACK(rdma_restrack_add, restrack_add(res, copy))
RESTRACK(rdma_restrack_del, restrack_del(res))
RESTRACK(rdma_restrack_begin_del, restrack_begin_del(res))
RESTRACK(rdma_restrack_abort_del, restrack_abort_del(res))
RESTRACK(rdma_restrack_commit_del, restrack_commit_del(res))

/*
 * The user side runs this program (BPF_PROG_TEST_RUN) to learn the id of an object whose creating call has not been seen to
 * return. Returns 1 if the entry is live and its id is now known.
 */
SEC("raw_tp")
int resolve(struct rm_resolve *request)
{
	__u64 address = request->object;
	struct rdma_restrack_entry *res = (void *)address;
	struct rm_object *object = find_object(address);

	/* If the destruction of the object was missed, its memory may belong to something else by now. */
	if (!object || object->flags & RM_OBJECT_DYING || !BPF_CORE_READ(res, valid) || BPF_CORE_READ(res, type) != object->type ||
	    object_device(res, object->type) != object->device)
		return 0;
	object->id = BPF_CORE_READ(res, id);
	object->flags |= RM_OBJECT_ID;
	return 1;
}

/* For one quota: the object counts for it from now on (sign 1), or no longer (-1). */
static __always_inline void move_share(const struct rm_object *object, __u32 share, int sign)
{
	__s32 held = object->sized ? size_held(object->type, object->size) : 0;
	__u32 size = size_holding(object->type);

	charge(share, object->type, sign);
	if (held)
		charge(share, size, sign * held);
	if (!(object->flags & (RM_OBJECT_DYING | RM_OBJECT_UNLISTED)))
		return;
	charge_unlisted(share, object->type, sign);
	if (held)
		charge_unlisted(share, size, sign * held);
}

static __always_inline bool is_among(const __u16 *shares, __u16 share)
{
	return shares[0] == share || shares[1] == share || shares[2] == share;
}

/*
 * The user side runs this program when limits change: from now on an object counts for these tenants, and so does its size if
 * any quota limits that. Since each object brings its own share, what quotas hold stays right while calls go on.
 */
SEC("raw_tp")
int share(struct rm_share *request)
{
	__u64 address = request->object;
	struct rm_object *object = find_object(address), before;
	__u16 shares[RM_SHARES] = { request->shares[0], request->shares[1], request->shares[2] };

	if (!object)
		return 0;
	before = *object;
	/*
	 * If the object was destroyed, another one may have its address, and the quotas of that must not be changed. This is
	 * checked as late as possible.
	 */
	if (*(volatile __u64 *)&object->created_ns != request->created_ns)
		return 0;
	__builtin_memcpy(object->shares, shares, sizeof(shares));
	if (!before.sized && is_sized(before.type)) {
		__s32 held = size_held(before.type, before.size);
		__u32 size = size_holding(before.type);

		object->sized = before.sized = 1;
		charge_all(before.shares, size, held);
		if (before.flags & RM_OBJECT_DYING)
			charge_unlisted_all(before.shares, size, held);
	}
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (shares[i] && !is_among(before.shares, shares[i]))
			move_share(&before, shares[i], 1);
		if (before.shares[i] && !is_among(shares, before.shares[i]))
			move_share(&before, before.shares[i], -1);
	}
	return 1;
}

/* The user side runs this program when an object's destruction was missed. Returns 1 if the object was still known. */
SEC("raw_tp")
int forget(struct rm_forget *request)
{
	__u64 address = request->object, created_ns = request->created_ns;
	struct rm_object *object = find_object(address);

	bool is_pair;

	if (!object || object->flags & (RM_OBJECT_DYING | RM_OBJECT_UNLISTED))
		return 0;
	is_pair = object->type == RM_TYPE_QP;
	if (!take_object(address, created_ns, false))
		return 0;
	if (is_pair)
		forget_end(address);
	return 1;
}

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_DEVICES);
	__type(key, __u32);
	__type(value, struct rm_device);
} devices SEC(".maps");

/*
 * rdma_restrack_count(device, ...), which netlink's summary calls for every device: asking for the summary shows the programs
 * the devices themselves, and how many objects they can hold.
 */
SEC("kprobe")
int device_listed(struct pt_regs *ctx)
{
	struct ib_device *device = FIRST(ib_device);
	__u32 index = device_index(device);
	__u32 element = index % RM_DEVICES;
	struct rm_device *known = bpf_map_lookup_elem(&devices, &element);

	if (!known || !config.trust_structs || (known->known && known->index == index))
		return 0;
	known->index = index;
	known->most[RM_TYPE_QP] = BPF_CORE_READ(device, attrs.max_qp);
	known->most[RM_TYPE_CQ] = BPF_CORE_READ(device, attrs.max_cq);
	known->most[RM_TYPE_MR] = BPF_CORE_READ(device, attrs.max_mr);
	known->most[RM_TYPE_PD] = BPF_CORE_READ(device, attrs.max_pd);
	known->most[RM_TYPE_SRQ] = BPF_CORE_READ(device, attrs.max_srq);
	known->known = 1;
	return 0;
}
