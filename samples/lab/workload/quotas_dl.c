// SPDX-License-Identifier: MIT
/* Not linked with libibverbs: loads it, looks up what it calls, and makes queue pairs until there are no more. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>

#define MOST 64

static void *library;

static void *look_up(const char *name)
{
	void *found = dlsym(library, name);

	if (!found) {
		fprintf(stderr, "quotas_dl: %s\n", dlerror());
		exit(1);
	}
	return found;
}

#define LOOK_UP(name) ((__typeof__(name) *)look_up(#name))

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = LOOK_UP(ibv_get_device_list)(NULL);

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(list[i]->name, name) == 0)
			return LOOK_UP(ibv_open_device)(list[i]);
	}
	fprintf(stderr, "quotas_dl: no device %s\n", name);
	exit(1);
}

/* Usage: quotas_dl DEVICE: prints how many there were, of which every other one by dlvsym(), and the errno. */
int main(int argc, char **argv)
{
	struct ibv_context *context;
	struct ibv_qp_init_attr attr = {
		.qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};
	__typeof__(ibv_create_qp) *create[2];
	struct ibv_pd *pd;
	int count = 0;

	library = argc == 2 ? dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL) : NULL;
	if (!library)
		return 2;
	context = open_device(argv[1]);
	pd = LOOK_UP(ibv_alloc_pd)(context);
	attr.send_cq = attr.recv_cq = LOOK_UP(ibv_create_cq)(context, 16, NULL, NULL, 0);
	create[0] = LOOK_UP(ibv_create_qp);
	create[1] = (__typeof__(ibv_create_qp) *)dlvsym(library, "ibv_create_qp", "IBVERBS_1.1");
	errno = 0;
	while (count < MOST && create[count % 2](pd, &attr))
		count++;
	printf("%d %s\n", count, errno ? strerrorname_np(errno) : "-");
	return 0;
}
