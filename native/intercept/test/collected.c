// SPDX-License-Identifier: MIT
/* A collector without pages for credits that grants two queue pairs, a completion queue and 100 bytes, as a thread, and what a program has of it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "check.h"
#include "stub.h"

static int qps, cqs, mrs;
static long long bytes, entries;
static const char *garbled;

/* How many have been made so far, and whether each is ended after a request. */
static int connections;
static bool once;

static const char *answer_to(char *request)
{
	const char *space = strchr(request, ' ');
	long long length = space ? atoll(space + 1) : 0;

	CHECK(request[strlen(request) - 1] == '\n');
	if (garbled)
		return garbled;
	if (strcmp(request, "CREDITS\n") == 0)
		return "Error: Unknown request\n";
	if (strcmp(request, "QP_CREATE\n") == 0)
		return qps < 2 ? qps++, "Success: QP created\n" : "Error: QP limit reached\n";
	if (strcmp(request, "QP_DESTROY\n") == 0)
		return qps--, "Success: QP destroyed\n";
	if (sscanf(request, "CQ_CREATE entries=%lld\n", &length) == 1)
		return entries + length <= 100 ? cqs++, entries += length, "Success: CQ created\n" :
						 "Error: CQ limit reached\n";
	if (sscanf(request, "CQ_DESTROY entries=%lld\n", &length) == 1)
		return cqs--, entries -= length, "Success: CQ destroyed\n";
	if (strncmp(request, "MR_CREATE ", 10) == 0)
		return bytes + length <= 100 ? mrs++, bytes += length, "Success: MR created\n" :
					       "Error: Memory limit reached\n";
	CHECK(strncmp(request, "MR_DESTROY ", 11) == 0);
	return mrs--, bytes -= length, "Success: MR destroyed\n";
}

/* Until the other end closes it. */
static void *converse(void *connection)
{
	int fd = (int)(intptr_t)connection;
	char request[256];
	ssize_t count;

	while ((count = read(fd, request, sizeof(request) - 1)) > 0) {
		const char *answer;

		request[count] = 0;
		answer = answer_to(request);
		CHECK(write(fd, answer, strlen(answer)) == (ssize_t)strlen(answer));
		if (once)
			break;
	}
	close(fd);
	return NULL;
}

static void *serve(void *listening)
{
	for (;;) {
		int fd = accept(*(int *)listening, NULL, NULL);
		pthread_t thread;

		CHECK(fd >= 0 && ++connections);
		CHECK(pthread_create(&thread, NULL, converse, (void *)(intptr_t)fd) == 0 && pthread_detach(thread) == 0);
	}
}

static void listen_at(const char *path, int *fd)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};

	CHECK(strlen(path) < sizeof(name.sun_path));
	strcpy(name.sun_path, path);
	*fd = socket(AF_UNIX, SOCK_STREAM, 0);
	CHECK(bind(*fd, (struct sockaddr *)&name, sizeof(name)) == 0 && listen(*fd, 5) == 0);
}

static void granted_completion_queue(struct ibv_context *context)
{
	struct ibv_cq *cq = ibv_create_cq(context, 60, NULL, NULL, 0);

	CHECK(cq && cqs == 1 && entries == 60);
	REFUSED(ibv_create_cq(context, 41, NULL, NULL, 0));
	CHECK(ibv_resize_cq(cq, 40) == 0 && cqs == 1 && entries == 60);
	CHECK(ibv_resize_cq(cq, 101) == EDQUOT && cqs == 1 && entries == 60);
	CHECK(ibv_resize_cq(cq, 100) == 0 && cqs == 1 && entries == 100);
	CHECK(ibv_destroy_cq(cq) == 0 && cqs == 0 && entries == 0);
}

