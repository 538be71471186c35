/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Whom queue pairs may talk to, by the addresses of peers: the policies of the host and of tenants. */
#ifndef RDMA_MONITOR_PEERS_BPF_H
#define RDMA_MONITOR_PEERS_BPF_H

#include "address.bpf.h"
#include "quotas.bpf.h"
#include "request.bpf.h"
#include "restrack.bpf.h"

#define CORE_CAP_IB 0x100000u /* RDMA_CORE_CAP_PROT_IB (rdma/ib_verbs.h), which Omni-Path's ports have, too */

struct {
	__uint(type, BPF_MAP_TYPE_LPM_TRIE);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__uint(max_entries, RM_PEERS);
	__type(key, struct rm_peer_key);
	__type(value, __u32);
} peers SEC(".maps");

/* Whether any quota has a policy. */
static __always_inline bool limits_peers(void)
{
	return sizes_counted() & RM_PEERS_LIMITED;
}

static __always_inline bool is_permitted(const struct rm_peer_key *key)
{
	__u32 *permitted = bpf_map_lookup_elem(&peers, key);

	return permitted && *permitted;
}

/*
 * Whether a policy permits a peer. On a link that has LIDs packets are routed by them, so if there is a GID too, both have to
 * be permitted.
 */
static __noinline int permits(__u32 policy, const struct rm_peer *peer)
{
	struct rm_peer_key key = { .prefix_length = 32 + 128, .list = policy << 1 };

	if (!peer || !(peer->fields & (RM_PEER_GID | RM_PEER_LID)))
		return 0;
	if (peer->fields & RM_PEER_GID) {
		__builtin_memcpy(key.address, peer->gid, sizeof(key.address));
		if (!is_permitted(&key))
			return 0;
	}
	if (!(peer->fields & RM_PEER_LID))
		return 1;
	key.list |= 1;
	key.prefix_length = 32 + 32;
	/* Packets to one of Omni-Path's own GIDs are routed by the LID in its last bytes (opa_get_lid_from_gid()). */
	if (peer->fields & RM_PEER_GID && !peer->gid[8] && peer->gid[9] == 0x06 && peer->gid[10] == 0x6a) {
		__builtin_memcpy(key.address, peer->gid + 12, 4);
		if (!is_permitted(&key))
			return 0;
	}
	*(__u32 *)key.address = __builtin_bswap32(peer->lid);
	return is_permitted(&key);
}

/* Whether the policy of a quota, if it has one, forbids a peer. */
static __always_inline bool quota_forbids(__u32 index, const struct rm_peer *peer)
{
	struct rm_quota *quota = quota_at(index);
	__u32 policy = quota ? *(volatile __u32 *)&quota->peers : 0;

	return policy && !permits(policy, peer);
}

/* Reports one event about a peer. */
static __noinline int tell_refused_peer(__u32 what, __u32 index, const struct rm_peer *peer, __u32 verb)
{
	struct rm_quota *quota = quota_at(index);
	struct rm_refusal *refusal;
	struct rm_event *event;

	if (!quota || !peer)
		return 0;
	if (what == RM_EVENT_KILLED)
		__sync_fetch_and_add(&quota->killed_peers, 1);
	else if (what == RM_EVENT_REFUSED)
		__sync_fetch_and_add(&quota->refused_peers, 1);
	event = begin_refusal(what, verb, quota);
	if (!event)
		return 0;
	refusal = (void *)&event->detail;
	refusal->measure = peer->fields & RM_PEER_HANDLE ? RM_MEASURE_HANDLE : RM_MEASURE_PEER;
	refusal->type = RM_TYPES;
	refusal->peer = *peer;
	submit_event(event);
	return 0;
}

#define PERMITTED NOBODY

/* Whose policy forbids the peer to a task of these tenants: the number of a quota, or PERMITTED. */
static __noinline __u32 who_forbids(const struct rm_peer *peer, const __u16 *shares)
{
	if (!peer || !shares)
		return PERMITTED;
	if (quota_forbids(RM_HOST, peer))
		return RM_HOST;
#pragma unroll
	for (int i = 0; i < RM_SHARES; i++) {
		if (shares[i] && quota_forbids(shares[i], peer))
			return shares[i];
	}
	return PERMITTED;
}

/* The same for the current task. */
static __always_inline __u32 who_forbids_here(const struct rm_peer *peer)
{
	__u16 shares[RM_SHARES] = {};

	find_shares(shares);
	return who_forbids(peer, shares);
}

/* By which address packets are routed. */
enum link {
	LINK_UNKNOWN,
	LINK_GIDS,
	LINK_LIDS, /* InfiniBand and Omni-Path */
};

static __always_inline enum link link_of(struct ib_device *device, __u32 port)
{
	struct ib_port_data *ports;
	__u32 flags = 0;

	if (!config.trust_structs || !device || !bpf_core_type_exists(struct ib_port_data) ||
	    port > BPF_CORE_READ_BITFIELD_PROBED(device, phys_port_cnt))
		return LINK_UNKNOWN;
	ports = BPF_CORE_READ(device, port_data);
	if (bpf_probe_read_kernel(&flags, sizeof(flags),
			      (char *)ports + port * bpf_core_type_size(struct ib_port_data) +
				      bpf_core_field_offset(struct ib_port_data, immutable) +
				      bpf_core_field_offset(struct ib_port_immutable, core_cap_flags)))
		return LINK_UNKNOWN;
	return flags & CORE_CAP_IB ? LINK_LIDS : LINK_GIDS;
}

