// SPDX-License-Identifier: MIT
/* Programs that use verbs as the linker binds them, one for each way; the shell program "run" sets their limits. */
#define _GNU_SOURCE
#include <pthread.h>
#include <limits.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "check.h"
#include "stub.h"

#define LIMIT 3
#define KIB 1024

static struct ibv_context *context;
static struct ibv_pd *pd;
static char memory[64 * KIB];

static struct ibv_qp_init_attr rc = {.qp_type = IBV_QPT_RC, .cap = {.max_send_wr = 10, .max_recv_wr = 20}};
static struct ibv_qp_init_attr_ex rc_ex = {
	.qp_type = IBV_QPT_RC, .comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS};

struct ibv_qp *create_qp_1_0(struct ibv_pd *pd, struct ibv_qp_init_attr *attr);
int destroy_qp_1_0(struct ibv_qp *qp);
struct ibv_mr *reg_mr_1_0(struct ibv_pd *pd, void *address, size_t length, int access);
int dereg_mr_1_0(struct ibv_mr *mr);
__asm__(".symver create_qp_1_0, ibv_create_qp@IBVERBS_1.0");
__asm__(".symver destroy_qp_1_0, ibv_destroy_qp@IBVERBS_1.0");
__asm__(".symver reg_mr_1_0, ibv_reg_mr@IBVERBS_1.0");
__asm__(".symver dereg_mr_1_0, ibv_dereg_mr@IBVERBS_1.0");

static void open_one(void)
{
	context = ibv_open_device(NULL);
	pd = ibv_alloc_pd(context);
	rc_ex.pd = pd;
	CHECK(context && pd);
}

static void limit(void)
{
	struct ibv_qp *qps[LIMIT];

	for (int i = 0; i < LIMIT; i++)
		CHECK((qps[i] = ibv_create_qp(pd, &rc)));
	REFUSED(ibv_create_qp(pd, &rc));
	CHECK(ibv_destroy_qp(qps[1]) == 0);
	CHECK((qps[1] = ibv_create_qp(pd, &rc)));
	REFUSED(ibv_create_qp(pd, &rc));
	for (int i = 0; i < LIMIT; i++)
		CHECK(ibv_destroy_qp(qps[i]) == 0);
	CHECK(stub_live("qp") == 0 && stub_most("qp") == LIMIT);
}

static void versions(void)
{
	struct ibv_qp *old = create_qp_1_0(pd, &rc), *older = create_qp_1_0(pd, &rc), *new = ibv_create_qp(pd, &rc);
	struct ibv_mr *mr = reg_mr_1_0(pd, memory, KIB, IBV_ACCESS_LOCAL_WRITE);

	CHECK(old && older && new && mr);
	REFUSED(create_qp_1_0(pd, &rc));
	REFUSED(ibv_create_qp(pd, &rc));
	CHECK(destroy_qp_1_0(old) == 0);
	CHECK((old = create_qp_1_0(pd, &rc)));
	REFUSED(create_qp_1_0(pd, &rc));
	CHECK(destroy_qp_1_0(old) == 0 && destroy_qp_1_0(older) == 0 && ibv_destroy_qp(new) == 0);
	CHECK(dereg_mr_1_0(mr) == 0 && stub_live("qp") == 0 && stub_live("mr") == 0);
}

/* One of each, and then no more of any. */
static void pointers(void)
{
	struct ibv_qp *(*create)(struct ibv_pd *, struct ibv_qp_init_attr *) = (void *)context->ops._compat_create_qp;
	int (*destroy)(struct ibv_qp *) = (void *)context->ops._compat_destroy_qp;
	struct ibv_qp_open_attr opened = {.comp_mask = IBV_QP_OPEN_ATTR_NUM | IBV_QP_OPEN_ATTR_TYPE,
					  .qp_type = IBV_QPT_XRC_RECV};
	struct ibv_qp *ex = ibv_create_qp_ex(context, &rc_ex), *xrc = ibv_open_qp(context, &opened);
	struct ibv_qp *compat = create(pd, &rc);

	CHECK(ex && xrc && compat);
	REFUSED(ibv_create_qp_ex(context, &rc_ex));
	REFUSED(ibv_open_qp(context, &opened));
	REFUSED(create(pd, &rc));
	CHECK(destroy(ex) == 0 && ibv_destroy_qp(xrc) == 0);
	CHECK((ex = ibv_create_qp_ex(context, &rc_ex)) && (xrc = ibv_create_qp(pd, &rc)));
	REFUSED(ibv_create_qp(pd, &rc));
	CHECK(ibv_destroy_qp(ex) == 0 && ibv_destroy_qp(xrc) == 0 && ibv_destroy_qp(compat) == 0);
}

