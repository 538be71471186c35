// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "churn.h"
#include "operations.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* On average a process lives for so many operations. */
#define LIFETIME 300

void die(const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	fputs("churn: ", stderr);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	exit(1);
}

static void join_cgroup(const char *directory)
{
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/cgroup.procs", directory);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, "0", 1) != 1)
		die("%s: %s", path, strerror(errno));
	close(fd);
}

/* Ends this process; the log says before what the kernel is going to clean up. */
__attribute__((noreturn)) static void end(const struct options *options, struct slot *slot, struct device *devices, struct random *random)
{
	slot->ending = KILLED + random_below(random, 3);
	slot->endings[slot->ending]++;
	for (unsigned i = 0; i < options->device_count; i++) {
		int error = slot->ending == CLOSED ? device_close(&devices[i]) : 0;

		if (error)
			die("%s: cannot be closed: %s", options->devices[i], strerror(error));
		tally_process_end(&slot->tallies[i]);
	}
	if (slot->ending == KILLED)
		raise(SIGKILL);
	_exit(0);
}

void work(const struct options *options, unsigned number, struct slot *slot, int parent)
{
	struct random random = { options->seed ^ ((uint64_t)number << 32 | slot->generation) };
	struct device devices[MAX_DEVICES];
	char command;

	join_cgroup(options->cgroups[number % options->cgroup_count]);
	for (unsigned i = 0; i < options->device_count; i++) {
		int error = device_open(&devices[i], options->devices[i], &slot->tallies[i]);

		if (error)
			die("%s: cannot be opened: %s", options->devices[i], strerror(error));
	}
	for (;;) {
		while (atomic_load(&slot->remaining) > 0) {
			atomic_fetch_sub(&slot->remaining, 1);
			slot->operations++;
			device_operate(&devices[random_below(&random, options->device_count)], &random);
			if (!random_below(&random, LIFETIME))
				end(options, slot, devices, &random);
		}
		if (write(parent, "p", 1) != 1 || read(parent, &command, 1) != 1)
			die("process %u lost its parent", number);
		if (command == 'e')
			end(options, slot, devices, &random);
	}
}
