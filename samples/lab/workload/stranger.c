// SPDX-License-Identifier: MIT
/* Reaches for peers that it may not talk to; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <arpa/inet.h>
#include <errno.h>
#include <infiniband/verbs.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define PORT 1
#define GID_INDEX 1	/* the IPv4 address of a soft-RoCE device */
#define ROUNDS 300	/* of one try */
#define HOP_LIMIT 64
#define SHOWN 3		/* seconds: some readings of a monitor */
#define ABSENT_ATTRIBUTES 16

/* Where a process that migrates is: its latest move, from 0, which has ended; but for the time that a move takes. */
#define ON_THE_WAY (-1)

/* What a process that migrates tells; it had `wrongly` what it asked for and got while it was where that is forbidden. */
struct asked {
	atomic_int place, often, granted, wrongly;
};

static const char *device, *kind, *way;
static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_qp *qp;
static union ibv_gid permitted, forbidden;

/* What is asked for; another thread may change it while the kernel reads it. */
static struct ib_uverbs_modify_qp pair;
static struct ib_uverbs_create_ah handle;
static struct ib_uverbs_create_ah_resp handle_response;

static void usage(FILE *file)
{
	fputs("Usage: stranger DEVICE KIND WAY PEER [FORBIDDEN [TRIES]]\n"
	      "       stranger DEVICE KIND migrate PEER FORBIDDEN MOVES DIRECTORY DIRECTORY\n"
	      "Asks to be led to the last of these peers, which are IPv4 addresses, and prints - or the name of the errno. With\n"
	      "TRIES, and FORBIDDEN, which it may not talk to: so many, each by a process of its own; prints how many had it and\n"
	      "lived to tell, how many were killed, how many had it not, and how many failed. An address handle that was changed\n"
	      "in the making is kept for three seconds, for somebody else to look at.\n"
	      "migrate: a process that asks for FORBIDDEN all the time is moved to and fro between two cgroups, of which the\n"
	      "first may talk to it and the second may not; if it is killed, another takes its place. Prints how often it\n"
	      "asked, how often it had it, how often so while it was in the second from before to after, and how many were killed.\n"
	      "KIND:\n"
	      "  pair         a queue pair (RC) is connected to it\n"
	      "  alternative  a queue pair that is connected to PEER has it for an alternative path\n"
	      "  handle       an address handle\n"
	      "WAY:\n"
	      "  ioctl   as libibverbs does it\n"
	      "  write   as libibverbs before 2018 did it\n"
	      "  paged   by ioctl(), with a request in memory that is not there\n"
	      "  hidden  by ioctl(), behind attributes that nobody knows\n"
	      "  flip    by ioctl(), while another thread writes PEER and FORBIDDEN in turn\n"
	      "  orphan  as write, all by a thread that has ended since; what it had is kept until its standard input ends\n", file);
}

static union ibv_gid gid_of(const char *text)
{
	union ibv_gid gid = { .raw = { [10] = 0xff, [11] = 0xff } };

	if (inet_pton(AF_INET, text, gid.raw + 12) != 1) {
		fprintf(stderr, "stranger: %s is no IPv4 address\n", text);
		exit(2);
	}
	return gid;
}

static void open_pair(void)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = PORT };
	struct ibv_qp_init_attr wanted = {
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), device) == 0)
			context = ibv_open_device(list[i]);
	}
	pd = context ? ibv_alloc_pd(context) : NULL;
	wanted.send_cq = wanted.recv_cq = pd ? ibv_create_cq(context, 16, NULL, NULL, 0) : NULL;
	qp = wanted.send_cq ? ibv_create_qp(pd, &wanted) : NULL;
	if (!qp || ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
		die_of("a queue pair");
}

static struct ib_uverbs_qp_dest destination(const union ibv_gid *gid)
{
	struct ib_uverbs_qp_dest to = {
		.sgid_index = GID_INDEX, .hop_limit = HOP_LIMIT, .is_global = 1, .port_num = PORT,
	};

	memcpy(to.dgid, gid, sizeof(to.dgid));
	return to;
}

static bool is_handle(void)
{
	return strcmp(kind, "handle") == 0;
}

static bool is_alternative(void)
{
	return strcmp(kind, "alternative") == 0;
}

static bool is_orphan(void)
{
	return strcmp(way, "orphan") == 0;
}