static void granted(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct ibv_qp *first = ibv_create_qp(pd, attr), *second = ibv_create_qp(pd, attr);
	struct ibv_mr *mr = ibv_reg_mr(pd, NULL, 60, 0);

	CHECK(first && second && mr && qps == 2 && mrs == 1 && bytes == 60);
	REFUSED(ibv_create_qp(pd, attr));
	REFUSED(ibv_reg_mr(pd, NULL, 41, 0));
	CHECK(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, pd, NULL, 40, 0) == 0 && mrs == 1 && bytes == 60);
	CHECK(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, pd, NULL, 60, 0) == 0 && mrs == 1 && bytes == 60);
	CHECK(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, pd, NULL, 101, 0) != 0 && mrs == 1 && bytes == 60);
	stub_fail_creation(EFAULT);
	CHECK(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, pd, NULL, 100, 0) != 0 && mrs == 1 && bytes == 60);
	CHECK(ibv_rereg_mr(mr, IBV_REREG_MR_CHANGE_TRANSLATION, pd, NULL, 100, 0) == 0 && mrs == 1 && bytes == 100);
	CHECK(ibv_destroy_qp(first) == 0 && qps == 1 && (first = ibv_create_qp(pd, attr)));
	CHECK(ibv_destroy_qp(first) == 0 && ibv_destroy_qp(second) == 0 && ibv_dereg_mr(mr) == 0);
	CHECK(qps == 0 && mrs == 0 && bytes == 0);
}

/* What has the number of the connection now is the program's. */
static void closed_and_taken(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	int taken[20], before = connections;
	struct ibv_qp *qp = ibv_create_qp(pd, attr);

	CHECK(qp && connections == before);
	close_range(512, ~0U, 0);
	for (int i = 0; i < 20; i++)
		CHECK((taken[i] = fcntl(2, F_DUPFD, 512 + i)) == 512 + i);
	CHECK(ibv_destroy_qp(qp) == 0 && qps == 0 && connections == before + 1);
	for (int i = 0; i < 20; i++)
		CHECK(fcntl(taken[i], F_GETFD) >= 0 && close(taken[i]) == 0);
}

/* In the parent's name a child asks nothing. */
static void forked(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	int before = connections, status;
	struct ibv_qp *qp = ibv_create_qp(pd, attr);
	pid_t child = fork();

	if (child == 0)
		_exit(ibv_create_qp(pd, attr) ? 0 : 1);
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	CHECK(qp && qps == 2 && connections == before + 2);
	CHECK(ibv_destroy_qp(qp) == 0 && qps == 1 && connections == before + 2);
	qps = 0;
}

/* Nobody takes the connections, of which only so many may wait. */
static void get_stuck(const char *path)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int listening;

	listen_at(path, &listening);
	strcpy(name.sun_path, path);
	do
		errno = 0;
	while (connect(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), (struct sockaddr *)&name, sizeof(name)) == 0);
	CHECK(errno == EAGAIN);
}

/* Usage: collected PATH-TO-LISTEN-AT [stuck] | required | optional */
int main(int argc, char **argv)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC};
	struct ibv_pd *pd = ibv_alloc_pd(ibv_open_device(NULL));
	pthread_t thread;
	int listening;

	CHECK(argc >= 2);
	alarm(30);
	if (argc == 3) {
		get_stuck(argv[1]);
		REFUSED(ibv_create_qp(pd, &attr));
		return 0;
	}
	if (strcmp(argv[1], "required") == 0) {
		REFUSED(ibv_create_qp(pd, &attr));
		return 0;
	}
	if (strcmp(argv[1], "optional") == 0) {
		CHECK(ibv_create_qp(pd, &attr));
		return 0;
	}
	listen_at(argv[1], &listening);
	CHECK(pthread_create(&thread, NULL, serve, &listening) == 0);
	granted(pd, &attr);
	granted_completion_queue(pd->context);
	CHECK(connections == 2); /* the first one was asked for a page in vain */
	closed_and_taken(pd, &attr);
	forked(pd, &attr);
	once = true;
	granted(pd, &attr);
	garbled = "Good morning\n";
	REFUSED(ibv_create_qp(pd, &attr));
	garbled = "";
	REFUSED(ibv_create_qp(pd, &attr));
	return 0;
}
