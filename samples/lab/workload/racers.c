// SPDX-License-Identifier: MIT
/* Many processes that want queue pairs at the same moment, or are killed while they make and destroy; see usage(). */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <infiniband/verbs.h>

#define MOST 1000
#define LENGTH 4096

static struct shared {
	pthread_barrier_t barrier;
	atomic_int made, failed, ready;
} *shared;

static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static char memory[LENGTH];

static void usage(FILE *file)
{
	fputs("Usage: racers DEVICE PROCESSES race ROUNDS\n"
	      "       racers DEVICE PROCESSES storm MILLISECONDS\n"
	      "race: all want a queue pair at the same moment, and give it back before the next round; prints for each round\n"
	      "how many had one.\n"
	      "storm: all make and destroy queue pairs and memory regions until they are killed (SIGKILL) after this time;\n"
	      "prints how many were.\n", file);
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
	if (!cq) {
		perror(name);
		atomic_store(&shared->failed, 1);
	}
	atomic_fetch_add(&shared->ready, 1);
}

static struct ibv_qp *make_qp(void)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cq, .recv_cq = cq, .qp_type = IBV_QPT_RC,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};

	return ibv_create_qp(pd, &attr);
}

/* Between the barriers nobody gives back, and the parent counts. */
static void race(int rounds)
{
	for (int i = 0; i < rounds; i++) {
		struct ibv_qp *qp;

		pthread_barrier_wait(&shared->barrier);
		qp = cq ? make_qp() : NULL;
		if (qp)
			atomic_fetch_add(&shared->made, 1);
		pthread_barrier_wait(&shared->barrier);
		pthread_barrier_wait(&shared->barrier);
		if (qp && ibv_destroy_qp(qp))
			atomic_store(&shared->failed, 1);
		pthread_barrier_wait(&shared->barrier);
	}
}

static void watch_race(int rounds)
{
	for (int i = 0; i < rounds; i++) {
		pthread_barrier_wait(&shared->barrier);
		pthread_barrier_wait(&shared->barrier);
		printf("%d\n", atomic_exchange(&shared->made, 0));
		fflush(stdout);
		pthread_barrier_wait(&shared->barrier);
		pthread_barrier_wait(&shared->barrier);
	}
}

__attribute__((noreturn)) static void storm(void)
{
	for (;;) {
		struct ibv_qp *qp = make_qp();
		struct ibv_mr *mr = (ibv_reg_mr)(pd, memory, LENGTH, IBV_ACCESS_LOCAL_WRITE);

		if (qp)
			ibv_destroy_qp(qp);
		if (mr)
			ibv_dereg_mr(mr);
	}
}

static void pause_for(long milliseconds)
{
	struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};

	while (nanosleep(&time, &time) && errno == EINTR)
		;
}

int main(int argc, char **argv)
{
	int count = argc == 5 ? atoi(argv[2]) : 0, number = argc == 5 ? atoi(argv[4]) : 0, killed = 0;
	bool is_race = argc == 5 && strcmp(argv[3], "race") == 0;
	pthread_barrierattr_t across;
	pid_t children[MOST];

	if (count < 1 || count > MOST || number < 1 || (!is_race && strcmp(argv[3], "storm") != 0)) {
		usage(stderr);
		return 2;
	}
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	pthread_barrierattr_init(&across);
	pthread_barrierattr_setpshared(&across, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&shared->barrier, &across, count + 1);
	for (int i = 0; i < count; i++) {
		children[i] = fork();
		if (children[i] == 0) {
			open_device(argv[1]);
			if (is_race)
				race(number);
			else if (cq)
				storm();
			_exit(0);
		}
	}
	while (atomic_load(&shared->ready) < count)
		pause_for(10);
	if (is_race)
		watch_race(number);
	else
		pause_for(number);
	for (int i = 0; i < count; i++) {
		int status;

		if (!is_race)
			kill(children[i], SIGKILL);
		waitpid(children[i], &status, 0);
		killed += WIFSIGNALED(status);
	}
	if (!is_race)
		printf("%d\n", killed);
	return atomic_load(&shared->failed);
}
