/* SPDX-License-Identifier: MIT */
/* The processes of churn. */
#ifndef WORKLOAD_CHURN_H
#define WORKLOAD_CHURN_H

#include "tally.h"

#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#define MAX_DEVICES 4
#define MAX_CGROUPS 8
#define MAX_SLOTS 64

enum ending { RUNNING, KILLED, LEFT, CLOSED, ENDINGS };

/* The place of a process and, when that has ended, of its successor. In memory shared with the parent. */
struct slot {
	struct tally tallies[MAX_DEVICES];
	atomic_int remaining;	/* operations until the next pause */
	unsigned long operations;
	unsigned long endings[ENDINGS];
	enum ending ending;	/* how the process is about to end */
	unsigned generation;
	/* the parent's own */
	pid_t pid;
	int socket;
	int paused;
};

struct options {
	uint64_t seed;
	int operations, processes;
	const char *devices[MAX_DEVICES], *cgroups[MAX_CGROUPS];
	unsigned device_count, cgroup_count;
};

/*
 * The life of a process: works, and when its operations are done says so on its socket ("p") and waits there for the
 * command to go on ("g") or to end ("e").
 */
__attribute__((noreturn)) void work(const struct options *options, unsigned number, struct slot *slot, int parent);

__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);

#endif
