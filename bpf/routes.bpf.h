/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Whom processes ask the RDMA connection manager for: requests that lead to peers who are forbidden are refused. They come by
 * write(2) to /dev/infiniband/rdma_cm. The kernel asks its security modules about a write, but does not tell them what is
 * written. Only write(2) and pwrite(2) pass vfs_write(), which tells it, on their way there; any other way to write is refused
 * to whoever has a policy.
 *
 * In strict mode what the kernel has really read is judged again. A process that is killed for that leaves an id behind, which
 * others may take from its open file (RDMA_USER_CM_CMD_MIGRATE_ID); so that file is condemned, and takes nothing more from
 * anybody who has a policy. What goes on at that moment in the connection manager goes on.
 *
 * The user side attaches the gate when there first is a policy (source.kernel.watch.Watch.holdRoutes()).
 */
#ifndef RDMA_MONITOR_ROUTES_BPF_H
#define RDMA_MONITOR_ROUTES_BPF_H

#include "peers.bpf.h"
#include "restrack.bpf.h"

/* Whether requests are judged; the user side says so. On a link that has LIDs an IP address tells nothing about the peer's. */
volatile __u32 routes_held SEC(".data.routes") = 0;

struct caller {
	__u64 file;	 /* struct file */
	__u64 writes_to; /* struct ucma_file */
	__u64 asked;	 /* where what it writes is, in its memory; 0 once that was judged */
};

/* By thread: its latest write to the connection manager. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, __u32);
	__type(value, struct caller);
} callers SEC(".maps");

/* The files that are condemned (struct ucma_file), until they are closed, each with its struct file: another may be at the
 * same address later. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 1 << 12);
	__type(key, __u64);
	__type(value, __u64);
} condemned SEC(".maps");

#define MAY_WRITE 2 /* linux/fs.h */
#define MOST_ASKED 65536 /* bytes; a request has less */

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

/* Whether anything is judged now. */
static __always_inline bool holds_routes(void)
{
	return routes_held && limits_peers() && !is_let_through();
}

/*
 * vfs_write(file, buffer, count, position): after this, a write of no more than what a request has comes to the gate, unless its
 * buffer is no memory of the process, which the gate finds, too.
 */
SEC("?fentry/vfs_write")
int route_written(__u64 *ctx)
{
	struct file *file = (void *)ctx[0];
	struct caller caller = {};
	__u32 thread;

	if (!is_of_cm(file) || !holds_routes())
		return 0;
	thread = own_thread();
	caller.file = (__u64)file;
	caller.writes_to = (__u64)file->private_data;
	caller.asked = ctx[2] <= MOST_ASKED ? ctx[1] : 0;
	bpf_map_update_elem(&callers, &thread, &caller, BPF_ANY);
	return 0;
}

static __noinline int refuse_call(unsigned long address, const __u16 *shares)
{
	struct rm_peer peer = { .fields = RM_PEER_GID };
	struct socket_address to;

	if (!read_user(&to, sizeof(to), (void *)address))
		return refuse_unknown(0, RM_CM_REQ, shares);
	/* What is no address of a peer the kernel refuses. */
	return gid_of_socket(peer.gid, &to) && refuse_if_forbidden(&peer, RM_CM_REQ, shares);
}

/* Refuses and reports a request that leads to a forbidden peer, or that cannot be read: returns 1 then, else 0. */
static __noinline int refuse_request(unsigned long at, const __u16 *shares)
{
	unsigned long asked = at + sizeof(struct cm_request);
	struct cm_request request;
	__u32 level;

	if (!at || !read_user(&request, sizeof(request), (void *)at))
		return refuse_unknown(0, RM_CM_REQ, shares);
	switch (request.command) {
	case CM_RESOLVE_IP:
		return refuse_call(asked + RESOLVE_IP_TO, shares);
	case CM_RESOLVE_ADDR:
		return refuse_call(asked + RESOLVE_ADDR_TO, shares);
	case CM_SET_OPTION:
		return (!read_user(&level, sizeof(level), (void *)(asked + SET_OPTION_LEVEL)) || level == OPTION_IB) &&
		       refuse_unknown(0, RM_CM_REQ, shares);
	}
	return request.command > CM_LAST && refuse_unknown(0, RM_CM_REQ, shares);
}

