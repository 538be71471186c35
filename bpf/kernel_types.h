/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The few kernel structures that the probes read. Only the fields used are named: libbpf finds their
 * real offsets in the running kernel's BTF (CO-RE), so these declarations promise names and types,
 * not layouts. Sources: include/rdma/{ib_verbs,restrack,rdma_cm,uverbs_ioctl}.h,
 * drivers/infiniband/core/{cma_priv,uverbs}.h, include/linux/{sched,cgroup-defs,kernfs}.h.
 */
#ifndef RDMA_MONITOR_KERNEL_TYPES_H
#define RDMA_MONITOR_KERNEL_TYPES_H

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

struct kernfs_node {
	__u64 id;
};

struct cgroup {
	struct kernfs_node *kn;
};

struct css_set {
	struct cgroup *dfl_cgrp;
};

struct task_struct {
	unsigned int flags;
	int tgid;
	struct css_set *cgroups;
	char comm[16];
};

struct ib_device {
	__u32 index;
};

struct ib_udata;

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

struct ib_ucontext {
	struct ib_device *device;
	struct rdma_restrack_entry res;
};

struct ib_uobject {
	struct ib_ucontext *context;
	void *object;
};

struct ib_uverbs_file {
	struct ib_ucontext *ucontext;
};

struct uverbs_attr_bundle {
	struct ib_uverbs_file *ufile;
	struct ib_ucontext *context;
};

struct ib_pd {
	struct ib_device *device;
	struct rdma_restrack_entry res;
};

struct ib_cq {
	struct ib_device *device;
	struct rdma_restrack_entry res;
};

struct ib_qp {
	struct ib_device *device;
	__u32 qp_num;
	struct rdma_restrack_entry res;
};

struct ib_srq {
	struct ib_device *device;
	struct rdma_restrack_entry res;
};

struct ib_mr {
	struct ib_device *device;
	__u64 length;
	struct rdma_restrack_entry res;
};

enum ib_qp_state { IB_QPS_RESET };

struct ib_qp_attr {
	enum ib_qp_state qp_state;
};

struct rdma_cm_id {
	struct ib_device *device;
};

struct rdma_id_private {
	struct rdma_cm_id id;
	struct rdma_restrack_entry res;
};

#pragma clang attribute pop

#endif
