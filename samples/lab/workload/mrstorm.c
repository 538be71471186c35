// SPDX-License-Identifier: MIT
/* Memory regions registered and deregistered by many threads, as fast as it goes or at a given rate. */
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <infiniband/verbs.h>

#define MAX_THREADS 256
#define MAX_LENGTH (16 << 20)
#define SECOND 1000000000ll

static struct {
	const char *device;
	int threads, count, hold, length;
	double rate;	/* pairs of calls a second in each thread; 0: as fast as it goes */
} options = { .threads = 1, .count = 1000, .length = 4096 };

static char memory[MAX_LENGTH];

static void usage(FILE *file)
{
	fputs("Usage: mrstorm --device NAME [--threads N] [--count N] [--rate N] [--hold N] [--length BYTES]\n"
	      "Registers N regions to hold, and says so in a line of JSON. At a line on stdin every thread registers and\n"
	      "deregisters a region N times, at this rate each second; then another line of JSON says what was done.\n"
	      "At the next line, or the end of stdin, it ends, and the kernel cleans up.\n", file);
}

__attribute__((noreturn)) static void die(const char *what, int error)
{
	fprintf(stderr, "mrstorm: %s: %s\n", what, strerror(error));
	exit(1);
}

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *context = NULL;

	if (!list)
		die("no list of devices", errno);
	errno = ENODEV;
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0)
			context = ibv_open_device(list[i]);
	}
	if (!context)
		die(name, errno);
	ibv_free_device_list(list);
	return context;
}

static struct ibv_mr *reg(struct ibv_pd *pd)
{
	struct ibv_mr *mr = ibv_reg_mr(pd, memory, (size_t)options.length, IBV_ACCESS_LOCAL_WRITE);

	if (!mr)
		die("ibv_reg_mr", errno);
	return mr;
}

static long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECOND + time.tv_nsec;
}

static void *storm(void *pd)
{
	long long start = now();

	for (int i = 0; i < options.count; i++) {
		int error = ibv_dereg_mr(reg(pd));

		if (error)
			die("ibv_dereg_mr", error);
		if (options.rate > 0) {
			long long due = start + (long long)((i + 1) * (SECOND / options.rate));
			struct timespec time = { .tv_sec = due / SECOND, .tv_nsec = due % SECOND };

			clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL);
		}
	}
	return NULL;
}

static int wait_for_line(void)
{
	int byte;

	while ((byte = getchar()) != EOF && byte != '\n')
		;
	return byte != EOF;
}

static void parse(int argc, char **argv)
{
	static const struct option long_options[] = {
		{ "device", required_argument, NULL, 'd' }, { "threads", required_argument, NULL, 't' },
		{ "count", required_argument, NULL, 'c' },  { "rate", required_argument, NULL, 'r' },
		{ "hold", required_argument, NULL, 'o' },   { "length", required_argument, NULL, 'l' },
		{ "help", no_argument, NULL, 'h' },	    { 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (option) {
		case 'd':
			options.device = optarg;
			break;
		case 't':
			options.threads = atoi(optarg);
			break;
		case 'c':
			options.count = atoi(optarg);
			break;
		case 'r':
			options.rate = atof(optarg);
			break;
		case 'o':
			options.hold = atoi(optarg);
			break;
		case 'l':
			options.length = atoi(optarg);
			break;
		case 'h':
			usage(stdout);
			exit(0);
		default:
			usage(stderr);
			exit(2);
		}
	}
	if (optind < argc || !options.device || options.threads < 1 || options.threads > MAX_THREADS ||
	    options.length < 1 || options.length > MAX_LENGTH) {
		usage(stderr);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	pthread_t threads[MAX_THREADS];
	struct ibv_context *context;
	struct ibv_pd *pd;
	long long start;

	parse(argc, argv);
	context = open_device(options.device);
	pd = ibv_alloc_pd(context);
	if (!pd)
		die("ibv_alloc_pd", errno);
	/* Lost on purpose: the kernel is to clean up. */
	for (int i = 0; i < options.hold; i++)
		reg(pd);
	printf("{\"event\":\"ready\",\"held\":%d}\n", options.hold);
	fflush(stdout);
	if (!wait_for_line())
		return 0;
	start = now();
	for (int i = 0; i < options.threads; i++) {
		int error = pthread_create(&threads[i], NULL, storm, pd);

		if (error)
			die("pthread_create", error);
	}
	for (int i = 0; i < options.threads; i++)
		pthread_join(threads[i], NULL);
	printf("{\"event\":\"done\",\"pairs\":%ld,\"seconds\":%.3f}\n", (long)options.threads * options.count,
	       (double)(now() - start) / SECOND);
	fflush(stdout);
	wait_for_line();
	return 0;
}
