// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define INLINE 8 /* bytes */

void die_of(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
	exit(1);
}

static struct ib_uverbs_attr attribute(int id, uint64_t data, size_t length)
{
	return (struct ib_uverbs_attr){ .attr_id = id, .len = length, .flags = UVERBS_ATTR_F_MANDATORY, .data = data };
}

static uint64_t data_of(const void *request, size_t length)
{
	uint64_t data = (uintptr_t)request;

	if (length <= INLINE) {
		data = 0;
		memcpy(&data, request, length);
	}
	return data;
}

struct call call_of(uint64_t command, const void *request, size_t request_length, void *response,
		    size_t response_length)
{
	struct call call = {
		.header = { .length = sizeof(call), .object_id = UVERBS_OBJECT_DEVICE,
			    .method_id = UVERBS_METHOD_INVOKE_WRITE, .num_attrs = 3, .driver_id = RDMA_DRIVER_RXE },
	};

	call.attributes[0] = attribute(UVERBS_ATTR_CORE_IN, data_of(request, request_length), request_length);
	call.attributes[1] = attribute(UVERBS_ATTR_CORE_OUT, (uintptr_t)response, response_length);
	call.attributes[2] = attribute(UVERBS_ATTR_WRITE_CMD, command, sizeof(command));
	/* A command without a response has no such attribute. */
	if (response_length == 0) {
		call.attributes[1] = call.attributes[2];
		call.header.num_attrs = 2;
		call.header.length -= sizeof(call.attributes[2]);
	}
	return call;
}

int call_command(int fd, uint64_t command, const void *request, size_t request_length, void *response,
		 size_t response_length)
{
	struct call call = call_of(command, request, request_length, response, response_length);

	return ioctl(fd, RDMA_VERBS_IOCTL, &call);
}

int open_context(const char *file)
{
	int fd = open(file, O_RDWR | O_CLOEXEC);
	uint32_t vectors = 0;
	uint64_t support = 0;
	struct {
		struct ib_uverbs_ioctl_hdr header;
		struct ib_uverbs_attr attributes[2];
	} get = {
		.header = { .length = sizeof(get), .object_id = UVERBS_OBJECT_DEVICE,
			    .method_id = UVERBS_METHOD_GET_CONTEXT, .num_attrs = 2, .driver_id = RDMA_DRIVER_RXE },
	};

	get.attributes[0] = attribute(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, (uintptr_t)&vectors, sizeof(vectors));
	get.attributes[1] = attribute(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, (uintptr_t)&support, sizeof(support));
	if (fd < 0 || ioctl(fd, RDMA_VERBS_IOCTL, &get))
		die_of(file);
	return fd;
}

static void tell(struct tries *tries, int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		tries->killed++;
	else if (WIFEXITED(status) && WEXITSTATUS(status) == WITHIN)
		tries->within++;
	else if (WIFEXITED(status) && WEXITSTATUS(status) == ESCAPED)
		tries->escaped++;
	else
		tries->failed++;
}

void make_tries(void (*attempt)(int limit), int number, int limit)
{
	struct tries tries = { 0 };

	for (int i = 0; i < number; i++) {
		pid_t pid = fork();
		int status;

		if (pid < 0)
			die_of("fork");
		if (pid == 0)
			attempt(limit);
		waitpid(pid, &status, 0);
		tell(&tries, status);
	}
	printf("%d %d %d %d\n", tries.escaped, tries.killed, tries.within, tries.failed);
}
