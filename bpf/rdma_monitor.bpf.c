// SPDX-License-Identifier: MIT OR GPL-2.0-only
/*
 * Watches the RDMA control path of any driver, through ib_core and ib_uverbs.
 *
 * Two independent ways of counting:
 *  - objects: rdma_restrack_* sees every creation and destruction, by user processes, at process
 *    exit and by kernel consumers. The table "objects" makes each of them count once, so that a
 *    second copy of a probe (fentry beside kprobe) does no harm, and remembers the creating cgroup.
 *  - calls: the uverbs handlers and the kernel-side functions of ib_core see each attempt, its errno
 *    and its duration.
 *
 * The programs are attached by the user side (org.rdmamonitor.source.kernel.Hooks), since which of
 * these functions exist differs between kernels. One object serves all kernels from 5.10: no BPF
 * feature younger than that is used outside the programs that are loaded only on demand.
 */
#include <stdbool.h>
#include <linux/types.h>
#include <linux/ptrace.h>
#include <linux/bpf.h>
#include <bpf/bpf_core_read.h>
#include <bpf/bpf_helpers.h>
#include <bpf/bpf_tracing.h>
#include "kernel_types.h"
#include "rdma_monitor.h"

#define PF_KTHREAD 0x00200000 /* include/linux/sched.h */
#define IB_QP_STATE 1         /* enum ib_qp_attr_mask */
#define MAX_ERRNO 4095ull
#define SECOND 1000000000ull

char LICENSE[] SEC("license") = "Dual MIT/GPL";

const volatile struct rm_config config = { .trust_structs = 1 };

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_ROWS); /* times the number of shards */
	__type(key, __u32);
	__type(value, struct rm_row);
} rows SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, RM_ROWS);
	__type(key, __u32);
	__type(value, __u8);
} row_claims SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_MAX_SHARDS);
	__type(key, __u32);
	__type(value, struct rm_health);
} health SEC(".maps");

/* Failed calls by verb and errno, for the whole host: element verb * RM_ERRNOS + errno. */
struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_VERBS *RM_ERRNOS);
	__type(key, __u32);
	__type(value, __u64);
} errnos SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_RINGBUF);
	__uint(max_entries, 1 << 20);
} events SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 16);
	__type(key, __u64);
	__type(value, struct rm_object);
} objects SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 16);
	__type(key, struct rm_seed);
	__type(value, struct rm_object);
} seeded SEC(".maps");

/* Objects between rdma_restrack_begin_del() and _commit_del() or _abort_del(). */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, __u64);
	__type(value, struct rm_object);
} dying SEC(".maps");

struct call_key {
	__u64 task; /* tgid << 32 | tid */
	__u32 verb;
	__u32 reserved;
};

struct call {
	__u64 start_ns;
	__u64 object; /* the restrack entry that was added meanwhile, or 0 */
	__u64 mr_length;
	__u64 cgroup;
	__u32 row;
	__u32 device;
	__u32 id;
	__u32 flags;
	__u32 qp_state;
	__u32 reserved;
};

/* Calls in flight. LRU, because a return can be missed and the entry would stay for ever. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 14);
	__type(key, struct call_key);
	__type(value, struct call);
} calls SEC(".maps");

static __always_inline __u32 shard(void)
{
	return bpf_get_smp_processor_id() & config.shard_mask;
}

static __always_inline struct rm_row *row_at(__u32 row, __u32 shard_index)
{
	__u32 index = row * (config.shard_mask + 1) + shard_index;

	return bpf_map_lookup_elem(&rows, &index);
}

static __always_inline struct rm_health *own_health(void)
{
	__u32 index = shard();

	return bpf_map_lookup_elem(&health, &index);
}

#define NOTE(what)                                        \
	do {                                              \
		struct rm_health *h_ = own_health();      \
		if (h_)                                   \
			__sync_fetch_and_add(&h_->what, 1); \
	} while (0)

/*
 * The row of a (cgroup, device) pair, made on first use. A row is claimed through "row_claims",
 * whose insertion is atomic on every kernel; two CPUs that meet may make two rows for one pair,
 * which is harmless because the user side adds rows of the same key.
 */