/* Takes what the current thread writes to a file by write(2); 0 if it writes in another way. */
static __always_inline unsigned long take_asked(struct file *file)
{
	__u32 thread = own_thread();
	struct caller *caller = bpf_map_lookup_elem(&callers, &thread);
	unsigned long asked;

	if (!caller || caller->file != (__u64)file)
		return 0;
	asked = caller->asked;
	caller->asked = 0;
	return asked;
}

static __always_inline bool is_condemned(struct file *file)
{
	__u64 writes_to = (__u64)file->private_data;
	__u64 *known = bpf_map_lookup_elem(&condemned, &writes_to);

	return known && *known == (__u64)file;
}

/*
 * security_file_permission(file, mask); ctx[2] is what earlier programs decided. It runs before all security modules, so that
 * none keeps it from taking what was written.
 */
SEC("?fmod_ret/security_file_permission")
int route_gate(__u64 *ctx)
{
	struct file *file = (void *)ctx[0];
	int decided = (int)ctx[2];
	__u16 shares[RM_SHARES] = {};
	unsigned long asked;

	if (!((__u32)ctx[1] & MAY_WRITE) || !is_of_cm(file) || !holds_routes())
		return decided;
	asked = take_asked(file);
	if (decided)
		return decided;
	find_shares(shares);
	if (!have_policy(shares))
		return 0;
	return (is_condemned(file) ? refuse_unknown(0, RM_CM_REQ, shares) : refuse_request(asked, shares)) ? -EPERM : 0;
}

/* Kills the current process if a peer is forbidden to it, and condemns the file that it writes to. */
static __noinline int kill_caller(const struct rm_peer *peer)
{
	__u32 thread = own_thread(), who;
	struct caller *caller;

	if (!peer)
		return 0;
	who = who_forbids_here(peer);
	if (who == PERMITTED)
		return 0;
	caller = bpf_map_lookup_elem(&callers, &thread);
	if (caller)
		bpf_map_update_elem(&condemned, &caller->writes_to, &caller->file, BPF_ANY);
	return tell_refused_peer(bpf_send_signal(SIGKILL) ? RM_EVENT_PASSED : RM_EVENT_KILLED, who, peer, RM_CM_REQ);
}

/* Whether a request of the connection manager is to be judged: a kernel consumer's is not. */
static __always_inline bool is_call_of_process(const char *id)
{
	struct entry entry = {};

	if (!holds_routes() || offsets.cm_entry == RM_OFFSET_UNKNOWN)
		return false;
	read_entry((void *)(id + offsets.cm_entry), &entry);
	return entry.user;
}

/* Kills the current process if the address in the kernel's memory to which its id is to lead, or leads, is forbidden to it. */
static __noinline int judge_destination(const char *id, const void *destination)
{
	struct rm_peer peer = { .fields = RM_PEER_GID };
	struct socket_address to;

	if (!is_call_of_process(id) || bpf_probe_read_kernel(&to, sizeof(to), destination) || !gid_of_socket(peer.gid, &to))
		return 0;
	return kill_caller(&peer);
}

/* rdma_resolve_addr(id, source, destination, timeout) */
SEC("kprobe")
int call_leads(struct pt_regs *ctx)
{
	return judge_destination((void *)PT_REGS_PARM1(ctx), (void *)PT_REGS_PARM3(ctx));
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
 * rdma_resolve_route(id, timeout), rdma_connect(id, parameters): a process goes on to where the id leads. It may have been led
 * there before there was the policy; or unseen, as a kernel that preempts itself runs no program at a probe while another
 * program has been preempted.
 */
SEC("kprobe")
int call_goes_on(struct pt_regs *ctx)
{
	const char *id = (void *)PT_REGS_PARM1(ctx);

	return offsets.cm_peer == RM_OFFSET_UNKNOWN ? 0 : judge_destination(id, id + offsets.cm_peer);
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

	if (!holds_routes() || !bpf_map_lookup_elem(&condemned, &file))
		return 0;
	return kill_caller(&peer);
}

/* ucma_close(inode, file) */
SEC("kprobe")
int caller_closed(struct pt_regs *ctx)
{
	struct file *closed = (void *)PT_REGS_PARM2(ctx);
	__u64 file = (__u64)BPF_CORE_READ(closed, private_data);

	bpf_map_delete_elem(&condemned, &file);
	return 0;
}

#endif
