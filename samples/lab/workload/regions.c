// SPDX-License-Identifier: MIT
/* Registers memory without any library, and tries to get more of it than it may; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PAGE 4096
#define MOST 64
#define ROUND 500 /* registrations of one try */
#define PLACES 16384 /* of the monitor, for promises: threads whose numbers differ by this have the same one */
#define LOCAL_WRITE 1
#define CHANGE_TRANSLATION 1

static const char *device;

static void usage(FILE *file)
{
	fputs("Usage: regions UVERBS WAY NUMBER [LIMIT]\n"
	      "UVERBS is a file, /dev/infiniband/uverbs0. Ways:\n"
	      "  fill        regions of NUMBER bytes until it fails; prints how many there were and the errno, then the\n"
	      "              same after one of them has gone\n"
	      "  move        one of NUMBER bytes, and another range in its place; prints the errno of that\n"
	      "  stretch     NUMBER tries: a second thread changes the length to more than LIMIT bytes while it is read.\n"
	      "              Prints how many tries got more and lived to tell, how many were killed, how many got no more,\n"
	      "              and how many failed\n"
	      "  absent      LIMIT regions of NUMBER bytes, the command of each in memory that is not there; prints how many it\n"
	      "              got and the errno\n"
	      "  hold        one region of NUMBER bytes, by a request in memory that is not there: says so when the kernel stands\n"
	      "              still there; after a line of input it goes on, and prints the errno\n"
	      "  neighbours  two processes whose numbers differ by NUMBER times 16384 register, the second while the first stands\n"
	      "              still in the middle: says so when both do; after a line of input they go on, and it prints how many\n"
	      "              got one\n",
	      file);
}

/* A device with a protection domain, and memory to register. */
struct testbed {
	int fd;
	uint32_t pd;
	char *memory;
	size_t length;
};

static struct testbed testbed_of(size_t length)
{
	struct testbed testbed = { .fd = open_context(device), .length = length };
	struct ib_uverbs_alloc_pd_resp response;
	struct ib_uverbs_alloc_pd request = { .response = (uintptr_t)&response };

	if (call_command(testbed.fd, IB_USER_VERBS_CMD_ALLOC_PD, &request, sizeof(request), &response, sizeof(response)))
		die_of("alloc_pd");
	testbed.pd = response.pd_handle;
	testbed.memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (testbed.memory == MAP_FAILED)
		die_of("mmap");
	return testbed;
}

static void ask_for(struct ib_uverbs_reg_mr *request, const struct testbed *testbed, size_t length)
{
	memset(request, 0, sizeof(*request));
	request->start = (uintptr_t)testbed->memory;
	request->hca_va = request->start;
	request->length = length;
	request->pd_handle = testbed->pd;
	request->access_flags = LOCAL_WRITE;
}

/* Registers as a request says; 0 and a handle, or -1 and an errno. */
static int make(const struct testbed *testbed, struct ib_uverbs_reg_mr *request, uint32_t *handle)
{
	struct ib_uverbs_reg_mr_resp response;
	int status;

	request->response = (uintptr_t)&response;
	status = call_command(testbed->fd, IB_USER_VERBS_CMD_REG_MR, request, sizeof(*request), &response,
			      sizeof(response));
	if (status == 0)
		*handle = response.mr_handle;
	return status;
}

static void drop(const struct testbed *testbed, uint32_t handle)
{
	struct ib_uverbs_dereg_mr request = { .mr_handle = handle };

	if (call_command(testbed->fd, IB_USER_VERBS_CMD_DEREG_MR, &request, sizeof(request), NULL, 0))
		die_of("dereg_mr");
}

/* How many more are made until it fails, and why; the last is in `handle`. */
static int until_refused(const struct testbed *testbed, uint32_t *handle)
{
	int made = 0;

	for (errno = 0; made < MOST; made++) {
		struct ib_uverbs_reg_mr request;

		ask_for(&request, testbed, testbed->length);
		if (make(testbed, &request, handle))
			break;
	}
	printf("%d %s", made, errno ? strerrorname_np(errno) : "-");
	return made;
}

static void fill(size_t length)
{
	struct testbed testbed = testbed_of(length);
	uint32_t handle = 0;

	if (until_refused(&testbed, &handle) > 0) {
		drop(&testbed, handle);
		putchar(' ');
		until_refused(&testbed, &handle);
	}
	putchar('\n');
}

