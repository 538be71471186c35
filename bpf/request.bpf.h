/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What a process asks of ib_uverbs by ioctl(): which object to create, by which verb (uapi/rdma/rdma_user_ioctl_cmds.h,
 * ib_user_ioctl_cmds.h, ib_user_verbs.h).
 */
#ifndef RDMA_MONITOR_REQUEST_BPF_H
#define RDMA_MONITOR_REQUEST_BPF_H

#include "slots.bpf.h"

/* struct ib_uverbs_ioctl_hdr */
struct ioctl_header {
	__u16 length;
	__u16 object;
	__u16 method;
	__u16 attributes;
	__u64 reserved1;
	__u32 driver;
	__u32 reserved2;
};

/* struct ib_uverbs_attr */
struct ioctl_attribute {
	__u16 id;
	__u16 length;
	__u16 flags;
	__u16 reserved;
	__u64 data;
};

/* More attributes than any library sends with a command; further ones are not read. */
#define MOST_ATTRIBUTES 16

/* enum uverbs_default_objects */
enum {
	OBJECT_DEVICE,
	OBJECT_PD,
	OBJECT_CQ = 3,
	OBJECT_QP,
	OBJECT_SRQ,
	OBJECT_MR = 7,
};

/* Methods of these that create objects, or that a limit of calls may apply to. The method that creates a QP, CQ or SRQ is 0. */
#define METHOD_CREATE 0
#define METHOD_INVOKE_WRITE 0
#define METHOD_GET_CONTEXT 3
#define METHOD_QUERY_GID_TABLE 5
#define METHOD_QUERY_GID_ENTRY 6
#define METHOD_DM_MR_REG 0
#define METHOD_REG_DMABUF_MR 4
#define METHOD_REG_MR 5
#define ATTRIBUTE_IN 0
#define ATTRIBUTE_COMMAND 2

/* enum ib_uverbs_write_cmds; IB_USER_VERBS_CMD_FLAG_EXTENDED makes another command of the same effect */
#define COMMAND_MASK 0xff
#define COMMAND_EXTENDED 0x80000000u
enum {
	COMMAND_GET_CONTEXT = 0,
	COMMAND_ALLOC_PD = 3,
	COMMAND_CREATE_AH = 5,
	COMMAND_REG_MR = 9,
	COMMAND_REREG_MR = 11,
	COMMAND_CREATE_CQ = 18,
	COMMAND_RESIZE_CQ = 19,
	COMMAND_CREATE_QP = 24,
	COMMAND_MODIFY_QP = 26,
	COMMAND_CREATE_SRQ = 32,
	COMMAND_CREATE_XSRQ = 39,
};

/* The verb of a request, and the type of what it creates, or RM_TYPES, in one number: its second lowest and its lowest byte. */
#define REQUEST(verb, type) ((verb) << 8 | (type))
#define NOTHING REQUEST(RM_VERBS, RM_TYPES)
#define NOT_UNDERSTOOD 0xffff
#define NOT_READ 0xfffe
/* Offsets of fields of struct ib_uverbs_reg_mr, _rereg_mr, _create_cq and _ex_create_cq, in bytes. */
#define REG_MR_LENGTH 16
#define REREG_MR_FLAGS 12
#define CREATE_CQ_ENTRIES 16
#define EX_CREATE_CQ_ENTRIES 8
#define REREG_TRANSLATION 1u /* enum ib_uverbs_rereg_mr_flags */

/* How a request may lead to a peer. */
enum leading {
	LEADS_NOWHERE,
	CONNECTS_PAIR,
	MAKES_HANDLE,
};

/* A request at the gate. */
struct request {
	__u32 what;            /* REQUEST(), NOT_UNDERSTOOD or NOT_READ */
	bool reregisters;      /* a region is registered anew */
	bool resizes;          /* the region gets another range of memory, or a completion queue another size */
	bool unclear;          /* the object's size cannot be read */
	__u32 sized_type;      /* enum rm_type of the object whose size the request sets; RM_TYPES: none */
	__u64 size;            /* of a memory region in bytes, of a completion queue in entries; 0 if it is not known */
	__u32 leads;           /* enum leading */
	unsigned long command; /* if it leads to a peer: the address of the command's structure; 0 if it has none */
};

static __always_inline __u32 request_of_command(__u32 command)
{
	switch (command & COMMAND_MASK) {
	case COMMAND_GET_CONTEXT:
		return REQUEST(RM_VERBS, RM_TYPE_CTX);
	case COMMAND_ALLOC_PD:
		return REQUEST(RM_PD_ALLOC, RM_TYPE_PD);
	case COMMAND_REG_MR:
		return REQUEST(RM_MR_REG, RM_TYPE_MR);
	case COMMAND_REREG_MR:
		return REQUEST(RM_MR_REG, RM_TYPES);
	case COMMAND_CREATE_CQ:
		return REQUEST(RM_CQ_CREATE, RM_TYPE_CQ);
	case COMMAND_CREATE_QP:
		return REQUEST(RM_QP_CREATE, RM_TYPE_QP);
	case COMMAND_MODIFY_QP:
		return REQUEST(RM_QP_MODIFY, RM_TYPES);
	case COMMAND_CREATE_SRQ:
	case COMMAND_CREATE_XSRQ:
		return REQUEST(RM_VERBS, RM_TYPE_SRQ);
	}
	return NOTHING;
}

