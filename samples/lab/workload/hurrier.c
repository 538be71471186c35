// SPDX-License-Identifier: MIT
/* Makes calls faster than a rate allows, by ways that the gate does not see or cannot read; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 8192
#define SECONDS 5 /* all take no longer */

/* Between the attackers, of whom each may be killed: when each call succeeded. */
static struct {
	int made;
	int tried;
	double at[MOST];
} *shared;

static const char *device;
static struct ibv_qp *qp;
static int fd;

static void usage(FILE *file)
{
	fputs("Usage: hurrier UVERBS WAY NUMBER\n"
	      "UVERBS is a file, /dev/infiniband/uverbs0. NUMBER calls, for five seconds at most; who is killed comes again.\n"
	      "Prints how many succeeded, how many of them in the worst second, how many attackers were killed, and the last\n"
	      "errno. Ways:\n"
	      "  ioctl-pd      ALLOC_PD by ioctl(), for comparison\n"
	      "  write-pd      by write()\n"
	      "  paged-pd      by ioctl(), with a request in memory that is not there\n"
	      "  write-modify, paged-modify  the same with MODIFY_QP, which creates nothing\n"
	      "  litter        NUMBER processes, each with ALLOC_PD by write() on a device without a context: it fails, after\n"
	      "                it has begun; prints how many did\n"
	      "  decoy         ALLOC_PD by ioctl() on UVERBS without a context, which may be another device, as /dev/null is:\n"
	      "                prints how many failed with each errno\n", file);
}

static int by_ioctl(uint32_t command, const void *request, size_t length, void *response, size_t response_length)
{
	return call_command(fd, command, request, length, response, response_length);
}

static int by_write(uint32_t command, const void *request, size_t length, void *response, size_t response_length)
{
	(void)response;
	return write_command(fd, command, request, length, response_length);
}

static int by_paged(uint32_t command, const void *request, size_t length, void *response, size_t response_length)
{
	static struct call *page;

	if (!page)
		page = file_page();
	*page = call_of(command, request, length, response, response_length);
	madvise(page, sizeof(*page), MADV_DONTNEED);
	return ioctl(fd, RDMA_VERBS_IOCTL, page);
}

typedef int (*sender)(uint32_t, const void *, size_t, void *, size_t);

static int send_alloc(sender send)
{
	struct ib_uverbs_alloc_pd_resp response;
	struct ib_uverbs_alloc_pd request = { .response = (uintptr_t)&response };

	return send(IB_USER_VERBS_CMD_ALLOC_PD, &request, sizeof(request), &response, sizeof(response));
}

/* To the state RESET, which a queue pair can always go to. */
static int send_modify(sender send)
{
	struct ib_uverbs_modify_qp request = {
		.qp_handle = qp->handle, .attr_mask = IBV_QP_STATE, .qp_state = IBV_QPS_RESET,
	};

	return send(IB_USER_VERBS_CMD_MODIFY_QP, &request, sizeof(request), NULL, 0);
}

/* Only commands are without a library: a queue pair needs a lot. */
static void open_qp(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = list && list[0] ? ibv_open_device(list[0]) : NULL;
	struct ibv_pd *pd = context ? ibv_alloc_pd(context) : NULL;
	struct ibv_cq *cq = pd ? ibv_create_cq(context, 16, NULL, NULL, 0) : NULL;
	struct ibv_qp_init_attr wanted = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};

	qp = cq ? ibv_create_qp(pd, &wanted) : NULL;
	if (!qp)
		die_of("ibv_create_qp");
	fd = context->cmd_fd;
}

__attribute__((noreturn)) static void hurry(int (*call)(sender), sender send, int number, double end)
{
	int error = 0;

	if (call == send_modify)
		open_qp();
	else
		fd = open_context(device);
	while (shared->tried < number && seconds_now() < end) {
		shared->tried++;
		if (call(send) == 0)
			shared->at[shared->made++] = seconds_now();
		else
			error = errno;
	}
	_exit(error);
}

static int worst_second(void)
{
	int worst = 0;

	for (int first = 0, last = 0; last < shared->made; last++) {
		while (shared->at[last] - shared->at[first] >= 1)
			first++;
		if (last - first + 1 > worst)
			worst = last - first + 1;
	}
	return worst;
}

static void all_hurry(int (*call)(sender), sender send, int number)
{
	double end = seconds_now() + SECONDS;
	int killed = 0, status = 0;

	while (shared->tried < number && seconds_now() < end) {
		pid_t pid = fork();

		if (pid < 0)
			die_of("fork");
		if (pid == 0)
			hurry(call, send, number, end);
		waitpid(pid, &status, 0);
		killed += WIFSIGNALED(status);
	}
	int error = WIFEXITED(status) ? WEXITSTATUS(status) : 0;

	printf("%d %d %d %s\n", shared->made, worst_second(), killed, error ? strerrorname_np(error) : "-");
}

static void litter(int number)
{
	int failed = 0, status;

	for (int i = 0; i < number; i++) {
		pid_t pid = fork();

		if (pid < 0)
			die_of("fork");
		if (pid == 0) {
			fd = open(device, O_RDWR | O_CLOEXEC);
			_exit(fd < 0 || send_alloc(by_write) == 0);
		}
		waitpid(pid, &status, 0);
		failed += status != 0x100;
	}
	printf("%d\n", failed);
}

static void decoy(int number)
{
	int failed[256] = { 0 };

	fd = open(device, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		die_of(device);
	for (int i = 0; i < number; i++)
		failed[send_alloc(by_ioctl) ? errno & 255 : 0]++;
	for (int i = 0; i < 256; i++) {
		if (failed[i] > 0)
			printf("%d %s\n", failed[i], i ? strerrorname_np(i) : "-");
	}
}

int main(int argc, char **argv)
{
	int number = argc > 3 ? atoi(argv[3]) : 0;

	if (argc < 4 || number < 1 || number > MOST) {
		usage(stderr);
		return 2;
	}
	device = argv[1];
	shared = shared_memory(sizeof(*shared));
	if (strcmp(argv[2], "ioctl-pd") == 0)
		all_hurry(send_alloc, by_ioctl, number);
	else if (strcmp(argv[2], "write-pd") == 0)
		all_hurry(send_alloc, by_write, number);
	else if (strcmp(argv[2], "paged-pd") == 0)
		all_hurry(send_alloc, by_paged, number);
	else if (strcmp(argv[2], "write-modify") == 0)
		all_hurry(send_modify, by_write, number);
	else if (strcmp(argv[2], "paged-modify") == 0)
		all_hurry(send_modify, by_paged, number);
	else if (strcmp(argv[2], "litter") == 0)
		litter(number);
	else if (strcmp(argv[2], "decoy") == 0)
		decoy(number);
	else {
		usage(stderr);
		return 2;
	}
	return 0;
}
