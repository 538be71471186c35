/* SPDX-License-Identifier: MIT */
/* Calls of uverbs by ioctl(), without any library. */
#ifndef WORKLOAD_UVERBS_H
#define WORKLOAD_UVERBS_H

#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_ioctl_verbs.h>
#include <rdma/ib_user_verbs.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* What INVOKE_WRITE takes: a command with its request and its response. */
struct call {
	struct ib_uverbs_ioctl_hdr header;
	struct ib_uverbs_attr attributes[3];
};

/* The attribute of a call that says which command it is, and the one that has its request. */
#define COMMAND_OF(call) ((call)->attributes[2].data)
#define REQUEST_OF(call) ((call)->attributes[0].data)

/* A call; a request of no more than eight bytes stands in the call itself. */
struct call call_of(uint64_t command, const void *request, size_t request_length, void *response,
		    size_t response_length);

/* The same done: what ioctl() returns. */
int call_command(int fd, uint64_t command, const void *request, size_t request_length, void *response,
		 size_t response_length);

/* A command by write(), as libibverbs before 2018 gave them; the request begins with where its response goes. */
int write_command(int fd, uint32_t command, const void *request, size_t request_length, size_t response_length);

/* Opens a file such as /dev/infiniband/uverbs0, with a context; dies if it cannot. */
int open_context(const char *file);

/* A protection domain; 0, or -1 and an errno. */
int alloc_pd(int fd, uint32_t *handle);
int dealloc_pd(int fd, uint32_t handle);

/* Memory that children share with their parent. */
void *shared_memory(size_t length);

/* A page of a file; after madvise(MADV_DONTNEED) it is not there, and the kernel alone gets it back without ado. */
void *file_page(void);

/* Has the kernel stand still where it wants a page of memory (userfaultfd); what is returned tells when it does. */
int hold_up(void *memory, size_t length);

/* Moves a process (0: this one) to the cgroup of a directory; dies if it cannot. */
void move_process(pid_t pid, const char *directory);

double seconds_now(void);

/*
 * So many processes, each of which prepares, waits until all have, and then wants the same thing at the same moment: 0, or
 * -1 and an errno. Prints how many got it, how many EPERM, and how many another errno. All hold what they have until all
 * have tried.
 */
void race(int number, void (*prepare)(void), int (*want)(void));

/* Whether a child ended as it should: adds it to what is told of many tries. */
struct tries {
	int escaped, killed, within, failed;
};

/* Exit statuses of a try that is alive: it has no more than it may, or more. */
#define WITHIN 0
#define ESCAPED 2

/* Makes tries, each in a process of its own, and prints how many had more than the limit and lived to tell, how many
 * were killed, how many had no more, and how many failed. */
void make_tries(void (*attempt)(int limit), int number, int limit);

__attribute__((noreturn)) void die_of(const char *what);

#endif
