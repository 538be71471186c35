// SPDX-License-Identifier: MIT
/* A client of a server at a Unix-domain socket, well-behaved or not; see usage(). */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MOST 10000
#define SILENCE_MS 200
#define HANGING_MS 600000 /* an answer that is not there by then does not come */

static struct sockaddr_un name = {.sun_family = AF_UNIX};

static void usage(FILE *file)
{
	fputs("Usage: asker SOCKET ask LINE        prints the answer\n"
	      "       asker SOCKET say              sends the lines of stdin, prints the answers, and stays until stdin ends\n"
	      "       asker SOCKET random SEED N    sends N times random bytes, and goes without reading\n"
	      "       asker SOCKET half N           sends N times the beginning of a line, and goes\n"
	      "       asker SOCKET endless          sends a line without an end until it is cut off\n"
	      "       asker SOCKET deaf LINE        sends it again and again, and never reads, until there is no more room\n"
	      "       asker SOCKET crowd N          opens N connections, says nothing, and prints how many were not refused;\n"
	      "                                     they stay until stdin ends\n", file);
}

static int try_connect(void)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	if (fd >= 0 && connect(fd, (struct sockaddr *)&name, sizeof(name)) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

static int connect_or_die(void)
{
	int fd = try_connect();

	if (fd < 0) {
		perror(name.sun_path);
		exit(1);
	}
	return fd;
}

/* Until nothing comes for a while. */
static void ask(const char *line)
{
	int fd = connect_or_die();
	struct pollfd ready = {.fd = fd, .events = POLLIN};
	char answer[65536];
	ssize_t count = 1;

	dprintf(fd, "%s\n", line);
	for (int wait = HANGING_MS; count > 0 && poll(&ready, 1, wait) > 0; wait = SILENCE_MS) {
		count = read(fd, answer, sizeof(answer));
		if (count > 0)
			fwrite(answer, 1, (size_t)count, stdout);
	}
	close(fd);
}

static void say(void)
{
	char line[256], answer[65536];
	int fd = connect_or_die();

	while (fgets(line, sizeof(line), stdin)) {
		ssize_t count = send(fd, line, strlen(line), MSG_NOSIGNAL) < 0 ? 0 : read(fd, answer, sizeof(answer));

		if (count > 0)
			fwrite(answer, 1, (size_t)count, stdout);
		fflush(stdout);
	}
}

static void send_random(unsigned int seed, int times)
{
	srandom(seed);
	for (int i = 0; i < times; i++) {
		static const char *const words[] = {"QP_", "CREATE", "MR_CREATE ", "SET ", "GET_PROC_STATS:", "\n", "-1 "};
		char bytes[4096];
		size_t length = (size_t)random() % sizeof(bytes);
		int fd = connect_or_die();

		for (size_t j = 0; j < length; j++)
			bytes[j] = (char)random();
		for (int j = 0; j < 20 && length > 32; j++) {
			const char *word = words[(size_t)random() % (sizeof(words) / sizeof(*words))];

			memcpy(bytes + (size_t)random() % (length - 32), word, strlen(word));
		}
		if (send(fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EPIPE && errno != EAGAIN)
			perror("send");
		close(fd);
	}
}

static void send_half(int times)
{
	static const char *const halves[] = {"MR_CREA", "MR_CREATE 40", "Q", "GET_PROC_ST", "SET qp"};

	for (int i = 0; i < times; i++) {
		const char *half = halves[i % 5];
		int fd = connect_or_die();

		if (send(fd, half, strlen(half), MSG_NOSIGNAL) < 0)
			perror("send");
		close(fd);
	}
}

/* False when there is no more room, or nobody there. */
static bool send_more(int fd, const char *bytes, size_t length)
{
	struct pollfd ready = {.fd = fd, .events = POLLOUT};

	return poll(&ready, 1, SILENCE_MS) > 0 && !(ready.revents & POLLHUP) &&
	       send(fd, bytes, length, MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
}

static void send_endless(void)
{
	int fd = connect_or_die();

	while (send_more(fd, "QP_CREATE ", 10))
		;
}

static void send_deaf(const char *line)
{
	int fd = connect_or_die();
	char text[256];
	int length = snprintf(text, sizeof(text), "%s\n", line);

	while (send_more(fd, text, (size_t)length))
		;
}

static void crowd(int count)
{
	struct rlimit files = {MOST + 100, MOST + 100};
	int open = 0;

	setrlimit(RLIMIT_NOFILE, &files);
	for (int i = 0; i < count && i < MOST; i++)
		open += try_connect() >= 0;
	printf("%d\n", open);
	fflush(stdout);
	while (getchar() != EOF)
		;
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[2] : "";

	if (argc > 1 && strlen(argv[1]) < sizeof(name.sun_path))
		strcpy(name.sun_path, argv[1]);
	if (argc == 4 && strcmp(what, "ask") == 0)
		ask(argv[3]);
	else if (argc == 3 && strcmp(what, "say") == 0)
		say();
	else if (argc == 5 && strcmp(what, "random") == 0)
		send_random((unsigned int)atoi(argv[3]), atoi(argv[4]));
	else if (argc == 4 && strcmp(what, "half") == 0)
		send_half(atoi(argv[3]));
	else if (argc == 3 && strcmp(what, "endless") == 0)
		send_endless();
	else if (argc == 4 && strcmp(what, "deaf") == 0)
		send_deaf(argv[3]);
	else if (argc == 4 && strcmp(what, "crowd") == 0)
		crowd(atoi(argv[3]));
	else {
		usage(stderr);
		return 2;
	}
	return 0;
}