static void imported(void)
{
	struct ibv_context *other = ibv_import_device(0);
	struct ibv_qp *qps[LIMIT];

	for (int i = 0; i < LIMIT; i++)
		CHECK((qps[i] = ibv_create_qp_ex(i == 0 ? other : context, &rc_ex)));
	REFUSED(ibv_create_qp_ex(other, &rc_ex));
	for (int i = 0; i < LIMIT; i++)
		CHECK(ibv_destroy_qp(qps[i]) == 0);
}

/* RDMA_INTERCEPT_MAX_MR_PER_PROCESS=7 */
static void regions(void)
{
	struct ibv_mr *(*reg)(struct ibv_pd *, void *, size_t, uint64_t, int) = (void *)context->ops._compat_reg_mr;
	int access = IBV_ACCESS_LOCAL_WRITE;
	struct ibv_mr *mrs[] = {
		(ibv_reg_mr)(pd, memory, KIB, access),
		ibv_reg_mr(pd, memory, KIB, access | IBV_ACCESS_RELAXED_ORDERING),
		(ibv_reg_mr_iova)(pd, memory, KIB, 0, access),
		ibv_reg_dmabuf_mr(pd, 0, KIB, 0, 0, access),
		ibv_alloc_null_mr(pd),
		ibv_reg_dm_mr(pd, NULL, 0, KIB, access),
		reg(pd, memory, KIB, 0, access),
	};

	for (size_t i = 0; i < sizeof(mrs) / sizeof(mrs[0]); i++)
		CHECK(mrs[i]);
	REFUSED((ibv_reg_mr)(pd, memory, KIB, access));
	REFUSED(ibv_reg_mr(pd, memory, KIB, access | IBV_ACCESS_RELAXED_ORDERING));
	REFUSED((ibv_reg_mr_iova)(pd, memory, KIB, 0, access));
	REFUSED(ibv_reg_dmabuf_mr(pd, 0, KIB, 0, 0, access));
	REFUSED(ibv_alloc_null_mr(pd));
	REFUSED(ibv_reg_dm_mr(pd, NULL, 0, KIB, access));
	REFUSED(reg(pd, memory, KIB, 0, access));
	for (size_t i = 0; i < sizeof(mrs) / sizeof(mrs[0]); i++)
		CHECK(ibv_dereg_mr(mrs[i]) == 0);
	CHECK(stub_live("mr") == 0);
}

