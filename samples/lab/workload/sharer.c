// SPDX-License-Identifier: MIT
/* A parent that lets children be killed for it, and keeps what they made; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 4096
#define ROUND 2000 /* calls of one child */
#define STACK 65536
#define NO_HANDLE 0xffffffffu

/* What parent and children have in common, also where these have memory of their own otherwise. */
static struct {
	struct call call;
	struct ib_uverbs_alloc_pd_resp response;
	int made;
	uint32_t handles[MOST];
} *shared;

static struct call *page; /* of a file, for calls in memory that is not there */
static bool is_paged;
static int fd;

static void usage(FILE *file)
{
	fputs("Usage: sharer UVERBS paged|flip fork|vm NUMBER\n"
	      "A process makes as many protection domains as it may. Then NUMBER children, one after the other, that share\n"
	      "its descriptor and the request (fork: by a shared page; vm: all memory and the table of files) make more, by\n"
	      "a request in memory that is not there, or by one that the parent changes while it is read. Each is killed\n"
	      "for that; what it made goes to its parent. Prints how many the process may have, how many it has in the end,\n"
	      "by destroying them, and how many children were killed.\n", file);
}

static void keep(void)
{
	if (shared->response.pd_handle != NO_HANDLE && shared->made < MOST)
		shared->handles[shared->made++] = shared->response.pd_handle;
	shared->response.pd_handle = NO_HANDLE;
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

/* A child: what it is given before it is killed its parent finds in the response. */
static int child(void *argument)
{
	(void)argument;
	for (int i = 0; i < ROUND; i++) {
		int status;

		if (is_paged) {
			*page = shared->call;
			madvise(page, sizeof(*page), MADV_DONTNEED);
		}
		status = ioctl(fd, RDMA_VERBS_IOCTL, is_paged ? page : &shared->call);
		if (status == 0)
			keep();
		else if (is_paged)
			break;
	}
	_exit(0);
}

static pid_t start_child(bool is_fork)
{
	static char stack[STACK] __attribute__((aligned(16)));
	pid_t pid = is_fork ? fork() : clone(child, stack + STACK, CLONE_VM | CLONE_FILES | SIGCHLD, NULL);

	if (pid < 0)
		die_of("fork");
	if (is_fork && pid == 0)
		child(NULL);
	return pid;
}

static int live_handles(void)
{
	int live = 0;

	for (int i = 0; i < shared->made; i++)
		live += dealloc_pd(fd, shared->handles[i]) == 0;
	return live;
}

int main(int argc, char **argv)
{
	int number = argc == 5 ? atoi(argv[4]) : 0, limit, killed = 0, status;
	struct ib_uverbs_alloc_pd request = { 0 };
	pthread_t thread;

	if (number < 1) {
		usage(stderr);
		return 2;
	}
	is_paged = strcmp(argv[2], "paged") == 0;
	shared = shared_memory(sizeof(*shared));
	page = file_page();
	fd = open_context(argv[1]);
	while (shared->made < MOST && alloc_pd(fd, &shared->handles[shared->made]) == 0)
		shared->made++;
	limit = shared->made;
	request.response = (uintptr_t)&shared->response;
	shared->response.pd_handle = NO_HANDLE;
	shared->call = call_of(IB_USER_VERBS_CMD_ALLOC_PD, &request, sizeof(request), &shared->response,
			       sizeof(shared->response));
	if (!is_paged && pthread_create(&thread, NULL, flip, (void *)&COMMAND_OF(&shared->call)))
		die_of("pthread_create");
	for (int i = 0; i < number; i++) {
		waitpid(start_child(strcmp(argv[3], "fork") == 0), &status, 0);
		killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
		keep();
	}
	printf("%d %d %d\n", limit, live_handles(), killed);
	return 0;
}
