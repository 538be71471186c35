// SPDX-License-Identifier: MIT
/* Wants more than it may have, and never stops trying; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 1024
#define THREADS 16
#define WAIT_MS 1

/* Between the one that asks and the one that tells of it. */
static struct {
	/* Counted after it is made, and no more before it is destroyed: so many there are, or more. */
	atomic_int live, most;
	atomic_long tries, wrong;
	atomic_int wrong_errno;
} *shared;

static int fd;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t handles[MOST];
static int kept;

static void usage(FILE *file)
{
	fputs("Usage: insatiable UVERBS greedy THREADS\n"
	      "       insatiable UVERBS patient\n"
	      "       insatiable UVERBS steady LIMIT NUMBER SECONDS\n"
	      "       insatiable UVERBS hoard NUMBER\n"
	      "greedy: threads ask for protection domains all the time and keep what they get; one more gives some back and\n"
	      "asks again. To each line of input it tells how many there were at most at any moment, how many there are, how\n"
	      "often it has asked, how often it was killed (and began again), and how often anything but EPERM refused.\n"
	      "patient: for each line of input asks until it is refused, and tells how many it has.\n"
	      "steady: makes LIMIT of them, then frees one and makes one, NUMBER times or for so many seconds; prints how many\n"
	      "calls there were and how many of them failed.\n"
	      "hoard: makes NUMBER of them, and has them until it ends; answers each line of input with that.\n", file);
}

static void note_live(void)
{
	int live = atomic_fetch_add(&shared->live, 1) + 1, most = atomic_load(&shared->most);

	while (live > most && !atomic_compare_exchange_weak(&shared->most, &most, live))
		;
}

static int ask(void)
{
	uint32_t handle;

	atomic_fetch_add(&shared->tries, 1);
	if (alloc_pd(fd, &handle)) {
		if (errno != EPERM) {
			atomic_fetch_add(&shared->wrong, 1);
			atomic_store(&shared->wrong_errno, errno);
		}
		return -1;
	}
	pthread_mutex_lock(&lock);
	if (kept < MOST)
		handles[kept++] = handle;
	pthread_mutex_unlock(&lock);
	note_live();
	return 0;
}

static void *ask_always(void *unused)
{
	(void)unused;
	for (;;) {
		if (ask() || atomic_load(&shared->live) >= MOST)
			sched_yield();
		while (atomic_load(&shared->live) >= MOST)
			usleep(WAIT_MS * 1000);
	}
	return NULL;
}

static void give_back(void)
{
	uint32_t handle = 0;
	int had;

	pthread_mutex_lock(&lock);
	had = kept > 0;
	if (had)
		handle = handles[--kept];
	pthread_mutex_unlock(&lock);
	if (!had)
		return;
	atomic_fetch_sub(&shared->live, 1);
	if (dealloc_pd(fd, handle))
		atomic_fetch_add(&shared->wrong, 1);
}

/* Two more are always asked for than are given back. */
__attribute__((noreturn)) static void be_greedy(const char *device, int threads)
{
	pthread_t thread;

	fd = open_context(device);
	for (int i = 0; i < threads; i++) {
		if (pthread_create(&thread, NULL, ask_always, NULL))
			die_of("pthread_create");
	}
	for (;;) {
		usleep(WAIT_MS * 1000);
		give_back();
		while (ask() == 0 && atomic_load(&shared->live) < MOST)
			;
	}
}

static pid_t start(const char *device, int threads)
{
	pid_t pid = fork();

	if (pid < 0)
		die_of("fork");
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		be_greedy(device, threads);
	}
	return pid;
}

struct watched {
	const char *device;
	int threads;
	atomic_int killed, pid, ends;
};

/* Who is killed begins again, with nothing. */
static void *watch(void *argument)
{
	struct watched *watched = argument;

	while (!atomic_load(&watched->ends)) {
		atomic_store(&watched->pid, start(watched->device, watched->threads));
		waitpid(watched->pid, NULL, 0);
		atomic_fetch_add(&watched->killed, 1);
		atomic_store(&shared->live, 0);
		usleep(WAIT_MS * 100000);
	}
	return NULL;
}

static int greedy(const char *device, int threads)
{
	static struct watched watched;
	pthread_t thread;
	char line[64];

	watched = (struct watched){ .device = device, .threads = threads };
	if (pthread_create(&thread, NULL, watch, &watched))
		die_of("pthread_create");
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		long wrong = atomic_load(&shared->wrong);

		printf("%d %d %ld %d %ld %s\n", shared->most, shared->live, shared->tries, watched.killed, wrong,
		       wrong ? strerrorname_np(shared->wrong_errno) : "-");
	}
	/* What it had is gone when this one is. */
	atomic_store(&watched.ends, 1);
	while (pthread_tryjoin_np(thread, NULL)) {
		if (atomic_load(&watched.pid) > 0)
			kill(watched.pid, SIGKILL);
		usleep(WAIT_MS * 1000);
	}
	return 0;
}

static int patient(const char *device)
{
	uint32_t handle;
	char line[64];
	int had = 0;

	fd = open_context(device);
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		while (had < MOST && alloc_pd(fd, &handle) == 0)
			had++;
		printf("%d\n", had);
	}
	return 0;
}

/* Gets so many at once, and has them until it ends. */
static int hoard(const char *device, int number)
{
	uint32_t handle;
	char line[64];

	fd = open_context(device);
	for (int i = 0; i < number; i++) {
		if (alloc_pd(fd, &handle))
			die_of("alloc_pd");
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin))
		printf("%d\n", number);
	return 0;
}

static int steady(const char *device, int limit, int number, int seconds)
{
	double end = seconds_now() + seconds;
	int calls = 0, failed = 0;
	uint32_t handle = 0;

	fd = open_context(device);
	for (int i = 0; i < limit + number && seconds_now() < end; i++) {
		if (i >= limit && dealloc_pd(fd, handle))
			die_of("dealloc_pd");
		/* One that is refused asks again, so that it has all it may have. */
		while (calls++, alloc_pd(fd, &handle) && seconds_now() < end)
			failed++;
	}
	printf("%d %d\n", calls, failed);
	return 0;
}

int main(int argc, char **argv)
{
	shared = shared_memory(sizeof(*shared));
	if (argc == 4 && strcmp(argv[2], "greedy") == 0 && atoi(argv[3]) > 0 && atoi(argv[3]) <= THREADS)
		return greedy(argv[1], atoi(argv[3]));
	if (argc == 3 && strcmp(argv[2], "patient") == 0)
		return patient(argv[1]);
	if (argc == 4 && strcmp(argv[2], "hoard") == 0 && atoi(argv[3]) > 0)
		return hoard(argv[1], atoi(argv[3]));
	if (argc == 6 && strcmp(argv[2], "steady") == 0)
		return steady(argv[1], atoi(argv[3]), atoi(argv[4]), atoi(argv[5]));
	usage(stderr);
	return 2;
}