/* RDMA_INTERCEPT_MAX_MEMORY_PER_PROCESS=1 */
static void bytes(void)
{
	size_t half = 512 * KIB;
	struct ibv_mr *first = ibv_reg_mr(pd, memory, half, 0), *second = ibv_reg_mr(pd, memory, half, 0);

	CHECK(first && second);
	REFUSED(ibv_reg_mr(pd, memory, 1, 0));
	REFUSED(ibv_reg_mr(pd, memory, SIZE_MAX, 0));
	errno = 0;
	CHECK(ibv_rereg_mr(first, IBV_REREG_MR_CHANGE_TRANSLATION, pd, memory, half + 1, 0) == IBV_REREG_MR_ERR_INPUT &&
	      errno == EDQUOT && first->length == half);
	CHECK(ibv_rereg_mr(first, IBV_REREG_MR_CHANGE_ACCESS, pd, memory, half + 1, 0) == 0);
	stub_fail_creation(EFAULT);
	CHECK(ibv_rereg_mr(first, IBV_REREG_MR_CHANGE_TRANSLATION, pd, memory, 1, 0) == IBV_REREG_MR_ERR_CMD);
	REFUSED(ibv_reg_mr(pd, memory, 1, 0));
	CHECK(ibv_rereg_mr(first, IBV_REREG_MR_CHANGE_TRANSLATION, pd, memory, half - 1, 0) == 0);
	CHECK(ibv_dereg_mr(ibv_reg_mr(pd, memory, 1, 0)) == 0);
	CHECK(ibv_rereg_mr(first, IBV_REREG_MR_CHANGE_TRANSLATION, pd, memory, half, 0) == 0);
	REFUSED(ibv_reg_mr(pd, memory, 1, 0));
	CHECK(ibv_dereg_mr(first) == 0 && ibv_dereg_mr(second) == 0);
	CHECK(ibv_dereg_mr(ibv_reg_mr(pd, memory, 2 * half, 0)) == 0);
}

/* RDMA_INTERCEPT_MAX_SEND_WR=20, _MAX_RECV_WR=60, _MAX_SEND_WR_LIMIT=15 */
static void work_requests(void)
{
	struct ibv_srq_init_attr srq_attr = {.attr.max_wr = 40};
	struct ibv_srq_attr bigger = {.max_wr = 41}, smaller = {.max_wr = 39};
	struct ibv_wq_init_attr wq_attr = {.max_wr = 1, .pd = pd};
	struct ibv_qp_init_attr large = rc, shared = rc;
	struct ibv_srq *srq = ibv_create_srq(pd, &srq_attr);
	struct ibv_qp *qp = ibv_create_qp(pd, &rc), *second;
	struct ibv_wq *wq;

	CHECK(srq && qp);
	large.cap.max_send_wr = 16;
	REFUSED(ibv_create_qp(pd, &large));
	REFUSED(ibv_create_qp(pd, &rc));
	errno = 0;
	CHECK(ibv_modify_srq(srq, &bigger, IBV_SRQ_MAX_WR) == EDQUOT);
	REFUSED(ibv_create_wq(context, &wq_attr));
	shared.srq = srq;
	CHECK((second = ibv_create_qp(pd, &shared)));
	REFUSED(ibv_create_qp(pd, &shared));
	CHECK(ibv_modify_srq(srq, &smaller, IBV_SRQ_MAX_WR) == 0);
	CHECK((wq = ibv_create_wq(context, &wq_attr)));
	REFUSED(ibv_create_wq(context, &wq_attr));
	CHECK(ibv_destroy_wq(wq) == 0 && (wq = ibv_create_wq(context, &wq_attr)));
	CHECK(ibv_destroy_wq(wq) == 0 && ibv_destroy_qp(qp) == 0 && ibv_destroy_qp(second) == 0);
	CHECK(ibv_destroy_srq(srq) == 0 && (srq = ibv_create_srq(pd, &srq_attr)) && ibv_destroy_srq(srq) == 0);
}

/* UC is not allowed, and one each of RC, UD and XRC. */
static void transports(void)
{
	struct ibv_qp_init_attr uc = {.qp_type = IBV_QPT_UC}, ud = {.qp_type = IBV_QPT_UD};
	struct ibv_qp_init_attr_ex receiving = {.qp_type = IBV_QPT_XRC_RECV, .comp_mask = IBV_QP_INIT_ATTR_XRCD};
	struct ibv_qp_init_attr xrc = {.qp_type = IBV_QPT_XRC_SEND};

	REFUSED(ibv_create_qp(pd, &uc));
	CHECK(ibv_create_qp(pd, &rc) && ibv_create_qp(pd, &ud) && ibv_create_qp_ex(context, &receiving));
	REFUSED(ibv_create_qp(pd, &rc));
	REFUSED(ibv_create_qp(pd, &ud));
	REFUSED(ibv_create_qp(pd, &xrc));
}