static __noinline __u32 find_row(__u64 cgroup, __u32 device)
{
	__u32 hash = (__u32)((cgroup * 0x9e3779b97f4a7c15ull) >> 40) ^ (device * 0x85ebca6bu);
	int i;

	for (i = 0; i < RM_ROW_PROBES; i++) {
		__u32 row = 1 + (hash + i) % (RM_ROWS - 1);
		struct rm_row *r = row_at(row, 0);
		__u8 claimed = 1;

		if (!r)
			return 0;
		if (r->used) {
			if (r->cgroup == cgroup && r->device == device)
				return row;
			continue;
		}
		if (bpf_map_update_elem(&row_claims, &row, &claimed, BPF_NOEXIST))
			continue;
		r->cgroup = cgroup;
		r->device = device;
		r->used = 1;
		return row;
	}
	NOTE(row_overflow);
	return 0;
}

static __always_inline __u32 device_index(struct ib_device *device)
{
	return device ? BPF_CORE_READ(device, index) : RM_DEVICE_UNKNOWN;
}

#define OWNER(type, member, res) \
	((struct type *)((char *)(res) - bpf_core_field_offset(struct type, member)))

static __always_inline __u32 object_device(struct rdma_restrack_entry *res, __u32 type)
{
	struct ib_device *device = NULL;

	switch (type) {
	case RM_TYPE_PD:
		device = BPF_CORE_READ(OWNER(ib_pd, res, res), device);
		break;
	case RM_TYPE_CQ:
		device = BPF_CORE_READ(OWNER(ib_cq, res, res), device);
		break;
	case RM_TYPE_QP:
		device = BPF_CORE_READ(OWNER(ib_qp, res, res), device);
		break;
	case RM_TYPE_MR:
		device = BPF_CORE_READ(OWNER(ib_mr, res, res), device);
		break;
	case RM_TYPE_CTX:
		device = BPF_CORE_READ(OWNER(ib_ucontext, res, res), device);
		break;
	case RM_TYPE_SRQ:
		if (bpf_core_field_exists(struct ib_srq, res))
			device = BPF_CORE_READ(OWNER(ib_srq, res, res), device);
		break;
	case RM_TYPE_CM_ID:
		/* A private structure: known only where modules carry BTF (from 5.11). */
		if (bpf_core_type_exists(struct rdma_id_private))
			device = BPF_CORE_READ(OWNER(rdma_id_private, res, res), id.device);
		break;
	}
	return device_index(device);
}

static __always_inline bool is_user_object(struct rdma_restrack_entry *res)
{
	if (bpf_core_field_exists(res->user))
		return BPF_CORE_READ(res, user);
	return BPF_CORE_READ(res, task) != NULL;
}

static __always_inline bool is_tracked(struct rdma_restrack_entry *res)
{
	if (!bpf_core_field_exists(res->no_track))
		return true;
	return !BPF_CORE_READ_BITFIELD_PROBED(res, no_track);
}

/* Fills in who owns a new object: the task in res->task, which need not be the current one. */
static __always_inline void set_owner(struct rm_object *object, struct rdma_restrack_entry *res)
{
	struct task_struct *task, *current = (void *)bpf_get_current_task();

	if (!is_user_object(res)) {
		object->flags = RM_OBJECT_KERNEL;
		object->cgroup = RM_CGROUP_KERNEL;
		bpf_probe_read_kernel_str(object->comm, sizeof(object->comm),
					  BPF_CORE_READ(res, kern_name));
		return;
	}
	task = BPF_CORE_READ(res, task);
	if (!task || task == current) {
		object->cgroup = bpf_get_current_cgroup_id();
		object->pid = bpf_get_current_pid_tgid() >> 32;
		bpf_get_current_comm(object->comm, sizeof(object->comm));
		return;
	}
	object->cgroup = BPF_CORE_READ(task, cgroups, dfl_cgrp, kn, id);
	object->pid = BPF_CORE_READ(task, tgid);
	bpf_probe_read_kernel_str(object->comm, sizeof(object->comm), task->comm);
}

static __always_inline void count_added(const struct rm_object *object)
{
	struct rm_row *row = row_at(object->row, shard());

	if (!row || object->type >= RM_TYPES)
		return;
	__sync_fetch_and_add(&row->added[object->type], 1);
	if (object->type == RM_TYPE_MR)
		__sync_fetch_and_add(&row->mr_bytes, object->mr_length);
}

static __always_inline void count_removed(const struct rm_object *object, __s64 sign)
{
	struct rm_row *row = row_at(object->row, shard());

	if (!row || object->type >= RM_TYPES)
		return;
	__sync_fetch_and_add(&row->removed[object->type], sign);
	if (object->type == RM_TYPE_MR)
		__sync_fetch_and_add(&row->mr_bytes, -sign * (__s64)object->mr_length);
}