/* The kernel gets a command without ado that the gate cannot read. */
static void register_absent(size_t length, int number)
{
	struct testbed testbed = testbed_of(length);
	struct ib_uverbs_reg_mr *request = file_page();
	int made = 0;

	for (errno = 0; made < number; made++) {
		struct ib_uverbs_reg_mr_resp response;

		ask_for(request, &testbed, length);
		request->response = (uintptr_t)&response;
		madvise(request, PAGE, MADV_DONTNEED);
		if (call_command(testbed.fd, IB_USER_VERBS_CMD_REG_MR, request, sizeof(*request), &response,
				 sizeof(response)))
			break;
	}
	printf("%d %s\n", made, errno ? strerrorname_np(errno) : "-");
}

static void move(size_t length)
{
	struct testbed testbed = testbed_of(2 * length);
	struct ib_uverbs_reg_mr request;
	struct ib_uverbs_rereg_mr_resp response;
	struct ib_uverbs_rereg_mr change = {
		.response = (uintptr_t)&response, .flags = CHANGE_TRANSLATION, .start = (uintptr_t)testbed.memory,
		.hca_va = (uintptr_t)testbed.memory, .length = 2 * length, .access_flags = LOCAL_WRITE,
	};

	ask_for(&request, &testbed, length);
	if (make(&testbed, &request, &change.mr_handle))
		die_of("reg_mr");
	errno = 0;
	call_command(testbed.fd, IB_USER_VERBS_CMD_REREG_MR, &change, sizeof(change), &response, sizeof(response));
	printf("%s\n", errno ? strerrorname_np(errno) : "-");
}

/* Bytes that are pinned in this process. */
static long pinned(void)
{
	FILE *file = fopen("/proc/self/status", "re");
	char line[128];
	long kilobytes = 0;

	if (!file)
		die_of("/proc/self/status");
	while (fgets(line, sizeof(line), file))
		sscanf(line, "VmPin: %ld", &kilobytes);
	fclose(file);
	return kilobytes * 1024;
}

static size_t stretched;

static void *stretch(void *argument)
{
	volatile __u64 *length = argument;

	for (;;) {
		*length = stretched;
		*length = PAGE;
	}
	return NULL;
}

__attribute__((noreturn)) static void try_stretch(int limit)
{
	struct testbed testbed = testbed_of(limit + PAGE);
	struct ib_uverbs_reg_mr request;
	pthread_t thread;

	ask_for(&request, &testbed, PAGE);
	stretched = testbed.length;
	if (pthread_create(&thread, NULL, stretch, &request.length))
		die_of("pthread_create");
	for (int i = 0; i < ROUND; i++) {
		uint32_t handle;

		if (make(&testbed, &request, &handle))
			continue;
		if (pinned() > limit)
			_exit(ESCAPED);
		drop(&testbed, handle);
	}
	_exit(WITHIN);
}

/* Has it go on with what is in another page. */
static void let_go(int fd, void *memory, const void *content)
{
	struct uffdio_copy copy = { .dst = (uintptr_t)memory, .src = (uintptr_t)content, .len = PAGE };

	if (ioctl(fd, UFFDIO_COPY, &copy))
		die_of("UFFDIO_COPY");
}

static pid_t clone_as(pid_t wanted)
{
	struct clone_args arguments = {
		.exit_signal = SIGCHLD, .set_tid = (uintptr_t)&wanted, .set_tid_size = 1,
	};

	return syscall(SYS_clone3, &arguments, sizeof(arguments));
}

/* A page that is not there, and a process beside this one that tells when the kernel wants it and has it go on. */
static void *absent_page(const void *content, int ready, int go)
{
	void *absent = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (absent == MAP_FAILED)
		die_of("mmap");
	struct pollfd waiting = { .fd = hold_up(absent, PAGE), .events = POLLIN };
	pid_t beside = fork();

	if (beside < 0)
		die_of("fork");
	if (beside == 0) {
		char byte = 0;

		poll(&waiting, 1, -1);
		if (write(ready, &byte, 1) != 1 || read(go, &byte, 1) != 1)
			die_of("absent_page");
		let_go(waiting.fd, absent, content);
		_exit(0);
	}
	return absent;
}

