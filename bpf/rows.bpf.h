/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Counters: a row for each pair of a cgroup and a device, with the counters sharded by CPU, in memory that the user side maps.
 * Also what the programs notice about themselves.
 */
#ifndef RDMA_MONITOR_ROWS_BPF_H
#define RDMA_MONITOR_ROWS_BPF_H

#include "base.bpf.h"
#include "hashes.bpf.h"

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_ROWS);
	__type(key, __u32);
	__type(value, struct rm_row_key);
} row_keys SEC(".maps");

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

/* Takes a free row for a pair: gives the row, or 0 if it is claimed, because another CPU or the user side is about to use or to
 * free it. */
__noinline __u32 claim_row(__u32 row, __u64 cgroup, __u32 device)
{
	struct rm_row_key *key = bpf_map_lookup_elem(&row_keys, &row);
	__u8 claimed = 1;

	if (!key || bpf_map_update_elem(&row_claims, &row, &claimed, BPF_NOEXIST))
		return 0;
	key->cgroup = cgroup;
	key->device = device;
	/* Keeps the compiler from setting `used` before the key. */
	asm volatile("" ::: "memory");
	key->used = 1;
	NOTE(rows_taken);
	return row;
}

/*
 * The row of a (cgroup, device) pair, made on first use. A row is claimed through "row_claims",
 * whose insertion is atomic on every kernel; two CPUs that meet may make two rows for one pair, and so does a row that was
 * given back in front of another, which is harmless because the user side adds rows of the same key. RowTable.candidateRows has the
 * same rows in the same order: change both.
 *
 * Neither function is static, so that the verifier walks through the loop once for each program, and not again on each path to
 * a call of it. The loop is kept short, as it is most of the verifier's work.
 */
__noinline __u32 find_row(__u64 cgroup, __u32 device)
{
	/* Hashed twice: ids of cgroups are consecutive, and with one hash some of these would have both the same first row and
	 * the same step. */
	__u64 once = spread(cgroup ^ (__u64)device << 48), mixed = spread(once ^ once >> 32);
	__u32 place = (__u32)(mixed >> 40) % (RM_ROWS - 1), step = 1 + ((__u32)(mixed >> 24) & (RM_ROW_STEPS - 1));
	int i;

	for (i = 0; i < RM_ROW_PROBES; i++, place += step) {
		__u32 row = 1 + place % (RM_ROWS - 1);
		struct rm_row_key *key = bpf_map_lookup_elem(&row_keys, &row);

		if (!key)
			return 0;
		if (key->used) {
			if (key->cgroup == cgroup && key->device == device)
				return row;
			continue;
		}
		row = claim_row(row, cgroup, device);
		if (row)
			return row;
	}
	return 0;
}

/* Whether a row that once was the pair's still is. */
static __always_inline bool is_row_of(__u32 row, __u64 cgroup, __u32 device)
{
	struct rm_row_key *key = bpf_map_lookup_elem(&row_keys, &row);

	return row && key && key->used && key->cgroup == cgroup && key->device == device;
}

#endif
