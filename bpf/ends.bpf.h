/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Both ends of each queue pair: what the calls that modified it have set, kept from the first of them until the queue pair
 * is destroyed. In memory that the user side maps, so that reading it blinds no probe.
 */
#ifndef RDMA_MONITOR_ENDS_BPF_H
#define RDMA_MONITOR_ENDS_BPF_H

#include "calls.bpf.h"
#include "restrack.bpf.h"

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
#define IB_QP_MIN_RNR_TIMER (1 << 15)
#define IB_QP_SQ_PSN (1 << 16)
#define IB_QP_MAX_DEST_RD_ATOMIC (1 << 17)
#define IB_QP_DEST_QPN (1 << 20)

#define IB_AH_GRH 1 /* rdma/ib_verbs.h */

/* Elements that are tried for a queue pair before it has none. */
#define END_PROBES 16

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, RM_ENDS);
	__type(key, __u32);
	__type(value, struct rm_end);
} ends SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, RM_ENDS);
	__type(key, __u32);
	__type(value, __u64);
} end_claims SEC(".maps");

/* The element to try for an address; each next probe leads elsewhere. */
static __always_inline __u32 end_element(__u64 address, int probe)
{
	__u64 hash = address * 0x9e3779b97f4a7c15ull;
	__u32 step = (__u32)(hash >> 24) | 1;

	return ((__u32)(hash >> 48) + probe * step) & (RM_ENDS - 1);
}

/* The element of a queue pair plus one; 0 if it has none. */
static __noinline __u32 find_end(__u64 address)
{
	/* Unrolled: what the compiler makes of the loop is none that the verifier takes. */
#pragma unroll
	for (int probe = 0; probe < END_PROBES; probe++) {
		__u32 element = end_element(address, probe);
		struct rm_end *end = bpf_map_lookup_elem(&ends, &element);

		if (end && end->address == address)
			return element + 1;
	}
	return 0;
}

/* Gives a queue pair that has just been found to have none an element; plus one, or 0 if there is no room. */
static __noinline __u32 make_end(struct rdma_restrack_entry *res, __u32 device)
{
	__u64 address = (__u64)res;
	struct entry entry;

	read_entry(res, &entry);
	/* The end of one that the kernel does not track is not seen. */
	if (!entry.valid || !entry.tracked)
		return 0;
#pragma unroll
	for (int probe = 0; probe < END_PROBES; probe++) {
		__u32 element = end_element(address, probe);
		struct rm_end *end = bpf_map_lookup_elem(&ends, &element);

		if (!end || end->address || bpf_map_update_elem(&end_claims, &element, &address, BPF_NOEXIST))
			continue;
		__sync_fetch_and_add(&end->begun, 1);
		end->since_ns = 0;
		end->device = device;
		end->id = entry.id;
		__builtin_memset(&end->path, 0, sizeof(end->path));
		end->address = address;
		__sync_fetch_and_add(&end->finished, 1);
		return element + 1;
	}
	return 0;
}

/* A queue pair is destroyed. */
static __noinline int forget_end(__u64 address)
{
	__u32 element = find_end(address) - 1;
	struct rm_end *end = bpf_map_lookup_elem(&ends, &element);

	if (!end || end->address != address)
		return 0;
	end->address = 0;
	bpf_map_delete_elem(&end_claims, &element);
	return 0;
}

/* The peer's address and the way to it, as asked for. */
static __always_inline void read_address(struct rm_path *path, const struct rdma_ah_attr *address)
{
	path->av_port = address->port_num;
	path->sl = address->sl;
	path->global = address->ah_flags & IB_AH_GRH;
	__builtin_memcpy(path->dgid, address->grh.dgid.raw, sizeof(path->dgid));
	path->flow_label = address->grh.flow_label;
	path->sgid_index = address->grh.sgid_index;
	path->hop_limit = address->grh.hop_limit;
	path->traffic_class = address->grh.traffic_class;
	path->transport = RM_TRANSPORT_UNKNOWN;
	switch (address->type) {
	case RDMA_AH_ATTR_TYPE_IB:
		path->transport = RM_TRANSPORT_IB;
		path->dlid = address->ib.dlid;
		path->src_path_bits = address->ib.src_path_bits;
		break;
	case RDMA_AH_ATTR_TYPE_OPA:
		path->transport = RM_TRANSPORT_OPA;
		path->dlid = address->opa.dlid;
		path->src_path_bits = address->opa.src_path_bits;
		break;
	case RDMA_AH_ATTR_TYPE_ROCE:
		path->transport = RM_TRANSPORT_ROCE_V1;
		break;
	default:
		break;
	}
}

