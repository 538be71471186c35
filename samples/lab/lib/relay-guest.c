// SPDX-License-Identifier: MIT
// The guest's end of the relay: process 1 of the lab once it is set up. Starts the command that the host names, on
// pipes or on a pseudo-terminal, and reports its exit status. Usage: relay-guest PORT
#define _GNU_SOURCE
#include "relay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Enough to empty the largest pipe that an unprivileged process can make (1 MiB). */
enum { PIPE_CHUNKS = (1 << 20) / (RELAY_CHUNK - RELAY_HEADER) + 1 };

static int port = -1;
static int terminal = -1;		/* the pseudo-terminal's master, if there is one */
static int command_stdin = -1;		/* a pipe, or a copy of the master */
static int outputs[2] = { -1, -1 };	/* pipes that the command writes stdout and stderr to */
static pid_t command;
static struct relay_buffer from_host, pending;
static int stdin_ended;

void relay_die(const char *format, ...)
{
	char text[512];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	fprintf(stderr, "lab: relay-guest: %s\n", text);
	/* relay_send would come back here if the port is what failed. */
	uint8_t header[RELAY_HEADER] = { RELAY_FAILED, (uint8_t)strlen(text), (uint8_t)(strlen(text) >> 8), 0 };
	if (port >= 0 && write(port, header, sizeof(header)) == RELAY_HEADER && write(port, text, strlen(text)) > 0)
		pause();
	exit(1);	/* the kernel panics when process 1 exits, and the host sees it */
}

static void set_window(const struct relay_winsize *window)
{
	struct winsize size = { .ws_row = window->rows, .ws_col = window->columns };

	if (terminal >= 0 && ioctl(terminal, TIOCSWINSZ, &size))
		relay_die("TIOCSWINSZ: %s", strerror(errno));
}

static const char *next_string(const uint8_t **at, const uint8_t *end)
{
	const char *string = (const char *)*at;
	size_t length = strnlen(string, (size_t)(end - *at));

	if (*at + length >= end)
		relay_die("RELAY_START is cut short");
	*at += length + 1;
	return string;
}

static char **next_strings(const uint8_t **at, const uint8_t *end, uint32_t count)
{
	char **list = calloc(count + 1, sizeof(*list));

	if (!list)
		relay_die("out of memory");
	for (uint32_t i = 0; i < count; i++)
		list[i] = (char *)next_string(at, end);
	return list;
}

/* In the child: streams are the command's stdin, stdout and stderr. Does not return. */
static void become(const char *directory, char **arguments, char **variables, const int streams[3], int slave)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	setsid();
	if (slave >= 0)
		ioctl(slave, TIOCSCTTY, 0);
	for (int i = 0; i < 3; i++)
		dup2(streams[i], i);
	close_range(3, ~0u, 0);
	environ = variables;
	if (chdir(directory)) {
		dprintf(2, "lab: cannot enter %s: %s\n", directory, strerror(errno));
		_exit(126);
	}
	execvpe(arguments[0], arguments, variables);
	dprintf(2, "lab: cannot run %s: %s\n", arguments[0], strerror(errno));
	_exit(errno == ENOENT ? 127 : 126);
}

static void pipe_for(int end[2], int *ours, int ours_index)
{
	if (pipe2(end, O_CLOEXEC))
		relay_die("pipe: %s", strerror(errno));
	*ours = end[ours_index];
	fcntl(*ours, F_SETFL, O_NONBLOCK);
}

static void start(const uint8_t *at, size_t length)
{
	const uint8_t *end = at + length;
	struct relay_start header;
	int streams[3], slave = -1;

	if (length < sizeof(header))
		relay_die("RELAY_START is cut short");
	memcpy(&header, at, sizeof(header));
	at += sizeof(header);
	const char *directory = next_string(&at, end);
	char **arguments = next_strings(&at, end, header.arguments);
	char **variables = next_strings(&at, end, header.variables);

	if (header.terminal[0] || header.terminal[1] || header.terminal[2]) {
		terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
		if (terminal < 0 || grantpt(terminal) || unlockpt(terminal))
			relay_die("no pseudo-terminal: %s", strerror(errno));
		set_window(&header.window);
		slave = open(ptsname(terminal), O_RDWR | O_NOCTTY | O_CLOEXEC);
		if (slave < 0)
			relay_die("%s: %s", ptsname(terminal), strerror(errno));
	}
	for (int i = 0; i < 3; i++) {
		int end[2];

		if (header.terminal[i]) {
			streams[i] = slave;
			if (i == 0)
				command_stdin = dup(terminal);
			continue;
		}
		pipe_for(end, i == 0 ? &command_stdin : &outputs[i - 1], i == 0);
		streams[i] = end[i != 0];
	}

	/* The child needs what the buffer holds, so it is dropped only afterwards. */
	command = fork();
	if (command < 0)
		relay_die("fork: %s", strerror(errno));
	if (command == 0)
		become(directory, arguments, variables, streams, slave);
	for (int i = 0; i < 3; i++)
		if (streams[i] != slave)
			close(streams[i]);
	if (slave >= 0)
		close(slave);
	free(arguments);
	free(variables);
}

