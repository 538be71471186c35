/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The few kernel structures that the probes read. Only the fields in use are declared: libbpf finds their real offsets in the
 * running kernel's BTF (CO-RE), so these declarations promise names and types, not layouts. They are structures of vmlinux; for
 * those of modules see struct rm_offsets. Sources: include/rdma/{ib_verbs,restrack,rdma_cm,uverbs_ioctl}.h,
 * drivers/infiniband/core/{cma_priv,uverbs}.h, include/linux/{sched,cgroup-defs,kernfs,fs,fdtable}.h.
 */
#ifndef RDMA_MONITOR_KERNEL_TYPES_H
#define RDMA_MONITOR_KERNEL_TYPES_H

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct kernfs_node {
	__u64 id;
};

struct cgroup_root {
	int hierarchy_id;
};

struct cgroup {
	struct kernfs_node *kn;
	struct cgroup_root *root;
	int level;
	__u64 ancestor_ids[]; /* by level; until Linux 6.0 */
};

struct css_set {
	struct cgroup *dfl_cgrp;
};

/* kernel_cap_t: two words of 32 bits before Linux 6.3, one of 64 since; the same bytes. */
struct kernel_capabilities {
	__u64 val;
};

typedef struct {
	unsigned int val;
} kuid_t;

struct cred {
	kuid_t uid;
	struct kernel_capabilities cap_effective;
};

typedef struct {
	int counter;
} atomic_t;

struct mm_struct;

struct signal_struct {
	atomic_t live; /* threads that have not ended */
	struct mm_struct *oom_mm; /* of a victim of the OOM killer */
};

struct file;

struct fdtable {
	unsigned int max_fds;
	struct file **fd;
};

struct files_struct {
	struct fdtable *fdt;
};

struct task_struct {
	struct files_struct *files;
	unsigned int flags;
	int exit_code;
	int tgid;
	const struct cred *cred;
	struct signal_struct *signal;
	struct css_set *cgroups;
	char comm[16];
};

struct inode {
	unsigned short i_mode;
};

#define S_IFMT 0170000
#define S_IFCHR 0020000

struct module {
	char name[8]; /* longer in the kernel */
};

/* Whether this is the name of ib_uverbs; no other module's name begins like this. There are no brackets around the name, so
 * that each comparison is one access of a structure. */
#define IS_IB_UVERBS(name) (name[0] == 'i' && name[1] == 'b' && name[2] == '_' && name[3] == 'u' && name[4] == 'v')

/* The same for rdma_ucm. */
#define IS_RDMA_UCM(name) (name[0] == 'r' && name[1] == 'd' && name[2] == 'm' && name[3] == 'a' && name[4] == '_' && name[5] == 'u')

struct file_operations {
	struct module *owner;
};

struct file {
	struct inode *f_inode;
	const struct file_operations *f_op;
	void *private_data;
};

struct ib_device_attr {
	int max_qp;
	int max_cq;
	int max_mr;
	int max_pd;
	int max_srq;
};

struct ib_port_immutable {
	__u32 core_cap_flags;
};

struct ib_port_data {
	struct ib_port_immutable immutable;
};

struct ib_device {
	struct ib_device_attr attrs;
	struct ib_port_data *port_data; /* by number of the port */
	__u32 index;
	__u32 phys_port_cnt;
};

struct ib_udata {
	const void *inbuf;
	void *outbuf;
};

enum rdma_restrack_type { RDMA_RESTRACK_PD };

struct rdma_restrack_entry {
	bool valid;
	__u8 no_track : 1;
	struct task_struct *task;
	const char *kern_name;
	enum rdma_restrack_type type;
	bool user;
	__u32 id;
};

struct ib_uverbs_file;

struct ib_ucontext {
	struct ib_device *device;
	struct ib_uverbs_file *ufile;
	struct rdma_restrack_entry res;
};

struct ib_rdmacg_object {
	void *cg;
};

struct ib_uobject {
	struct ib_uverbs_file *ufile;
	struct ib_ucontext *context;
	void *object;
	struct ib_rdmacg_object cg_obj;
	int id;
};

/* A queue pair, a completion queue and so on of a process has one of these; each begins with a struct ib_uobject. */
struct ib_uqp_object;
struct ib_ucq_object;
struct ib_usrq_object;
struct ib_uwq_object;

struct ib_pd {
	struct ib_device *device;
	struct rdma_restrack_entry res;
};

struct ib_cq {
	int cqe;
	struct ib_device *device;
	struct ib_ucq_object *uobject;
	struct rdma_restrack_entry res;
};

