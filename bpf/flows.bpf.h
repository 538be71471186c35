/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * The programs that count flow rules, and read what they match: by a flow rule a program takes frames from the host's own
 * network stack. They are attached to functions that nothing else calls.
 */
#ifndef RDMA_MONITOR_FLOWS_BPF_H
#define RDMA_MONITOR_FLOWS_BPF_H

#include "verbs.bpf.h"

/* The beginning of a command of ib_uverbs_ex_create_flow() (uapi/rdma/ib_user_verbs.h), in memory of the process. */
struct create_flow_command {
	__u32 comp_mask;
	__u32 qp_handle;
	__u32 kind;
	__u16 size;
	__u16 priority;
	__u8 specs; /* how many of struct flow_spec follow it */
	__u8 reserved[2];
	__u8 port;
	__u32 flags;
};

/* One part of what a rule matches: a header of Ethernet (struct ib_uverbs_flow_spec_eth), or of TCP or UDP. */
struct flow_spec {
	__u32 type;
	__u16 size; /* of this one, in bytes; the next one follows it */
	__u16 reserved;
	union {
		struct {
			__u8 dest_mac[6];
			__u8 source_mac[6];
			__u16 ether_type; /* in network byte order */
			__u16 vlan;
			__u8 dest_mask[6];
			__u8 source_mask[6];
			__u16 ether_mask;
			__u16 vlan_mask;
		} eth;
		struct {
			__u16 dest_port; /* in network byte order */
			__u16 source_port;
			__u16 dest_mask;
			__u16 source_mask;
		} ports;
	};
};

_Static_assert(sizeof(struct create_flow_command) == 24, "as the kernel has it");
_Static_assert(sizeof(struct flow_spec) == 40, "as the kernel has it");
_Static_assert(sizeof(struct rm_flow) <= sizeof(struct rm_detail), "takes its place");

#define SPEC_HEADER 8 /* bytes before the part that differs */
#define SPEC_PORTS 16 /* bytes of a spec of ports; in a longer one the masks are elsewhere */
/* enum ib_flow_spec_type */
#define SPEC_ETH 0x20
#define SPEC_TCP 0x40
#define SPEC_UDP 0x41

/* More specs than drivers accept in rules about a MAC address; further ones are not read. */
#define MOST_SPECS 4

/* ib_uverbs_ex_create_flow() answers with struct ib_uverbs_create_flow_resp. */
#define FLOW_HANDLE 4 /* bytes before flow_handle */

/* A number that differs between open files of a device. It is derived from a kernel address, and only the monitor gets it. */
static __always_inline __u32 opening_of(void *file)
{
	return spread((__u64)file) >> 32;
}

/* Whether this is the first spec of its kind in the rule; notes that there is one. */
static __always_inline bool is_first(struct rm_flow *flow, __u32 field)
{
	bool first = !(flow->fields & field);

	flow->fields |= field;
	return first;
}

/* Whether the record now has everything that this spec matches. */
static __always_inline bool read_eth(const struct flow_spec *spec, struct rm_flow *flow)
{
	if (!is_first(flow, RM_FLOW_MAC))
		return false;
	__builtin_memcpy(flow->mac, spec->eth.dest_mac, sizeof(flow->mac));
	__builtin_memcpy(flow->mac_mask, spec->eth.dest_mask, sizeof(flow->mac_mask));
	if (spec->eth.ether_mask == 0xffff) {
		flow->ether_type = bpf_ntohs(spec->eth.ether_type);
		flow->fields |= RM_FLOW_ETHER_TYPE;
	}
	return (!spec->eth.ether_mask || spec->eth.ether_mask == 0xffff) && !spec->eth.vlan_mask &&
	       !(spec->eth.source_mask[0] | spec->eth.source_mask[1] | spec->eth.source_mask[2] | spec->eth.source_mask[3] |
		 spec->eth.source_mask[4] | spec->eth.source_mask[5]);
}

static __always_inline bool read_ports(const struct flow_spec *spec, struct rm_flow *flow)
{
	if (spec->ports.dest_mask == 0xffff && is_first(flow, RM_FLOW_PORT)) {
		flow->port = bpf_ntohs(spec->ports.dest_port);
		return !spec->ports.source_mask;
	}
	return false;
}

