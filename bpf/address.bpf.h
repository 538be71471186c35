/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* Address vectors, of queue pairs and of address handles alike; and addresses of sockets, which the connection manager takes. */
#ifndef RDMA_MONITOR_ADDRESS_BPF_H
#define RDMA_MONITOR_ADDRESS_BPF_H

#include "base.bpf.h"

#define IB_AH_GRH 1 /* rdma/ib_verbs.h */

/* The peer's address and the path to it, as asked for; read from a copy in the program's own memory. */
static __always_inline void read_address(struct rm_address *into, const struct rdma_ah_attr *asked)
{
	into->port = asked->port_num;
	into->sl = asked->sl;
	into->global = asked->ah_flags & IB_AH_GRH;
	into->sgid_known = 0;
	__builtin_memcpy(into->dgid, asked->grh.dgid.raw, sizeof(into->dgid));
	into->flow_label = asked->grh.flow_label;
	into->sgid_index = asked->grh.sgid_index;
	into->hop_limit = asked->grh.hop_limit;
	into->traffic_class = asked->grh.traffic_class;
	into->transport = RM_TRANSPORT_UNKNOWN;
	switch (asked->type) {
	case RDMA_AH_ATTR_TYPE_IB:
		into->transport = RM_TRANSPORT_IB;
		into->dlid = asked->ib.dlid;
		into->src_path_bits = asked->ib.src_path_bits;
		break;
	case RDMA_AH_ATTR_TYPE_OPA:
		into->transport = RM_TRANSPORT_OPA;
		into->dlid = asked->opa.dlid;
		into->src_path_bits = asked->opa.src_path_bits;
		break;
	case RDMA_AH_ATTR_TYPE_ROCE:
		into->transport = RM_TRANSPORT_ROCE_V1;
		break;
	default:
		break;
	}
}

/* The beginning of socket addresses: struct sockaddr_in, sockaddr_in6, and sockaddr_ib, whose GID is where sockaddr_in6 has its
 * address. */
struct socket_address {
	__u16 family;
	__u16 port;
	__u32 ipv4; /* IPv6: flowinfo */
	__u8 ipv6[16];
};

#define FAMILY_IPV4 2
#define FAMILY_IPV6 10
#define FAMILY_IB 27

/* The address as a GID; false if the connection manager knows no such addresses. */
static __always_inline bool gid_of_socket(__u8 *gid, const struct socket_address *from)
{
	if (from->family == FAMILY_IPV4) {
		__builtin_memset(gid, 0, 10);
		gid[10] = gid[11] = 0xff;
		__builtin_memcpy(gid + 12, &from->ipv4, sizeof(from->ipv4));
		return true;
	}
	__builtin_memcpy(gid, from->ipv6, sizeof(from->ipv6));
	return from->family == FAMILY_IPV6 || from->family == FAMILY_IB;
}

/* The GID is followed by its type on all kernels so far, and what is behind that does not matter. */
#define GID_ATTR_COPY 40
#define GID_ATTR_END \
	(bpf_core_field_offset(struct ib_gid_attr, gid_type) + bpf_core_field_size(struct ib_gid_attr, gid_type))
#define IS_GID_COPIED \
	(GID_ATTR_END <= GID_ATTR_COPY && bpf_core_field_offset(struct ib_gid_attr, gid) <= GID_ATTR_COPY - sizeof(union ib_gid))

/* The own GID that goes with an address, now that the kernel has found it by its index. */
static __always_inline void read_own_gid(struct rm_address *address, const struct ib_gid_attr *own)
{
	__u64 copy[GID_ATTR_COPY / sizeof(__u64)];
	const struct ib_gid_attr *known = (void *)copy;
	enum ib_gid_type type;

	address->sgid_known = 0;
	if (!address->global || !own)
		return;
	if (IS_GID_COPIED) {
		if (bpf_probe_read_kernel(copy, sizeof(copy), own))
			return;
		__builtin_memcpy(address->sgid, known->gid.raw, sizeof(address->sgid));
		type = known->gid_type;
	} else {
		if (bpf_core_read(address->sgid, sizeof(address->sgid), &own->gid))
			return;
		type = BPF_CORE_READ(own, gid_type);
	}
	address->sgid_known = 1;
	if (address->transport == RM_TRANSPORT_ROCE_V1 &&
	    type == bpf_core_enum_value(enum ib_gid_type, IB_GID_TYPE_ROCE_UDP_ENCAP))
		address->transport = RM_TRANSPORT_ROCE_V2;
}

#endif