enum ib_qp_type { IB_QPT_SMI };

enum ib_gid_type { IB_GID_TYPE_IB, IB_GID_TYPE_ROCE, IB_GID_TYPE_ROCE_UDP_ENCAP };

union ib_gid {
	__u8 raw[16];
};

struct ib_gid_attr {
	union ib_gid gid;
	enum ib_gid_type gid_type;
};

struct ib_qp {
	struct ib_device *device;
	struct ib_pd *pd;
	struct ib_qp *real_qp;
	struct ib_uqp_object *uobject;
	const struct ib_gid_attr *av_sgid_attr;
	__u32 qp_num;
	enum ib_qp_type qp_type;
	struct rdma_restrack_entry res;
};

struct ib_srq {
	struct ib_device *device;
	struct ib_usrq_object *uobject;
	struct rdma_restrack_entry res;
};

struct ib_wq {
	struct ib_device *device;
	struct ib_uwq_object *uobject;
	__u32 wq_num;
};

enum ib_event_type { IB_EVENT_CQ_ERR };

struct ib_event {
	struct ib_device *device;
	union {
		struct ib_cq *cq;
		struct ib_qp *qp;
		struct ib_srq *srq;
		struct ib_wq *wq;
		__u32 port_num; /* 8 bits before Linux 5.13 */
	} element;
	enum ib_event_type event;
};

struct ib_mr {
	struct ib_device *device;
	struct ib_pd *pd;
	__u32 rkey;
	__u64 length;
	struct rdma_restrack_entry res;
};

struct ib_ah {
	const struct ib_gid_attr *sgid_attr;
};

enum ib_qp_state { IB_QPS_RESET };

enum ib_mtu { IB_MTU_256 = 1 };

struct ib_global_route {
	union ib_gid dgid;
	__u32 flow_label;
	__u8 sgid_index;
	__u8 hop_limit;
	__u8 traffic_class;
};

enum rdma_ah_attr_type {
	RDMA_AH_ATTR_TYPE_UNDEFINED,
	RDMA_AH_ATTR_TYPE_IB,
	RDMA_AH_ATTR_TYPE_ROCE,
	RDMA_AH_ATTR_TYPE_OPA,
};

struct ib_ah_attr {
	__u16 dlid;
	__u8 src_path_bits;
};

struct opa_ah_attr {
	__u32 dlid;
	__u8 src_path_bits;
};

struct rdma_ah_attr {
	struct ib_global_route grh;
	__u8 sl;
	__u32 port_num; /* 8 bits before Linux 5.13 */
	__u8 ah_flags;
	enum rdma_ah_attr_type type;
	union {
		struct ib_ah_attr ib;
		struct opa_ah_attr opa;
	};
};

struct ib_qp_attr {
	enum ib_qp_state qp_state;
	enum ib_mtu path_mtu;
	__u32 qkey;
	__u32 rq_psn;
	__u32 sq_psn;
	__u32 dest_qp_num;
	int qp_access_flags;
	struct rdma_ah_attr ah_attr;
	struct rdma_ah_attr alt_ah_attr;
	__u8 max_rd_atomic;
	__u8 max_dest_rd_atomic;
	__u8 min_rnr_timer;
	__u32 port_num; /* likewise */
	__u8 timeout;
	__u8 retry_cnt;
	__u8 rnr_retry;
};

struct ib_qp_init_attr {
	enum ib_qp_type qp_type;
};

#pragma clang attribute pop

/* enum ib_qp_attr_mask (rdma/ib_verbs.h) */
#define IB_QP_STATE (1 << 0)
#define IB_QP_ACCESS_FLAGS (1 << 3)
#define IB_QP_PORT (1 << 5)
#define IB_QP_QKEY (1 << 6)
#define IB_QP_AV (1 << 7)
#define IB_QP_PATH_MTU (1 << 8)
#define IB_QP_TIMEOUT (1 << 9)
#define IB_QP_RETRY_CNT (1 << 10)
#define IB_QP_RNR_RETRY (1 << 11)
#define IB_QP_RQ_PSN (1 << 12)
#define IB_QP_MAX_QP_RD_ATOMIC (1 << 13)
#define IB_QP_ALT_PATH (1 << 14)
#define IB_QP_MIN_RNR_TIMER (1 << 15)
#define IB_QP_SQ_PSN (1 << 16)
#define IB_QP_MAX_DEST_RD_ATOMIC (1 << 17)
#define IB_QP_DEST_QPN (1 << 20)

#define SIGKILL 9

#endif
