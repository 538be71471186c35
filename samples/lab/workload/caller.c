// SPDX-License-Identifier: MIT
/* Asks the RDMA connection manager for peers that it may not talk to, without any library; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/io_uring.h>
#include <poll.h>
#include <pthread.h>
#include <rdma/rdma_user_cm.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define MANAGER "/dev/infiniband/rdma_cm"
#define PORT 7471
#define ROUNDS 300	/* of one try */
#define PATIENCE 2000	/* milliseconds, for one answer */
#define LONGEST 120	/* seconds, of one try */
#define STACK 65536
#define MOST_ENTRIES 2	/* of an io_uring */
#define NO_ID 0xffffffffu

/* enum rdma_cm_event_type is no part of the kernel's headers for programs. */
#define ADDR_RESOLVED 0

/* Where the two GIDs stand in a PathRecord of a MAD. */
#define PATH_DGID 8
#define PATH_SGID 24

/* A request as it is written. */
struct message {
	struct rdma_ucm_cmd_hdr header;
	union {
		struct rdma_ucm_resolve_addr address;
		struct rdma_ucm_resolve_ip ip;
	};
};

/*
 * What a process has in common with its child: what is asked for, which a thread may change while the kernel reads it,
 * and by which file and id.
 */
static struct {
	struct message message;
	int file;
	uint32_t id;
} *shared;

static const char *way;
static struct in_addr permitted, forbidden;

static void usage(FILE *file)
{
	fputs("Usage: caller WAY PEER [FORBIDDEN TRIES]\n"
	      "Asks /dev/infiniband/rdma_cm to be led to PEER, which is an IPv4 address, and prints - or the name of the errno.\n"
	      "With FORBIDDEN, which it may not talk to, and which differs from PEER in its last byte, and TRIES: so many, each\n"
	      "by a process of its own; prints how many could go on to FORBIDDEN and lived to tell, how many were\n"
	      "killed, how many had it not, and how many failed. flip, flip-command and shared are as write without TRIES.\n"
	      "WAY:\n"
	      "  write   RESOLVE_ADDR by write(), as librdmacm does it\n"
	      "  ip      RESOLVE_IP, the older command\n"
	      "  writev  by writev()\n"
	      "  uring   by io_uring, in the call that hands it in\n"
	      "  async   by io_uring, in a worker of the kernel\n"
	      "  linked  by io_uring, at the end of a harmless write() to a pipe\n"
	      "  paged   by write(), with a request in memory that is not there\n"
	      "  flip    by write(), while another thread writes PEER and FORBIDDEN in turn\n"
	      "  flip-command\n"
	      "          by write(), while another thread writes a harmless command and RESOLVE_ADDR in turn\n"
	      "  path    an id that leads to PEER is given a path to FORBIDDEN (or PEER)\n"
	      "  shared  a child does flip until it is killed; its parent, which has its file, goes on with its id, and moves it\n"
	      "          to a file of its own\n", file);
}

static struct in_addr address_of(const char *text)
{
	struct in_addr address;

	if (inet_pton(AF_INET, text, &address) != 1) {
		fprintf(stderr, "caller: %s is no IPv4 address\n", text);
		exit(2);
	}
	return address;
}

static bool is_way(const char *name)
{
	return strcmp(way, name) == 0;
}

/* By io_uring a file without O_NONBLOCK is written to when poll() says that it can be, which it never says of this one. */
static int open_manager(void)
{
	int file = open(MANAGER, O_RDWR | O_CLOEXEC | O_NONBLOCK);

	if (file < 0)
		die_of(MANAGER);
	return file;
}

static int command(int file, uint32_t number, const void *request, size_t request_length, size_t response_length)
{
	struct {
		struct rdma_ucm_cmd_hdr header;
		char request[512];
	} message = { .header = { .cmd = number, .in = request_length, .out = response_length } };
	ssize_t length = sizeof(message.header) + request_length;

	memcpy(message.request, request, request_length);
	return write(file, &message, length) == length ? 0 : -1;
}

/* An id without a uid has no events. */
static void create_id(void)
{
	struct rdma_ucm_create_id_resp response;
	struct rdma_ucm_create_id request = {
		.uid = 1, .response = (uintptr_t)&response, .ps = RDMA_PS_TCP, .qp_type = IB_UVERBS_QPT_RC,
	};

	if (command(shared->file, RDMA_USER_CM_CMD_CREATE_ID, &request, sizeof(request), sizeof(response)))
		die_of("an id");
	shared->id = response.id;
}

