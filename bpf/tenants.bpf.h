/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Quotas, and whose they are: a tenant is a cgroup with everything below it. */
#ifndef RDMA_MONITOR_TENANTS_BPF_H
#define RDMA_MONITOR_TENANTS_BPF_H

#include "base.bpf.h"
#include "hashes.bpf.h"

/* How many levels below the root a tenant's cgroup may be. */
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

/*
 * The tenants that a cgroup belongs to, as found at a generation of `tenants`; this saves looking at every cgroup above at each
 * call. An entry is found by a hash of the cgroup's id, which several cgroups may share: `owner` says whose it is, and matches
 * no cgroup after two wrote at once.
 */
struct membership {
	__u64 owner; /* spread() of the cgroup's id ^ found */
	__u64 found; /* the generation, and in lower bits the shares, SHARE_BITS each */
};

#define MEMBERSHIP_BITS 12
#define SHARE_BITS 10

_Static_assert(RM_QUOTAS <= 1 << SHARE_BITS && RM_SHARES * SHARE_BITS <= 32, "membership.found holds shares");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1 << MEMBERSHIP_BITS);
	__type(key, __u32);
	__type(value, struct membership);
} memberships SEC(".maps");

static __always_inline struct rm_quota *quota_at(__u32 index)
{
	return bpf_map_lookup_elem(&quotas, &index);
}

/*
 * The id of the cgroup above the current task at a level; 0 if there is none. Before about Linux 5.12 tracing programs may not
 * call the helper for this, but there they can read the ids.
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

/* The tenants that the current task belongs to, the outermost first. */
static __noinline int look_up_shares(__u16 *shares)
{
	struct task_struct *task = (void *)bpf_get_current_task();
	struct cgroup *own = NULL;
	__u32 level;

	if (!shares)
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
		if (!shares[0])
			shares[0] = *index;
		else if (!shares[1])
			shares[1] = *index;
		else if (!shares[2])
			shares[2] = *index;
	}
	return 0;
}

static __always_inline void unpack_shares(__u16 *shares, __u64 found)
{
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++)
		shares[i] = found >> i * SHARE_BITS & ((1 << SHARE_BITS) - 1);
}

static __always_inline __u64 packed_shares(const __u16 *shares)
{
	__u64 found = 0;

#pragma unroll
	for (int i = 0; i < RM_SHARES; i++)
		found |= (__u64)shares[i] << i * SHARE_BITS;
	return found;
}

/* The tenants that the current task belongs to: its cgroup and each one above may be a tenant. */
static __noinline int find_shares(__u16 *shares)
{
	__u64 mixed = spread(bpf_get_current_cgroup_id()), found;
	__u32 index = mixed >> (64 - MEMBERSHIP_BITS), generation;
	struct rm_quota *host = quota_at(RM_HOST);
	struct membership *known;

	if (!shares || !host || !host->tenants)
		return 0;
	/* Read the generation first: if tenants change during the search, its result then counts as old. */
	generation = *(volatile __u32 *)&host->generation;
	known = bpf_map_lookup_elem(&memberships, &index);
	if (!known)
		return look_up_shares(shares);
	found = *(volatile __u64 *)&known->found;
	if ((*(volatile __u64 *)&known->owner ^ found) == mixed && found >> 32 == generation) {
		unpack_shares(shares, found);
		return 0;
	}
	look_up_shares(shares);
	found = (__u64)generation << 32 | packed_shares(shares);
	*(volatile __u64 *)&known->found = found;
	*(volatile __u64 *)&known->owner = mixed ^ found;
	return 0;
}

#endif
