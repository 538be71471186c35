// SPDX-License-Identifier: MIT
/* Creates protection domains without any library, and tries to get more of them than it may; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST 256
#define NO_HANDLE 0xffffffffu
#define ROUND 2000 /* calls of one try */

static struct ib_uverbs_alloc_pd request;
static struct ib_uverbs_alloc_pd_resp response;
static const char *device;

static int racing; /* the device, where processes race */

static void usage(FILE *file)
{
	fputs("Usage: gatecrasher UVERBS WAY [NUMBER] [LIMIT]\n"
	      "UVERBS is a file, /dev/infiniband/uverbs0. Ways:\n"
	      "  raw    ioctl() until it fails; prints how many protection domains there were, and the errno\n"
	      "  write  the commands of write() until they fail; the same\n"
	      "  paged  ioctl() with a request in memory that is not there; the same\n"
	      "  race   NUMBER processes at once want one each; prints how many got one, how many EPERM, how many other\n"
	      "  flip   NUMBER tries: a second thread changes the command while it is read. Prints how many tries got\n"
	      "         more than LIMIT and lived to tell, how many were killed, how many got no more, and how many failed\n"
	      "  tries  NUMBER tries of write, told as those of flip\n", file);
}

static struct call pd_call(uint64_t command)
{
	return call_of(command, &request, sizeof(request), &response, sizeof(response));
}

static int open_device(void)
{
	int fd = open_context(device);

	request.response = (uintptr_t)&response;
	return fd;
}

static int by_ioctl(int fd)
{
	struct call call = pd_call(IB_USER_VERBS_CMD_ALLOC_PD);

	return ioctl(fd, RDMA_VERBS_IOCTL, &call);
}

static int by_write(int fd)
{
	return write_command(fd, IB_USER_VERBS_CMD_ALLOC_PD, &request, sizeof(request), sizeof(response));
}

static int by_paged(int fd)
{
	static struct call *page;

	if (!page)
		page = file_page();
	*page = pd_call(IB_USER_VERBS_CMD_ALLOC_PD);
	madvise(page, sizeof(*page), MADV_DONTNEED);
	return ioctl(fd, RDMA_VERBS_IOCTL, page);
}

static void until_refused(int (*alloc)(int fd))
{
	int fd = open_device(), made = 0;

	for (errno = 0; made < MOST && !alloc(fd); made++)
		errno = 0;
	printf("%d %s\n", made, errno ? strerrorname_np(errno) : "-");
}

static void get_ready(void)
{
	racing = open_device();
}

static int want_one(void)
{
	return by_ioctl(racing);
}

static void *flip(void *command)
{
	volatile uint64_t *data = command;

	/* DEALLOC_PD is never refused. */
	for (;;) {
		*data = IB_USER_VERBS_CMD_DEALLOC_PD;
		*data = IB_USER_VERBS_CMD_ALLOC_PD;
	}
	return NULL;
}

/* Ends with ESCAPED if it had more than the limit at any time. */
__attribute__((noreturn)) static void try_flip(int limit)
{
	struct call call = pd_call(IB_USER_VERBS_CMD_DEALLOC_PD);
	int fd = open_device(), made = 0;
	pthread_t thread;

	if (pthread_create(&thread, NULL, flip, (void *)&COMMAND_OF(&call)))
		die_of("pthread_create");
	for (int i = 0; i < ROUND; i++) {
		response.pd_handle = NO_HANDLE;
		/* Without an answer it was a destruction, of the handle that the request happens to name. */
		if (ioctl(fd, RDMA_VERBS_IOCTL, &call) == 0)
			made += response.pd_handle == NO_HANDLE ? -1 : 1;
		if (made > limit)
			_exit(ESCAPED);
	}
	_exit(WITHIN);
}

__attribute__((noreturn)) static void try_write(int limit)
{
	int fd = open_device(), made = 0;

	while (made <= limit && !by_write(fd))
		made++;
	_exit(made > limit ? ESCAPED : WITHIN);
}

int main(int argc, char **argv)
{
	int number = argc > 3 ? atoi(argv[3]) : 0, limit = argc > 4 ? atoi(argv[4]) : 0;

	if (argc < 3) {
		usage(stderr);
		return 2;
	}
	device = argv[1];
	if (strcmp(argv[2], "raw") == 0)
		until_refused(by_ioctl);
	else if (strcmp(argv[2], "write") == 0)
		until_refused(by_write);
	else if (strcmp(argv[2], "paged") == 0)
		until_refused(by_paged);
	else if (strcmp(argv[2], "race") == 0)
		race(number, get_ready, want_one);
	else if (strcmp(argv[2], "flip") == 0)
		make_tries(try_flip, number, limit);
	else if (strcmp(argv[2], "tries") == 0)
		make_tries(try_write, number, limit);
	else {
		usage(stderr);
		return 2;
	}
	return 0;
}