static __always_inline int creating_verb(__u32 type)
{
	switch (type) {
	case RM_TYPE_QP:
		return RM_QP_CREATE;
	case RM_TYPE_PD:
		return RM_PD_ALLOC;
	case RM_TYPE_CQ:
		return RM_CQ_CREATE;
	case RM_TYPE_MR:
		return RM_MR_REG;
	}
	return -1;
}

static __always_inline struct call *call_in_flight(__u32 verb)
{
	struct call_key key = { .task = bpf_get_current_pid_tgid(), .verb = verb };

	return bpf_map_lookup_elem(&calls, &key);
}

/* A call whose device became known after its entry moves to the row of that device. */
static __always_inline void move_call(__u32 verb, struct call *call, __u32 device)
{
	struct rm_row *row = row_at(call->row, shard());

	if (row)
		__sync_fetch_and_add(&row->calls[verb], -1);
	call->device = device;
	call->row = find_row(call->cgroup, device);
	row = row_at(call->row, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[verb], 1);
}

/* rdma_restrack_add(res), at entry: res->id is not set yet, all else is. */
static __noinline int object_added(struct rdma_restrack_entry *res, __u32 copy)
{
	__u64 address = (__u64)res;
	__u32 type = BPF_CORE_READ(res, type);
	struct rm_object object = {}, *known;
	struct call *call;
	__u64 now;
	int verb;

	if (type >= RM_TYPES || type == RM_TYPE_COUNTER || !is_tracked(res))
		return 0;
	now = bpf_ktime_get_ns();
	known = bpf_map_lookup_elem(&objects, &address);
	if (known) {
		if (!(known->copies & copy) && now - known->created_ns < SECOND) {
			known->copies |= copy;
			return 0;
		}
		NOTE(replaced);
		count_removed(known, 1);
		bpf_map_delete_elem(&objects, &address);
	}

	object.type = type;
	object.copies = copy;
	object.created_ns = now;
	object.device = object_device(res, type);
	if (type == RM_TYPE_MR && bpf_core_field_exists(struct ib_mr, length))
		object.mr_length = BPF_CORE_READ(OWNER(ib_mr, res, res), length);
	set_owner(&object, res);
	object.row = find_row(object.cgroup, object.device);
	if (bpf_map_update_elem(&objects, &address, &object, BPF_NOEXIST)) {
		NOTE(objects_full);
		return 0;
	}
	count_added(&object);

	verb = creating_verb(type);
	if (verb < 0)
		return 0;
	call = call_in_flight(verb);
	if (call) {
		call->object = address;
		call->mr_length = object.mr_length;
		if (call->device != object.device)
			move_call(verb, call, object.device);
	}
	return 0;
}

static __always_inline void seed_key(struct rm_seed *key, struct rdma_restrack_entry *res)
{
	key->type = BPF_CORE_READ(res, type);
	key->device = object_device(res, key->type);
	key->id = BPF_CORE_READ(res, id);
}

/* Takes a live object out of the tables. False where nobody had counted it. */
static __always_inline bool take(struct rdma_restrack_entry *res, struct rm_object *object)
{
	__u64 address = (__u64)res;
	struct rm_object *known = bpf_map_lookup_elem(&objects, &address);
	struct rm_seed key = {};

	if (known) {
		*object = *known;
		return bpf_map_delete_elem(&objects, &address) == 0;
	}
	seed_key(&key, res);
	known = bpf_map_lookup_elem(&seeded, &key);
	if (!known)
		return false;
	*object = *known;
	return bpf_map_delete_elem(&seeded, &key) == 0;
}

/* rdma_restrack_del(res) and _begin_del(res), at entry: the object leaves the kernel's count. */
static __noinline int object_removed(struct rdma_restrack_entry *res, __u32 may_return)
{
	__u64 address = (__u64)res;
	struct rm_object object = {};
	struct call *call;

	if (!BPF_CORE_READ(res, valid) || !is_tracked(res) ||
	    BPF_CORE_READ(res, type) == RM_TYPE_COUNTER)
		return 0;
	if (!take(res, &object)) {
		if (!config.two_copies)
			NOTE(unknown_removed);
		return 0;
	}
	count_removed(&object, 1);
	if (object.type == RM_TYPE_MR) {
		call = call_in_flight(RM_MR_DEREG);
		if (call)
			call->mr_length = object.mr_length;
	}
	if (may_return) {
		object.id = BPF_CORE_READ(res, id);
		object.flags |= RM_OBJECT_ID;
		bpf_map_update_elem(&dying, &address, &object, BPF_ANY);
	}
	return 0;
}

