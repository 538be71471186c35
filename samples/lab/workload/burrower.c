// SPDX-License-Identifier: MIT
/* Hides in many cgroups below a tenant, or moves between tenants; see usage(). */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 4096

static const char *device;

static void usage(FILE *file)
{
	fputs("Usage: burrower UVERBS use DIRECTORY NUMBER\n"
	      "       burrower UVERBS quick DIRECTORY NUMBER\n"
	      "       burrower UVERBS clean DIRECTORY NUMBER\n"
	      "       burrower UVERBS migrate DIRECTORY DIRECTORY NUMBER\n"
	      "use: makes NUMBER cgroups below DIRECTORY, c1 and so on, and in each makes and destroys a protection domain;\n"
	      "prints how many it could. clean: removes them again.\n"
	      "quick: makes as many, in each asks for one that it keeps, and removes the cgroup again; prints how many it has.\n"
	      "migrate: a process that asks for protection domains all the time, and keeps them, is moved to and fro NUMBER\n"
	      "times; prints how many it has, and then how many there are after each of NUMBER moves with one given back.\n",
	      file);
}

static void below(char *path, size_t size, const char *directory, int number)
{
	snprintf(path, size, "%s/c%d", directory, number);
}

static int use(const char *directory, int number, int quick)
{
	int fd = open_context(device), made = 0;
	char path[4096];

	for (int i = 1; i <= number; i++) {
		uint32_t handle;

		below(path, sizeof(path), directory, i);
		if (mkdir(path, 0755) && errno != EEXIST)
			die_of(path);
		move_process(0, path);
		if (alloc_pd(fd, &handle) == 0) {
			made++;
			if (!quick && dealloc_pd(fd, handle))
				die_of("dealloc_pd");
		}
		move_process(0, directory);
		if (quick && rmdir(path))
			die_of(path);
	}
	return made;
}

static void clean(const char *directory, int number)
{
	char path[4096];

	for (int i = 1; i <= number; i++) {
		below(path, sizeof(path), directory, i);
		rmdir(path);
	}
}

/* Asks for one more all the time; at a word of its parent it gives one back. */
__attribute__((noreturn)) static void ask_always(atomic_int *live, atomic_int *give)
{
	int fd = open_context(device);
	static uint32_t handles[MOST];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		int count = atomic_load(live);

		if (count > 0 && atomic_exchange(give, 0)) {
			dealloc_pd(fd, handles[--count]);
			atomic_store(live, count);
		} else if (count < MOST && alloc_pd(fd, &handles[count]) == 0) {
			atomic_store(live, count + 1);
		}
	}
}

static void migrate(const char *one, const char *other, int number)
{
	struct {
		atomic_int live, give;
	} *shared = shared_memory(sizeof(*shared));
	int kept, most = 0;
	pid_t pid = fork();

	if (pid < 0)
		die_of("fork");
	if (pid == 0)
		ask_always(&shared->live, &shared->give);
	for (int i = 0; i < number; i++) {
		move_process(pid, i % 2 ? one : other);
		usleep(2000);
	}
	kept = atomic_load(&shared->live);
	for (int i = 0; i < number; i++) {
		atomic_store(&shared->give, 1);
		move_process(pid, i % 2 ? one : other);
		usleep(2000);
		if (atomic_load(&shared->live) > most)
			most = atomic_load(&shared->live);
	}
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	printf("%d %d\n", kept, most);
}

int main(int argc, char **argv)
{
	int number = argc > 4 ? atoi(argv[argc - 1]) : 0;

	if (number < 1 || argc > 6) {
		usage(stderr);
		return 2;
	}
	device = argv[1];
	if (strcmp(argv[2], "use") == 0)
		printf("%d\n", use(argv[3], number, 0));
	else if (strcmp(argv[2], "quick") == 0)
		printf("%d\n", use(argv[3], number, 1));
	else if (strcmp(argv[2], "clean") == 0)
		clean(argv[3], number);
	else if (strcmp(argv[2], "migrate") == 0 && argc == 6)
		migrate(argv[3], argv[4], number);
	else {
		usage(stderr);
		return 2;
	}
	return 0;
}
