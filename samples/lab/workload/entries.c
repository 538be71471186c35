// SPDX-License-Identifier: MIT
/* Makes completion queues without any library, and tries to get more entries than it may; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#define MOST 64
#define LARGE 4096 /* what queues are resized to */

static int fd;

/* What the driver answers goes behind what the kernel answers. */
struct response {
	union {
		struct ib_uverbs_create_cq_resp plain;
		struct ib_uverbs_ex_create_cq_resp extended;
		struct ib_uverbs_resize_cq_resp resized;
	};
	char driver[64];
};

static void usage(FILE *file)
{
	fputs("Usage: entries UVERBS WAY NUMBER\n"
	      "UVERBS is a file, /dev/infiniband/uverbs0. Ways to make queues of NUMBER entries until it fails, after which it\n"
	      "prints how many there were and the errno:\n"
	      "  method      by the ioctl's own method\n"
	      "  command     by the ioctl's command\n"
	      "  extended    by the command of ibv_create_cq_ex\n"
	      "  write       by write()\n"
	      "Ways to make one of them larger, after which it prints the errno:\n"
	      "  resize      by the ioctl's command\n"
	      "  resize-write\n",
	      file);
}

static struct ib_uverbs_attr attribute(int id, uint64_t data, size_t length)
{
	return (struct ib_uverbs_attr){ .attr_id = id, .len = length, .flags = UVERBS_ATTR_F_MANDATORY, .data = data };
}

/* A command of the ioctl, with room for what the driver answers. */
static int by_command(uint64_t command, const void *request, size_t length, struct response *response, size_t answered)
{
	struct {
		struct ib_uverbs_ioctl_hdr header;
		struct ib_uverbs_attr attributes[4];
	} call = {
		.header = { .length = sizeof(call), .object_id = UVERBS_OBJECT_DEVICE,
			    .method_id = UVERBS_METHOD_INVOKE_WRITE, .num_attrs = 4, .driver_id = RDMA_DRIVER_RXE },
	};

	call.attributes[0] = attribute(UVERBS_ATTR_CORE_IN, (uintptr_t)request, length);
	call.attributes[1] = attribute(UVERBS_ATTR_CORE_OUT, (uintptr_t)response, answered);
	call.attributes[2] = attribute(UVERBS_ATTR_WRITE_CMD, command, sizeof(command));
	call.attributes[3] = attribute(UVERBS_ATTR_UHW_OUT, (uintptr_t)response->driver, sizeof(response->driver));
	return ioctl(fd, RDMA_VERBS_IOCTL, &call);
}

static void ask_for(struct ib_uverbs_create_cq *request, uint32_t entries, struct response *response)
{
	memset(request, 0, sizeof(*request));
	request->response = (uintptr_t)response;
	request->cqe = entries;
	request->comp_channel = -1;
}

static int make_by_command(uint32_t entries, struct response *response)
{
	struct ib_uverbs_create_cq request;

	ask_for(&request, entries, response);
	return by_command(IB_USER_VERBS_CMD_CREATE_CQ, &request, sizeof(request), response, sizeof(response->plain));
}

static int make_extended(uint32_t entries, struct response *response)
{
	struct ib_uverbs_ex_create_cq request = { .cqe = entries, .comp_channel = -1 };

	return by_command((uint32_t)IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_CMD_CREATE_CQ, &request,
			  sizeof(request), response, sizeof(response->extended));
}

static int make_by_write(uint32_t entries, struct response *response)
{
	struct ib_uverbs_create_cq request;

	ask_for(&request, entries, response);
	return write_command(fd, IB_USER_VERBS_CMD_CREATE_CQ, &request, sizeof(request), sizeof(*response));
}

static int make_by_method(uint32_t entries, struct response *response)
{
	uint32_t answered;
	struct {
		struct ib_uverbs_ioctl_hdr header;
		struct ib_uverbs_attr attributes[6];
	} call = {
		.header = { .length = sizeof(call), .object_id = UVERBS_OBJECT_CQ, .method_id = UVERBS_METHOD_CQ_CREATE,
			    .num_attrs = 6, .driver_id = RDMA_DRIVER_RXE },
	};

	call.attributes[0] = attribute(UVERBS_ATTR_CREATE_CQ_HANDLE, 0, 0);
	call.attributes[1] = attribute(UVERBS_ATTR_CREATE_CQ_CQE, entries, sizeof(entries));
	call.attributes[2] = attribute(UVERBS_ATTR_CREATE_CQ_USER_HANDLE, 0, sizeof(uint64_t));
	call.attributes[3] = attribute(UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, 0, sizeof(uint32_t));
	call.attributes[4] = attribute(UVERBS_ATTR_CREATE_CQ_RESP_CQE, (uintptr_t)&answered, sizeof(answered));
	call.attributes[5] = attribute(UVERBS_ATTR_UHW_OUT, (uintptr_t)response->driver, sizeof(response->driver));
	return ioctl(fd, RDMA_VERBS_IOCTL, &call);
}

static void until_refused(int (*make)(uint32_t entries, struct response *response), uint32_t entries)
{
	struct response response;
	int made = 0;

	for (errno = 0; made < MOST; made++) {
		if (make(entries, &response))
			break;
	}
	printf("%d %s\n", made, errno ? strerrorname_np(errno) : "-");
}

static void resize(bool by_write, uint32_t entries)
{
	struct response response;

	if (make_by_command(entries, &response))
		die_of("create_cq");
	struct ib_uverbs_resize_cq request = {
		.response = (uintptr_t)&response, .cq_handle = response.plain.cq_handle, .cqe = LARGE,
	};

	errno = 0;
	if (by_write)
		write_command(fd, IB_USER_VERBS_CMD_RESIZE_CQ, &request, sizeof(request), sizeof(response));
	else
		by_command(IB_USER_VERBS_CMD_RESIZE_CQ, &request, sizeof(request), &response, sizeof(response.resized));
	printf("%s\n", errno ? strerrorname_np(errno) : "-");
}

int main(int argc, char **argv)
{
	const char *way = argc == 4 ? argv[2] : "";
	uint32_t entries = argc == 4 ? atol(argv[3]) : 0;

	if (entries == 0) {
		usage(stderr);
		return 2;
	}
	fd = open_context(argv[1]);
	if (strcmp(way, "method") == 0)
		until_refused(make_by_method, entries);
	else if (strcmp(way, "command") == 0)
		until_refused(make_by_command, entries);
	else if (strcmp(way, "extended") == 0)
		until_refused(make_extended, entries);
	else if (strcmp(way, "write") == 0)
		until_refused(make_by_write, entries);
	else if (strcmp(way, "resize") == 0 || strcmp(way, "resize-write") == 0)
		resize(strcmp(way, "resize") != 0, entries);
	else {
		usage(stderr);
		return 2;
	}
	return 0;
}
