// SPDX-License-Identifier: MIT
/* Programs that are not linked with libibverbs: they load it, or what needs it, and look its functions up. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "check.h"

#define LIBRARY "libibverbs.so.1"

typedef struct ibv_qp *create_function(struct ibv_pd *, struct ibv_qp_init_attr *);
typedef int destroy_function(struct ibv_qp *);

static struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC};
static struct ibv_pd *pd;
static void *library;

static void *found(const char *name)
{
	void *function = dlsym(library, name);

	CHECK(function);
	return function;
}

static void load(void)
{
	CHECK((library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL)));
	pd = ((struct ibv_pd * (*)(struct ibv_context *))found("ibv_alloc_pd"))(
		((struct ibv_context * (*)(struct ibv_device *))found("ibv_open_device"))(NULL));
	CHECK(pd);
}

static void symbols(void)
{
	create_function *create, *new, *old;
	destroy_function *destroy, *destroy_old;
	struct ibv_qp *first, *second, *third;

	load();
	create = (create_function *)found("ibv_create_qp");
	destroy = (destroy_function *)found("ibv_destroy_qp");
	new = (create_function *)dlvsym(library, "ibv_create_qp", "IBVERBS_1.1");
	old = (create_function *)dlvsym(library, "ibv_create_qp", "IBVERBS_1.0");
	destroy_old = (destroy_function *)dlvsym(library, "ibv_destroy_qp", "IBVERBS_1.0");
	CHECK(new == create && old && old != new && destroy_old && destroy_old != destroy);
	CHECK((first = create(pd, &attr)) && (second = old(pd, &attr)) && (third = new(pd, &attr)));
	REFUSED(create(pd, &attr));
	REFUSED(old(pd, &attr));
	CHECK(destroy_old(second) == 0 && (second = create(pd, &attr)));
	REFUSED(create(pd, &attr));
	CHECK(destroy(first) == 0 && destroy(second) == 0 && destroy(third) == 0);
	CHECK(!dlvsym(library, "ibv_create_qp", "IBVERBS_9.9") && dlerror());
	CHECK(!dlsym(library, "ibv_no_such") && dlerror());
	CHECK(dlsym(library, "stub_live") && dlsym(NULL, "malloc"));
}

/* A program that looks whether there is RDMA is not told that there is. */
static void absent(void)
{
	CHECK(!dlsym(RTLD_DEFAULT, "ibv_create_qp"));
	CHECK(dlerror());
	CHECK(!dlvsym(RTLD_DEFAULT, "ibv_reg_mr", "IBVERBS_1.1"));
	CHECK(!dlsym(dlopen(NULL, RTLD_LAZY), "mlx5dv_create_qp"));
}

/* What was looked up, and unloaded before it was used, is found where it is next time. */
static void again(void)
{
	for (int i = 0; i < 3; i++) {
		CHECK((library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL)));
		found("ibv_create_qp");
		CHECK(dlclose(library) == 0);
		CHECK(!dlopen(LIBRARY, RTLD_NOW | RTLD_NOLOAD));
	}
	symbols();
}

/* A library whose constructor has a thread make a queue pair, and waits for it while it holds the loader's lock. */
static void constructor(void)
{
	int (*made)(void);

	CHECK((library = dlopen("libconstructor.so", RTLD_NOW | RTLD_LOCAL)));
	made = (int (*)(void))dlsym(library, "made");
	CHECK(made && made() == 3);
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {{"symbols", symbols}, {"absent", absent}, {"again", again}, {"constructor", constructor}};

int main(int argc, char **argv)
{
	CHECK(argc == 2);
	alarm(30);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (strcmp(argv[1], cases[i].name) == 0) {
			cases[i].run();
			return 0;
		}
	}
	CHECK(!"a case of that name");
}