/* rdma_restrack_abort_del(res): the driver refused, the object lives on. */
static __noinline int object_returned(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object *waiting = bpf_map_lookup_elem(&dying, &address);
	struct rm_object object;

	if (!waiting)
		return 0;
	object = *waiting;
	if (bpf_map_delete_elem(&dying, &address) == 0 &&
	    bpf_map_update_elem(&objects, &address, &object, BPF_NOEXIST) == 0)
		count_removed(&object, -1);
	return 0;
}

/* rdma_restrack_commit_del(res): the object is gone; counts it if _begin_del was missed. */
static __noinline int object_gone(struct rdma_restrack_entry *res)
{
	__u64 address = (__u64)res;
	struct rm_object object = {};

	bpf_map_delete_elem(&dying, &address);
	if (is_tracked(res) && take(res, &object))
		count_removed(&object, 1);
	return 0;
}

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
		struct rdma_restrack_entry *res = (void *)ctx[0];             \
		const __u32 copy = RM_COPY_FENTRY;                            \
		(void)copy;                                                   \
		return action;                                                \
	}

RESTRACK(rdma_restrack_add, object_added(res, copy))
RESTRACK(rdma_restrack_del, object_removed(res, 0))
RESTRACK(rdma_restrack_begin_del, object_removed(res, 1))
RESTRACK(rdma_restrack_abort_del, object_returned(res))
RESTRACK(rdma_restrack_commit_del, object_gone(res))

/*
 * Run by the user side (BPF_PROG_TEST_RUN) to learn the id of an object whose creating call has not
 * been seen to return. Returns 1 where the entry is live and its id is now known.
 */
SEC("raw_tp")
int resolve(struct rm_resolve *request)
{
	__u64 address = request->object;
	struct rdma_restrack_entry *res = (void *)address;
	struct rm_object *object = bpf_map_lookup_elem(&objects, &address);

	if (!object || !BPF_CORE_READ(res, valid) || BPF_CORE_READ(res, type) != object->type)
		return 0;
	object->id = BPF_CORE_READ(res, id);
	object->flags |= RM_OBJECT_ID;
	return 1;
}

/* Calls. */

static __noinline int call_entered(__u32 verb, __u32 device, __u32 flags, __u32 id)
{
	struct call_key key = { .task = bpf_get_current_pid_tgid(), .verb = verb };
	struct call call = { .device = device, .flags = flags, .id = id };
	struct rm_row *row;

	if (verb >= RM_VERBS)
		return 0;
	call.cgroup = flags & RM_EVENT_KERNEL ? RM_CGROUP_KERNEL : bpf_get_current_cgroup_id();
	call.row = find_row(call.cgroup, device);
	row = row_at(call.row, shard());
	if (row)
		__sync_fetch_and_add(&row->calls[verb], 1);
	call.start_ns = bpf_ktime_get_ns();
	if (bpf_map_update_elem(&calls, &key, &call, BPF_NOEXIST) == 0)
		return 0;
	if (bpf_map_update_elem(&calls, &key, &call, BPF_ANY) == 0)
		NOTE(stale_calls);
	else
		NOTE(calls_full);
	return 0;
}

/*
 * The errno in a return value, or 0. Functions that return int leave the upper half of the register
 * zero or sign-extended; those that return a pointer give ERR_PTR. No kernel pointer has an upper
 * half of zero, so one rule serves both.
 */
static __always_inline __u32 error_of(__u64 value)
{
	__u32 low = value;

	if (value > -(MAX_ERRNO + 1))
		return -value;
	if (!(value >> 32) && low > (__u32) - (MAX_ERRNO + 1))
		return -low;
	return 0;
}

static __always_inline void count_done(__u32 verb, const struct call *call, __u32 error)
{
	struct rm_row *row = row_at(call->row, shard());
	__u32 index = verb * RM_ERRNOS + (error < RM_ERRNOS ? error : 0);
	__u64 *errors;

	if (!row)
		return;
	__sync_fetch_and_add(&row->done[verb], 1);
	if (!error)
		return;
	__sync_fetch_and_add(&row->failed[verb], 1);
	errors = bpf_map_lookup_elem(&errnos, &index);
	if (errors)
		__sync_fetch_and_add(errors, 1);
}

