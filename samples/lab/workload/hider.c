// SPDX-License-Identifier: MIT
/* Asks for memory where the gate may not look; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define MOST 64
#define BEFORE 16     /* attributes that no kernel knows, in front of those that are meant */
#define UNKNOWN 0x200 /* their ids begin here */
#define LOCAL_WRITE 1
#define CHANGE_TRANSLATION 1
/* UVERBS_METHOD_REG_MR and its attributes, Linux 6.18 and later */
#define METHOD_REG_MR 5
enum { REG_HANDLE, REG_PD, REG_IOVA = 3, REG_ADDRESS, REG_LENGTH, REG_ACCESS, REG_LKEY = 9, REG_RKEY };

/* A call with room for what is in front. */
struct long_call {
	struct ib_uverbs_ioctl_hdr header;
	struct ib_uverbs_attr attributes[BEFORE + 8];
};

static int fd;
static uint32_t pd;
static char *memory;

static void usage(FILE *file)
{
	fputs("Usage: hider UVERBS WAY LENGTH\n"
	      "Prints how many regions of LENGTH bytes it could register, at most 64, and the errno; moving: 0 or 1, and the\n"
	      "errno of registering another range in place of one of a page; or \"killed\". Ways:\n"
	      "  command       REG_MR, its request behind sixteen attributes that are unknown and may be left out\n"
	      "  method        the method REG_MR, its length behind as many\n"
	      "  move          REREG_MR with a new range, plain\n"
	      "  move-behind   its request behind as many\n"
	      "  move-write    by write()\n", file);
}

/* Puts what nobody knows between the first attributes of a call and the rest. */
static struct long_call hide(const struct ib_uverbs_ioctl_hdr *header, const struct ib_uverbs_attr *first, int firsts,
			     const struct ib_uverbs_attr *rest, int rests)
{
	struct long_call call = { .header = *header };
	int count = 0;

	for (int i = 0; i < firsts; i++)
		call.attributes[count++] = first[i];
	for (int i = 0; i < BEFORE; i++)
		call.attributes[count++] = (struct ib_uverbs_attr){ .attr_id = UNKNOWN + i };
	for (int i = 0; i < rests; i++)
		call.attributes[count++] = rest[i];
	call.header.num_attrs = count;
	call.header.length = sizeof(call.header) + count * sizeof(call.attributes[0]);
	return call;
}

/* A command, of which only what it is stands in front. */
static int by_command(uint32_t command, const void *request, size_t length, void *response, size_t response_length)
{
	struct call plain = call_of(command, request, length, response, response_length);
	struct long_call call = hide(&plain.header, &plain.attributes[2], 1, plain.attributes, 2);

	return ioctl(fd, RDMA_VERBS_IOCTL, &call);
}

static void ask_for(struct ib_uverbs_reg_mr *request, struct ib_uverbs_reg_mr_resp *response, size_t length)
{
	*request = (struct ib_uverbs_reg_mr){
		.response = (uintptr_t)response, .start = (uintptr_t)memory, .hca_va = (uintptr_t)memory,
		.length = length, .pd_handle = pd, .access_flags = LOCAL_WRITE,
	};
}

static int reg_command(size_t length)
{
	struct ib_uverbs_reg_mr request;
	struct ib_uverbs_reg_mr_resp response;

	ask_for(&request, &response, length);
	return by_command(IB_USER_VERBS_CMD_REG_MR, &request, sizeof(request), &response, sizeof(response));
}

static struct ib_uverbs_attr attribute(int id, uint64_t data, size_t length)
{
	return (struct ib_uverbs_attr){ .attr_id = id, .len = length, .flags = UVERBS_ATTR_F_MANDATORY, .data = data };
}

static int reg_method(size_t length)
{
	uint32_t lkey, rkey;
	struct ib_uverbs_ioctl_hdr header = {
		.object_id = UVERBS_OBJECT_MR, .method_id = METHOD_REG_MR, .driver_id = RDMA_DRIVER_RXE,
	};
	struct ib_uverbs_attr first[] = { attribute(REG_HANDLE, 0, 0), attribute(REG_PD, pd, 0) }, rest[] = {
		attribute(REG_IOVA, (uintptr_t)memory, 8), attribute(REG_ADDRESS, (uintptr_t)memory, 8),
		attribute(REG_LENGTH, length, 8), attribute(REG_ACCESS, LOCAL_WRITE, 4),
		attribute(REG_LKEY, (uintptr_t)&lkey, 4), attribute(REG_RKEY, (uintptr_t)&rkey, 4),
	};
	struct long_call call = hide(&header, first, 2, rest, 6);

	return ioctl(fd, RDMA_VERBS_IOCTL, &call);
}

static void until_refused(int (*reg)(size_t), size_t length)
{
	int made = 0;

	for (errno = 0; made < MOST && reg(length) == 0; made++)
		errno = 0;
	printf("%d %s\n", made, errno ? strerrorname_np(errno) : "-");
}

/* Another range in place of a page. */
static void move(const char *way, size_t length)
{
	struct ib_uverbs_reg_mr request;
	struct ib_uverbs_reg_mr_resp region;
	struct ib_uverbs_rereg_mr_resp response;
	struct ib_uverbs_rereg_mr change = {
		.response = (uintptr_t)&response, .flags = CHANGE_TRANSLATION, .start = (uintptr_t)memory,
		.length = length, .hca_va = (uintptr_t)memory, .access_flags = LOCAL_WRITE,
	};
	int status;

	ask_for(&request, &region, PAGE);
	if (call_command(fd, IB_USER_VERBS_CMD_REG_MR, &request, sizeof(request), &region, sizeof(region)))
		die_of("reg_mr");
	change.mr_handle = region.mr_handle;
	errno = 0;
	if (strcmp(way, "move-write") == 0)
		status = write_command(fd, IB_USER_VERBS_CMD_REREG_MR, &change, sizeof(change), sizeof(response));
	else if (strcmp(way, "move-behind") == 0)
		status = by_command(IB_USER_VERBS_CMD_REREG_MR, &change, sizeof(change), &response, sizeof(response));
	else
		status = call_command(fd, IB_USER_VERBS_CMD_REREG_MR, &change, sizeof(change), &response,
				      sizeof(response));
	printf("%d %s\n", status == 0, errno ? strerrorname_np(errno) : "-");
}

static void attack(const char *way, size_t length)
{
	if (alloc_pd(fd, &pd))
		die_of("alloc_pd");
	memory = mmap(NULL, length + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (memory == MAP_FAILED)
		die_of("mmap");
	if (strcmp(way, "command") == 0)
		until_refused(reg_command, length);
	else if (strcmp(way, "method") == 0)
		until_refused(reg_method, length);
	else
		move(way, length);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	long length = argc == 4 ? atol(argv[3]) : 0;
	int status;

	if (length < 1) {
		usage(stderr);
		return 2;
	}
	pid_t pid = fork();

	if (pid < 0)
		die_of("fork");
	if (pid == 0) {
		fd = open_context(argv[1]);
		attack(argv[2], length);
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (WIFSIGNALED(status))
		puts("killed");
	return 0;
}