static __always_inline __u32 request_of_method(__u32 object, __u32 method)
{
	switch (object) {
	case OBJECT_DEVICE:
		if (method == METHOD_GET_CONTEXT)
			return REQUEST(RM_VERBS, RM_TYPE_CTX);
		if (method == METHOD_QUERY_GID_TABLE || method == METHOD_QUERY_GID_ENTRY)
			return REQUEST(RM_GID_QUERY, RM_TYPES);
		break;
	case OBJECT_CQ:
		if (method == METHOD_CREATE)
			return REQUEST(RM_CQ_CREATE, RM_TYPE_CQ);
		break;
	case OBJECT_QP:
		if (method == METHOD_CREATE)
			return REQUEST(RM_QP_CREATE, RM_TYPE_QP);
		break;
	case OBJECT_SRQ:
		if (method == METHOD_CREATE)
			return REQUEST(RM_VERBS, RM_TYPE_SRQ);
		break;
	case OBJECT_MR:
		if (method == METHOD_DM_MR_REG || method == METHOD_REG_DMABUF_MR || method == METHOD_REG_MR)
			return REQUEST(RM_MR_REG, RM_TYPE_MR);
		break;
	}
	return NOTHING;
}

/*
 * Reads memory of the process. As a rule the memory was written a moment ago, and is present. If it is not, reading fails. A
 * sleepable program could wait for it, but the process decides how long that takes (userfaultfd, FUSE), and meanwhile nobody
 * could detach a kprobe (synchronize_rcu_tasks_trace() in perf_event_detach_bpf_prog(), Linux 6.12 and later).
 */
static __always_inline bool read_user(void *to, __u32 size, const void *from)
{
	return !bpf_probe_read_user(to, size, from);
}

/* libibverbs puts the attributes that tell the command first; there are two of them. */
#define USUAL_ATTRIBUTES 2

/* The part of a request that ends with those, and is read at once. */
struct beginning {
	struct ioctl_header header;
	struct ioctl_attribute usual[USUAL_ATTRIBUTES];
};

/* From 64 bytes on the kernel copies in another, slower way. */
_Static_assert(sizeof(struct beginning) < 64, "is read in one go");

/* Attributes to look for, and their values. */
struct wanted {
	__u32 first;
	__u32 second; /* NO_ATTRIBUTE if there is only one */
	bool first_seen;
	bool second_seen;
	__u64 first_value;
	__u64 second_value;
};

#define NO_ATTRIBUTE 0xffffffffu

static __always_inline void note_attribute(struct wanted *wanted, const struct ioctl_attribute *one)
{
	if (one->id == wanted->first) {
		wanted->first_seen = true;
		wanted->first_value = one->data;
	} else if (one->id == wanted->second) {
		wanted->second_seen = true;
		wanted->second_value = one->data;
	}
}

static __always_inline bool is_complete(const struct wanted *wanted)
{
	return wanted->first_seen && (wanted->second_seen || wanted->second == NO_ATTRIBUTE);
}

/* Finds attributes of the request at an address; if `usual_read`, `begin` has the first ones. False if they cannot be read. */
static __noinline bool find_attributes(struct wanted *wanted, const struct beginning *begin, bool usual_read,
				       unsigned long address)
{
	const struct ioctl_attribute *first = &((struct beginning *)address)->usual[0];
	int i;

	if (!wanted || !begin)
		return false;
	if (usual_read) {
#pragma unroll
		for (i = 0; i < USUAL_ATTRIBUTES; i++) {
			if (i < begin->header.attributes)
				note_attribute(wanted, &begin->usual[i]);
		}
	}
	for (i = usual_read ? USUAL_ATTRIBUTES : 0; i < MOST_ATTRIBUTES && i < begin->header.attributes; i++) {
		struct ioctl_attribute one;

		if (is_complete(wanted))
			return true;
		if (!read_user(&one, sizeof(one), first + i))
			return false;
		note_attribute(wanted, &one);
	}
	return true;
}

/* The same for a command: its number and its structure, which as a rule are the first attributes, in this order. */
static __always_inline bool find_command(struct wanted *wanted, const struct beginning *begin, bool usual_read,
					 unsigned long address)
{
	const struct ioctl_attribute *number = &begin->usual[0], *structure = &begin->usual[1];

	if (!usual_read || begin->header.attributes < USUAL_ATTRIBUTES || number->id != ATTRIBUTE_COMMAND ||
	    structure->id != ATTRIBUTE_IN)
		return find_attributes(wanted, begin, usual_read, address);
	wanted->first_seen = wanted->second_seen = true;
	wanted->first_value = number->data;
	wanted->second_value = structure->data;
	return true;
}