static char content[PAGE] __attribute__((aligned(PAGE)));

/* Registers a page, with a command in memory that is not there. Ends with 0 if it got its region. */
__attribute__((noreturn)) static void neighbour(int ready, int go)
{
	struct testbed testbed = testbed_of(PAGE);
	struct ib_uverbs_reg_mr_resp response;
	struct ib_uverbs_reg_mr *request = (void *)content;

	ask_for(request, &testbed, PAGE);
	request->response = (uintptr_t)&response;
	void *absent = absent_page(content, ready, go);

	int status = call_command(testbed.fd, IB_USER_VERBS_CMD_REG_MR, absent, sizeof(*request), &response,
				  sizeof(response));
	_exit(status ? 1 : 0);
}

static void open_pipes(int *ready, int *go)
{
	if (pipe2(ready, O_CLOEXEC) || pipe2(go, O_CLOEXEC))
		die_of("pipe");
}

/* Waits until one more stands still. */
static void wait_for_one(int ready)
{
	char byte;

	if (read(ready, &byte, 1) != 1)
		die_of("read");
}

/* So many stand still: says so, and has them go on after a line of input. */
static void let_them_go(const char *what, int count, int go)
{
	char byte = 0;

	puts(what);
	fflush(stdout);
	getchar();
	for (int i = 0; i < count; i++) {
		if (write(go, &byte, 1) != 1)
			die_of("write");
	}
}

/* The whole call is in memory that is not there. */
static void hold(size_t length)
{
	int ready[2], go[2], status;

	open_pipes(ready, go);
	pid_t pid = fork();

	if (pid < 0)
		die_of("fork");
	if (pid == 0) {
		struct testbed testbed = testbed_of(length);
		struct ib_uverbs_reg_mr request;
		struct ib_uverbs_reg_mr_resp response;

		ask_for(&request, &testbed, length);
		request.response = (uintptr_t)&response;
		*(struct call *)content =
			call_of(IB_USER_VERBS_CMD_REG_MR, &request, sizeof(request), &response, sizeof(response));
		errno = 0;
		ioctl(testbed.fd, RDMA_VERBS_IOCTL, absent_page(content, ready[1], go[0]));
		_exit(errno);
	}
	wait_for_one(ready[0]);
	let_them_go("it stands still", 1, go[1]);
	waitpid(pid, &status, 0);
	printf("%s\n", !WIFEXITED(status) ? "killed" : WEXITSTATUS(status) ? strerrorname_np(WEXITSTATUS(status)) : "-");
}

static void neighbours(int distance)
{
	int ready[2], go[2], got = 0, status;

	open_pipes(ready, go);
	pid_t first = fork();

	if (first < 0)
		die_of("fork");
	if (first == 0)
		neighbour(ready[1], go[0]);
	wait_for_one(ready[0]);
	pid_t second = clone_as(first + distance * PLACES);

	if (second < 0)
		die_of("clone3");
	if (second == 0)
		neighbour(ready[1], go[0]);
	wait_for_one(ready[0]);
	let_them_go("both are there", 2, go[1]);
	for (int i = 0; i < 2; i++) {
		waitpid(i ? second : first, &status, 0);
		got += WIFEXITED(status) && WEXITSTATUS(status) == 0;
	}
	printf("%d\n", got);
}

int main(int argc, char **argv)
{
	long number = argc > 3 ? atol(argv[3]) : 0, limit = argc > 4 ? atol(argv[4]) : 0;

	if (argc < 4 || number < 1) {
		usage(stderr);
		return 2;
	}
	device = argv[1];
	if (strcmp(argv[2], "fill") == 0)
		fill(number);
	else if (strcmp(argv[2], "move") == 0)
		move(number);
	else if (strcmp(argv[2], "stretch") == 0)
		make_tries(try_stretch, number, limit);
	else if (strcmp(argv[2], "absent") == 0)
		register_absent(number, limit);
	else if (strcmp(argv[2], "hold") == 0)
		hold(number);
	else if (strcmp(argv[2], "neighbours") == 0)
		neighbours(number);
	else {
		usage(stderr);
		return 2;
	}
	return 0;
}
