// SPDX-License-Identifier: MIT
/* Makes asynchronous events and bad completions happen to its own objects, and tells which events it was told of; see
 * usage(). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "qp_state.h"

#define LENGTH 64
#define RECEIVES 4
#define LIMIT 2
#define NO_KEY 0x7fffff00
#define COMPLETION_SECONDS 10
#define QUIET_MS 1000 /* after so long without an event none is expected */

static struct ibv_context *context;
static struct ibv_cq *cq;
static struct ibv_cq_ex *extended; /* the same; NULL if it is none of these */
static struct ibv_srq *srq;
static struct ibv_qp *sender, *receiver;
static struct ibv_mr *mr;
static char memory[LENGTH];
static int status; /* of the completion that was polled last; -1 if there was none */

static void usage(FILE *file)
{
	fputs("Usage: eventful    with commands on stdin, each answered by \"ok\" with words, or by an error:\n"
	      "  open DEVICE  opens it and connects two queue pairs of its own, one of which has a shared receive queue;\n"
	      "               answers with the numbers of the sender and the receiver\n"
	      "  open-extended DEVICE  the same, with an extended completion queue\n"
	      "  drain        sends until the shared receive queue has fewer requests than its limit\n"
	      "  trespass     writes to memory by an rkey that there is none of\n"
	      "  trespass-back  the same, from the receiver to the sender; answers with the status of its completion, or -1\n"
	      "  say DESCRIPTOR QUEUE_PAIR_NUMBER TIMES  says of itself, as librdma_intercept would, that the queue pair had a bad\n"
	      "               completion, on what it has open by this descriptor; -1 is that of the device\n"
	      "  fail         brings the receiver to the error state\n"
	      "  told         answers with the events that came, as NAME or NAME:QUEUE_PAIR_NUMBER\n", file);
}

static int connect_to(struct ibv_qp *qp, struct ibv_qp *peer, const union ibv_gid *gid)
{
	for (int step = 0; step < 3; step++) {
		struct ibv_qp_attr attr;
		int mask = qp_next_state(qp, gid, &attr), error;

		attr.dest_qp_num = peer->qp_num;
		attr.qp_access_flags |= IBV_ACCESS_REMOTE_WRITE;
		error = ibv_modify_qp(qp, &attr, mask);
		if (error)
			return error;
	}
	return 0;
}

static int post_receives(void)
{
	struct ibv_sge place = { .addr = (uintptr_t)memory, .length = LENGTH, .lkey = mr->lkey };
	struct ibv_recv_wr receive = { .sg_list = &place, .num_sge = 1 }, *bad;
	int error = 0;

	for (int i = 0; i < RECEIVES && !error; i++)
		error = ibv_post_srq_recv(srq, &receive, &bad);
	return error;
}

static struct ibv_cq *create_cq(int is_extended)
{
	struct ibv_cq_init_attr_ex attr = { .cqe = 32 };

	if (!is_extended)
		return ibv_create_cq(context, 32, NULL, NULL, 0);
	extended = ibv_create_cq_ex(context, &attr);
	return extended ? ibv_cq_ex_to_cq(extended) : NULL;
}

static int open_device(const char *name, int is_extended)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_srq_init_attr shared = { .attr = { .max_wr = RECEIVES, .max_sge = 1 } };
	struct ibv_qp_init_attr wanted = { .qp_type = IBV_QPT_RC, .cap = { .max_send_wr = 8, .max_send_sge = 1 } };
	union ibv_gid gid;
	struct ibv_pd *pd;
	int error;

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			context = ibv_open_device(list[i]);
	}
	if (!context)
		return ENODEV;
	pd = ibv_alloc_pd(context);
	cq = create_cq(is_extended);
	if (!pd || !cq || ibv_query_gid(context, PORT, GID_INDEX, &gid))
		return errno;
	mr = ibv_reg_mr(pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE);
	srq = ibv_create_srq(pd, &shared);
	wanted.send_cq = wanted.recv_cq = cq;
	wanted.srq = srq;
	receiver = ibv_create_qp(pd, &wanted);
	wanted.srq = NULL;
	wanted.cap.max_recv_wr = wanted.cap.max_recv_sge = 1;
	sender = ibv_create_qp(pd, &wanted);
	if (!mr || !srq || !receiver || !sender)
		return errno;
	error = connect_to(receiver, sender, &gid);
	if (!error)
		error = connect_to(sender, receiver, &gid);
	if (!error)
		error = fcntl(context->async_fd, F_SETFL, O_NONBLOCK) ? errno : post_receives();
	if (!error)
		printf("ok %u %u\n", sender->qp_num, receiver->qp_num);
	return error;
}

/* Polls one completion, whatever it says: its number; 0 if there is none. */
static uint64_t poll_one(void)
{
	struct ibv_poll_cq_attr attr = {};
	struct ibv_wc wc = {};
	uint64_t number = 0;

	status = -1;
	if (extended && ibv_start_poll(extended, &attr) == 0) {
		number = extended->wr_id;
		status = extended->status;
		ibv_end_poll(extended);
	} else if (!extended && ibv_poll_cq(cq, 1, &wc) == 1) {
		number = wc.wr_id;
		status = wc.status;
	}
	return number;
}

