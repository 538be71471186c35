// SPDX-License-Identifier: MIT
/* Uses verbs before the program begins, or while it is loaded, in this thread and in one that it waits for. */
#include <pthread.h>

#include <infiniband/verbs.h>

#include "check.h"

static int count;
static struct ibv_pd *pd;

int made(void)
{
	return count;
}

static void *make_one(void *attr)
{
	struct ibv_qp *qp = ibv_create_qp(pd, attr);

	count += qp != NULL;
	return qp;
}

__attribute__((constructor)) static void make_some(void)
{
	struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC};
	pthread_t thread;

	pd = ibv_alloc_pd(ibv_open_device(NULL));
	CHECK(pthread_create(&thread, NULL, make_one, &attr) == 0 && pthread_join(thread, NULL) == 0);
	for (int i = 0; i < 2; i++)
		make_one(&attr);
	REFUSED(ibv_create_qp(pd, &attr));
}