/* struct ib_uverbs_qp_dest (uapi/rdma/ib_user_verbs.h) */
struct pair_destination {
	__u8 gid[16];
	__u32 flow_label;
	__u16 lid;
	__u16 reserved;
	__u8 sgid_index;
	__u8 hop_limit;
	__u8 traffic_class;
	__u8 sl;
	__u8 src_path_bits;
	__u8 static_rate;
	__u8 is_global;
	__u8 port;
};

/* The beginning of struct ib_uverbs_modify_qp */
struct pair_command {
	struct pair_destination primary;
	struct pair_destination alternative;
	__u32 handle;
	__u32 attributes; /* enum ib_qp_attr_mask */
};

/* struct ib_uverbs_create_ah */
struct handle_command {
	__u64 response;
	__u64 user_handle;
	__u32 pd_handle;
	__u32 reserved;
	__u8 gid[16];
	__u32 flow_label;
	__u8 sgid_index;
	__u8 hop_limit;
	__u8 traffic_class;
	__u8 reserved2;
	__u16 lid;
	__u8 sl;
	__u8 src_path_bits;
	__u8 static_rate;
	__u8 is_global;
	__u8 port;
	__u8 reserved3;
};

/* The device that a file of ib_uverbs is for; NULL if it has no context yet. */
static __always_inline struct ib_device *device_of_file(void *uverbs_file)
{
	struct ib_ucontext *context = read_pointer(uverbs_file, offsets.file_context);

	return context && config.trust_structs ? BPF_CORE_READ(context, device) : NULL;
}

/* If the link is not known (Linux 5.10 does not tell it for any file), a LID counts if it is not 0: on InfiniBand 0 is no
 * LID. */
static __always_inline void set_peer(struct rm_peer *peer, const __u8 *gid, bool is_global, __u32 lid, enum link link)
{
	bool has_lid = link == LINK_LIDS || (link == LINK_UNKNOWN && (lid || !is_global));

	peer->fields = (is_global ? RM_PEER_GID : 0) | (has_lid ? RM_PEER_LID : 0);
	peer->lid = has_lid ? lid : 0;
	__builtin_memset(peer->gid, 0, sizeof(peer->gid));
	if (is_global)
		__builtin_memcpy(peer->gid, gid, sizeof(peer->gid));
}

/*
 * Refuses and reports a peer that is forbidden to the current task, which has these tenants: returns 1 then, else 0. A peer of
 * which nothing is known is forbidden to every task that has a policy.
 */
static __always_inline int refuse_if_forbidden(const struct rm_peer *peer, __u32 verb, const __u16 *shares)
{
	__u32 who = who_forbids(peer, shares);

	if (who == PERMITTED)
		return 0;
	tell_refused_peer(RM_EVENT_REFUSED, who, peer, verb);
	return 1;
}

static __noinline int refuse_unknown(__u32 fields, __u32 verb, const __u16 *shares)
{
	struct rm_peer peer = { .fields = fields };

	return refuse_if_forbidden(&peer, verb, shares);
}

static __noinline int refuse_destination(const struct pair_destination *to, struct ib_device *device, const __u16 *shares)
{
	struct rm_peer peer;

	if (!to)
		return 1;
	set_peer(&peer, to->gid, to->is_global, to->lid, link_of(device, to->port));
	return refuse_if_forbidden(&peer, RM_QP_MODIFY, shares);
}

static __noinline int refuse_handle(unsigned long command, struct ib_device *device, const __u16 *shares)
{
	struct handle_command asked;
	struct rm_peer peer;

	if (!command || !read_user(&asked, sizeof(asked), (void *)command))
		return refuse_unknown(RM_PEER_HANDLE, RM_QP_MODIFY, shares);
	set_peer(&peer, asked.gid, asked.is_global, asked.lid, link_of(device, asked.port));
	peer.fields |= RM_PEER_HANDLE;
	return refuse_if_forbidden(&peer, RM_QP_MODIFY, shares);
}

static __noinline int refuse_pair(unsigned long command, struct ib_device *device, const __u16 *shares)
{
	struct pair_command asked;

	if (!command || !read_user(&asked, sizeof(asked), (void *)command))
		return refuse_unknown(0, RM_QP_MODIFY, shares);
	return (asked.attributes & IB_QP_AV && refuse_destination(&asked.primary, device, shares)) ||
	       (asked.attributes & IB_QP_ALT_PATH && refuse_destination(&asked.alternative, device, shares));
}

/* Whether these tenants or the host have a policy. */
static __always_inline bool have_policy(const __u16 *shares)
{
	return limits_of(shares).limited & RM_PEERS_LIMITED;
}

/*
 * Refuses and reports a request of the current task, which has these tenants, that leads to a forbidden peer, or to one that
 * cannot be read: returns 1 then, else 0. The file is one of ib_uverbs (struct ib_uverbs_file).
 */
static __noinline int refuse_peer(const struct request *request, void *uverbs_file, const __u16 *shares)
{
	struct ib_device *device;

	if (!request || !shares || !have_policy(shares))
		return 0;
	device = device_of_file(uverbs_file);
	return request->leads == MAKES_HANDLE ? refuse_handle(request->command, device, shares) :
						refuse_pair(request->command, device, shares);
}

#endif