/* What is asked for: this peer. */
static void ask_for(const union ibv_gid *gid)
{
	pair = (struct ib_uverbs_modify_qp){
		.qp_handle = qp->handle,
		.attr_mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
			     IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER,
		.qp_state = IBV_QPS_RTR, .path_mtu = IBV_MTU_1024, .dest_qp_num = 17, .max_dest_rd_atomic = 1,
		.dest = destination(is_alternative() ? &permitted : gid),
	};
	if (is_alternative()) {
		pair.attr_mask |= IBV_QP_ALT_PATH;
		pair.alt_dest = destination(gid);
		pair.alt_port_num = PORT;
	}
	handle = (struct ib_uverbs_create_ah){
		.response = (uintptr_t)&handle_response, .pd_handle = pd->handle,
		.attr = { .grh = { .sgid_index = GID_INDEX, .hop_limit = HOP_LIMIT }, .is_global = 1, .port_num = PORT },
	};
	memcpy(handle.attr.grh.dgid, gid, sizeof(handle.attr.grh.dgid));
}

static struct call call_of_kind(void)
{
	return is_handle() ? call_of(IB_USER_VERBS_CMD_CREATE_AH, &handle, sizeof(handle), &handle_response,
				     sizeof(handle_response)) :
			     call_of(IB_USER_VERBS_CMD_MODIFY_QP, &pair, sizeof(pair), NULL, 0);
}

static int by_write(void)
{
	return is_handle() ? write_command(context->cmd_fd, IB_USER_VERBS_CMD_CREATE_AH, &handle, sizeof(handle),
					   sizeof(handle_response)) :
			     write_command(context->cmd_fd, IB_USER_VERBS_CMD_MODIFY_QP, &pair, sizeof(pair), 0);
}

/* The structure of the command is not there, too. */
static int by_paged(void)
{
	static struct call *page;
	static char *request;
	struct call call = call_of_kind();

	if (!page) {
		page = file_page();
		request = file_page();
	}
	memcpy(request, (void *)(uintptr_t)REQUEST_OF(&call), is_handle() ? sizeof(handle) : sizeof(pair));
	REQUEST_OF(&call) = (uintptr_t)request;
	*page = call;
	madvise(page, sizeof(*page), MADV_DONTNEED);
	madvise(request, sizeof(*page), MADV_DONTNEED);
	return ioctl(context->cmd_fd, RDMA_VERBS_IOCTL, page);
}

static int by_hidden(void)
{
	struct {
		struct ib_uverbs_ioctl_hdr header;
		struct ib_uverbs_attr attributes[ABSENT_ATTRIBUTES + 3];
	} hidden = { 0 };
	struct call call = call_of_kind();
	size_t attributes = call.header.num_attrs;

	hidden.header = call.header;
	hidden.header.num_attrs = ABSENT_ATTRIBUTES + attributes;
	hidden.header.length = sizeof(hidden.header) + hidden.header.num_attrs * sizeof(hidden.attributes[0]);
	for (int i = 0; i < ABSENT_ATTRIBUTES; i++)
		hidden.attributes[i].attr_id = 0x0f00 + i;
	memcpy(hidden.attributes + ABSENT_ATTRIBUTES, call.attributes, attributes * sizeof(call.attributes[0]));
	return ioctl(context->cmd_fd, RDMA_VERBS_IOCTL, &hidden);
}

static int by_ioctl(void)
{
	struct call call = call_of_kind();

	return ioctl(context->cmd_fd, RDMA_VERBS_IOCTL, &call);
}

static int ask(void)
{
	if (strcmp(way, "write") == 0 || is_orphan())
		return by_write();
	if (strcmp(way, "paged") == 0)
		return by_paged();
	return strcmp(way, "hidden") == 0 ? by_hidden() : by_ioctl();
}

static void *flip(void *unused)
{
	unsigned char *asked = is_handle() ? handle.attr.grh.dgid : pair.dest.dgid;
	volatile unsigned char *last = asked + sizeof(permitted) - 1;

	(void)unused;
	/* The two addresses differ in their last byte. */
	for (;;) {
		*last = forbidden.raw[15];
		*last = permitted.raw[15];
	}
	return NULL;
}

/* Whether the queue pair that has just been connected leads to the peer that is forbidden. */
static bool leads_to_forbidden(void)
{
	struct ibv_qp_init_attr made;
	struct ibv_qp_attr attr;

	if (ibv_query_qp(qp, &attr, IBV_QP_AV, &made))
		die_of("ibv_query_qp");
	return memcmp(&attr.ah_attr.grh.dgid, &forbidden, sizeof(forbidden)) == 0;
}

static void back_to_init(void)
{
	struct ibv_qp_attr reset = { .qp_state = IBV_QPS_RESET };
	struct ibv_qp_attr attr = { .qp_state = IBV_QPS_INIT, .port_num = PORT };

	if (ibv_modify_qp(qp, &reset, IBV_QP_STATE) ||
	    ibv_modify_qp(qp, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS))
		die_of("ibv_modify_qp");
}

