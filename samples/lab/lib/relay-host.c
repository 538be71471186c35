// SPDX-License-Identifier: MIT
// The host's end of the relay: starts QEMU, connects its own streams with a command in the guest, and exits as the
// command did.
// Usage: relay-host BOOT-SECONDS SECONDS LOG -- COMMAND... -- QEMU...
// LOG takes what QEMU itself prints. QEMU's arguments may say {fd}: the descriptor of its end of the connection.
#define _GNU_SOURCE
#include "relay-host.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SIGNALS_BEFORE_GIVING_UP = 3 };

/* QEMU has faults of its own, some of which fell it while the machine starts: nothing of the command has begun then. */
enum { STARTS = 3 };

/* A terminal's signal comes twice: from the terminal and from the script that started this program. */
enum { SAME_SIGNAL_MS = 300 };

extern char **environ;

static int guest = -1;
static int greeted;
static size_t unacknowledged;
static struct relay_buffer from_guest;
static volatile sig_atomic_t caught[NSIG];

void relay_die(const char *format, ...)
{
	va_list arguments;

	restore_terminal();
	end_machine();
	va_start(arguments, format);
	fprintf(stderr, "lab: ");
	vfprintf(stderr, format, arguments);
	fprintf(stderr, "\n");
	va_end(arguments);
	exit(EXIT_LAB);
}

static void on_signal(int signal)
{
	caught[signal]++;
}

static void send_start(char **arguments)
{
	struct relay_buffer frame = { 0 };
	struct relay_start header = { .window = terminal_size() };
	char *directory = getcwd(NULL, 0);

	if (!directory)
		relay_die("the current directory: %s", strerror(errno));
	for (int i = 0; i < 3; i++)
		header.terminal[i] = (uint8_t)is_terminal(i);
	for (; arguments[header.arguments]; header.arguments++)
		;
	for (; environ[header.variables]; header.variables++)
		;
	relay_append(&frame, &header, sizeof(header));
	relay_append(&frame, directory, strlen(directory) + 1);
	for (char **string = arguments; *string; string++)
		relay_append(&frame, *string, strlen(*string) + 1);
	for (char **string = environ; *string; string++)
		relay_append(&frame, *string, strlen(*string) + 1);
	if (frame.length > RELAY_MAX_PAYLOAD)
		relay_die("the command line and the environment are too long (%zu bytes)", frame.length);
	relay_send(guest, RELAY_START, frame.data, frame.length);
	free(frame.data);
	free(directory);
}

/* A reader that has gone away is told to the command as SIGPIPE. */
static void put(int fd, const uint8_t *data, size_t length)
{
	while (length > 0) {
		ssize_t written = write(fd, data, length);

		if (written >= 0) {
			data += written;
			length -= (size_t)written;
		} else if (errno == EAGAIN) {
			struct pollfd wait = { .fd = fd, .events = POLLOUT };

			poll(&wait, 1, 1000);
		} else if (errno != EINTR) {
			uint8_t signal = SIGPIPE;

			relay_send(guest, RELAY_SIGNAL, &signal, 1);
			return;
		}
	}
}

/* Returns the command's exit status, or -1 as long as there is none. */
static int obey_guest(char **arguments)
{
	enum relay_type type;
	const uint8_t *payload;
	size_t length;

	for (; relay_frame(&from_guest, &type, &payload, &length); relay_next(&from_guest)) {
		uint32_t count;

		switch (type) {
		case RELAY_HELLO:
			greeted = 1;
			make_terminal_raw();
			send_start(arguments);
			break;
		case RELAY_STDOUT:
			put(1, payload, length);
			break;
		case RELAY_STDERR:
			put(2, payload, length);
			break;
		case RELAY_TERMINAL:
			put(terminal_fd(), payload, length);
			break;
		case RELAY_ACK:
			memcpy(&count, payload, sizeof(count));
			unacknowledged -= count;
			break;
		case RELAY_EXIT:
			return payload[0];
		case RELAY_FAILED:
			relay_die("%.*s", (int)length, (const char *)payload);
		default:
			relay_die("a frame of type %d from the guest", type);
		}
	}
	return -1;
}