static void destroy_id(void)
{
	struct rdma_ucm_destroy_id_resp response;
	struct rdma_ucm_destroy_id request = { .response = (uintptr_t)&response, .id = shared->id };

	if (command(shared->file, RDMA_USER_CM_CMD_DESTROY_ID, &request, sizeof(request), sizeof(response)))
		die_of("an id's end");
	shared->id = NO_ID;
}

/* From where to where the id leads that a file has; 0, or -1 and an errno. */
static int query(int file, struct rdma_ucm_query_addr_resp *response)
{
	struct rdma_ucm_query request = {
		.response = (uintptr_t)response, .id = shared->id, .option = RDMA_USER_CM_QUERY_ADDR,
	};

	return command(file, RDMA_USER_CM_CMD_QUERY, &request, sizeof(request), sizeof(*response));
}

/* Of an address whose family is known; of none it is 0.0.0.0. */
static struct in_addr ipv4_of(const struct __kernel_sockaddr_storage *address)
{
	struct sockaddr_in ipv4;

	memcpy(&ipv4, address, sizeof(ipv4));
	return ipv4.sin_addr;
}

static bool is_to_forbidden(const struct rdma_ucm_query_addr_resp *response)
{
	return ipv4_of(&response->dst_addr).s_addr == forbidden.s_addr;
}

static bool wait_for_event(int file)
{
	struct pollfd ready = { .fd = file, .events = POLLIN };

	return poll(&ready, 1, PATIENCE) == 1;
}

/* What is asked for: this peer. */
static void ask_for(const struct in_addr *peer)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr = *peer };
	struct message *message;

	shared = shared_memory(sizeof(*shared));
	shared->id = NO_ID;
	message = &shared->message;
	if (is_way("ip")) {
		message->header = (struct rdma_ucm_cmd_hdr){
			.cmd = RDMA_USER_CM_CMD_RESOLVE_IP, .in = sizeof(message->ip),
		};
		message->ip.timeout_ms = PATIENCE;
		memcpy(&message->ip.dst_addr, &to, sizeof(to));
	} else {
		message->header = (struct rdma_ucm_cmd_hdr){
			.cmd = RDMA_USER_CM_CMD_RESOLVE_ADDR, .in = sizeof(message->address),
		};
		message->address.timeout_ms = PATIENCE;
		message->address.dst_size = sizeof(to);
		memcpy(&message->address.dst_addr, &to, sizeof(to));
	}
}

static ssize_t by_writev(size_t length)
{
	struct iovec piece = { .iov_base = &shared->message, .iov_len = length };

	return writev(shared->file, &piece, 1);
}

struct uring {
	int file;
	char *queues;
	struct io_uring_params made;
	struct io_uring_sqe *entries;
};

static struct uring open_uring(void)
{
	struct uring uring = { 0 };

	uring.file = syscall(SYS_io_uring_setup, MOST_ENTRIES, &uring.made);
	if (uring.file < 0)
		die_of("io_uring");
	/* Both queues are in one piece. */
	uring.queues = mmap(NULL, uring.made.cq_off.cqes + uring.made.cq_entries * sizeof(struct io_uring_cqe),
			    PROT_READ | PROT_WRITE, MAP_SHARED, uring.file, IORING_OFF_SQ_RING);
	uring.entries = mmap(NULL, MOST_ENTRIES * sizeof(*uring.entries), PROT_READ | PROT_WRITE, MAP_SHARED, uring.file,
			     IORING_OFF_SQES);
	if (uring.queues == MAP_FAILED || uring.entries == MAP_FAILED)
		die_of("mmap");
	return uring;
}

static void enter_uring(const struct uring *uring, unsigned int number, unsigned int answers)
{
	if (syscall(SYS_io_uring_enter, uring->file, number, answers, IORING_ENTER_GETEVENTS, NULL, 0) != (int)number)
		die_of("io_uring");
}

/* Hands in the first entries. */
static void hand_in(const struct uring *uring, unsigned int number, unsigned int answers)
{
	for (unsigned int i = 0; i < number; i++)
		((unsigned int *)(uring->queues + uring->made.sq_off.array))[i] = i;
	atomic_store((atomic_uint *)(uring->queues + uring->made.sq_off.tail), number);
	enter_uring(uring, number, answers);
}

static struct io_uring_sqe written(size_t length, int flags)
{
	return (struct io_uring_sqe){
		.opcode = IORING_OP_WRITE, .flags = flags, .fd = shared->file, .addr = (uintptr_t)&shared->message,
		.len = length,
	};
}