/* The attribute that has the size of the object that a method makes. */
static __always_inline __u32 size_attribute(__u32 object, __u32 method)
{
	if (object == OBJECT_CQ && method == METHOD_CREATE)
		return 1;
	if (object != OBJECT_MR)
		return NO_ATTRIBUTE;
	switch (method) {
	case METHOD_DM_MR_REG:
		return 2;
	case METHOD_REG_DMABUF_MR:
		return 3;
	case METHOD_REG_MR:
		return 5;
	}
	return NO_ATTRIBUTE;
}

/* The type of the object whose size a command sets; RM_TYPES if it sets none. */
static __always_inline __u32 type_sized_by(__u32 command)
{
	switch (command & COMMAND_MASK) {
	case COMMAND_REG_MR:
	case COMMAND_REREG_MR:
		return RM_TYPE_MR;
	case COMMAND_CREATE_CQ:
	case COMMAND_RESIZE_CQ:
		return RM_TYPE_CQ;
	}
	return RM_TYPES;
}

/* Reads the size of the object that a command makes from the command's structure, at address `in`. */
static __always_inline void read_size(struct request *request, __u32 command, unsigned long in)
{
	__u32 flags = 0, entries = 0;

	switch (command & COMMAND_MASK) {
	case COMMAND_REG_MR:
		/* If it cannot be read it stays 0: then only the finished object's size counts, see charge_size(). */
		read_user(&request->size, sizeof(request->size), (void *)(in + REG_MR_LENGTH));
		break;
	case COMMAND_REREG_MR:
		request->unclear = !read_user(&flags, sizeof(flags), (void *)(in + REREG_MR_FLAGS));
		request->resizes = flags & REREG_TRANSLATION;
		break;
	case COMMAND_CREATE_CQ:
		in += command & COMMAND_EXTENDED ? EX_CREATE_CQ_ENTRIES : CREATE_CQ_ENTRIES;
		read_user(&entries, sizeof(entries), (void *)in);
		request->size = entries;
		break;
	}
}

static __always_inline enum leading leading_of(__u32 command)
{
	switch (command & COMMAND_MASK) {
	case COMMAND_MODIFY_QP:
		return CONNECTS_PAIR;
	case COMMAND_CREATE_AH:
		return MAKES_HANDLE;
	}
	return LEADS_NOWHERE;
}

/*
 * Reads what a process asks for. To find the object's size, or whether an object is made larger, takes one more read; this is
 * done only if the size is counted (its bit is set in `counted`). The same applies to the peer (RM_PEERS_LIMITED).
 */
static __always_inline struct request request_at(unsigned long address, __u32 counted)
{
	struct request request = { .what = NOT_READ, .sized_type = RM_TYPES };
	struct wanted wanted = { .first = ATTRIBUTE_COMMAND, .second = counted ? ATTRIBUTE_IN : NO_ATTRIBUTE };
	struct beginning begin;
	const struct ioctl_header *header = &begin.header;
	bool usual_read = read_user(&begin, sizeof(begin), (void *)address);
	__u32 command;

	/* The request may have fewer attributes, and mapped memory may end behind them. */
	if (!usual_read && !read_user(&begin.header, sizeof(begin.header), (void *)address))
		return request;
	if (header->object != OBJECT_DEVICE || header->method != METHOD_INVOKE_WRITE) {
		request.what = request_of_method(header->object, header->method);
		wanted.first = size_attribute(header->object, header->method);
		wanted.second = NO_ATTRIBUTE;
		if (wanted.first != NO_ATTRIBUTE && counted & 1 << size_holding(request.what & 0xff)) {
			find_attributes(&wanted, &begin, usual_read, address);
			request.sized_type = request.what & 0xff;
			/* Both values are in the attribute itself, not at an address that it has; entries have 32 bits. */
			request.size = request.sized_type == RM_TYPE_CQ ? (__u32)wanted.first_value : wanted.first_value;
			request.unclear = !wanted.first_seen;
		}
		return request;
	}
	if (!find_command(&wanted, &begin, usual_read, address))
		return request;
	if (!wanted.first_seen) {
		request.what = header->attributes > MOST_ATTRIBUTES ? NOT_UNDERSTOOD : NOTHING;
		return request;
	}
	command = wanted.first_value;
	request.what = request_of_command(command);
	request.reregisters = (command & COMMAND_MASK) == COMMAND_REREG_MR;
	request.sized_type = type_sized_by(command);
	if (counted & RM_PEERS_LIMITED) {
		request.leads = leading_of(command);
		request.command = wanted.second_seen ? wanted.second_value : 0;
	}
	if (!(counted & 1 << size_holding(request.sized_type)))
		return request;
	request.resizes = (command & COMMAND_MASK) == COMMAND_RESIZE_CQ;
	/* The kernel refuses a command that comes without its structure. */
	if (wanted.second_seen)
		read_size(&request, command, wanted.second_value);
	else
		request.unclear = true;
	return request;
}

#endif
