/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * Both ends of each queue pair: what the calls that modified it have set, kept from the first such call until the queue pair is
 * destroyed. It is in memory that the user side maps, so that reading it makes the kernel skip no probe, as it may while a map
 * is read by bpf(2).
 */
#ifndef RDMA_MONITOR_ENDS_BPF_H
#define RDMA_MONITOR_ENDS_BPF_H

#include "address.bpf.h"
#include "calls.bpf.h"
#include "elements.bpf.h"
#include "restrack.bpf.h"

ELEMENTS(ends, RM_ENDS, struct rm_end);
CLAIMS(end_claims, RM_ENDS, struct claimed);
HOLDERS(end_holders);

/* The address of a queue pair's rdma_restrack_entry, by which it is known here. */
static __always_inline __u64 entry_of(struct ib_qp *qp)
{
	return (__u64)qp + bpf_core_field_offset(struct ib_qp, res);
}

/* The index of a queue pair's element, plus one; 0 if it has none. */
static __noinline __u32 find_end(__u64 address)
{
	return find_element(&ends, RM_ENDS, address);
}

/* What is kept in an element, by its index plus one; NULL if that is 0. */
static __always_inline struct rm_end *end_at(__u32 element)
{
	__u32 index = element - 1;

	return element ? bpf_map_lookup_elem(&ends, &index) : NULL;
}

/* What is kept of a queue pair; NULL if nothing is. */
static __always_inline struct rm_end *end_of(__u64 address)
{
	return end_at(find_end(address));
}

/* Gives an element to a queue pair that was just found to have none, and that is modified in this cgroup: its index plus one, or
 * 0 if there is no room. */
static __noinline __u32 make_end(struct rdma_restrack_entry *res, __u32 device, __u64 cgroup)
{
	__u64 address = (__u64)res;
	__u32 element, index;
	struct entry entry;
	struct rm_end *end;

	read_entry(res, &entry);
	/* The destruction of a queue pair that the kernel does not track is not seen. */
	if (!entry.valid || !entry.tracked)
		return 0;
	element = take_element(&ends, &end_claims, &end_holders, RM_ENDS, address, cgroup);
	index = element - 1;
	end = bpf_map_lookup_elem(&ends, &index);
	if (!element || !end)
		return 0;
	begin_element(&end->claim);
	end->since_ns = 0;
	end->device = device;
	end->id = entry.id;
	__builtin_memset(&end->path, 0, sizeof(end->path));
	end->claim.object = address;
	finish_element(&end->claim);
	return element;
}

/* A queue pair is destroyed: gives its element back. */
static __noinline int forget_end(__u64 address)
{
	give_element(&ends, &end_claims, &end_holders, find_end(address), address);
	return 0;
}

/* What only a request to be ready to receive sets, as a rule, and what one to be ready to send does. */
#define RECEIVING                                                                                                           \
	(IB_QP_AV | IB_QP_PATH_MTU | IB_QP_MIN_RNR_TIMER | IB_QP_MAX_DEST_RD_ATOMIC | IB_QP_RQ_PSN | IB_QP_DEST_QPN)
#define SENDING (IB_QP_TIMEOUT | IB_QP_RETRY_CNT | IB_QP_RNR_RETRY | IB_QP_MAX_QP_RD_ATOMIC | IB_QP_SQ_PSN)

/* Reads what a request asks for; its mask says which fields are valid. */
static __always_inline void read_path(struct rm_path *path, const struct ib_qp_attr *attr, __u32 mask)
{
	path->attributes = mask;
	path->state = attr->qp_state;
	path->port = attr->port_num;
	if (mask & RECEIVING) {
		path->path_mtu = attr->path_mtu;
		path->min_rnr_timer = attr->min_rnr_timer;
		path->max_dest_rd_atomic = attr->max_dest_rd_atomic;
		path->rq_psn = attr->rq_psn;
		path->dest_qpn = attr->dest_qp_num;
		if (mask & IB_QP_AV)
			read_address(&path->address, &attr->ah_attr);
	}
	if (mask & SENDING) {
		path->timeout = attr->timeout;
		path->retry_count = attr->retry_cnt;
		path->rnr_retry = attr->rnr_retry;
		path->max_rd_atomic = attr->max_rd_atomic;
		path->sq_psn = attr->sq_psn;
	}
}

/* Takes over what a request has set. */
static __always_inline void merge_path(struct rm_path *path, const struct rm_path *set)
{
	__u32 mask = set->attributes;

	path->attributes |= mask;
	if (mask & IB_QP_STATE)
		path->state = set->state;
	if (mask & IB_QP_PORT)
		path->port = set->port;
	if (mask & RECEIVING) {
		if (mask & IB_QP_AV)
			path->address = set->address;
		if (mask & IB_QP_PATH_MTU)
			path->path_mtu = set->path_mtu;
		if (mask & IB_QP_MIN_RNR_TIMER)
			path->min_rnr_timer = set->min_rnr_timer;
		if (mask & IB_QP_MAX_DEST_RD_ATOMIC)
			path->max_dest_rd_atomic = set->max_dest_rd_atomic;
		if (mask & IB_QP_RQ_PSN)
			path->rq_psn = set->rq_psn;
		if (mask & IB_QP_DEST_QPN)
			path->dest_qpn = set->dest_qpn;
	}
	if (mask & SENDING) {
		if (mask & IB_QP_TIMEOUT)
			path->timeout = set->timeout;
		if (mask & IB_QP_RETRY_CNT)
			path->retry_count = set->retry_count;
		if (mask & IB_QP_RNR_RETRY)
			path->rnr_retry = set->rnr_retry;
		if (mask & IB_QP_MAX_QP_RD_ATOMIC)
			path->max_rd_atomic = set->max_rd_atomic;
		if (mask & IB_QP_SQ_PSN)
			path->sq_psn = set->sq_psn;
	}
}

/*
 * A modification has succeeded. Another thread may have destroyed the queue pair since, so the element is only written if it is
 * still the queue pair's.
 */
static __noinline int keep_path(struct call *call, __u64 now)
{
	__u32 element;
	struct rm_path *set;
	struct rm_end *end;
	struct ib_qp *qp;

	if (!call)
		return 0;
	element = call->end_element - 1;
	set = &call->path;
	end = bpf_map_lookup_elem(&ends, &element);
	if (!end)
		return 0;
	qp = OWNER(ib_qp, res, call->subject);
	if (set->attributes & IB_QP_AV && bpf_core_field_exists(qp->av_sgid_attr))
		read_own_gid(&set->address, BPF_CORE_READ(qp, av_sgid_attr));
	if (end->claim.object != call->subject)
		return 0;
	begin_element(&end->claim);
	if (set->attributes & IB_QP_STATE) {
		if (!(end->path.attributes & IB_QP_STATE) || end->path.state != set->state)
			end->since_ns = now;
		if (set->state == IB_QPS_RESET)
			__builtin_memset(&end->path, 0, sizeof(end->path));
	}
	merge_path(&end->path, set);
	finish_element(&end->claim);
	return 0;
}

#endif
