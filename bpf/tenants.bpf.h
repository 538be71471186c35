/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Quotas, and whose they are: tenants are cgroups, each with all below it. */
#ifndef RDMA_MONITOR_TENANTS_BPF_H
#define RDMA_MONITOR_TENANTS_BPF_H

#include "kernel_types.h"
#include "rdma_monitor.h"

/* How far below the root a tenant's cgroup can be. */
#define CGROUP_DEPTH 16

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_QUOTAS);
	__type(key, __u32);
	__type(value, struct rm_quota);
} quotas SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, RM_QUOTAS);
	__type(key, __u64);
	__type(value, __u32);
} tenants SEC(".maps");

/* Which tenants a cgroup belongs to, as found at a generation of `tenants`. */
struct membership {
	__u32 generation;
	__u16 shares[RM_SHARES];
	__u16 reserved;
};

/* By the id of the cgroup. To look for it saves a look at each cgroup above it. */
struct {
	__uint(type, BPF_MAP_TYPE_LRU_HASH);
	__uint(max_entries, 4096);
	__type(key, __u64);
	__type(value, struct membership);
} memberships SEC(".maps");

static __always_inline struct rm_quota *quota_at(__u32 index)
{
	return bpf_map_lookup_elem(&quotas, &index);
}

/*
 * The id of the cgroup above the current task at a level, 0 where there is none. Tracing programs may
 * not ask for it before Linux 5.12 or so, but the ids can be read there.
 */
static __always_inline __u64 ancestor_at(struct cgroup *own, __u32 level)
{
	__u64 id = 0;

	if (!bpf_core_field_exists(struct cgroup, ancestor_ids))
		return bpf_get_current_ancestor_cgroup_id(level);
	if (level <= (__u32)BPF_CORE_READ(own, level))
		bpf_probe_read_kernel(&id, sizeof(id),
				      (char *)own + bpf_core_field_offset(struct cgroup, ancestor_ids) +
					      level * sizeof(id));
	return id;
}

/* The tenants that the current task belongs to, found from its cgroup up. */
static __noinline int look_up_shares(struct membership *found)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct cgroup *own = NULL;
	__u32 level;

	if (!found)
		return 0;
	if (bpf_core_field_exists(struct cgroup, ancestor_ids))
		own = BPF_CORE_READ(task, cgroups, dfl_cgrp);
	for (level = 1; level <= CGROUP_DEPTH; level++) {
		__u64 id = ancestor_at(own, level);
		__u32 *index;

		if (!id)
			break;
		index = bpf_map_lookup_elem(&tenants, &id);
		if (!index)
			continue;
		if (!found->shares[0])
			found->shares[0] = *index;
		else if (!found->shares[1])
			found->shares[1] = *index;
		else if (!found->shares[2])
			found->shares[2] = *index;
	}
	return 0;
}

/* The tenants that the current task belongs to: its cgroup and every one above it may be one. */
static __noinline int find_shares(struct rm_promise *found)
{
	__u64 cgroup = bpf_get_current_cgroup_id();
	struct rm_quota *host = quota_at(RM_HOST);
	struct membership *known, fresh = {};

	if (!found || !host || !host->tenants)
		return 0;
	known = bpf_map_lookup_elem(&memberships, &cgroup);
	/* The generation is read first: what changes meanwhile makes this one old. */
	fresh.generation = *(volatile __u32 *)&host->generation;
	if (!known || known->generation != fresh.generation) {
		look_up_shares(&fresh);
		bpf_map_update_elem(&memberships, &cgroup, &fresh, BPF_ANY);
		known = &fresh;
	}
	__builtin_memcpy(found->shares, known->shares, sizeof(found->shares));
	return 0;
}

#endif
