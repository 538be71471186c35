// SPDX-License-Identifier: MIT
/* Many processes that register memory at the same moment, without a library; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOCAL_WRITE 1

static struct {
	atomic_int ready, go, granted, refused, other;
} *shared;

static void register_one(const char *device, size_t length)
{
	int fd = open_context(device);
	struct ib_uverbs_reg_mr_resp response;
	struct ib_uverbs_reg_mr request = { .response = (uintptr_t)&response, .length = length,
					    .access_flags = LOCAL_WRITE };

	if (alloc_pd(fd, &request.pd_handle))
		die_of("alloc_pd");
	request.start = (uintptr_t)mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	request.hca_va = request.start;
	atomic_fetch_add(&shared->ready, 1);
	while (!atomic_load(&shared->go))
		sched_yield();
	if (call_command(fd, IB_USER_VERBS_CMD_REG_MR, &request, sizeof(request), &response, sizeof(response)) == 0)
		atomic_fetch_add(&shared->granted, 1);
	else if (errno == EPERM)
		atomic_fetch_add(&shared->refused, 1);
	else
		atomic_fetch_add(&shared->other, 1);
	/* All hold what they have until all have tried. */
	atomic_fetch_sub(&shared->ready, 1);
	while (atomic_load(&shared->ready) > 0)
		sched_yield();
}

int main(int argc, char **argv)
{
	int number = argc == 4 ? atoi(argv[2]) : 0;
	long length = argc == 4 ? atol(argv[3]) : 0;

	if (number < 1 || length < 1) {
		fputs("Usage: crowd UVERBS PROCESSES LENGTH\n"
		      "All want a region of LENGTH bytes at once; prints how many got one, how many EPERM, how many other.\n",
		      stderr);
		return 2;
	}
	shared = shared_memory(sizeof(*shared));
	for (int i = 0; i < number; i++) {
		pid_t pid = fork();

		if (pid < 0)
			die_of("fork");
		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			register_one(argv[1], length);
			_exit(0);
		}
	}
	while (atomic_load(&shared->ready) < number)
		sched_yield();
	atomic_store(&shared->go, 1);
	while (wait(NULL) > 0)
		;
	printf("%d %d %d\n", shared->granted, shared->refused, shared->other);
	return 0;
}
