// SPDX-License-Identifier: MIT
/* Programs that poll; the shell program "run" says what is to be in the log. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "check.h"
#include "stub.h"

struct ibv_cq_ex *mlx5dv_create_cq(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr, void *more);
struct ibv_qp *mlx5dv_create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr, void *more);

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_qp_init_attr rc = {.qp_type = IBV_QPT_RC};

static void open_one(void)
{
	context = ibv_open_device(NULL);
	pd = ibv_alloc_pd(context);
	cq = ibv_create_cq(context, 10, NULL, NULL, 0);
	CHECK(context && pd && cq);
}

/* All that there are, which are so many, in portions of 4. */
static void poll_all(int expected)
{
	struct ibv_wc completions[4];
	int count, all = 0;

	while ((count = ibv_poll_cq(cq, 4, completions)) > 0)
		all += count;
	CHECK(count == 0 && all == expected);
}

static struct ibv_cq_ex *extended(unsigned int flags)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 10, .wc_flags = flags};
	struct ibv_cq_ex *made = ibv_create_cq_ex(context, &attr);

	CHECK(made && attr.wc_flags == flags);
	return made;
}

static void poll_extended(struct ibv_cq_ex *queue, int expected)
{
	struct ibv_poll_cq_attr attr = {0};
	int result = ibv_start_poll(queue, &attr), all = 0;

	for (; result == 0; result = ibv_next_poll(queue))
		all++;
	CHECK(result == ENOENT && all == expected);
	ibv_end_poll(queue);
}

/* The data path is the driver's own. */
static void untouched(void)
{
	CHECK(stub_polls_context(context) && stub_polls_queue(extended(0)));
	stub_complete(IBV_WC_RETRY_EXC_ERR, 17, 0x81);
	poll_all(1);
}

/* Of two queue pairs the first that is no flush, and good ones among them. */
static void first_of_each(void)
{
	CHECK(!stub_polls_context(context));
	stub_complete(IBV_WC_SUCCESS, 17, 0);
	stub_complete(IBV_WC_WR_FLUSH_ERR, 17, 0xf9);
	stub_complete(IBV_WC_RETRY_EXC_ERR, 17, 0x81);
	stub_complete(IBV_WC_SUCCESS, 18, 0);
	stub_complete(IBV_WC_REM_ACCESS_ERR, 17, 0x88);
	stub_complete(IBV_WC_TM_RNDV_INCOMPLETE, 18, 0);
	stub_complete(IBV_WC_REM_ACCESS_ERR, 18, 0x88);
	stub_complete(IBV_WC_WR_FLUSH_ERR, 18, 0xf9);
	stub_complete(99, 0xffffff, 0);
	poll_all(9);
}

/* Completion queues that are polled another way, whether the program wants to know of queue pairs or not. */
static void extended_queues(void)
{
	struct ibv_cq_init_attr_ex attr = {.cqe = 10};
	struct ibv_cq_ex *queue = extended(0), *numbered = extended(IBV_WC_EX_WITH_QP_NUM);
	struct ibv_cq_ex *mlx5 = mlx5dv_create_cq(context, &attr, &attr);

	CHECK(!stub_polls_queue(queue) && !stub_polls_queue(numbered) && mlx5 && !stub_polls_queue(mlx5));
	stub_complete(IBV_WC_LOC_PROT_ERR, 17, 0x51);
	stub_complete(IBV_WC_WR_FLUSH_ERR, 17, 0xf9);
	poll_extended(queue, 2);
	stub_complete(IBV_WC_SUCCESS, 18, 0);
	stub_complete(IBV_WC_RNR_RETRY_EXC_ERR, 18, 0x97);
	stub_complete(IBV_WC_RNR_RETRY_EXC_ERR, 17, 0x97);
	poll_extended(numbered, 3);
	stub_complete(IBV_WC_REM_OP_ERR, 19, 0x89);
	poll_extended(mlx5, 1);
	/* Also by the usual function. */
	stub_complete(IBV_WC_REM_OP_ERR, 20, 0x89);
	cq = ibv_cq_ex_to_cq(queue);
	poll_all(1);
}

/* A queue pair with the number of one that is gone, or on another device, is another. */
static void numbers_again(void)
{
	struct ibv_qp_init_attr_ex ex = {.qp_type = IBV_QPT_RC, .comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS,
					 .pd = pd};
	struct ibv_qp *qp;

	for (int i = 0; i < 3; i++) {
		stub_number_queue_pairs(55);
		qp = i == 0 ? ibv_create_qp(pd, &rc) : i == 1 ? ibv_create_qp_ex(context, &ex) : mlx5dv_create_qp(context, &ex, &ex);
		CHECK(qp && qp->qp_num == 55);
		for (int n = 0; n < 2; n++)
			stub_complete(IBV_WC_RETRY_EXC_ERR, 55, 0x81);
		poll_all(2);
		CHECK(ibv_destroy_qp(qp) == 0);
	}
	open_one();
	stub_complete(IBV_WC_RETRY_EXC_ERR, 55, 0x81);
	poll_all(1);
}

