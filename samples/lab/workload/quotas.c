// SPDX-License-Identifier: MIT
/* Makes objects in one way until there are no more, and again after one is gone; see usage(). */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>

#define MOST 64
#define LENGTH 4096
#define THREADS 8
#define ROUNDS 20

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static char memory[LENGTH];
static pthread_barrier_t barrier;

static void usage(FILE *file)
{
	fputs("Usage: quotas DEVICE WAY\n"
	      "Makes objects in this WAY until it cannot, at most 64, destroys one and makes one more. Prints how many,\n"
	      "the errno, how many more, and the errno; \"threads\" prints how few and how many queue pairs eight threads\n"
	      "had that each wanted one, in twenty rounds.\n"
	      "Ways: qp qp-ex compat old-qp mr iova relaxed old-mr cq cq-ex cq-127 srq srq-ex pd threads\n", file);
}

__attribute__((noreturn)) static void die(const char *what)
{
	fprintf(stderr, "quotas: %s: %s\n", what, strerror(errno));
	exit(1);
}

static struct ibv_qp_init_attr qp_attr(void)
{
	return (struct ibv_qp_init_attr){
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};
}

static void *make_qp(void)
{
	struct ibv_qp_init_attr attr = qp_attr();

	return ibv_create_qp(pd, &attr);
}

/* Through a function pointer of the context, for what ibv_create_qp() cannot do. */
static void *make_qp_ex(void)
{
	struct ibv_qp_init_attr plain = qp_attr();
	struct ibv_qp_init_attr_ex attr = {
		.send_cq = cq, .recv_cq = cq, .qp_type = plain.qp_type, .cap = plain.cap, .pd = pd,
		.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
		.send_ops_flags = IBV_QP_EX_WITH_SEND,
	};

	return ibv_create_qp_ex(context, &attr);
}

static void *make_compat(void)
{
	struct ibv_qp *(*create)(struct ibv_pd *, struct ibv_qp_init_attr *) = (void *)context->ops._compat_create_qp;
	struct ibv_qp_init_attr attr = qp_attr();

	return create(pd, &attr);
}

/* As programs of 2006 do, with objects of their time around those of today. */
struct ibv_device **old_devices(int *count);
const char *old_name(struct ibv_device *device);
struct ibv_context *old_open(struct ibv_device *device);
struct ibv_pd *old_alloc_pd(struct ibv_context *context);
struct ibv_cq *old_create_cq(struct ibv_context *context, int entries, void *cq_context, void *channel, int vector);
struct ibv_qp *old_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr);
int old_destroy_qp(struct ibv_qp *qp);
struct ibv_mr *old_reg_mr(struct ibv_pd *pd, void *address, size_t length, int access);
int old_dereg_mr(struct ibv_mr *mr);
__asm__(".symver old_devices, ibv_get_device_list@IBVERBS_1.0");
__asm__(".symver old_name, ibv_get_device_name@IBVERBS_1.0");
__asm__(".symver old_open, ibv_open_device@IBVERBS_1.0");
__asm__(".symver old_alloc_pd, ibv_alloc_pd@IBVERBS_1.0");
__asm__(".symver old_create_cq, ibv_create_cq@IBVERBS_1.0");
__asm__(".symver old_create_qp, ibv_create_qp@IBVERBS_1.0");
__asm__(".symver old_destroy_qp, ibv_destroy_qp@IBVERBS_1.0");
__asm__(".symver old_reg_mr, ibv_reg_mr@IBVERBS_1.0");
__asm__(".symver old_dereg_mr, ibv_dereg_mr@IBVERBS_1.0");

static struct ibv_pd *old_pd;
static struct ibv_cq *old_cq;

static void open_old(void)
{
	struct ibv_device **list = old_devices(NULL);
	struct ibv_context *old = NULL;

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(old_name(list[i]), ibv_get_device_name(context->device)) == 0)
			old = old_open(list[i]);
	}
	old_pd = old ? old_alloc_pd(old) : NULL;
	old_cq = old_pd ? old_create_cq(old, 16, NULL, NULL, 0) : NULL;
	if (!old_cq)
		die("IBVERBS_1.0");
}

static void *make_old_qp(void)
{
	struct ibv_qp_init_attr attr = qp_attr();

	attr.send_cq = attr.recv_cq = old_cq;
	return old_create_qp(old_pd, &attr);
}

static int destroy_old_qp(void *qp)
{
	return old_destroy_qp(qp);
}

static void *make_old_mr(void)
{
	return old_reg_mr(old_pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE);
}

static int destroy_old_mr(void *mr)
{
	return old_dereg_mr(mr);
}

static int destroy_qp(void *qp)
{
	return ibv_destroy_qp(qp);
}

static void *make_mr(void)
{
	return (ibv_reg_mr)(pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE);
}

static void *make_iova(void)
{
	return (ibv_reg_mr_iova)(pd, memory, LENGTH, (uintptr_t)memory, IBV_ACCESS_LOCAL_WRITE);
}

