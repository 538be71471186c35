// SPDX-License-Identifier: MIT
// QEMU as a child that never outlives this process, nor this process its parent.
#define _GNU_SOURCE
#include "relay-host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t machine = -1, parent;

void die_with_parent(int signal)
{
	parent = getppid();
	if (prctl(PR_SET_PDEATHSIG, signal))
		relay_die("PR_SET_PDEATHSIG: %s", strerror(errno));
}

int parent_is_gone(void)
{
	return getppid() != parent;
}

static void redirect(const char *log)
{
	int nothing = open("/dev/null", O_RDONLY), file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0644);

	if (nothing < 0 || file < 0)
		_exit(EXIT_LAB);
	dup2(nothing, 0);
	dup2(file, 1);
	dup2(file, 2);
	close(nothing);
	close(file);
}

int start_machine(char **arguments, const char *log)
{
	pid_t self = getpid();
	int ends[2];
	char number[12];

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		relay_die("socketpair: %s", strerror(errno));
	snprintf(number, sizeof(number), "%d", ends[1]);
	machine = fork();
	if (machine < 0)
		relay_die("fork: %s", strerror(errno));
	if (machine == 0) {
		sigset_t none;

		sigemptyset(&none);
		sigprocmask(SIG_SETMASK, &none, NULL);
		close(ends[0]);
		die_with_parent(SIGKILL);
		if (parent != self)
			_exit(EXIT_LAB);
		setsid();	/* the terminal's Ctrl-C is for the command only */
		redirect(log);
		for (char **argument = arguments; *argument; argument++) {
			char *place = strstr(*argument, "{fd}");

			if (place && asprintf(argument, "%.*s%s%s", (int)(place - *argument), *argument, number, place + 4) < 0)
				_exit(EXIT_LAB);
		}
		execvp(arguments[0], arguments);
		fprintf(stderr, "lab: cannot run %s: %s\n", arguments[0], strerror(errno));
		_exit(EXIT_LAB);
	}
	close(ends[1]);
	if (fcntl(ends[0], F_SETFD, FD_CLOEXEC))
		relay_die("fcntl: %s", strerror(errno));
	return ends[0];
}

int machine_fell(void)
{
	int status;

	if (machine <= 0 || waitpid(machine, &status, 0) != machine)
		return 0;
	machine = -1;
	return WIFSIGNALED(status);
}

void end_machine(void)
{
	if (machine > 0) {
		kill(machine, SIGKILL);
		waitpid(machine, NULL, 0);
	}
	machine = -1;
}
