// SPDX-License-Identifier: MIT
/* Holds RDMA objects and does with them what it is told, one command at a time; see usage(). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "commands.h"

#define MAX_OBJECTS 1024
#define LENGTH 4096
#define PORT 1
#define GID_INDEX 1	/* the IPv4 address of a soft-RoCE device */

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_qp *qps[MAX_OBJECTS];
static struct ibv_mr *mrs[MAX_OBJECTS];
static int qp_count, mr_count;
static char memory[LENGTH];

static void usage(FILE *file)
{
	fputs("Usage: holder    with commands on stdin, each answered by \"ok PID\" or the name of an errno:\n"
	      "  open DEVICE       opens the device and creates a protection domain and a completion queue\n"
	      "  qp N, mr N        creates N queue pairs, or memory regions\n"
	      "  ah N              creates N address handles that lead to the device itself\n"
	      "  free-qp, free-mr  destroys the newest\n"
	      "  big-mr BYTES      tries to register a region of this size\n"
	      "  bad-mr            tries to register a region for remote writing only\n"
	      "  big-cq            tries to create a completion queue larger than any device's\n"
	      "  free-pd           tries to deallocate the protection domain\n"
	      "  cgroup DIRECTORY  moves this process\n"
	      "  fork              the child goes on with the commands; the parent holds what it has and waits\n"
	      "  become SECONDS    becomes a program that waits so long, which has the process but not the device\n"
	      "  exit              ends without cleaning up\n", file);
}

static int open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	if (!list)
		return errno;
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			context = ibv_open_device(list[i]);
	}
	ibv_free_device_list(list);
	if (!context)
		return ENODEV;
	pd = ibv_alloc_pd(context);
	cq = pd ? ibv_create_cq(context, 16, NULL, NULL, 0) : NULL;
	return cq ? 0 : errno;
}

static int create_qps(int count)
{
	struct ibv_qp_init_attr wanted = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};

	if (!pd)
		return ENODEV;
	for (int i = 0; i < count; i++) {
		if (qp_count == MAX_OBJECTS)
			return ENOSPC;
		qps[qp_count] = ibv_create_qp(pd, &wanted);
		if (!qps[qp_count])
			return errno;
		qp_count++;
	}
	return 0;
}

static int create_mrs(int count)
{
	if (!pd)
		return ENODEV;
	for (int i = 0; i < count; i++) {
		if (mr_count == MAX_OBJECTS)
			return ENOSPC;
		mrs[mr_count] = ibv_reg_mr(pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE);
		if (!mrs[mr_count])
			return errno;
		mr_count++;
	}
	return 0;
}

/* They are held until the process ends. */
static int create_handles(int count)
{
	struct ibv_ah_attr route = { .is_global = 1, .port_num = PORT, .grh = { .sgid_index = GID_INDEX, .hop_limit = 64 } };

	if (!pd)
		return ENODEV;
	if (ibv_query_gid(context, PORT, GID_INDEX, &route.grh.dgid))
		return errno;
	for (int i = 0; i < count; i++) {
		if (!ibv_create_ah(pd, &route))
			return errno;
	}
	return 0;
}

static int register_big(size_t bytes)
{
	void *area = malloc(bytes);
	int error = 0;

	if (!area)
		return errno;
	if (!ibv_reg_mr(pd, area, bytes, IBV_ACCESS_LOCAL_WRITE))
		error = errno;
	free(area);
	return error;
}

static int move_to(const char *directory)
{
	char path[4096];
	int fd, error = 0;

	snprintf(path, sizeof(path), "%s/cgroup.procs", directory);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return errno;
	if (write(fd, "0", 1) != 1)
		error = errno;
	close(fd);
	return error;
}

static int fork_off(void)
{
	pid_t child = fork();

	if (child < 0)
		return errno;
	while (child > 0)
		pause();
	return 0;
}

/* The device's file is closed when the new program begins. */
static int become_another(const char *seconds)
{
	printf("ok %d\n", getpid());
	execlp("sleep", "sleep", seconds, NULL);
	return errno;
}

static int do_command(const char *command, char *argument)
{
	if (strcmp(command, "open") == 0)
		return open_device(argument);
	if (strcmp(command, "qp") == 0)
		return create_qps(atoi(argument));
	if (strcmp(command, "mr") == 0)
		return create_mrs(atoi(argument));
	if (strcmp(command, "ah") == 0)
		return create_handles(atoi(argument));
	if (strcmp(command, "free-qp") == 0)
		return qp_count ? ibv_destroy_qp(qps[--qp_count]) : ENOENT;
	if (strcmp(command, "free-mr") == 0)
		return mr_count ? ibv_dereg_mr(mrs[--mr_count]) : ENOENT;
	if (strcmp(command, "big-mr") == 0)
		return register_big(strtoul(argument, NULL, 0));
	if (strcmp(command, "bad-mr") == 0)
		return ibv_reg_mr(pd, memory, LENGTH, IBV_ACCESS_REMOTE_WRITE) ? 0 : errno;
	if (strcmp(command, "big-cq") == 0)
		return ibv_create_cq(context, 1 << 30, NULL, NULL, 0) ? 0 : errno;
	if (strcmp(command, "free-pd") == 0)
		return ibv_dealloc_pd(pd);
	if (strcmp(command, "cgroup") == 0)
		return move_to(argument);
	if (strcmp(command, "fork") == 0)
		return fork_off();
	if (strcmp(command, "become") == 0)
		return become_another(argument);
	return ENOSYS;
}

int main(int argc, char **argv)
{
	(void)argv;
	return obey(argc, usage, do_command);
}
