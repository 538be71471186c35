// SPDX-License-Identifier: MIT
/* A collector with a page of credits, as a thread that counts what it is asked and told, and what a program does with it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#include "../credits.h"
#include "check.h"
#include "stub.h"

#define ONE (UINT64_C(1) << CREDITS_COUNT_SHIFT)
#define THREADS 4
#define ROUNDS 20000

static struct ibv_pd *pd;
static struct ibv_qp_init_attr attr = {.qp_type = IBV_QPT_RC};

static const char *path;
static struct credit_page *page;
static int file = -1;
static atomic_int asked, told, greeted;
static bool refuses;

/* Another page than the one that there was. */
static void make_page(void)
{
	file = memfd_create("rdma-monitor-credits", MFD_CLOEXEC);
	CHECK(file >= 0 && ftruncate(file, CREDITS_PAGE_SIZE) == 0);
	page = mmap(NULL, CREDITS_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	CHECK(page != MAP_FAILED);
	page->version = CREDITS_VERSION;
	page->used = 1;
}

static void hand_over(int fd)
{
	char answer[] = "Success: a page for credits\n", control[CMSG_SPACE(sizeof(int))] = {0};
	struct iovec part = {.iov_base = answer, .iov_len = strlen(answer)};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(int));
	memcpy(CMSG_DATA(header), &file, sizeof(int));
	CHECK(sendmsg(fd, &message, 0) == (ssize_t)strlen(answer));
}

static void answer(int fd, const char *request)
{
	const char *text = refuses ? "Error: no\n" : "Success: yes\n";

	if (strcmp(request, "CREDITS\n") == 0) {
		greeted++;
		hand_over(fd);
		return;
	}
	if (strstr(request, "_CREATE"))
		asked++;
	else
		told++;
	CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
}

static void *converse(void *connection)
{
	int fd = (int)(intptr_t)connection;
	char request[256];
	ssize_t count;

	while ((count = read(fd, request, sizeof(request) - 1)) > 0) {
		request[count] = 0;
		answer(fd, request);
	}
	close(fd);
	return NULL;
}

static void *serve(void *listening)
{
	for (;;) {
		int fd = accept((int)(intptr_t)listening, NULL, NULL);
		pthread_t thread;

		CHECK(fd >= 0);
		CHECK(pthread_create(&thread, NULL, converse, (void *)(intptr_t)fd) == 0 && pthread_detach(thread) == 0);
	}
}

static void begin(void)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	pthread_t thread;

	CHECK(strlen(path) < sizeof(name.sun_path));
	strcpy(name.sun_path, path);
	CHECK(bind(fd, (struct sockaddr *)&name, sizeof(name)) == 0 && listen(fd, 5) == 0);
	CHECK(pthread_create(&thread, NULL, serve, (void *)(intptr_t)fd) == 0);
}

/* One asks; it is a credit when it is gone; and the next ones neither ask nor tell. */
static void alone(void)
{
	for (int i = 0; i < 5; i++) {
		struct ibv_qp *qp = ibv_create_qp(pd, &attr);
		struct ibv_mr *mr = ibv_reg_mr(pd, NULL, 100, 0);
		struct ibv_cq *cq = ibv_create_cq(pd->context, 30, NULL, NULL, 0);

		CHECK(qp && mr && cq && page->credits[CREDIT_QP] == 0 && page->credits[CREDIT_MR] == 0);
		CHECK(ibv_destroy_qp(qp) == 0 && ibv_dereg_mr(mr) == 0 && ibv_destroy_cq(cq) == 0);
		CHECK(page->credits[CREDIT_QP] == ONE && page->credits[CREDIT_MR] == ONE + 100);
		CHECK(page->credits[CREDIT_CQ] == ONE + 30);
	}
	CHECK(asked == 3 && told == 0 && greeted == 1);
	CHECK(page->taken[CREDIT_QP] == 4 && page->taken[CREDIT_CQ] == 4 && page->taken[CREDIT_MR] == 4);
	CHECK(page->given[CREDIT_QP] == 5 && page->given[CREDIT_CQ] == 5 && page->given[CREDIT_MR] == 5);
	CHECK(page->taken[CREDIT_MR_BYTES] == 400 && page->given[CREDIT_MR_BYTES] == 500);
	CHECK(page->taken[CREDIT_CQ_ENTRIES] == 120 && page->given[CREDIT_CQ_ENTRIES] == 150);
}

