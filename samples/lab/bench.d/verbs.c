// SPDX-License-Identifier: MIT
/*
 * verbs DEVICE CALLS: makes CALLS calls of each verb, one after the other, and prints the median
 * time of each in nanoseconds: a name and a number on a line. QP_MODIFY is the one of a queue pair's
 * three that names its peer, which is itself; AH is an address handle, made and destroyed. WRITE is no verb:
 * write(2) of a byte to a pipe.
 */
#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BUFFER 4096
#define WARM_UP 20

#define PORT 1
#define GID 1 /* of soft-RoCE: the IPv4 address */

enum { QP_CREATE, QP_MODIFY, QP_DESTROY, AH, MR_REG, MR_DEREG, WRITE, VERBS };

static const char *const names[VERBS] = { "QP_CREATE", "QP_MODIFY", "QP_DESTROY", "AH", "MR_REG", "MR_DEREG", "WRITE" };

static void check(const void *result, const char *what)
{
	if (!result) {
		perror(what);
		exit(1);
	}
}

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	check(list, "ibv_get_device_list");
	for (int i = 0; list[i] && !context; i++) {
		if (!strcmp(ibv_get_device_name(list[i]), name))
			context = ibv_open_device(list[i]);
	}
	ibv_free_device_list(list);
	check(context, name);
	return context;
}

static void modified(int error, const char *what)
{
	if (error) {
		fprintf(stderr, "%s: %s\n", what, strerror(error));
		exit(1);
	}
}

static struct ibv_ah_attr route_to_itself(struct ibv_context *context)
{
	struct ibv_ah_attr route = {
		.is_global = 1,
		.port_num = PORT,
		.grh = { .sgid_index = GID, .hop_limit = 64 },
	};

	modified(ibv_query_gid(context, PORT, GID, &route.grh.dgid) ? ENODEV : 0, "ibv_query_gid");
	return route;
}

static void initialize(struct ibv_qp *qp)
{
	struct ibv_qp_attr attributes = { .qp_state = IBV_QPS_INIT, .port_num = PORT };

	modified(ibv_modify_qp(qp, &attributes, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS), "to INIT");
}

static void connect_to_itself(struct ibv_qp *qp, const struct ibv_ah_attr *route)
{
	struct ibv_qp_attr attributes = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024,
		.dest_qp_num = qp->qp_num,
		.max_dest_rd_atomic = 1,
		.min_rnr_timer = 12,
		.ah_attr = *route,
	};

	modified(ibv_modify_qp(qp, &attributes,
			       IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
				       IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER),
		 "to RTR");
}

static int ascending(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
	long calls = argc == 3 ? atol(argv[2]) : 0;
	static char buffer[BUFFER];

	if (calls <= 0) {
		fprintf(stderr, "usage: verbs DEVICE CALLS\n");
		return 2;
	}
	struct ibv_context *context = open_device(argv[1]);
	struct ibv_pd *pd = ibv_alloc_pd(context);
	check(pd, "ibv_alloc_pd");
	struct ibv_cq *cq = ibv_create_cq(context, 16, NULL, NULL, 0);
	check(cq, "ibv_create_cq");
	struct ibv_qp_init_attr attributes = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 8, .max_recv_wr = 8, .max_send_sge = 1, .max_recv_sge = 1 },
	};
	struct ibv_ah_attr route = route_to_itself(context);
	long *times[VERBS];
	int ends[2];

	modified(pipe(ends) ? errno : 0, "pipe");
	for (int verb = 0; verb < VERBS; verb++) {
		times[verb] = calloc(calls, sizeof(long));
		check(times[verb], "calloc");
	}
	for (long i = -WARM_UP; i < calls; i++) {
		long took[VERBS], begin = now();

		struct ibv_qp *qp = ibv_create_qp(pd, &attributes);
		took[QP_CREATE] = now() - begin;
		check(qp, "ibv_create_qp");
		initialize(qp);
		begin = now();
		connect_to_itself(qp, &route);
		took[QP_MODIFY] = now() - begin;
		begin = now();
		ibv_destroy_qp(qp);
		took[QP_DESTROY] = now() - begin;
		begin = now();
		struct ibv_ah *ah = ibv_create_ah(pd, &route);
		check(ah, "ibv_create_ah");
		ibv_destroy_ah(ah);
		took[AH] = now() - begin;
		begin = now();
		struct ibv_mr *mr = ibv_reg_mr(pd, buffer, BUFFER, IBV_ACCESS_LOCAL_WRITE);
		took[MR_REG] = now() - begin;
		check(mr, "ibv_reg_mr");
		begin = now();
		ibv_dereg_mr(mr);
		took[MR_DEREG] = now() - begin;
		begin = now();
		ssize_t written = write(ends[1], buffer, 1);
		took[WRITE] = now() - begin;
		modified(written == 1 && read(ends[0], buffer, 1) == 1 ? 0 : errno, "a pipe");
		for (int verb = 0; verb < VERBS && i >= 0; verb++)
			times[verb][i] = took[verb];
	}
	for (int verb = 0; verb < VERBS; verb++) {
		qsort(times[verb], calls, sizeof(long), ascending);
		printf("%s %ld\n", names[verb], times[verb][calls / 2]);
		free(times[verb]);
	}
	ibv_destroy_cq(cq);
	ibv_dealloc_pd(pd);
	ibv_close_device(context);
	return 0;
}