/* Whether the record now has everything that this spec matches. */
static __always_inline bool read_spec(struct flow_spec *spec, __u64 at, struct rm_flow *flow)
{
	if (spec->type == SPEC_ETH && spec->size == sizeof(*spec))
		return !bpf_probe_read_user(spec, sizeof(*spec), (void *)at) && read_eth(spec, flow);
	if ((spec->type == SPEC_TCP || spec->type == SPEC_UDP) && spec->size == SPEC_PORTS)
		return !bpf_probe_read_user(spec, SPEC_PORTS, (void *)at) && read_ports(spec, flow);
	return false;
}

/* Reads from a command what a rule matches. If something cannot be read, the record says that the rule matches more than is
 * known. */
static __noinline int read_rule(const void *in, struct rm_flow *flow)
{
	struct create_flow_command command;
	struct flow_spec spec;
	__u64 at = (__u64)in + sizeof(command);
	int i;

	if (!flow || bpf_probe_read_user(&command, sizeof(command), in))
		return 0;
	flow->kind = command.kind;
	flow->fields |= RM_FLOW_KIND;
	for (i = 0; i < MOST_SPECS && i < command.specs; i++) {
		__builtin_memset(&spec, 0, sizeof(spec));
		if (bpf_probe_read_user(&spec, SPEC_HEADER, (void *)at))
			break;
		if (!read_spec(&spec, at, flow))
			flow->fields |= RM_FLOW_MORE;
		at += spec.size;
	}
	if (i < command.specs)
		flow->fields |= RM_FLOW_MORE;
	return 0;
}

/* The address, in the process, where the kernel writes its answer to a command; NULL if that is not known. */
static __always_inline void *answer_of(void *attrs)
{
	__u32 in = bpf_core_field_offset(struct ib_udata, inbuf), out = bpf_core_field_offset(struct ib_udata, outbuf);

	if (offsets.bundle_inbuf == RM_OFFSET_UNKNOWN)
		return NULL;
	return read_pointer(attrs, offsets.bundle_inbuf - in + out);
}

/* ib_uverbs_ex_create_flow(attrs): only the command has what is asked for. */
SEC("kprobe")
int user_flow_create(struct pt_regs *ctx)
{
	void *attrs = (void *)PT_REGS_PARM1(ctx), *in;
	struct rm_flow *flow;
	struct call *call;

	call = user_entered(RM_FLOW_CREATE, bundle_device(attrs));
	if (!call || !config.trust_structs)
		return 0;
	flow = (void *)&call->detail;
	flow->opening = opening_of(read_pointer(attrs, offsets.bundle_file));
	flow->response = (__u64)answer_of(attrs);
	in = read_pointer(attrs, offsets.bundle_inbuf);
	if (in)
		read_rule(in, flow);
	return 0;
}

/* The kernel has written the handle of the rule to the process's memory: under this handle the rule will be destroyed. */
SEC("kretprobe")
int return_flow_create(struct pt_regs *ctx)
{
	__u64 value = PT_REGS_RC(ctx);
	struct call *call = call_in_flight(RM_FLOW_CREATE);
	struct rm_flow *flow;
	__u32 handle;

	if (call && !error_of(value)) {
		flow = (void *)&call->detail;
		if (flow->response && !bpf_probe_read_user(&handle, sizeof(handle), (void *)(flow->response + FLOW_HANDLE))) {
			call->id = handle;
			call->flags |= RM_EVENT_ID;
		}
	}
	return call_returned(RM_FLOW_CREATE, value);
}

/* uverbs_free_flow(uobject, ...): called when the process asks for it, closes the device or exits. */
SEC("kprobe")
int user_flow_destroy(struct pt_regs *ctx)
{
	struct ib_uobject *uobject = FIRST(ib_uobject);
	struct rm_flow *flow;
	struct call *call;

	if (!config.trust_structs)
		return count_call(RM_FLOW_DESTROY, RM_DEVICE_UNKNOWN, 0, 0);
	call = call_entered(RM_FLOW_DESTROY, device_index(BPF_CORE_READ(uobject, context, device)), RM_EVENT_ID,
			    BPF_CORE_READ(uobject, id));
	if (!call)
		return 0;
	flow = (void *)&call->detail;
	flow->opening = opening_of(BPF_CORE_READ(uobject, ufile));
	return 0;
}

RETURN(flow_destroy, RM_FLOW_DESTROY)

#endif