/* What the collector adds is taken; where it has too few bytes it asks; what it recalls is gone. */
static void shared(void)
{
	struct ibv_mr *first = ibv_reg_mr(pd, NULL, 10, 0), *second, *third;

	page->credits[CREDIT_MR] = 2 * ONE + 25;
	second = ibv_reg_mr(pd, NULL, 20, 0);
	CHECK(first && second && asked == 1 && page->credits[CREDIT_MR] == ONE + 5);
	third = ibv_reg_mr(pd, NULL, 6, 0);
	CHECK(third && asked == 2 && page->credits[CREDIT_MR] == ONE + 5 && page->taken[CREDIT_MR] == 1);
	CHECK(ibv_rereg_mr(third, IBV_REREG_MR_CHANGE_TRANSLATION, pd, NULL, 11, 0) == 0 && asked == 2);
	CHECK(page->credits[CREDIT_MR] == ONE && ibv_dereg_mr(third) == 0 && page->credits[CREDIT_MR] == 2 * ONE + 11);
	page->credits[CREDIT_MR] = 0;
	refuses = true;
	REFUSED(ibv_reg_mr(pd, NULL, 6, 0));
	CHECK(ibv_dereg_mr(second) == 0 && (second = ibv_reg_mr(pd, NULL, 6, 0)) && asked == 3 && told == 0);
}

/* While it is shut nothing is taken; what is given stays. */
static void shut(void)
{
	struct ibv_qp *qp = ibv_create_qp(pd, &attr);

	page->credits[CREDIT_QP] = CREDITS_SHUT + ONE;
	refuses = true;
	REFUSED(ibv_create_qp(pd, &attr));
	CHECK(ibv_destroy_qp(qp) == 0 && page->credits[CREDIT_QP] == CREDITS_SHUT + 2 * ONE && told == 0);
	page->credits[CREDIT_QP] &= ~CREDITS_SHUT;
	CHECK(ibv_create_qp(pd, &attr) && page->credits[CREDIT_QP] == ONE);
}

/* Where the collector wants to know of everything. */
static void untold(void)
{
	struct ibv_qp *qp = ibv_create_qp(pd, &attr);

	page->used = 0;
	page->credits[CREDIT_QP] = ONE;
	CHECK(ibv_destroy_qp(qp) == 0 && told == 1 && (qp = ibv_create_qp(pd, &attr)) && asked == 2);
	page->used = 1;
	page->credits[CREDIT_QP] = CREDITS_MOST_OBJECTS << CREDITS_COUNT_SHIFT;
	CHECK(ibv_destroy_qp(qp) == 0 && told == 2 && page->credits[CREDIT_QP] >> CREDITS_COUNT_SHIFT == CREDITS_MOST_OBJECTS);
	CHECK(page->given[CREDIT_QP] == 0 && page->taken[CREDIT_QP] == 0);
}

static bool has_page_open(void)
{
	struct stat wanted, found;

	CHECK(fstat(file, &wanted) == 0);
	for (int fd = 512; fd < 600; fd++) {
		if (fstat(fd, &found) == 0 && found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev)
			return true;
	}
	return false;
}

/* A child takes nothing of its parent's. */
static void forked(void)
{
	struct ibv_qp *qp = ibv_create_qp(pd, &attr);
	int status, before = file;
	pid_t child;

	page->credits[CREDIT_QP] = ONE;
	CHECK(has_page_open());
	child = fork();
	if (child == 0)
		_exit(!has_page_open() && ibv_create_qp(pd, &attr) ? 0 : 1);
	CHECK(waitpid(child, &status, 0) == child && status == 0 && file == before);
	CHECK(asked == 2 && greeted == 2 && page->credits[CREDIT_QP] == ONE);
	CHECK(ibv_destroy_qp(qp) == 0 && page->credits[CREDIT_QP] == 2 * ONE);
}

