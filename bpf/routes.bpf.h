/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Whom processes ask the RDMA connection manager for: requests that lead to peers who are forbidden are refused. They come by
 * write(2) to /dev/infiniband/rdma_cm. The kernel asks its security modules about a write, but does not tell them what is
 * written: that is read where the registers of the system call say it is. Any other way to write is refused to whoever has a
 * policy.
 *
 * In strict mode what the kernel has really read is judged again. A process that is killed for that leaves a request behind, on
 * an open file that others may share; so that file is condemned, and takes nothing more from anybody who has a policy. The
 * request has not gone to the peer yet: for that another write is needed.
 *
 * The user side attaches the gate only while there is a policy (source.kernel.watch.Watch.holdRoutes()).
 */
#ifndef RDMA_MONITOR_ROUTES_BPF_H
#define RDMA_MONITOR_ROUTES_BPF_H

#include "peers.bpf.h"
#include "restrack.bpf.h"

/* Whether requests are judged; the user side says so. On a link that has LIDs an IP address tells nothing about the peer's. */
volatile __u32 routes_held SEC(".data.routes") = 0;

/* By thread: the file that it wrote to last (struct ucma_file). Only in strict mode. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, __u32);
	__type(value, __u64);
} callers SEC(".maps");

/* The files that are condemned, until they are closed. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, __u64);
	__type(value, __u8);
} condemned SEC(".maps");

#define MAY_WRITE 2 /* linux/fs.h */
/* linux/sched.h: threads of the kernel, of io_uring, and others that it makes for processes. */
#define IS_NO_CALLER (0x00200000 | 0x00000010 | 0x00004000)

/* struct rdma_ucm_cmd_hdr (uapi/rdma/rdma_user_cm.h); the command's own structure follows. */
struct cm_request {
	__u32 command;
	__u16 in;
	__u16 out;
};

enum {
	CM_RESOLVE_IP = 3,
	CM_SET_OPTION = 14,
	CM_RESOLVE_ADDR = 21,
	CM_LAST = 24, /* that is known to lead nowhere by itself */
};

#define RESOLVE_IP_TO 28    /* struct rdma_ucm_resolve_ip: dst_addr */
#define RESOLVE_ADDR_TO 144 /* struct rdma_ucm_resolve_addr: dst_addr */
#define SET_OPTION_LEVEL 12 /* struct rdma_ucm_set_option: level */
#define OPTION_IB 1	    /* RDMA_OPTION_IB: of these there is the path only, which leads to whom it says */

/* Whether a file is the connection manager's. Where that is built into the kernel, it is not known. */
static __always_inline bool is_of_cm(struct file *file)
{
	const struct module *owner;

	if ((file->f_inode->i_mode & S_IFMT) != S_IFCHR)
		return false;
	owner = file->f_op->owner;
	return owner && IS_RDMA_UCM(owner->name);
}

/* The number of a system call, where what it writes is, and the numbers that write(2) has. */
#ifdef __TARGET_ARCH_x86
struct entry_registers {
	struct pt_regs user;
};

static __always_inline unsigned long written_at(const struct entry_registers *registers)
{
	switch (registers->user.orig_rax) {
	case 1:
		return registers->user.rsi;
	case 4: /* of 32-bit programs; of others it is stat(2) */
		return (__u32)registers->user.rcx;
	}
	return 0;
}
#else
#define PSTATE_32 0x10 /* PSR_MODE32_BIT */

struct entry_registers {
	struct user_pt_regs user;
	__u64 original_x0;
	__s32 call;
};

static __always_inline unsigned long written_at(const struct entry_registers *registers)
{
	bool is_32 = registers->user.pstate & PSTATE_32;

	if (registers->call != (is_32 ? 4 : 64))
		return 0;
	return is_32 ? (__u32)registers->user.regs[1] : registers->user.regs[1];
}
#endif

/* What the current task writes by write(2); 0 if it does something else. */
static __always_inline unsigned long written(void)
{
	struct task_struct *task = bpf_get_current_task_btf();
	struct entry_registers registers;

	if (task->flags & IS_NO_CALLER ||
	    bpf_probe_read_kernel(&registers, sizeof(registers), (void *)bpf_task_pt_regs(task)))
		return 0;
	return written_at(&registers);
}

static __noinline int refuse_call(unsigned long address)
{
	struct rm_peer peer = { .fields = RM_PEER_GID };
	struct socket_address to;

	if (!read_user(&to, sizeof(to), (void *)address))
		return refuse_unknown(0, RM_CM_REQ);
	/* What is no address of a peer the kernel refuses. */
	return gid_of_socket(peer.gid, &to) && refuse_if_forbidden(&peer, RM_CM_REQ);
}