/* The object that the call created: its id is set now. */
static __always_inline void read_created(struct call *call, struct rm_event *event)
{
	struct rdma_restrack_entry *res = (void *)call->object;
	struct rm_object *object = bpf_map_lookup_elem(&objects, &call->object);

	if (!object)
		return;
	object->id = BPF_CORE_READ(res, id);
	object->flags |= RM_OBJECT_ID;
	call->id = object->id;
	call->flags |= RM_EVENT_ID;
	if (object->flags & RM_OBJECT_KERNEL)
		__builtin_memcpy(event->comm, object->comm, sizeof(event->comm));
}

static __noinline int call_returned(__u32 verb, __u64 value)
{
	struct call_key key = { .task = bpf_get_current_pid_tgid(), .verb = verb };
	struct call *call = bpf_map_lookup_elem(&calls, &key);
	struct rm_event *event;
	__u32 error;

	if (!call || verb >= RM_VERBS)
		return 0;
	error = error_of(value);
	count_done(verb, call, error);
	event = bpf_ringbuf_reserve(&events, sizeof(*event), 0);
	if (!event) {
		NOTE(events_lost);
		goto out;
	}
	bpf_get_current_comm(event->comm, sizeof(event->comm));
	if (call->object)
		read_created(call, event);
	event->time_ns = bpf_ktime_get_ns();
	event->duration_ns = event->time_ns - call->start_ns;
	event->cgroup = call->cgroup;
	event->verb = verb;
	event->flags = call->flags | RM_EVENT_DURATION;
	event->device = call->device;
	event->object_id = call->id;
	event->pid = key.task >> 32;
	event->tid = (__u32)key.task;
	event->error = error;
	event->qp_state = call->qp_state;
	event->mr_length = call->mr_length;
	bpf_ringbuf_submit(event, BPF_RB_NO_WAKEUP);
	NOTE(events);
out:
	bpf_map_delete_elem(&calls, &key);
	return 0;
}

static __always_inline __u32 bundle_device(struct uverbs_attr_bundle *attrs)
{
	struct ib_ucontext *context;

	if (!config.trust_structs || !bpf_core_type_exists(struct uverbs_attr_bundle))
		return RM_DEVICE_UNKNOWN;
	context = BPF_CORE_READ(attrs, context);
	/* The commands of write() find their context later. */
	if (!context && bpf_core_field_exists(struct ib_uverbs_file, ucontext))
		context = BPF_CORE_READ(attrs, ufile, ucontext);
	return context ? device_index(BPF_CORE_READ(context, device)) : RM_DEVICE_UNKNOWN;
}

/* A uverbs handler: f(struct uverbs_attr_bundle *attrs). */
#define USER_CALL(verb, VERB)                                                    \
	SEC("kprobe")                                                            \
	int user_##verb(struct pt_regs *ctx)                                     \
	{                                                                        \
		return call_entered(VERB, bundle_device((void *)PT_REGS_PARM1(ctx)), 0, 0); \
	}

/* The return of any function that makes a call of this verb. */
#define RETURN(verb, VERB)                                     \
	SEC("kretprobe")                                       \
	int return_##verb(struct pt_regs *ctx)                 \
	{                                                      \
		return call_returned(VERB, PT_REGS_RC(ctx));   \
	}