/* RDMA_INTERCEPT_CQ_ENTRIES=100 */
static void entries(void)
{
	struct ibv_cq_init_attr_ex cq_attr = {.cqe = 40};
	struct ibv_cq *cq = ibv_create_cq(context, 60, NULL, NULL, 0);
	struct ibv_cq_ex *ex = ibv_create_cq_ex(context, &cq_attr);

	CHECK(cq && ex);
	REFUSED(ibv_create_cq(context, 1, NULL, NULL, 0));
	REFUSED(ibv_create_cq_ex(context, &cq_attr));
	CHECK(ibv_resize_cq(cq, 61) == EDQUOT && ibv_resize_cq(cq, 50) == 0);
	REFUSED(ibv_create_cq(context, 11, NULL, NULL, 0));
	stub_fail_creation(EFAULT);
	CHECK(ibv_resize_cq(cq, 60) == EFAULT && ibv_resize_cq(cq, 60) == 0 && ibv_resize_cq(cq, 0) == 0);
	CHECK(ibv_destroy_cq(ibv_cq_ex_to_cq(ex)) == 0 && ibv_resize_cq(cq, 100) == 0);
	REFUSED(ibv_create_cq(context, 1, NULL, NULL, 0));
	CHECK(ibv_destroy_cq(cq) == 0 && (cq = ibv_create_cq(context, 100, NULL, NULL, 0)));
	REFUSED(ibv_create_cq(context, INT_MAX, NULL, NULL, 0));
}

/* RDMA_INTERCEPT_MAX_{PD,CQ,SRQ}_PER_PROCESS=1; a protection domain there is already. */
static void others(void)
{
	struct ibv_srq_init_attr srq_attr = {.attr.max_wr = 1};
	struct ibv_cq_init_attr_ex cq_attr = {.cqe = 1};
	struct ibv_srq_init_attr_ex srq_ex = {.comp_mask = IBV_SRQ_INIT_ATTR_TYPE | IBV_SRQ_INIT_ATTR_XRCD};
	struct ibv_cq *cq = ibv_create_cq(context, 1, NULL, NULL, 0);
	struct ibv_srq *srq = ibv_create_srq(pd, &srq_attr);
	struct ibv_cq_ex *ex;

	CHECK(cq && srq);
	REFUSED(ibv_alloc_pd(context));
	REFUSED(ibv_create_cq(context, 1, NULL, NULL, 0));
	REFUSED(ibv_create_cq_ex(context, &cq_attr));
	REFUSED(ibv_create_srq(pd, &srq_attr));
	REFUSED(ibv_create_srq_ex(context, &srq_ex));
	CHECK(ibv_destroy_cq(cq) == 0 && ibv_destroy_srq(srq) == 0 && ibv_dealloc_pd(pd) == 0);
	CHECK((ex = ibv_create_cq_ex(context, &cq_attr)) && ibv_create_srq_ex(context, &srq_ex));
	REFUSED(ibv_create_cq(context, 1, NULL, NULL, 0));
	CHECK(ibv_destroy_cq(ibv_cq_ex_to_cq(ex)) == 0 && ibv_create_cq(context, 1, NULL, NULL, 0));
	CHECK(ibv_alloc_pd(context));
}

struct ibv_context *mlx5dv_open_device(struct ibv_device *device, void *attr);
struct ibv_cq_ex *mlx5dv_create_cq(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr, void *more);
struct ibv_qp *mlx5dv_create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr, void *more);
struct ibv_wq *mlx5dv_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attr, void *more);