/* A flag that may be unknown goes to ibv_reg_mr_iova2(). */
static void *make_relaxed(void)
{
	return ibv_reg_mr(pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_RELAXED_ORDERING);
}

static int destroy_mr(void *mr)
{
	return ibv_dereg_mr(mr);
}

static void *make_cq(void)
{
	return ibv_create_cq(context, 4, NULL, NULL, 0);
}

/* As many entries as a driver that rounds up makes of them. */
static void *make_cq_127(void)
{
	return ibv_create_cq(context, 127, NULL, NULL, 0);
}

static void *make_cq_ex(void)
{
	struct ibv_cq_init_attr_ex attr = { .cqe = 4 };

	return ibv_create_cq_ex(context, &attr);
}

static int destroy_cq(void *made)
{
	return ibv_destroy_cq(made);
}

static void *make_srq(void)
{
	struct ibv_srq_init_attr attr = { .attr = { .max_wr = 4, .max_sge = 1 } };

	return ibv_create_srq(pd, &attr);
}

/* With a mask that ibv_create_srq() does not know. */
static void *make_srq_ex(void)
{
	struct ibv_srq_init_attr_ex attr = {
		.attr = { .max_wr = 4, .max_sge = 1 }, .pd = pd, .srq_type = IBV_SRQT_BASIC, .cq = cq,
		.comp_mask = IBV_SRQ_INIT_ATTR_PD | IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_CQ,
	};

	return ibv_create_srq_ex(context, &attr);
}

static int destroy_srq(void *srq)
{
	return ibv_destroy_srq(srq);
}

static void *make_pd(void)
{
	return ibv_alloc_pd(context);
}

static int destroy_pd(void *made)
{
	return ibv_dealloc_pd(made);
}

static const struct way {
	const char *name;
	void *(*make)(void);
	int (*destroy)(void *);
} ways[] = {
	{ "qp", make_qp, destroy_qp },		{ "qp-ex", make_qp_ex, destroy_qp },
	{ "compat", make_compat, destroy_qp },	{ "mr", make_mr, destroy_mr },
	{ "iova", make_iova, destroy_mr },	{ "relaxed", make_relaxed, destroy_mr },
	{ "cq", make_cq, destroy_cq },		{ "cq-ex", make_cq_ex, destroy_cq },
	{ "cq-127", make_cq_127, destroy_cq },
	{ "srq", make_srq, destroy_srq },	{ "srq-ex", make_srq_ex, destroy_srq },
	{ "pd", make_pd, destroy_pd },		{ "old-qp", make_old_qp, destroy_old_qp },
	{ "old-mr", make_old_mr, destroy_old_mr },
};

/* As many as can be made, from the first free place on; errno says why not more. */
static int fill(const struct way *way, void **objects, int count)
{
	int made = 0;

	for (errno = 0; count + made < MOST && (objects[count + made] = way->make()); made++)
		errno = 0;
	return made;
}

static void run(const struct way *way)
{
	void *objects[MOST];
	int count = fill(way, objects, 0);

	printf("%d %s", count, errno ? strerrorname_np(errno) : "-");
	if (count > 0) {
		if (way->destroy(objects[count - 1]))
			die("destroy");
		count = fill(way, objects, count - 1);
		printf(" %d %s", count, errno ? strerrorname_np(errno) : "-");
	}
	printf("\n");
}

static void *want_one(void *made)
{
	pthread_barrier_wait(&barrier);
	*(void **)made = make_qp();
	return NULL;
}

static int round_of_threads(void)
{
	pthread_t threads[THREADS];
	void *made[THREADS];
	int count = 0;

	for (int i = 0; i < THREADS; i++) {
		if (pthread_create(&threads[i], NULL, want_one, &made[i]))
			die("pthread_create");
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < THREADS; i++) {
		if (made[i] && ibv_destroy_qp(made[i]))
			die("ibv_destroy_qp");
		count += made[i] != NULL;
	}
	return count;
}

static void race(void)
{
	int least = THREADS, most = 0;

	pthread_barrier_init(&barrier, NULL, THREADS);
	for (int i = 0; i < ROUNDS; i++) {
		int count = round_of_threads();

		least = count < least ? count : least;
		most = count > most ? count : most;
	}
	printf("%d %d\n", least, most);
}

static void open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);

	for (int i = 0; list && list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			context = ibv_open_device(list[i]);
	}
	pd = context ? ibv_alloc_pd(context) : NULL;
	cq = pd ? ibv_create_cq(context, 16, NULL, NULL, 0) : NULL;
	if (!cq)
		die(name);
}

int main(int argc, char **argv)
{
	if (argc != 3) {
		usage(stderr);
		return 2;
	}
	open_device(argv[1]);
	if (strncmp(argv[2], "old-", 4) == 0)
		open_old();
	if (strcmp(argv[2], "threads") == 0) {
		race();
		return 0;
	}
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
		if (strcmp(argv[2], ways[i].name) == 0) {
			run(&ways[i]);
			return 0;
		}
	}
	usage(stderr);
	return 2;
}