/* The answer to the entry that was handed in as this one. */
static ssize_t answer_of(const struct uring *uring, unsigned int place)
{
	const struct io_uring_cqe *answer = (const struct io_uring_cqe *)(uring->queues + uring->made.cq_off.cqes) + place;

	if (answer->res < 0)
		errno = -answer->res;
	return answer->res;
}

static ssize_t by_uring(size_t length, int flags)
{
	struct uring uring = open_uring();

	uring.entries[0] = written(length, flags);
	hand_in(&uring, 1, 1);
	return answer_of(&uring, 0);
}

/* What waits for a pipe is done on the way out of the write() to it, whose registers are those of the thread still. */
static ssize_t by_linked(size_t length)
{
	struct message harmless = shared->message;
	struct uring uring = open_uring();
	int ends[2];

	harmless.header.cmd = RDMA_USER_CM_CMD_NOTIFY;
	if (pipe(ends))
		die_of("a pipe");
	uring.entries[0] = (struct io_uring_sqe){
		.opcode = IORING_OP_POLL_ADD, .flags = IOSQE_IO_LINK, .fd = ends[0], .poll32_events = POLLIN,
	};
	uring.entries[1] = written(length, 0);
	hand_in(&uring, 2, 0);
	if (write(ends[1], &harmless, length) != (ssize_t)length)
		die_of("a pipe");
	enter_uring(&uring, 0, 2);
	return answer_of(&uring, 1);
}

static ssize_t by_paged(size_t length)
{
	void *page = file_page();

	memcpy(page, &shared->message, length);
	madvise(page, length, MADV_DONTNEED);
	return write(shared->file, page, length);
}

static ssize_t send_message(size_t length)
{
	if (is_way("writev"))
		return by_writev(length);
	if (is_way("uring") || is_way("async"))
		return by_uring(length, is_way("async") ? IOSQE_ASYNC : 0);
	if (is_way("linked"))
		return by_linked(length);
	return is_way("paged") ? by_paged(length) : write(shared->file, &shared->message, length);
}

/* With an id that is new; 0, or -1 and an errno. */
static int ask(void)
{
	struct message *message = &shared->message;
	ssize_t length = sizeof(message->header) + message->header.in;

	create_id();
	*(is_way("ip") ? &message->ip.id : &message->address.id) = shared->id;
	return send_message(length) == length ? 0 : -1;
}

static void *flip_peer(void *unused)
{
	volatile unsigned char *last =
		(unsigned char *)&shared->message.address.dst_addr + offsetof(struct sockaddr_in, sin_addr) + 3;

	(void)unused;
	/* The two addresses differ in their last byte, which is the highest one here. */
	for (;;) {
		*last = forbidden.s_addr >> 24;
		*last = permitted.s_addr >> 24;
	}
	return NULL;
}

static void *flip_command(void *unused)
{
	volatile uint32_t *number = &shared->message.header.cmd;

	(void)unused;
	/* NOTIFY would tell an id that has a device of an event, which there is none of this number. */
	for (;;) {
		*number = RDMA_USER_CM_CMD_RESOLVE_ADDR;
		*number = RDMA_USER_CM_CMD_NOTIFY;
	}
	return NULL;
}

static void start_flipping(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, is_way("flip-command") ? flip_command : flip_peer, NULL))
		die_of("pthread_create");
}

/* Whether the kernel does anything with the id that leads somewhere. */
static bool goes_on(int file)
{
	struct rdma_ucm_resolve_route route = { .id = shared->id, .timeout_ms = PATIENCE };
	struct rdma_ucm_connect connect = { .conn_param = { .qp_num = 17, .valid = 1 }, .id = shared->id };

	return !command(file, RDMA_USER_CM_CMD_RESOLVE_ROUTE, &route, sizeof(route), 0) ||
	       !command(file, RDMA_USER_CM_CMD_CONNECT, &connect, sizeof(connect), 0);
}

/* Whether it was led to the peer that is forbidden in one of these rounds, and can go on there by the id that it has then. */
static bool is_led(int rounds)
{
	struct rdma_ucm_query_addr_resp led;

	shared->file = open_manager();
	for (int i = 0; i < rounds; i++) {
		if (!ask()) {
			if (query(shared->file, &led))
				die_of("where an id leads");
			if (is_to_forbidden(&led)) {
				wait_for_event(shared->file);
				return goes_on(shared->file);
			}
		}
		destroy_id();
	}
	return false;
}

static void put_gid(unsigned char *gid, struct in_addr address)
{
	memset(gid, 0, 10);
	gid[10] = gid[11] = 0xff;
	memcpy(gid + 12, &address, sizeof(address));
}