static void destroy_handle(void)
{
	struct ib_uverbs_destroy_ah destroy = { .ah_handle = handle_response.ah_handle };
	struct call call = call_of(IB_USER_VERBS_CMD_DESTROY_AH, &destroy, sizeof(destroy), NULL, 0);

	if (ioctl(context->cmd_fd, RDMA_VERBS_IOCTL, &call))
		die_of("an address handle's end");
}

/* Asks all the time; tells how often, and how often it was led there. */
__attribute__((noreturn)) static void ask_always(struct asked *asked)
{
	open_pair();
	ask_for(&forbidden);
	for (;;) {
		int place = atomic_load(&asked->place);
		int refused = by_ioctl();

		/* The second of two directories has the moves with odd numbers. No other has begun meanwhile. */
		if (!refused && place != ON_THE_WAY && place % 2 && atomic_load(&asked->place) == place)
			atomic_fetch_add(&asked->wrongly, 1);
		atomic_fetch_add(&asked->often, 1);
		if (refused && errno != EPERM)
			die_of(kind);
		if (refused)
			continue;
		atomic_fetch_add(&asked->granted, 1);
		if (is_handle())
			destroy_handle();
		else
			back_to_init();
	}
}

static pid_t begin_to_ask(struct asked *asked)
{
	pid_t pid = fork();

	if (pid < 0)
		die_of("fork");
	if (pid == 0)
		ask_always(asked);
	return pid;
}

static void migrate(int number, char *const directories[2])
{
	struct asked *asked = shared_memory(sizeof(*asked));
	int killed = 0, status;
	pid_t pid;

	atomic_store(&asked->place, ON_THE_WAY);
	pid = begin_to_ask(asked);
	for (int i = 0; i < number; i++) {
		int before;

		atomic_store(&asked->place, ON_THE_WAY);
		move_process(pid, directories[i % 2]);
		atomic_store(&asked->place, i);
		before = atomic_load(&asked->often);
		/* The first of two may have been asked before it was moved. */
		while (atomic_load(&asked->often) < before + 2) {
			if (waitpid(pid, &status, WNOHANG) == 0) {
				usleep(500);
				continue;
			}
			if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
				exit(1);
			killed++;
			/* It begins where this process is. */
			atomic_store(&asked->place, ON_THE_WAY);
			pid = begin_to_ask(asked);
			move_process(pid, directories[i % 2]);
			atomic_store(&asked->place, i);
		}
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	printf("%d %d %d %d\n", asked->often, asked->granted, asked->wrongly, killed);
}

/* Whether the thread had what it asked for. */
static void *ask_and_end(void *had)
{
	open_pair();
	ask_for(&forbidden);
	*(bool *)had = !ask() && (is_handle() || leads_to_forbidden());
	return NULL;
}

__attribute__((noreturn)) static void leave_orphan(void)
{
	bool had = false;
	pthread_t thread;
	char byte;

	if (pthread_create(&thread, NULL, ask_and_end, &had) || pthread_join(thread, NULL))
		die_of("a thread");
	while (read(STDIN_FILENO, &byte, 1) > 0)
		;
	_exit(had ? ESCAPED : WITHIN);
}

static void attempt(int unused)
{
	bool flips = strcmp(way, "flip") == 0;
	pthread_t thread;

	(void)unused;
	if (is_orphan())
		leave_orphan();
	open_pair();
	ask_for(flips ? &permitted : &forbidden);
	if (flips && pthread_create(&thread, NULL, flip, NULL))
		die_of("pthread_create");
	for (int i = 0; i < (flips ? ROUNDS : 1); i++) {
		if (ask())
			continue;
		if (is_handle() ? !flips : leads_to_forbidden())
			_exit(ESCAPED);
		if (!is_handle())
			back_to_init();
	}
	/* Nothing tells which address a handle has: whoever looks at this host sees those that are still there. */
	if (is_handle() && flips)
		sleep(SHOWN);
	_exit(WITHIN);
}

int main(int argc, char **argv)
{
	bool moves = argc == 9 && strcmp(argv[3], "migrate") == 0;
	int number = argc == 7 || moves ? atoi(argv[6]) : 0;

	if (argc != 5 && argc != 6 && number < 1) {
		usage(stderr);
		return 2;
	}
	device = argv[1];
	kind = argv[2];
	way = argv[3];
	permitted = gid_of(argv[4]);
	forbidden = gid_of(argv[argc == 5 ? 4 : 5]);
	if (number > 0) {
		if (moves)
			migrate(number, argv + 7);
		else
			make_tries(attempt, number, 0);
		return 0;
	}
	open_pair();
	ask_for(&forbidden);
	printf("%s\n", ask() ? strerrorname_np(errno) : "-");
	return 0;
}
