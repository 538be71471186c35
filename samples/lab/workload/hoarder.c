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
static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct rdma_event_channel *channel;
static struct sockaddr_in address = { .sin_family = AF_INET };

static int usage(void)
{
	fputs("Usage: hoarder DEVICE ADDRESS CGROUP CGROUPS PDS CM_IDS OTHERS\n"
	      "Makes CGROUPS cgroups below the directory CGROUP, and while it goes from one to the next, PDS protection\n"
	      "domains on the device, CM_IDS connection ids at its address, and OTHERS of each of completion queues, shared\n"
	      "receive queues, queue pairs and memory regions. Prints how many it got of each, in this order, and holds them\n"
	      "until its standard input ends.\n", stderr);
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

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			return ibv_open_device(list[i]);
	}
	return NULL;
}

static int make_pd(void)
{
	return ibv_alloc_pd(context) != NULL;
}

static int make_id(void)
{
	struct rdma_cm_id *id;
	int yes = 1;

	return rdma_create_id(channel, &id, NULL, RDMA_PS_TCP) == 0 &&
	       rdma_set_option(id, RDMA_OPTION_ID, RDMA_OPTION_ID_REUSEADDR, &yes, sizeof(yes)) == 0 &&
	       rdma_bind_addr(id, (struct sockaddr *)&address) == 0;
}

static int make_cq(void)
{
	return ibv_create_cq(context, 1, NULL, NULL, 0) != NULL;
}

static int make_srq(void)
{
	struct ibv_srq_init_attr wanted = { .attr = { .max_wr = 1, .max_sge = 1 } };

	return ibv_create_srq(pd, &wanted) != NULL;
}

static int make_qp(void)
{
	struct ibv_qp_init_attr wanted = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
	};

	return ibv_create_qp(pd, &wanted) != NULL;
}

static int make_mr(void)
{
	static char page[4096] __attribute__((aligned(4096)));

	return ibv_reg_mr(pd, page, sizeof(page), IBV_ACCESS_LOCAL_WRITE) != NULL;
}

static struct kind {
	int (*make)(void);
	long long wanted, got;
} kinds[] = { { .make = make_pd }, { .make = make_id }, { .make = make_cq }, { .make = make_srq }, { .make = make_qp },
	      { .make = make_mr } };

#define KINDS ((int)(sizeof(kinds) / sizeof(*kinds)))

int main(int argc, char **argv)
{
	int cgroups;

	if (argc != 8 || inet_pton(AF_INET, argv[2], &address.sin_addr) != 1)
		return usage();
	address.sin_port = htons(PORT);
	top = argv[3];
	cgroups = atoi(argv[4]);
	kinds[0].wanted = atoi(argv[5]);
	kinds[1].wanted = atoi(argv[6]);
	for (int i = 2; i < KINDS; i++)
		kinds[i].wanted = atoi(argv[7]);
	context = open_device(argv[1]);
	channel = rdma_create_event_channel();
	pd = context ? ibv_alloc_pd(context) : NULL;
	cq = context ? ibv_create_cq(context, 1, NULL, NULL, 0) : NULL;
	if (!pd || !cq || !channel || cgroups < 1) {
		perror("hoarder");
		return 1;
	}
	for (int part = 0; part < cgroups; part++) {
		enter(part);
		for (struct kind *kind = kinds; kind < kinds + KINDS; kind++) {
			while (kind->got < kind->wanted * (part + 1) / cgroups && kind->make())
				kind->got++;
		}
	}
	for (int i = 0; i < KINDS; i++)
		printf("%lld%c", kinds[i].got, i + 1 < KINDS ? ' ' : '\n');
	fflush(stdout);
	while (getchar() != EOF)
		;
	/* What the process leaves is for the kernel to clean up. */
	_exit(0);
}