static void obey_host(void)
{
	enum relay_type type;
	const uint8_t *payload;
	size_t length;

	for (; relay_frame(&from_host, &type, &payload, &length); relay_next(&from_host)) {
		struct relay_winsize window;

		switch (type) {
		case RELAY_START:
			start(payload, length);
			break;
		case RELAY_STDIN:
			relay_append(&pending, payload, length);
			stdin_ended |= length == 0;
			break;
		case RELAY_WINSIZE:
			memcpy(&window, payload, sizeof(window));
			set_window(&window);
			break;
		case RELAY_SIGNAL:
			kill(-command, payload[0]);
			break;
		default:
			relay_die("a frame of type %d", type);
		}
	}
}

static void acknowledge(size_t length)
{
	uint32_t count = (uint32_t)length;

	relay_drop(&pending, length);
	if (length > 0)
		relay_send(port, RELAY_ACK, &count, sizeof(count));
}

/* Gives the command what it can take of its stdin. */
static void feed(void)
{
	if (command_stdin >= 0 && pending.length > 0) {
		ssize_t written = write(command_stdin, pending.data, pending.length);

		if (written > 0) {
			acknowledge((size_t)written);
		} else if (written < 0 && errno != EAGAIN && errno != EINTR) {
			close(command_stdin);	/* nobody reads it any more */
			command_stdin = -1;
		}
	}
	if (command_stdin < 0)
		acknowledge(pending.length);
	if (command_stdin >= 0 && stdin_ended && pending.length == 0) {
		close(command_stdin);
		command_stdin = -1;
	}
}

/* Passes one chunk on; returns 0 when there is none now. Closes the descriptor at its end. */
static int pass_on(int *fd, enum relay_type type)
{
	uint8_t chunk[RELAY_CHUNK - RELAY_HEADER];
	ssize_t got;

	if (*fd < 0)
		return 0;
	got = read(*fd, chunk, sizeof(chunk));
	if (got > 0) {
		relay_send(port, type, chunk, (size_t)got);
		return 1;
	}
	if (got == 0 || (errno != EAGAIN && errno != EINTR)) {
		close(*fd);
		*fd = -1;
	}
	return 0;
}

/* Reaps every child; returns the command's exit status as a shell would give it, or -1 while it runs. */
static int reap(void)
{
	int status, result = -1;
	pid_t child;

	while ((child = waitpid(-1, &status, WNOHANG)) > 0)
		if (child == command)
			result = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	return result;
}

static void on_child(int signal)
{
	(void)signal;	/* only to interrupt ppoll */
}

static int run_command(void)
{
	sigset_t during_poll, blocked;
	int status;

	sigemptyset(&blocked);
	sigaddset(&blocked, SIGCHLD);
	sigprocmask(SIG_BLOCK, &blocked, &during_poll);
	sigdelset(&during_poll, SIGCHLD);
	while ((status = reap()) < 0) {
		struct pollfd ready[] = {
			{ .fd = port, .events = POLLIN },
			{ .fd = terminal, .events = POLLIN },
			{ .fd = outputs[0], .events = POLLIN },
			{ .fd = outputs[1], .events = POLLIN },
			{ .fd = pending.length > 0 ? command_stdin : -1, .events = POLLOUT },
		};

		if (ppoll(ready, 5, NULL, &during_poll) < 0)
			continue;
		if (ready[0].revents & POLLIN) {
			if (!relay_fill(port, &from_host))
				relay_die("the host closed the connection");
			obey_host();
		}
		if (ready[1].revents)
			pass_on(&terminal, RELAY_TERMINAL);
		if (ready[2].revents)
			pass_on(&outputs[0], RELAY_STDOUT);
		if (ready[3].revents)
			pass_on(&outputs[1], RELAY_STDERR);
		feed();
	}
	return status;
}

int main(int count, char **arguments)
{
	struct sigaction child = { .sa_handler = on_child };
	uint8_t status;

	if (count != 2)
		relay_die("usage: relay-guest PORT");
	port = open(arguments[1], O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (port < 0)
		relay_die("%s: %s", arguments[1], strerror(errno));
	sigaction(SIGCHLD, &child, NULL);
	signal(SIGPIPE, SIG_IGN);
	relay_send(port, RELAY_HELLO, NULL, 0);
	status = (uint8_t)run_command();

	/* What the command left in the pipes still belongs to its output; what its children may write later does not. */
	for (int chunks = 0; chunks < PIPE_CHUNKS; chunks++)
		if (!(pass_on(&terminal, RELAY_TERMINAL) + pass_on(&outputs[0], RELAY_STDOUT) +
		      pass_on(&outputs[1], RELAY_STDERR)))
			break;
	sync();
	relay_send(port, RELAY_EXIT, &status, 1);
	for (;;)
		pause();	/* the host ends the machine */
}
