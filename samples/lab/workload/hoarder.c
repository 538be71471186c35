// SPDX-License-Identifier: MIT
/* A tenant who makes as many objects as it can, in as many cgroups; see usage(). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>

#define PORT 9

static const char *top;

static int usage(void)
{
	fputs("Usage: hoarder DEVICE ADDRESS CGROUP CGROUPS PDS CM_IDS\n"
	      "Makes CGROUPS cgroups below the directory CGROUP, and while it goes from one to the next, PDS protection\n"
	      "domains on the device and CM_IDS connection ids at its address. Prints \"PDS CM_IDS\", as many as it got,\n"
	      "and holds them until its standard input ends.\n", stderr);
	return 2;
}

static void enter(int number)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/part-%d", top, number);
	if (mkdir(path, 0755) && errno != EEXIST)
		return;
	strcat(path, "/cgroup.procs");
	file = fopen(path, "w");
	if (file) {
		fputs("0", file);
		fclose(file);
	}
}

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			context = ibv_open_device(list[i]);
	}
	return context;
}

static int make_id(struct rdma_event_channel *channel, struct sockaddr_in *address)
{
	struct rdma_cm_id *id;
	int yes = 1;

	return rdma_create_id(channel, &id, NULL, RDMA_PS_TCP) == 0 &&
	       rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &yes, sizeof(yes)) == 0 &&
	       rdma_bind_addr(id, (struct sockaddr *)address) == 0;
}

int main(int argc, char **argv)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons(PORT) };
	struct rdma_event_channel *channel;
	struct ibv_context *context;
	int cgroups, pds, ids, got_pds = 0, got_ids = 0;

	if (argc != 7 || inet_pton(AF_INET, argv[2], &address.sin_addr) != 1)
		return usage();
	top = argv[3];
	cgroups = atoi(argv[4]);
	pds = atoi(argv[5]);
	ids = atoi(argv[6]);
	context = open_device(argv[1]);
	channel = rdma_create_event_channel();
	if (!context || !channel || cgroups < 1) {
		perror("hoarder");
		return 1;
	}
	for (int part = 0; part < cgroups; part++) {
		enter(part);
		while (got_pds < (long long)pds * (part + 1) / cgroups && ibv_alloc_pd(context))
			got_pds++;
		while (got_ids < (long long)ids * (part + 1) / cgroups && make_id(channel, &address))
			got_ids++;
	}
	printf("%d %d\n", got_pds, got_ids);
	fflush(stdout);
	while (getchar() != EOF)
		;
	/* What the process leaves is for the kernel to clean up. */
	_exit(0);
}
