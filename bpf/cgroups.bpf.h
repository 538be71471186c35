/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Tenants whose cgroups are made and removed while limits are enforced, for instance for a service that is restarted, or for a
 * pod. They become tenants before any process can be in them, and stop being tenants when none can be any more.
 */
#ifndef RDMA_MONITOR_CGROUPS_BPF_H
#define RDMA_MONITOR_CGROUPS_BPF_H

#include "tenants.bpf.h"

/* The path of a cgroup below the root of cgroup v2, padded with zeros. The user side handles paths that do not fit. */
struct cgroup_path {
	char text[256];
};

/* By path: which element of `quotas` a cgroup has when it is made. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, RM_QUOTAS);
	__type(key, struct cgroup_path);
	__type(value, __u32);
} expected SEC(".maps");

/* A path is too large for the stack of a program. */
struct {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, struct cgroup_path);
} made_path SEC(".maps");

static __always_inline bool is_of_version_2(struct cgroup *cgroup)
{
	return !BPF_CORE_READ(cgroup, root, hierarchy_id);
}

/* cgroup_mkdir(), with the cgroup and its path, before the cgroup becomes visible in the file system (kernfs_activate()). */
SEC("?raw_tp/cgroup_mkdir")
int cgroup_made(__u64 *ctx)
{
	struct cgroup *cgroup = (void *)ctx[0];
	struct cgroup_path *path;
	__u32 zero = 0, *index;
	__u64 id;

	if (!is_of_version_2(cgroup))
		return 0;
	path = bpf_map_lookup_elem(&made_path, &zero);
	if (!path)
		return 0;
	__builtin_memset(path, 0, sizeof(*path));
	bpf_probe_read_kernel_str(path->text, sizeof(path->text), (void *)ctx[1]);
	index = bpf_map_lookup_elem(&expected, path);
	if (!index)
		return 0;
	id = BPF_CORE_READ(cgroup, kn, id);
	bpf_map_update_elem(&tenants, &id, index, BPF_ANY);
	return 0;
}

/* cgroup_rmdir(): the cgroup has no processes, and no longer accepts any. */
SEC("?raw_tp/cgroup_rmdir")
int cgroup_removed(__u64 *ctx)
{
	__u64 id = BPF_CORE_READ((struct cgroup *)ctx[0], kn, id);

	if (is_of_version_2((struct cgroup *)ctx[0]))
		bpf_map_delete_elem(&tenants, &id);
	return 0;
}

#endif