/* A context that is closed has its driver's functions, and one that could not be closed is looked at. */
static void closed(void)
{
	for (int i = 0; i < 1000; i++) {
		CHECK(ibv_close_device(context) == 0);
		open_one();
		CHECK(!stub_polls_context(context));
	}
	stub_fail_destruction(EBUSY);
	CHECK(ibv_close_device(context) == -1 && !stub_polls_context(context));
	stub_complete(IBV_WC_RETRY_EXC_ERR, 17, 0x81);
	poll_all(1);
}

/* What there is no room for is not looked at, and does no harm. */
static void very_many(void)
{
	for (int i = 0; i < 300; i++)
		open_one();
	CHECK(stub_polls_context(context));
	stub_complete(IBV_WC_RETRY_EXC_ERR, 17, 0x81);
	poll_all(1);
}

#define THREADS 8
#define NUMBERS 1000

static pthread_barrier_t together;

/* All threads see the same bad completions, since a queue that says so of itself is each thread's own. */
static int bad_poll(struct ibv_cq *queue, int most, struct ibv_wc *completions)
{
	(void)most;
	completions[0] = (struct ibv_wc){.status = IBV_WC_RETRY_EXC_ERR, .qp_num = (uint32_t)queue->cqe, .vendor_err = 0x81};
	return 1;
}

static void *poll_bad(void *unused)
{
	struct ibv_cq queue = {.context = context};
	struct ibv_wc completion;

	pthread_barrier_wait(&together);
	for (queue.cqe = 0; queue.cqe < NUMBERS; queue.cqe++)
		CHECK(ibv_poll_cq(&queue, 1, &completion) == 1 && completion.status == IBV_WC_RETRY_EXC_ERR);
	return unused;
}

/* However many threads find it, it is told once. */
static void racing(void)
{
	pthread_t threads[THREADS];

	stub_poll_by(bad_poll);
	open_one();
	CHECK(context->ops.poll_cq != bad_poll);
	CHECK(pthread_barrier_init(&together, NULL, THREADS) == 0);
	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], NULL, poll_bad, NULL) == 0);
	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_join(threads[i], NULL) == 0);
}

static void on_signal(int number)
{
	(void)number;
	poll_all(1);
}

/* Also in a handler of signals, and in a forked child, where what its parent has told is told. */
static void handled_and_forked(void)
{
	int status;
	pid_t child;

	CHECK(signal(SIGUSR1, on_signal) != SIG_ERR);
	stub_complete(IBV_WC_RETRY_EXC_ERR, 17, 0x81);
	CHECK(raise(SIGUSR1) == 0);
	child = fork();
	if (child == 0) {
		stub_complete(IBV_WC_RETRY_EXC_ERR, 17, 0x81);
		stub_complete(IBV_WC_RETRY_EXC_ERR, 18, 0x81);
		poll_all(2);
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
}

#define POLLS 1000

/* So many polls that each find as many good completions between two stops. */
static void polls_between_stops(int found)
{
	struct ibv_wc completions[16];

	if (found)
		stub_complete_always();
	raise(SIGSTOP);
	for (int i = 0; i < POLLS; i++)
		CHECK(ibv_poll_cq(cq, found ? found : 1, completions) == found);
	raise(SIGSTOP);
}

static void extended_polls_between_stops(int found)
{
	struct ibv_poll_cq_attr attr = {0};
	struct ibv_cq_ex *queue = extended(0);

	if (found)
		stub_complete_always();
	raise(SIGSTOP);
	for (int i = 0; i < POLLS; i++) {
		CHECK(ibv_start_poll(queue, &attr) == (found ? 0 : ENOENT));
		ibv_end_poll(queue);
	}
	raise(SIGSTOP);
}

static long steps_until_stop(pid_t child)
{
	long steps = 0;
	int status;

	do {
		CHECK(ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) == 0 && waitpid(child, &status, 0) == child);
		steps++;
	} while (WIFSTOPPED(status) && WSTOPSIG(status) == SIGTRAP);
	CHECK(WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
	return steps;
}

/* Counts the instructions of polls by stepping through them: how many there are depends on nothing. */
static void count_instructions(const char *name, void (*poll)(int found), int found)
{
	int status;
	pid_t child = fork();

	if (child == 0) {
		CHECK(ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0);
		poll(found);
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child && WIFSTOPPED(status) && WSTOPSIG(status) == SIGSTOP);
	printf("%s %ld\n", name, steps_until_stop(child) / POLLS);
	CHECK(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child);
}

static void cost(void)
{
	count_instructions("one", polls_between_stops, 1);
	count_instructions("sixteen", polls_between_stops, 16);
	count_instructions("none", polls_between_stops, 0);
	count_instructions("extended-one", extended_polls_between_stops, 1);
	count_instructions("extended-none", extended_polls_between_stops, 0);
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{"untouched", untouched}, {"first-of-each", first_of_each}, {"extended", extended_queues},
	{"numbers-again", numbers_again}, {"closed", closed}, {"very-many", very_many}, {"racing", racing},
	{"handled-and-forked", handled_and_forked}, {"cost", cost},
};

int main(int argc, char **argv)
{
	CHECK(argc == 2);
	alarm(120);
	open_one();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (strcmp(argv[1], cases[i].name) == 0) {
			cases[i].run();
			return 0;
		}
	}
	CHECK(!"a case of that name");
}