/* All that a request asks for; its mask says what of this is meant. */
static __always_inline void read_path(struct rm_path *path, const struct ib_qp_attr *attr, __u32 mask)
{
	path->state = attr->qp_state;
	path->port = attr->port_num;
	path->path_mtu = attr->path_mtu;
	path->timeout = attr->timeout;
	path->retry_count = attr->retry_cnt;
	path->rnr_retry = attr->rnr_retry;
	path->min_rnr_timer = attr->min_rnr_timer;
	path->max_rd_atomic = attr->max_rd_atomic;
	path->max_dest_rd_atomic = attr->max_dest_rd_atomic;
	path->rq_psn = attr->rq_psn;
	path->sq_psn = attr->sq_psn;
	path->dest_qpn = attr->dest_qp_num;
	path->attributes = mask;
	if (mask & IB_QP_AV)
		read_address(path, &attr->ah_attr);
}

/* The queue pair's own GID, now that the kernel has found it by its index. */
static __always_inline void read_own_gid(struct rm_path *path, __u64 address)
{
	struct ib_qp *qp = OWNER(ib_qp, res, address);
	const struct ib_gid_attr *own = NULL;
	enum ib_gid_type type;

	path->sgid_known = 0;
	if (!path->global || !bpf_core_field_exists(qp->av_sgid_attr))
		return;
	own = BPF_CORE_READ(qp, av_sgid_attr);
	if (!own || bpf_core_read(path->sgid, sizeof(path->sgid), &own->gid))
		return;
	path->sgid_known = 1;
	type = BPF_CORE_READ(own, gid_type);
	if (path->transport == RM_TRANSPORT_ROCE_V1 &&
	    type == bpf_core_enum_value(enum ib_gid_type, IB_GID_TYPE_ROCE_UDP_ENCAP))
		path->transport = RM_TRANSPORT_ROCE_V2;
}

/* Takes over what a request has set. The address vector's fields are the first ones, up to `state`. */
static __always_inline void merge_path(struct rm_path *path, const struct rm_path *set)
{
	__u32 mask = set->attributes;

	if (mask & IB_QP_AV) {
		__builtin_memcpy(path->dgid, set->dgid, sizeof(path->dgid));
		__builtin_memcpy(path->sgid, set->sgid, sizeof(path->sgid));
		path->flow_label = set->flow_label;
		path->dlid = set->dlid;
		path->transport = set->transport;
		path->global = set->global;
		path->sgid_known = set->sgid_known;
		path->av_port = set->av_port;
		path->src_path_bits = set->src_path_bits;
		path->sl = set->sl;
		path->sgid_index = set->sgid_index;
		path->hop_limit = set->hop_limit;
		path->traffic_class = set->traffic_class;
	}
	if (mask & IB_QP_STATE)
		path->state = set->state;
	if (mask & IB_QP_PORT)
		path->port = set->port;
	if (mask & IB_QP_PATH_MTU)
		path->path_mtu = set->path_mtu;
	if (mask & IB_QP_TIMEOUT)
		path->timeout = set->timeout;
	if (mask & IB_QP_RETRY_CNT)
		path->retry_count = set->retry_count;
	if (mask & IB_QP_RNR_RETRY)
		path->rnr_retry = set->rnr_retry;
	if (mask & IB_QP_MIN_RNR_TIMER)
		path->min_rnr_timer = set->min_rnr_timer;
	if (mask & IB_QP_MAX_QP_RD_ATOMIC)
		path->max_rd_atomic = set->max_rd_atomic;
	if (mask & IB_QP_MAX_DEST_RD_ATOMIC)
		path->max_dest_rd_atomic = set->max_dest_rd_atomic;
	if (mask & IB_QP_RQ_PSN)
		path->rq_psn = set->rq_psn;
	if (mask & IB_QP_SQ_PSN)
		path->sq_psn = set->sq_psn;
	if (mask & IB_QP_DEST_QPN)
		path->dest_qpn = set->dest_qpn;
	path->attributes |= mask;
}

/*
 * A modification has succeeded. The queue pair may have been destroyed since, by another thread: so its element is only
 * written if it still has it.
 */
static __noinline int keep_path(struct call *call)
{
	__u32 element;
	struct rm_path *set;
	struct rm_end *end;

	if (!call)
		return 0;
	element = call->end - 1;
	set = &call->path;
	end = bpf_map_lookup_elem(&ends, &element);
	if (!end)
		return 0;
	if (set->attributes & IB_QP_AV)
		read_own_gid(set, call->subject);
	if (end->address != call->subject)
		return 0;
	__sync_fetch_and_add(&end->begun, 1);
	if (set->attributes & IB_QP_STATE) {
		if (!(end->path.attributes & IB_QP_STATE) || end->path.state != set->state)
			end->since_ns = bpf_ktime_get_ns();
		if (set->state == IB_QPS_RESET)
			__builtin_memset(&end->path, 0, sizeof(end->path));
	}
	merge_path(&end->path, set);
	__sync_fetch_and_add(&end->finished, 1);
	return 0;
}

#endif