/* Returns 0 at the end of stdin. */
static int forward_stdin(void)
{
	uint8_t chunk[RELAY_CHUNK - RELAY_HEADER];
	size_t room = RELAY_WINDOW - unacknowledged;
	ssize_t got = read(0, chunk, room < sizeof(chunk) ? room : sizeof(chunk));

	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return 1;
	got = got < 0 ? 0 : got;
	relay_send(guest, RELAY_STDIN, chunk, (size_t)got);
	unacknowledged += (size_t)got;
	return got > 0;
}

static long milliseconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void forward_signals(void)
{
	static const int to_forward[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };
	static int forwarded[NSIG];
	static long last[NSIG];

	if (caught[SIGWINCH]) {
		struct relay_winsize size = terminal_size();

		caught[SIGWINCH] = 0;
		if (greeted)
			relay_send(guest, RELAY_WINSIZE, &size, sizeof(size));
	}
	for (size_t i = 0; i < sizeof(to_forward) / sizeof(*to_forward); i++) {
		uint8_t signal = (uint8_t)to_forward[i];

		if (!caught[signal])
			continue;
		caught[signal] = 0;
		if (last[signal] && milliseconds_now() - last[signal] < SAME_SIGNAL_MS)
			continue;
		last[signal] = milliseconds_now();
		if (!greeted || ++forwarded[signal] >= SIGNALS_BEFORE_GIVING_UP || parent_is_gone()) {
			restore_terminal();
			end_machine();
			exit(128 + signal);
		}
		relay_send(guest, RELAY_SIGNAL, &signal, 1);
	}
}

static void catch_signals(sigset_t *during_poll)
{
	static const int all[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH };
	struct sigaction action = { .sa_handler = on_signal };
	sigset_t blocked;

	sigemptyset(&blocked);
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		sigaddset(&blocked, all[i]);
		sigaction(all[i], &action, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
	sigprocmask(SIG_BLOCK, &blocked, during_poll);
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
		sigdelset(during_poll, all[i]);
}

/* The machine has hung up: starts it once more, or gives up. */
static void start_again(char **qemu, const char *log)
{
	static int starts = 1;

	if (greeted || ++starts > STARTS || !machine_fell())
		relay_die("the machine ended %s", greeted ? "before the command did" : "while it was starting");
	fprintf(stderr, "lab: QEMU fell while the machine was starting; once more\n");
	close(guest);
	guest = start_machine(qemu, log);
}

static int serve(char **arguments, char **qemu, const char *log, long boot_seconds, long seconds, const sigset_t *during_poll)
{
	long begin = milliseconds_now(), boot = begin;
	int reading = 1, status = -1;

	while (status < 0) {
		struct timespec second = { .tv_sec = 1 };
		struct pollfd ready[] = {
			{ .fd = guest, .events = POLLIN },
			{ .fd = greeted && reading && unacknowledged < RELAY_WINDOW ? 0 : -1, .events = POLLIN },
		};

		if (ppoll(ready, 2, &second, during_poll) > 0) {
			if (ready[0].revents) {
				if (!relay_fill(guest, &from_guest)) {
					start_again(qemu, log);
					boot = milliseconds_now();
					continue;
				}
				status = obey_guest(arguments);
			}
			if (status < 0 && ready[1].revents)
				reading = forward_stdin();
		}
		forward_signals();
		if (!greeted && milliseconds_now() - boot > boot_seconds * 1000)
			relay_die("the machine was not up after %ld s", boot_seconds);
		if (milliseconds_now() - begin > seconds * 1000)
			relay_die("stopped after %ld s (--timeout)", seconds);
	}
	return status;
}

int main(int count, char **arguments)
{
	sigset_t during_poll;
	char **qemu = NULL;
	int status;

	/* QEMU's part begins after the last "--", since its own arguments contain none. */
	for (int i = 6; i < count - 1; i++)
		if (!strcmp(arguments[i], "--"))
			qemu = arguments + i;
	if (!qemu || strcmp(arguments[4], "--"))
		relay_die("usage: relay-host BOOT-SECONDS SECONDS LOG -- COMMAND... -- QEMU...");
	*qemu++ = NULL;
	die_with_parent(SIGTERM);
	catch_signals(&during_poll);
	find_terminals();
	guest = start_machine(qemu, arguments[3]);
	status = serve(arguments + 5, qemu, arguments[3], atol(arguments[1]), atol(arguments[2]), &during_poll);
	restore_terminal();
	end_machine();
	return status;
}