/* Sends one, or writes one by an rkey, and waits a while for its completion, whatever that says. */
static int post(struct ibv_qp *from, enum ibv_wr_opcode opcode, unsigned rkey)
{
	struct ibv_sge place = { .addr = (uintptr_t)memory, .length = LENGTH, .lkey = mr->lkey };
	struct ibv_send_wr send = { .wr_id = 1, .sg_list = &place, .num_sge = 1, .opcode = opcode,
				    .send_flags = IBV_SEND_SIGNALED,
				    .wr.rdma = { .remote_addr = (uintptr_t)memory, .rkey = rkey } }, *bad;
	int error = ibv_post_send(from, &send, &bad);
	time_t end = time(NULL) + COMPLETION_SECONDS;

	/* What is refused has none on some kernels, if its peer has a shared receive queue. */
	while (!error && poll_one() != 1 && time(NULL) < end)
		continue;
	return error;
}

static int drain(void)
{
	struct ibv_srq_attr attr = { .srq_limit = LIMIT };
	int error = ibv_modify_srq(srq, &attr, IBV_SRQ_LIMIT);

	for (int i = 0; i < RECEIVES - LIMIT + 1 && !error; i++)
		error = post(sender, IBV_WR_SEND, 0);
	return error;
}

static int fail(void)
{
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_ERR };

	return ibv_modify_qp(receiver, &attr, IBV_QP_STATE);
}

static int say(const char *arguments)
{
	void (*function)(uint32_t, uint32_t, uint32_t, int) = dlsym(RTLD_DEFAULT, "rdma_intercept_bad_completion");
	unsigned int number, times;
	int descriptor;

	if (!function || sscanf(arguments, "%d %u %u", &descriptor, &number, &times) != 3)
		return EINVAL;
	for (unsigned int i = 0; i < times; i++)
		function(number, IBV_WC_RETRY_EXC_ERR, 1, descriptor == -1 ? context->cmd_fd : descriptor);
	return 0;
}

/* By the kernel's names, which the library describes in words of its own. */
static const char *name_of(enum ibv_event_type type)
{
	static const char *const names[] = {
		"CQ_ERR", "QP_FATAL", "QP_REQ_ERR", "QP_ACCESS_ERR", "COMM_EST", "SQ_DRAINED", "PATH_MIG", "PATH_MIG_ERR",
		"DEVICE_FATAL", "PORT_ACTIVE", "PORT_ERR", "LID_CHANGE", "PKEY_CHANGE", "SM_CHANGE", "SRQ_ERR",
		"SRQ_LIMIT_REACHED", "QP_LAST_WQE_REACHED", "CLIENT_REREGISTER", "GID_CHANGE", "WQ_FATAL",
	};

	return type < sizeof(names) / sizeof(*names) ? names[type] : "?";
}

static int is_of_queue_pair(enum ibv_event_type type)
{
	return (type >= IBV_EVENT_QP_FATAL && type <= IBV_EVENT_PATH_MIG_ERR) || type == IBV_EVENT_QP_LAST_WQE_REACHED;
}

static int tell(void)
{
	struct pollfd waiting = { .fd = context->async_fd, .events = POLLIN };
	struct ibv_async_event event;

	printf("ok");
	while (poll(&waiting, 1, QUIET_MS) == 1 && !ibv_get_async_event(context, &event)) {
		printf(" %s", name_of(event.event_type));
		if (is_of_queue_pair(event.event_type))
			printf(":%u", event.element.qp->qp_num);
		ibv_ack_async_event(&event);
	}
	printf("\n");
	return 0;
}

int main(int argc, char **argv)
{
	char line[256];

	(void)argv;
	if (argc > 1) {
		usage(stderr);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		char *command = strtok(line, " \n"), *argument = strtok(NULL, "\n");
		int error = ENOSYS;

		if (!command)
			break;
		if (strcmp(command, "open") == 0 && argument)
			error = open_device(argument, 0);
		else if (strcmp(command, "open-extended") == 0 && argument)
			error = open_device(argument, 1);
		else if (strcmp(command, "drain") == 0)
			error = drain();
		else if (strcmp(command, "trespass") == 0)
			error = post(sender, IBV_WR_RDMA_WRITE, NO_KEY);
		else if (strcmp(command, "trespass-back") == 0)
			error = post(receiver, IBV_WR_RDMA_WRITE, NO_KEY);
		else if (strcmp(command, "say") == 0 && argument)
			error = say(argument);
		else if (strcmp(command, "fail") == 0)
			error = fail();
		else if (strcmp(command, "told") == 0)
			error = tell();
		if (error)
			printf("%s\n", strerror(error));
		else if (strcmp(command, "trespass-back") == 0)
			printf("ok %d\n", status);
		else if (strncmp(command, "open", 4) && strcmp(command, "told"))
			printf("ok\n");
	}
	return 0;
}
