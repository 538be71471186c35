// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define INLINE 8 /* bytes */

void die_of(const char *what)
{
	fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, what, strerror(errno));
	exit(1);
}

static struct ib_uverbs_attr attribute(int id, uint64_t data, size_t length)
{
	return (struct ib_uverbs_attr){ .attr_id = id, .len = length, .flags = UVERBS_ATTR_F_MANDATORY, .data = data };
}

static uint64_t data_of(const void *request, size_t length)
{
	uint64_t data = (uintptr_t)request;

	if (length <= INLINE) {
		data = 0;
		memcpy(&data, request, length);
	}
	return data;
}

struct call call_of(uint64_t command, const void *request, size_t request_length, void *response,
		    size_t response_length)
{
	struct call call = {
		.header = { .length = sizeof(call), .object_id = UVERBS_OBJECT_DEVICE,
			    .method_id = UVERBS_METHOD_INVOKE_WRITE, .num_attrs = 3, .driver_id = RDMA_DRIVER_RXE },
	};

	call.attributes[0] = attribute(UVERBS_ATTR_CORE_IN, data_of(request, request_length), request_length);
	call.attributes[1] = attribute(UVERBS_ATTR_CORE_OUT, (uintptr_t)response, response_length);
	call.attributes[2] = attribute(UVERBS_ATTR_WRITE_CMD, command, sizeof(command));
	/* A command without a response has no such attribute. */
	if (response_length == 0) {
		call.attributes[1] = call.attributes[2];
		call.header.num_attrs = 2;
		call.header.length -= sizeof(call.attributes[2]);
	}
	return call;
}

int call_command(int fd, uint64_t command, const void *request, size_t request_length, void *response,
		 size_t response_length)
{
	struct call call = call_of(command, request, request_length, response, response_length);

	return ioctl(fd, RDMA_VERBS_IOCTL, &call);
}

int open_context(const char *file)
{
	int fd = open(file, O_RDWR | O_CLOEXEC);
	uint32_t vectors = 0;
	uint64_t support = 0;
	struct {
		struct ib_uverbs_ioctl_hdr header;
		struct ib_uverbs_attr attributes[2];
	} get = {
		.header = { .length = sizeof(get), .object_id = UVERBS_OBJECT_DEVICE,
			    .method_id = UVERBS_METHOD_GET_CONTEXT, .num_attrs = 2, .driver_id = RDMA_DRIVER_RXE },
	};

	get.attributes[0] = attribute(UVERBS_ATTR_GET_CONTEXT_NUM_COMP_VECTORS, (uintptr_t)&vectors, sizeof(vectors));
	get.attributes[1] = attribute(UVERBS_ATTR_GET_CONTEXT_CORE_SUPPORT, (uintptr_t)&support, sizeof(support));
	if (fd < 0 || ioctl(fd, RDMA_VERBS_IOCTL, &get))
		die_of(file);
	return fd;
}

int write_command(int fd, uint32_t command, const void *request, size_t request_length, size_t response_length)
{
	struct {
		struct ib_uverbs_cmd_hdr header;
		char request[256];
	} __attribute__((packed)) message = {
		.header = { .command = command, .in_words = (sizeof(message.header) + request_length) / 4,
			    .out_words = response_length / 4 },
	};
	ssize_t length = sizeof(message.header) + request_length;

	memcpy(message.request, request, request_length);
	return write(fd, &message, length) == length ? 0 : -1;
}

int alloc_pd(int fd, uint32_t *handle)
{
	struct ib_uverbs_alloc_pd_resp response;
	struct ib_uverbs_alloc_pd request = { .response = (uintptr_t)&response };
	int status =
		call_command(fd, IB_USER_VERBS_CMD_ALLOC_PD, &request, sizeof(request), &response, sizeof(response));

	if (status == 0)
		*handle = response.pd_handle;
	return status;
}

int dealloc_pd(int fd, uint32_t handle)
{
	struct ib_uverbs_dealloc_pd request = { .pd_handle = handle };

	return call_command(fd, IB_USER_VERBS_CMD_DEALLOC_PD, &request, sizeof(request), NULL, 0);
}

void *shared_memory(size_t length)
{
	void *memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		die_of("mmap");
	return memory;
}

void *file_page(void)
{
	long length = sysconf(_SC_PAGESIZE);
	int file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
	void *page;

	if (file < 0 || ftruncate(file, length))
		die_of("/tmp");
	page = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (page == MAP_FAILED)
		die_of("mmap");
	close(file);
	return page;
}

int hold_up(void *memory, size_t length)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = {
		.range = { .start = (uintptr_t)memory, .len = length }, .mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);

	if (fd < 0 || ioctl(fd, UFFDIO_API, &api) || ioctl(fd, UFFDIO_REGISTER, &range))
		die_of("userfaultfd");
	return fd;
}

void move_process(pid_t pid, const char *directory)
{
	char path[4096], text[32];
	int length = snprintf(text, sizeof(text), "%d", pid), file;

	snprintf(path, sizeof(path), "%s/cgroup.procs", directory);
	file = open(path, O_WRONLY | O_CLOEXEC);
	if (file < 0 || write(file, text, length) != length)
		die_of(path);
	close(file);
}

double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

/* Between the processes of a race. */
struct race {
	atomic_int ready, go, granted, refused, other;
};

static void take_part(struct race *race, int (*want)(void))
{
	atomic_fetch_add(&race->ready, 1);
	while (!atomic_load(&race->go))
		sched_yield();
	if (!want())
		atomic_fetch_add(&race->granted, 1);
	else if (errno == EPERM)
		atomic_fetch_add(&race->refused, 1);
	else
		atomic_fetch_add(&race->other, 1);
	atomic_fetch_sub(&race->ready, 1);
	while (atomic_load(&race->ready) > 0)
		sched_yield();
}

void race(int number, void (*prepare)(void), int (*want)(void))
{
	struct race *race = shared_memory(sizeof(*race));

	for (int i = 0; i < number; i++) {
		pid_t pid = fork();

		if (pid < 0)
			die_of("fork");
		if (pid == 0) {
			/* Whoever waits for the others ends with them. */
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			prepare();
			take_part(race, want);
			_exit(0);
		}
	}
	while (atomic_load(&race->ready) < number)
		sched_yield();
	atomic_store(&race->go, 1);
	while (wait(NULL) > 0)
		;
	printf("%d %d %d\n", race->granted, race->refused, race->other);
}

static void tell(struct tries *tries, int status)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
		tries->killed++;
	else if (WIFEXITED(status) && WEXITSTATUS(status) == WITHIN)
		tries->within++;
	else if (WIFEXITED(status) && WEXITSTATUS(status) == ESCAPED)
		tries->escaped++;
	else
		tries->failed++;
}

void make_tries(void (*attempt)(int limit), int number, int limit)
{
	struct tries tries = { 0 };

	for (int i = 0; i < number; i++) {
		pid_t pid = fork();
		int status;

		if (pid < 0)
			die_of("fork");
		if (pid == 0)
			attempt(limit);
		waitpid(pid, &status, 0);
		tell(&tries, status);
	}
	printf("%d %d %d %d\n", tries.escaped, tries.killed, tries.within, tries.failed);
}
