/* SPDX-License-Identifier: MIT */
/* What 32-bit programs have that use no library, so that no 32-bit one need be installed. */
#ifndef WORKLOAD_BARE32_H
#define WORKLOAD_BARE32_H

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <stdint.h>

/* Numbers of 32-bit system calls. */
#define SYS_EXIT 1
#define SYS_WRITE 4
#define SYS_OPEN 5
#define SYS_IOCTL 54
#define O_RDWR 2
#define EPERM 1

#define NO_DEVICE 99 /* the exit status where there is none */

/* What INVOKE_WRITE and GET_CONTEXT take. */
struct call {
	struct ib_uverbs_ioctl_hdr header;
	struct ib_uverbs_attr attributes[4];
};

static inline int system_call(int number, uint32_t a, uint32_t b, uint32_t c)
{
	int result;

	__asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

__attribute__((noreturn)) static inline void end(int status)
{
	for (;;)
		system_call(SYS_EXIT, status, 0, 0);
}

/* How many were written, or a negative errno. */
static inline int write_bytes(int fd, const void *bytes, uint32_t length)
{
	return system_call(SYS_WRITE, fd, (uint32_t)bytes, length);
}

static inline uint64_t address_of(const void *pointer)
{
	return (uint32_t)pointer;
}

static inline struct ib_uverbs_attr attribute(uint16_t id, uint64_t data, uint16_t length)
{
	return (struct ib_uverbs_attr){ .attr_id = id, .len = length, .flags = UVERBS_ATTR_F_MANDATORY, .data = data };
}

/* The first device, which is soft-RoCE's, with a context. */
static inline int open_context(void)
{
	static uint32_t vectors;
	static uint64_t support;
	static struct call get;
	int fd = system_call(SYS_OPEN, (uint32_t)"/dev/infiniband/uverbs0", O_RDWR, 0);

	get.header = (struct ib_uverbs_ioctl_hdr){
		.length = sizeof(get.header) + 2 * sizeof(get.attributes[0]), .object_id = UVERBS_OBJECT_DEVICE,
		.method_id = UVERBS_METHOD_GET_CONTEXT, .num_attrs = 2, .driver_id = RDMA_DRIVER_RXE,
	};
	get.attributes[0] =
		attribute(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, address_of(&vectors), sizeof(vectors));
	get.attributes[1] = attribute(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, address_of(&support), sizeof(support));
	if (fd < 0 || system_call(SYS_IOCTL, fd, RDMA_VERBS_IOCTL, (uint32_t)&get))
		end(NO_DEVICE);
	return fd;
}

/*
 * A command with a request and a response of no fewer than eight bytes each, or no response, behind which the driver puts
 * its own if that has a length: 0, or a negative errno.
 */
static inline int call_command(int fd, uint32_t command, const void *request, uint32_t request_length, void *response,
			       uint32_t response_length, uint32_t driver_length)
{
	static struct call call;
	uint16_t attributes = 2 + (response != 0) + (driver_length > 0);

	call.header = (struct ib_uverbs_ioctl_hdr){
		.length = sizeof(call.header) + attributes * sizeof(call.attributes[0]),
		.object_id = UVERBS_OBJECT_DEVICE, .method_id = UVERBS_METHOD_INVOKE_WRITE, .num_attrs = attributes,
		.driver_id = RDMA_DRIVER_RXE,
	};
	/* What fits into eight bytes stands in the attribute itself; a protection domain's is the only such request. */
	call.attributes[0] = attribute(UVERBS_ATTR_CORE_IN,
				       request_length > 8 ? address_of(request) : *(const uint64_t *)request,
				       request_length);
	call.attributes[1] = attribute(UVERBS_ATTR_WRITE_CMD, command, sizeof(uint64_t));
	call.attributes[2] = attribute(UVERBS_ATTR_CORE_OUT, address_of(response), response_length);
	call.attributes[3] =
		attribute(UVERBS_ATTR_UHW_OUT, address_of(response) + response_length, driver_length);
	return system_call(SYS_IOCTL, fd, RDMA_VERBS_IOCTL, (uint32_t)&call);
}

static inline int alloc_pd(int fd, uint32_t *handle)
{
	static struct ib_uverbs_alloc_pd_resp response;
	static struct ib_uverbs_alloc_pd request;
	int error;

	request.response = address_of(&response);
	error = call_command(fd, IB_USER_VERBS_CMD_ALLOC_PD, &request, sizeof(request), &response, sizeof(response), 0);
	*handle = response.pd_handle;
	return error;
}

#endif
