// SPDX-License-Identifier: MIT
/* Many processes that register memory at the same moment, without a library; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define LOCAL_WRITE 1

static const char *device;
static size_t length;
static int fd;
static struct ib_uverbs_reg_mr request;

static void prepare(void)
{
	fd = open_context(device);
	if (alloc_pd(fd, &request.pd_handle))
		die_of("alloc_pd");
	request.start = (uintptr_t)mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	request.hca_va = request.start;
	request.length = length;
	request.access_flags = LOCAL_WRITE;
}

static int register_one(void)
{
	static struct ib_uverbs_reg_mr_resp response;

	request.response = (uintptr_t)&response;
	return call_command(fd, IB_USER_VERBS_CMD_REG_MR, &request, sizeof(request), &response, sizeof(response));
}

int main(int argc, char **argv)
{
	int number = argc == 4 ? atoi(argv[2]) : 0;
	long bytes = argc == 4 ? atol(argv[3]) : 0;

	if (number < 1 || bytes < 1) {
		fputs("Usage: crowd UVERBS PROCESSES LENGTH\n"
		      "All want a region of LENGTH bytes at once; prints how many got one, how many EPERM, how many other.\n",
		      stderr);
		return 2;
	}
	device = argv[1];
	length = bytes;
	race(number, prepare, register_one);
	return 0;
}