/* RDMA_INTERCEPT_MAX_CQ_PER_PROCESS=1, RDMA_INTERCEPT_MAX_RECV_WR=1 */
static void mlx5(void)
{
	struct ibv_cq_init_attr_ex cq_attr = {.cqe = 1};
	struct ibv_wq_init_attr wq_attr = {.max_wr = 1};
	struct ibv_context *opened = mlx5dv_open_device(NULL, NULL);
	struct ibv_qp *first = mlx5dv_create_qp(opened, &rc_ex, &rc_ex), *second = ibv_create_qp_ex(opened, &rc_ex);
	struct ibv_cq_ex *cq = mlx5dv_create_cq(opened, &cq_attr, &cq_attr);
	struct ibv_wq *wq = mlx5dv_create_wq(opened, &wq_attr, &wq_attr);

	CHECK(first && second && cq && wq && mlx5dv_create_qp(opened, &rc_ex, &rc_ex));
	REFUSED(mlx5dv_create_qp(opened, &rc_ex, &rc_ex));
	REFUSED(mlx5dv_create_cq(opened, &cq_attr, &cq_attr));
	REFUSED(mlx5dv_create_wq(opened, &wq_attr, &wq_attr));
	CHECK(ibv_destroy_qp(first) == 0 && mlx5dv_create_qp(opened, &rc_ex, &rc_ex));
	REFUSED(mlx5dv_create_qp(opened, &rc_ex, &rc_ex));
	CHECK(ibv_destroy_cq(ibv_cq_ex_to_cq(cq)) == 0 && mlx5dv_create_cq(opened, &cq_attr, &cq_attr));
	CHECK(ibv_destroy_wq(wq) == 0 && mlx5dv_create_wq(opened, &wq_attr, &wq_attr));
}

/* What was reserved for an object that did not come to be is there again; what did not go is still counted. */
static void failures(void)
{
	struct ibv_qp *qps[LIMIT];

	for (int i = 0; i < LIMIT; i++) {
		stub_fail_creation(ENOMEM);
		errno = 0;
		CHECK(!ibv_create_qp(pd, &rc) && errno == ENOMEM);
		CHECK((qps[i] = ibv_create_qp(pd, &rc)));
	}
	stub_fail_destruction(EBUSY);
	CHECK(ibv_destroy_qp(qps[0]) == EBUSY);
	REFUSED(ibv_create_qp(pd, &rc));
	CHECK(ibv_destroy_qp(qps[0]) == 0 && ibv_create_qp(pd, &rc));
}

/* What is lost with its context is not counted any more; where that could not be closed, it still is. */
static void closing(void)
{
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < LIMIT; i++)
			CHECK(ibv_create_qp_ex(context, &rc_ex));
		stub_fail_destruction(EBUSY);
		CHECK(ibv_close_device(context) == -1 && errno == EBUSY);
		REFUSED(ibv_create_qp_ex(context, &rc_ex));
		CHECK(ibv_close_device(context) == 0);
		open_one();
	}
}

#define THREADS 8
#define ROUNDS 20000

static void *race(void *granted)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_qp *qp = i % 2 ? ibv_create_qp(pd, &rc) : ibv_create_qp_ex(context, &rc_ex);

		CHECK(qp || errno == EDQUOT);
		if (!qp)
			continue;
		++*(long *)granted;
		CHECK(ibv_destroy_qp(qp) == 0);
	}
	return NULL;
}

static void start(pthread_t threads[THREADS], long granted[THREADS])
{
	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], NULL, race, &granted[i]) == 0);
}

static void join(pthread_t threads[THREADS])
{
	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
}

static void racing(void)
{
	pthread_t threads[THREADS];
	long granted[THREADS] = {0};

	start(threads, granted);
	join(threads);
	for (int i = 1; i < THREADS; i++)
		granted[0] += granted[i];
	CHECK(granted[0] > 0 && stub_most("qp") <= LIMIT && stub_live("qp") == 0);
	limit();
}

static pthread_barrier_t together;

static void *take_one(void *made)
{
	pthread_barrier_wait(&together);
	*(struct ibv_qp **)made = ibv_create_qp(pd, &rc);
	return NULL;
}

/* Threads that all want one get as many as there are, neither more nor less. */
static void exactly(void)
{
	CHECK(pthread_barrier_init(&together, NULL, THREADS) == 0);
	for (int round = 0; round < 200; round++) {
		struct ibv_qp *made[THREADS];
		pthread_t threads[THREADS];
		int count = 0;

		for (int i = 0; i < THREADS; i++)
			CHECK(pthread_create(&threads[i], NULL, take_one, &made[i]) == 0);
		join(threads);
		for (int i = 0; i < THREADS; i++) {
			if (made[i]) {
				count++;
				CHECK(ibv_destroy_qp(made[i]) == 0);
			}
		}
		CHECK(count == LIMIT);
	}
}

