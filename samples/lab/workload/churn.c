// SPDX-License-Identifier: MIT
/*
 * Random control-path load on RDMA devices by processes in several cgroups, of which some kill themselves or end without
 * cleaning up. Says exactly what was done; see usage() for the conversation.
 */
#define _GNU_SOURCE
#include "churn.h"

#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENDLESS 0x7fffffff

static struct options options = { .seed = 1, .operations = 100, .processes = 6 };
static struct slot *slots;

static void usage(FILE *file)
{
	fputs("Usage: churn [--seed N] [--operations N] [--processes N] --cgroup DIRECTORY... --device NAME...\n"
	      "Processes, divided among the cgroups, open all devices and pause. Commands on stdin:\n"
	      "  go     every process does this many operations and pauses\n"
	      "  run    the processes work until the command \"quiet\"\n"
	      "  end    every process ends, some by SIGKILL, some without cleaning up; so does the end of stdin\n"
	      "At every pause, and at the end, a line of JSON says what was done and what there is.\n", file);
}

static void start(unsigned number)
{
	struct slot *slot = &slots[number];
	pid_t child;
	int pair[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		die("socketpair: %s", strerror(errno));
	slot->ending = RUNNING;
	slot->generation++;
	slot->paused = 0;
	child = fork();
	if (child < 0)
		die("fork: %s", strerror(errno));
	if (child == 0) {
		close(pair[0]);
		work(&options, number, slot, pair[1]);
	}
	close(pair[1]);
	slot->pid = child;
	slot->socket = pair[0];
}

/* Takes note of the end of a process, which must be one that it chose. */
static void reap(unsigned number)
{
	struct slot *slot = &slots[number];
	int status;

	close(slot->socket);
	slot->socket = -1;
	if (waitpid(slot->pid, &status, 0) != slot->pid)
		die("waitpid: %s", strerror(errno));
	if (slot->ending == KILLED ? !WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL : status != 0)
		die("process %u ended with wait status %#x", number, status);
	if (slot->ending == RUNNING)
		die("process %u ended by itself", number);
}

static void command_all(int operations, char command)
{
	for (int i = 0; i < options.processes; i++) {
		slots[i].paused = 0;
		atomic_store(&slots[i].remaining, operations);
		if (write(slots[i].socket, &command, 1) != 1)
			die("process %d takes no command: %s", i, strerror(errno));
	}
}

/* Reads a line from stdin byte by byte, since poll() knows nothing of buffers. False at the end of it. */
static int read_command(char *line, size_t size)
{
	size_t length = 0;
	char byte;

	while (read(STDIN_FILENO, &byte, 1) == 1) {
		if (byte == '\n') {
			line[length] = 0;
			return 1;
		}
		if (length + 1 < size)
			line[length++] = byte;
	}
	return 0;
}

/*
 * Waits until every process has paused, or where they are to end, has ended; others that end get a successor.
 * Meanwhile the command "quiet" takes their work away.
 */
static void gather(int ending, int endless)
{
	struct pollfd polls[MAX_SLOTS + 1];
	char byte, line[16];
	int waiting = options.processes;

	while (waiting > 0) {
		for (int i = 0; i < options.processes; i++)
			polls[i] = (struct pollfd){ .fd = slots[i].paused ? -1 : slots[i].socket, .events = POLLIN };
		polls[options.processes] = (struct pollfd){ .fd = endless ? STDIN_FILENO : -1, .events = POLLIN };
		if (poll(polls, (nfds_t)options.processes + 1, -1) < 0)
			die("poll: %s", strerror(errno));
		for (int i = 0; i < options.processes; i++) {
			if (!polls[i].revents)
				continue;
			if (read(slots[i].socket, &byte, 1) == 1) {
				slots[i].paused = 1;
				waiting--;
				continue;
			}
			reap((unsigned)i);
			if (ending)
				waiting--;
			else
				start((unsigned)i);
		}
		if (polls[options.processes].revents) {
			if (read_command(line, sizeof(line)) && strcmp(line, "quiet") != 0)
				die("working; the only command now is quiet, not %s", line);
			endless = 0;
			for (int i = 0; i < options.processes; i++)
				atomic_store(&slots[i].remaining, 0);
		}
	}
}

static void report(const char *event)
{
	unsigned long operations = 0, endings[ENDINGS] = { 0 };
	const char *separator = "";

	for (int i = 0; i < options.processes; i++) {
		operations += slots[i].operations;
		for (int ending = 0; ending < ENDINGS; ending++)
			endings[ending] += slots[i].endings[ending];
	}
	printf("{\"event\":\"%s\",\"seed\":%lu,\"operations\":%lu,\"killed\":%lu,\"left\":%lu,\"closed\":%lu,\"rows\":[",
	       event, (unsigned long)options.seed, operations, endings[KILLED], endings[LEFT], endings[CLOSED]);
	for (unsigned cgroup = 0; cgroup < options.cgroup_count; cgroup++) {
		for (unsigned device = 0; device < options.device_count; device++) {
			struct tally sum = { 0 };

			for (unsigned i = cgroup; i < (unsigned)options.processes; i += options.cgroup_count)
				tally_add(&sum, &slots[i].tallies[device]);
			printf("%s{\"cgroup\":\"%s\",\"device\":\"%s\",", separator, options.cgroups[cgroup],
			       options.devices[device]);
			tally_print(stdout, &sum);
			putchar('}');
			separator = ",";
		}
	}
	puts("]}");
	fflush(stdout);
}

static void parse(int argc, char **argv)
{
	static const struct option long_options[] = {
		{ "seed", required_argument, NULL, 's' },      { "operations", required_argument, NULL, 'o' },
		{ "processes", required_argument, NULL, 'p' }, { "cgroup", required_argument, NULL, 'c' },
		{ "device", required_argument, NULL, 'd' },    { "help", no_argument, NULL, 'h' },
		{ 0 },
	};
	int option;

	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		switch (option) {
		case 's':
			options.seed = strtoull(optarg, NULL, 0);
			break;
		case 'o':
			options.operations = atoi(optarg);
			break;
		case 'p':
			options.processes = atoi(optarg);
			break;
		case 'c':
			if (options.cgroup_count == MAX_CGROUPS)
				die("more than %d cgroups", MAX_CGROUPS);
			options.cgroups[options.cgroup_count++] = optarg;
			break;
		case 'd':
			if (options.device_count == MAX_DEVICES)
				die("more than %d devices", MAX_DEVICES);
			options.devices[options.device_count++] = optarg;
			break;
		case 'h':
			usage(stdout);
			exit(0);
		default:
			usage(stderr);
			exit(2);
		}
	}
	if (optind < argc || !options.cgroup_count || !options.device_count || options.operations < 1 ||
	    options.processes < 1 || options.processes > MAX_SLOTS) {
		usage(stderr);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	char line[16] = "";

	parse(argc, argv);
	slots = mmap(NULL, sizeof(*slots) * (size_t)options.processes, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (slots == MAP_FAILED)
		die("mmap: %s", strerror(errno));
	for (int i = 0; i < options.processes; i++)
		start((unsigned)i);
	gather(0, 0);
	report("quiet");
	while (read_command(line, sizeof(line)) && strcmp(line, "end") != 0) {
		int endless = strcmp(line, "run") == 0;

		if (!endless && strcmp(line, "go") != 0)
			die("%s is no command", line);
		command_all(endless ? ENDLESS : options.operations, 'g');
		gather(0, endless);
		report("quiet");
	}
	command_all(0, 'e');
	gather(1, 0);
	report("end");
	munmap(slots, sizeof(*slots) * (size_t)options.processes);
	return 0;
}