/* Refuses and reports a request that leads to a forbidden peer, or that cannot be read: returns 1 then, else 0. */
static __noinline int refuse_request(unsigned long at)
{
	unsigned long asked = at + sizeof(struct cm_request);
	struct cm_request request;
	__u32 level;

	if (!at || !read_user(&request, sizeof(request), (void *)at))
		return refuse_unknown(0, RM_CM_REQ);
	switch (request.command) {
	case CM_RESOLVE_IP:
		return refuse_call(asked + RESOLVE_IP_TO);
	case CM_RESOLVE_ADDR:
		return refuse_call(asked + RESOLVE_ADDR_TO);
	case CM_SET_OPTION:
		return (!read_user(&level, sizeof(level), (void *)(asked + SET_OPTION_LEVEL)) || level == OPTION_IB) &&
		       refuse_unknown(0, RM_CM_REQ);
	}
	return request.command > CM_LAST && refuse_unknown(0, RM_CM_REQ);
}

/* ctx has the arguments of file_permission(file, mask). */
static __always_inline int route_gate(__u64 *ctx)
{
	struct file *file = (void *)ctx[0];
	__u32 thread = own_thread();
	__u64 writes_to;

	if (!((__u32)ctx[1] & MAY_WRITE) || !is_of_cm(file))
		return 0;
	if (!routes_held || !limits_peers() || is_let_through() || !has_policy())
		return 0;
	writes_to = (__u64)file->private_data;
	if (bpf_map_lookup_elem(&condemned, &writes_to))
		return refuse_unknown(0, RM_CM_REQ) ? -EPERM : 0;
	if (config.enforcement == RM_STRICT)
		bpf_map_update_elem(&callers, &thread, &writes_to, BPF_ANY);
	return refuse_request(written()) ? -EPERM : 0;
}

/* ctx[2] is what earlier programs decided. */
#define ROUTE_GATE(section, name)                                             \
	SEC("?" section)                                                      \
	int name(__u64 *ctx)                                                  \
	{                                                                     \
		int decided = (int)ctx[2];                                    \
		return decided ? decided : route_gate(ctx);                   \
	}

ROUTE_GATE("lsm/file_permission", route_lsm)
ROUTE_GATE("fmod_ret/security_file_permission", route_fmod)

/* Kills the current process if a peer is forbidden to it, and condemns the file that it writes to. */
static __noinline int kill_caller(const struct rm_peer *peer)
{
	__u32 thread = own_thread(), who;
	__u8 is_condemned = 1;
	__u64 *writes_to;

	if (!peer)
		return 0;
	who = who_forbids(peer);
	if (who == PERMITTED)
		return 0;
	writes_to = bpf_map_lookup_elem(&callers, &thread);
	if (writes_to)
		bpf_map_update_elem(&condemned, writes_to, &is_condemned, BPF_ANY);
	return tell_refused_peer(bpf_send_signal(SIGKILL) ? RM_EVENT_PASSED : RM_EVENT_KILLED, who, peer, RM_CM_REQ);
}

/* Whether a request of the connection manager is to be judged: a kernel consumer's is not. */
static __always_inline bool is_call_of_process(const char *id)
{
	struct entry entry = {};

	if (!routes_held || !limits_peers() || is_let_through() || offsets.cm_entry == RM_OFFSET_UNKNOWN)
		return false;
	read_entry((void *)(id + offsets.cm_entry), &entry);
	return entry.user;
}

/* rdma_resolve_addr(id, source, destination, timeout) */
SEC("kprobe")
int call_leads(struct pt_regs *ctx)
{
	const struct socket_address *destination = (void *)PT_REGS_PARM3(ctx);
	struct rm_peer peer = { .fields = RM_PEER_GID };
	struct socket_address to;

	if (!is_call_of_process((void *)PT_REGS_PARM1(ctx)) || bpf_probe_read_kernel(&to, sizeof(to), destination) ||
	    !gid_of_socket(peer.gid, &to))
		return 0;
	return kill_caller(&peer);
}

/* rdma_set_ib_path(id, path): a struct sa_path_rec begins with the peer's GID. */
SEC("kprobe")
int call_takes_path(struct pt_regs *ctx)
{
	const void *path = (void *)PT_REGS_PARM2(ctx);
	struct rm_peer peer = { .fields = RM_PEER_GID };

	if (!is_call_of_process((void *)PT_REGS_PARM1(ctx)) || bpf_probe_read_kernel(peer.gid, sizeof(peer.gid), path))
		return 0;
	return kill_caller(&peer);
}

/*
 * ucma_get_ctx(file, id): a command looks for an id on this file. If it is condemned, the gate has let it pass because the
 * command was written to another file, to which the id is to go (RDMA_USER_CM_CMD_MIGRATE_ID).
 */
SEC("kprobe")
int call_continues(struct pt_regs *ctx)
{
	__u64 file = PT_REGS_PARM1(ctx);
	struct rm_peer peer = {};

	if (!routes_held || !bpf_map_lookup_elem(&condemned, &file) || is_let_through())
		return 0;
	return kill_caller(&peer);
}

/* ucma_close(inode, file) */
SEC("kprobe")
int caller_closed(struct pt_regs *ctx)
{
	__u64 file = (__u64)BPF_CORE_READ((struct file *)PT_REGS_PARM2(ctx), private_data);

	bpf_map_delete_elem(&condemned, &file);
	return 0;
}

#endif
