// SPDX-License-Identifier: MIT
/*
 * The yardstick for RingBufferBenchmark: reads the same records with libbpf's ring_buffer__consume(). A BPF program fills
 * the ring; the reading alone is timed.
 *
 * Usage: ring_consume OBJECT RECORDS FILLINGS
 * Prints the median, over so many fillings, of the nanoseconds that reading all the records of one took.
 */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include "rdma_monitor.h"

enum { RECORDS_OF_ONE_RUN = 1024 };

struct sum {
	uint64_t value;
	uint64_t records;
	char comm[RM_COMM];
};

static void fail(const char *what, int error)
{
	fprintf(stderr, "ring_consume: %s: %s\n", what, strerror(error));
	exit(1);
}

static uint64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * 1000000000ull + time.tv_nsec;
}

/* Reads every field, as CallRecord does. */
static int add(void *context, void *data, size_t size)
{
	struct sum *sum = context;
	const struct rm_event *event = data;

	if (size < sizeof(*event))
		return 0;
	sum->value += event->time_ns + event->duration_ns + event->cgroup + event->verb + event->flags +
		      event->device + event->object_id + event->pid + event->tid + event->error +
		      event->detail.qp_state + event->detail.size;
	memcpy(sum->comm, event->comm, sizeof(sum->comm));
	sum->records++;
	return 0;
}

static void fill(int program, unsigned int records)
{
	while (records > 0) {
		unsigned long long request = records < RECORDS_OF_ONE_RUN ? records : RECORDS_OF_ONE_RUN;
		LIBBPF_OPTS(bpf_test_run_opts, options, .ctx_in = &request, .ctx_size_in = sizeof(request));
		int error = bpf_prog_test_run_opts(program, &options);

		if (error)
			fail("run the filling program", -error);
		if (options.retval != request)
			fail("fill the ring", ENOSPC);
		records -= request;
	}
}

static int ascending(const void *left, const void *right)
{
	uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

	return a < b ? -1 : a > b;
}

int main(int argc, char **argv)
{
	struct sum sum = {};
	struct bpf_object *object;
	struct ring_buffer *ring;
	unsigned int records, fillings, i;
	uint64_t *spent;
	int program, error;

	if (argc != 4) {
		fprintf(stderr, "usage: ring_consume OBJECT RECORDS FILLINGS\n");
		return 2;
	}
	records = strtoul(argv[2], NULL, 10);
	fillings = strtoul(argv[3], NULL, 10);
	spent = calloc(fillings, sizeof(*spent));
	if (!spent || !records || !fillings)
		fail("set up", EINVAL);

	object = bpf_object__open_file(argv[1], NULL);
	if (!object)
		fail(argv[1], errno);
	error = bpf_object__load(object);
	if (error)
		fail("load the object", -error);
	program = bpf_program__fd(bpf_object__find_program_by_name(object, "fill"));
	ring = ring_buffer__new(bpf_object__find_map_fd_by_name(object, "events"), add, &sum, NULL);
	if (!ring)
		fail("map the ring", errno);

	for (i = 0; i < fillings; i++) {
		uint64_t start;
		int read;

		fill(program, records);
		start = now();
		read = ring_buffer__consume(ring);
		spent[i] = now() - start;
		if (read != (int)records)
			fail("read as many records as were written", EIO);
	}
	/* So that the compiler cannot leave the reading out. */
	if (sum.value == 0 || sum.comm[0] == 0 || sum.records != (uint64_t)records * fillings)
		fail("find what was written", EIO);
	qsort(spent, fillings, sizeof(*spent), ascending);
	printf("%llu\n", (unsigned long long)spent[fillings / 2]);
	ring_buffer__free(ring);
	bpf_object__close(object);
	free(spent);
	return 0;
}