/* Nor does one of which the C library knows nothing. */
static void cloned(void)
{
	int status;
	pid_t child;

	CHECK(ibv_create_qp(pd, &attr));
	page->credits[CREDIT_QP] = ONE;
	child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
	if (child == 0)
		_exit(ibv_create_qp(pd, &attr) ? 0 : 1);
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	CHECK(asked == 2 && greeted == 2 && page->credits[CREDIT_QP] == ONE);
}

/* Without the collector, what it has granted is still there; what it has not is not. */
static void away(void)
{
	struct ibv_qp *qp = ibv_create_qp(pd, &attr);

	CHECK(qp && unlink(path) == 0 && close_range(512, ~0U, 0) == 0);
	CHECK(ibv_destroy_qp(qp) == 0 && told == 0 && (qp = ibv_create_qp(pd, &attr)) && asked == 1);
	REFUSED(ibv_create_qp(pd, &attr));
}

/* A collector that has forgotten the page: the credits go to the new one. */
static void again(void)
{
	struct credit_page *first = page;

	CHECK(ibv_create_qp(pd, &attr));
	page->credits[CREDIT_CQ] = 3 * ONE;
	page->credits[CREDIT_MR] = 2 * ONE + 7;
	CHECK(close_range(512, ~0U, 0) == 0);
	make_page();
	page->credits[CREDIT_MR] = ONE;
	CHECK(ibv_create_qp(pd, &attr) && asked == 2 && greeted == 2);
	CHECK(page->credits[CREDIT_CQ] == 3 * ONE && page->credits[CREDIT_MR] == 3 * ONE + 7 && has_page_open());
	CHECK(first->credits[CREDIT_CQ] == CREDITS_SHUT && first->credits[CREDIT_MR] == CREDITS_SHUT);
}

static void *churn(void *refusals)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct ibv_qp *qp = ibv_create_qp(pd, &attr);

		if (qp)
			CHECK(ibv_destroy_qp(qp) == 0);
		else
			atomic_fetch_add((atomic_int *)refusals, 1);
	}
	return NULL;
}

/* Threads take and give while the collector adds and recalls: nothing is lost, and nothing made. */
static void racing(void)
{
	pthread_t threads[THREADS];
	atomic_int refusals = 0;
	long added = 2;

	CHECK(ibv_destroy_qp(ibv_create_qp(pd, &attr)) == 0 && page->credits[CREDIT_QP] == ONE);
	atomic_fetch_add(&page->credits[CREDIT_QP], ONE);
	refuses = true;
	for (int i = 0; i < THREADS; i++)
		CHECK(pthread_create(&threads[i], NULL, churn, &refusals) == 0);
	for (int i = 0; i < ROUNDS; i++) {
		uint64_t word = atomic_load(&page->credits[CREDIT_QP]);

		if (i % 2)
			added++, atomic_fetch_add(&page->credits[CREDIT_QP], ONE);
		else if (word >= ONE && atomic_compare_exchange_strong(&page->credits[CREDIT_QP], &word, word - ONE))
			added--;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	CHECK(page->credits[CREDIT_QP] == (uint64_t)added * ONE && told == 0);
	CHECK(page->given[CREDIT_QP] == page->taken[CREDIT_QP] + 1);
	CHECK(refusals == asked - 1);
}

/* Usage: credited PATH-TO-LISTEN-AT CASE */
int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*run)(void);
	} cases[] = {
		{"alone", alone},   {"shared", shared}, {"shut", shut},	  {"untold", untold}, {"forked", forked},
		{"cloned", cloned}, {"away", away},	{"again", again}, {"racing", racing},
	};

	CHECK(argc == 3);
	alarm(60);
	path = argv[1];
	make_page();
	begin();
	pd = ibv_alloc_pd(ibv_open_device(NULL));
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		if (strcmp(cases[i].name, argv[2]) == 0) {
			cases[i].run();
			return 0;
		}
	}
	return 2;
}