static void child_succeeds(pid_t child)
{
	int status;

	CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* A child has nothing of its own, and what it destroys of its parent's was never counted for it. */
static void forked(void)
{
	struct ibv_qp *qps[LIMIT];
	pid_t child;

	for (int i = 0; i < LIMIT; i++)
		CHECK((qps[i] = ibv_create_qp(pd, &rc)));
	child = fork();
	if (child == 0) {
		for (int i = 0; i < LIMIT; i++)
			CHECK(ibv_create_qp_ex(context, &rc_ex));
		REFUSED(ibv_create_qp(pd, &rc));
		CHECK(ibv_destroy_qp(qps[0]) == 0);
		REFUSED(ibv_create_qp_ex(context, &rc_ex));
		_exit(0);
	}
	child_succeeds(child);
	REFUSED(ibv_create_qp(pd, &rc));
	CHECK(ibv_destroy_qp(qps[0]) == 0 && ibv_create_qp(pd, &rc));
}

/* Whatever the threads are about when it happens, the child can go on. */
static void fork_in_threads(void)
{
	pthread_t threads[THREADS];
	long granted[THREADS] = {0};

	start(threads, granted);
	for (int i = 0; i < 100; i++) {
		pid_t child = fork();

		if (child == 0) {
			for (int n = 0; n < LIMIT; n++)
				CHECK(ibv_create_qp(pd, &rc));
			REFUSED(ibv_create_qp(pd, &rc));
			_exit(0);
		}
		child_succeeds(child);
	}
	join(threads);
	CHECK(stub_most("qp") <= LIMIT);
}

static void executed(void)
{
	for (int i = 0; i < LIMIT; i++)
		CHECK(ibv_create_qp(pd, &rc));
	execl("/proc/self/exe", "cases", "limit", NULL);
	CHECK(!"exec");
}

static void one_refusal(void)
{
	REFUSED(ibv_create_qp(pd, &rc));
}

static void refused_with_eperm(void)
{
	errno = 0;
	CHECK(!ibv_create_qp(pd, &rc) && errno == EPERM);
}

static void unlimited(void)
{
	for (int i = 0; i < 2000; i++)
		CHECK(ibv_create_qp(pd, &rc) && ibv_reg_mr(pd, memory, SIZE_MAX, 0));
}

static void nothing_granted(void)
{
	REFUSED(ibv_reg_mr(pd, memory, KIB, 0));
	REFUSED(ibv_create_cq(context, 1, NULL, NULL, 0));
	REFUSED(ibv_create_qp_ex(context, &rc_ex));
	REFUSED(ibv_create_qp(pd, &rc));
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{"limit", limit}, {"versions", versions}, {"pointers", pointers}, {"imported", imported}, {"mlx5", mlx5},
	{"regions", regions}, {"bytes", bytes}, {"work-requests", work_requests}, {"transports", transports},
	{"others", others}, {"entries", entries}, {"failures", failures}, {"closing", closing}, {"racing", racing}, {"exactly", exactly},
	{"forked", forked}, {"fork-in-threads", fork_in_threads}, {"executed", executed},
	{"one-refusal", one_refusal}, {"refused-with-eperm", refused_with_eperm}, {"unlimited", unlimited},
};

int main(int argc, char **argv)
{
	CHECK(argc == 2);
	alarm(60);
	if (strcmp(argv[1], "nothing-granted") == 0) {
		/* Not even a protection domain. */
		struct ibv_pd fake = {0};

		context = fake.context = ibv_open_device(NULL);
		pd = rc_ex.pd = &fake;
		REFUSED(ibv_alloc_pd(context));
		nothing_granted();
		return 0;
	}
	open_one();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (strcmp(argv[1], cases[i].name) == 0) {
			cases[i].run();
			return 0;
		}
	}
	CHECK(!"a case of that name");
}