/* A function of a driver, whose arguments differ between kernels: counted, not read. */
#define DRIVER_CALL(verb, VERB)                                        \
	SEC("kprobe")                                                  \
	int driver_##verb(struct pt_regs *ctx)                         \
	{                                                              \
		return call_entered(VERB, RM_DEVICE_UNKNOWN, 0, 0);    \
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
USER_CALL(qp_modify, RM_QP_MODIFY)
USER_CALL(pd_alloc, RM_PD_ALLOC)
USER_CALL(cq_create, RM_CQ_CREATE)
USER_CALL(mr_reg, RM_MR_REG)
USER_CALL(gid_query, RM_GID_QUERY)

/*
 * Kernel consumers. An argument is read into a variable before BPF_CORE_READ sees it, or the access
 * to pt_regs would become a CO-RE relocation too.
 */
#define FIRST(type) ((struct type *)PT_REGS_PARM1(ctx))

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

#define KERNEL_CALL(name, VERB, device)                                	SEC("kprobe")                                                  	int kernel_##name(struct pt_regs *ctx)                         	{                                                              		return call_entered(VERB, device, RM_EVENT_KERNEL, 0); 	}

KERNEL_CALL(qp_create, RM_QP_CREATE, pd_device(FIRST(ib_pd)))
KERNEL_CALL(pd_alloc, RM_PD_ALLOC, own_index(FIRST(ib_device)))
KERNEL_CALL(cq_create, RM_CQ_CREATE, own_index(FIRST(ib_device)))
KERNEL_CALL(mr_reg, RM_MR_REG, pd_device(FIRST(ib_pd)))

/*
 * The destroying functions of ib_core, f(object, struct ib_udata *udata), serve processes, their
 * exit, and kernel consumers; only the last give no udata.
 */
#define DESTROY_CALL(verb, VERB, type)                                              \
	SEC("kprobe")                                                               \
	int destroy_##verb(struct pt_regs *ctx)                                     \
	{                                                                           \
		struct type *object = (void *)PT_REGS_PARM1(ctx);                   \
		__u32 flags = PT_REGS_PARM2(ctx) ? 0 : RM_EVENT_KERNEL;             \
		if (!config.trust_structs)                                                 \
			return call_entered(VERB, RM_DEVICE_UNKNOWN, flags, 0);     \
		return call_entered(VERB, device_index(BPF_CORE_READ(object, device)), \
				    flags | RM_EVENT_ID, BPF_CORE_READ(object, res.id)); \
	}

DESTROY_CALL(qp_destroy, RM_QP_DESTROY, ib_qp)
DESTROY_CALL(cq_destroy, RM_CQ_DESTROY, ib_cq)
DESTROY_CALL(mr_dereg, RM_MR_DEREG, ib_mr)

/* uverbs_free_pd(uobject, ...): for processes; unlike ib_dealloc_pd_user() it sees EBUSY. */
SEC("kprobe")
int user_pd_dealloc(struct pt_regs *ctx)
{
	struct ib_uobject *uobject = FIRST(ib_uobject);
	struct ib_pd *pd;

	if (!config.trust_structs)
		return call_entered(RM_PD_DEALLOC, RM_DEVICE_UNKNOWN, 0, 0);
	pd = BPF_CORE_READ(uobject, object);
	return call_entered(RM_PD_DEALLOC, device_index(BPF_CORE_READ(pd, device)), RM_EVENT_ID,
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
		return call_entered(RM_PD_DEALLOC, RM_DEVICE_UNKNOWN, RM_EVENT_KERNEL, 0);
	return call_entered(RM_PD_DEALLOC, device_index(BPF_CORE_READ(pd, device)),
			    RM_EVENT_KERNEL | RM_EVENT_ID, BPF_CORE_READ(pd, res.id));
}

/* ib_free_cq(cq): for kernel consumers; it returns nothing, so it is counted as done at once. */
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

/* What a QP_MODIFY in flight asks for: ib_modify_qp_with_udata(qp, attr, mask, udata). */
static __noinline int qp_modified(struct ib_qp *qp, struct ib_qp_attr *attr, __u32 mask)
{
	struct call *call = call_in_flight(RM_QP_MODIFY);
	__u32 device;

	if (!call || !config.trust_structs)
		return 0;
	device = device_index(BPF_CORE_READ(qp, device));
	if (call->device != device)
		move_call(RM_QP_MODIFY, call, device);
	call->id = BPF_CORE_READ(qp, qp_num);
	call->flags |= RM_EVENT_ID;
	if (mask & IB_QP_STATE) {
		call->qp_state = BPF_CORE_READ(attr, qp_state);
		call->flags |= RM_EVENT_QP_STATE;
	}
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
 * rdma_connect(id, ...) and rdma_connect_locked(id, ...), of which the first calls the second: a
 * request within a request is one request. Kernel consumers connect from kernel threads.
 */
SEC("kprobe")
int both_cm_req(struct pt_regs *ctx)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct rdma_cm_id *id = FIRST(rdma_cm_id);
	__u32 flags = BPF_CORE_READ(task, flags) & PF_KTHREAD ? RM_EVENT_KERNEL : 0;

	if (call_in_flight(RM_CM_REQ))
		return 0;
	if (!config.trust_structs || !bpf_core_type_exists(struct rdma_cm_id))
		return call_entered(RM_CM_REQ, RM_DEVICE_UNKNOWN, flags, 0);
	return call_entered(RM_CM_REQ, device_index(BPF_CORE_READ(id, device)), flags, 0);
}