/* Gives an id, which is being led to some peer, a path to this one; 0, or -1 and an errno. */
static int set_path(struct in_addr peer)
{
	struct ib_path_rec_data path = { .flags = IB_PATH_GMP | IB_PATH_PRIMARY | IB_PATH_BIDIRECTIONAL };
	struct rdma_ucm_event_resp event;
	struct rdma_ucm_get_event get = { .response = (uintptr_t)&event };
	struct rdma_ucm_set_option set = {
		.optval = (uintptr_t)&path, .id = shared->id, .level = RDMA_OPTION_IB, .optname = RDMA_OPTION_IB_PATH,
		.optlen = sizeof(path),
	};
	struct rdma_ucm_query_addr_resp led;

	if (!wait_for_event(shared->file) ||
	    command(shared->file, RDMA_USER_CM_CMD_GET_EVENT, &get, sizeof(get), sizeof(event)))
		die_of("an event");
	if (event.event != ADDR_RESOLVED) {
		errno = -(int)event.status;
		die_of("an address");
	}
	if (query(shared->file, &led))
		die_of("where an id leads");
	put_gid((unsigned char *)path.path_rec + PATH_DGID, peer);
	put_gid((unsigned char *)path.path_rec + PATH_SGID, ipv4_of(&led.src_addr));
	return command(shared->file, RDMA_USER_CM_CMD_SET_OPTION, &set, sizeof(set), 0);
}

/* Takes over the id of a child; 0, or -1 and an errno. */
static int migrate(int file)
{
	struct rdma_ucm_migrate_resp response;
	struct rdma_ucm_migrate_id request = {
		.response = (uintptr_t)&response, .id = shared->id, .fd = shared->file,
	};

	return command(file, RDMA_USER_CM_CMD_MIGRATE_ID, &request, sizeof(request), sizeof(response));
}

/* Whether an id that a child has left is of any use. If nobody says where it leads, it is to where the child may not. */
static bool is_inherited(void)
{
	struct rdma_ucm_query_addr_resp led;
	int own = open_manager();

	/* There is no route before the address is resolved; if that fails the rest will show it. */
	wait_for_event(shared->file);
	if (!query(shared->file, &led) && !is_to_forbidden(&led))
		return false;
	if (goes_on(shared->file))
		return true;
	if (migrate(own)) {
		if (errno != EPERM)
			die_of("another file for an id");
		return false;
	}
	return query(own, &led) ? goes_on(own) : is_to_forbidden(&led);
}

static int ask_and_end(void *unused)
{
	(void)unused;
	_exit(is_led(ROUNDS) ? ESCAPED : WITHIN);
}

/*
 * Only who has opened the file may write to it: to any other process, a child too, the kernel says EACCES. So the child
 * opens it, in a table of files that is its parent's, too.
 */
__attribute__((noreturn)) static void inherit(void)
{
	static char stack[STACK] __attribute__((aligned(16)));
	pid_t pid = clone(ask_and_end, stack + STACK, CLONE_FILES | SIGCHLD, NULL);
	bool killed;
	int status;

	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		die_of("a child");
	killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
	if (WIFEXITED(status) && WEXITSTATUS(status) == WITHIN)
		_exit(WITHIN);
	if ((!killed && (!WIFEXITED(status) || WEXITSTATUS(status) != ESCAPED)) || shared->id == NO_ID)
		_exit(1);
	_exit(is_inherited() ? ESCAPED : WITHIN);
}

static void attempt(int unused)
{
	bool flips = is_way("flip") || is_way("flip-command") || is_way("shared");

	(void)unused;
	alarm(LONGEST);
	ask_for(is_way("flip-command") || !(flips || is_way("path")) ? &forbidden : &permitted);
	if (flips)
		start_flipping();
	if (is_way("shared"))
		inherit();
	if (is_way("path")) {
		shared->file = open_manager();
		if (ask())
			die_of("a peer that is permitted");
		_exit(set_path(forbidden) ? WITHIN : ESCAPED);
	}
	_exit(is_led(flips ? ROUNDS : 1) ? ESCAPED : WITHIN);
}

int main(int argc, char **argv)
{
	int number = argc == 5 ? atoi(argv[4]) : 0;

	if (argc != 3 && number < 1) {
		usage(stderr);
		return 2;
	}
	way = argv[1];
	permitted = address_of(argv[2]);
	if (number > 0) {
		forbidden = address_of(argv[3]);
		make_tries(attempt, number, 0);
		return 0;
	}
	alarm(LONGEST);
	ask_for(&permitted);
	shared->file = open_manager();
	printf("%s\n", ask() || (is_way("path") && set_path(permitted)) ? strerrorname_np(errno) : "-");
	return 0;
}
