// SPDX-License-Identifier: MIT
/*
 * verbs DEVICE CALLS: makes CALLS calls of four verbs, one after the other, and prints the median
 * time of each in nanoseconds: a name and a number on a line.
 */
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BUFFER 4096
#define WARM_UP 20

enum { QP_CREATE, QP_DESTROY, MR_REG, MR_DEREG, VERBS };

static const char *const names[VERBS] = { "QP_CREATE", "QP_DESTROY", "MR_REG", "MR_DEREG" };

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
	long *times[VERBS];

	for (int verb = 0; verb < VERBS; verb++) {
		times[verb] = calloc(calls, sizeof(long));
		check(times[verb], "calloc");
	}
	for (long i = -WARM_UP; i < calls; i++) {
		long t[VERBS + 1];

		t[0] = now();
		struct ibv_qp *qp = ibv_create_qp(pd, &attributes);
		t[1] = now();
		check(qp, "ibv_create_qp");
		ibv_destroy_qp(qp);
		t[2] = now();
		struct ibv_mr *mr = ibv_reg_mr(pd, buffer, BUFFER, IBV_ACCESS_LOCAL_WRITE);
		t[3] = now();
		check(mr, "ibv_reg_mr");
		ibv_dereg_mr(mr);
		t[4] = now();
		for (int verb = 0; verb < VERBS && i >= 0; verb++)
			times[verb][i] = t[verb + 1] - t[verb];
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
