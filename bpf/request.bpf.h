/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/*
 * What a process asks of ib_uverbs by ioctl(): which object is to be created, by which verb
 * (uapi/rdma/rdma_user_ioctl_cmds.h, ib_user_ioctl_cmds.h, ib_user_verbs.h).
 */
#ifndef RDMA_MONITOR_REQUEST_BPF_H
#define RDMA_MONITOR_REQUEST_BPF_H

#include "rdma_monitor.h"

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

/* More than any library sends with a command; who sends more is not understood. */
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

/* Methods of these that create objects, or that a limit of calls can be about; QP, CQ and SRQ have 0. */
#define METHOD_CREATE 0
#define METHOD_INVOKE_WRITE 0
#define METHOD_GET_CONTEXT 3
#define METHOD_QUERY_GID_TABLE 5
#define METHOD_QUERY_GID_ENTRY 6
#define METHOD_DM_MR_REG 0
#define METHOD_REG_DMABUF_MR 4
#define METHOD_REG_MR 5
#define ATTRIBUTE_COMMAND 2

/* enum ib_uverbs_write_cmds; IB_USER_VERBS_CMD_FLAG_EXTENDED makes another command of the same effect */
#define COMMAND_MASK 0xff
enum {
	COMMAND_GET_CONTEXT = 0,
	COMMAND_ALLOC_PD = 3,
	COMMAND_REG_MR = 9,
	COMMAND_REREG_MR = 11,
	COMMAND_CREATE_CQ = 18,
	COMMAND_CREATE_QP = 24,
	COMMAND_MODIFY_QP = 26,
	COMMAND_CREATE_SRQ = 32,
	COMMAND_CREATE_XSRQ = 39,
};

/* A request: what it creates, and which verb it is; the low and the next byte of a number. */
#define REQUEST(verb, type) ((verb) << 8 | (type))
#define NOTHING REQUEST(RM_VERBS, RM_TYPES)
#define NOT_UNDERSTOOD 0xffff
#define NOT_READ 0xfffe

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
 * Reads memory of the process. It was written a moment ago, as a rule, and is there; only where it is
 * not, and the program may, is it waited for.
 */
static __always_inline bool read_user(void *to, __u32 size, const void *from, bool may_sleep)
{
	if (!bpf_probe_read_user(to, size, from))
		return true;
	return may_sleep && !bpf_copy_from_user(to, size, from);
}

/* A request with as many attributes as the commands have that libibverbs sends; they are read at once. */
#define USUAL_ATTRIBUTES 3
struct usual_request {
	struct ioctl_header header;
	struct ioctl_attribute attributes[USUAL_ATTRIBUTES];
};

static __always_inline __u32 request_at(unsigned long address, bool may_sleep)
{
	struct usual_request usual;
	struct ioctl_header *header = &usual.header;
	int i, known = USUAL_ATTRIBUTES;

	/* What is not as long may end where memory ends. */
	if (bpf_probe_read_user(&usual, sizeof(usual), (void *)address)) {
		known = 0;
		if (!read_user(header, sizeof(*header), (void *)address, may_sleep))
			return NOT_READ;
	}
	if (header->object != OBJECT_DEVICE || header->method != METHOD_INVOKE_WRITE)
		return request_of_method(header->object, header->method);
#pragma unroll
	for (i = 0; i < USUAL_ATTRIBUTES; i++) {
		if (i < known && i < header->attributes && usual.attributes[i].id == ATTRIBUTE_COMMAND)
			return request_of_command(usual.attributes[i].data);
	}
	for (i = 0; i < MOST_ATTRIBUTES && i < header->attributes; i++) {
		struct ioctl_attribute attribute;

		if (i < known)
			continue;
		if (!read_user(&attribute, sizeof(attribute),
			       (void *)(address + sizeof(*header) + i * sizeof(attribute)), may_sleep))
			return NOT_READ;
		if (attribute.id == ATTRIBUTE_COMMAND)
			return request_of_command(attribute.data);
	}
	return header->attributes > MOST_ATTRIBUTES ? NOT_UNDERSTOOD : NOTHING;
}

#endif
