// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "collector.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "log.h"
#include "settings.h"

#define LINE_SIZE 256

static int64_t milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * INT64_C(1000) + now.tv_nsec / 1000000;
}

/* Waits until the socket is ready; 0, or an errno. */
static int await(int fd, short events, int64_t deadline)
{
	struct pollfd ready = {.fd = fd, .events = events};

	for (;;) {
		int64_t left = deadline - milliseconds();
		int count = poll(&ready, 1, left < 0 ? 0 : left > 60000 ? 60000 : (int)left);

		if (count > 0)
			return 0;
		if (count < 0 && errno != EINTR)
			return errno;
		if (milliseconds() >= deadline)
			return ETIMEDOUT;
	}
}

/* In a directory that others can write to, anybody may listen under the name: only root and this user are believed. */
static int check_peer(int fd)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
		return errno;
	return peer.uid == 0 || peer.uid == geteuid() ? 0 : EPERM;
}

/* EAGAIN: more are waiting than the collector lets wait, so this one waits outside. */
static int connect_to(int fd, const char *path, int64_t deadline)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};

	if (strlen(path) >= sizeof(name.sun_path))
		return ENAMETOOLONG;
	memcpy(name.sun_path, path, strlen(path) + 1);
	while (connect(fd, (struct sockaddr *)&name, sizeof(name)) < 0) {
		if (errno != EAGAIN && errno != EINTR)
			return errno;
		if (milliseconds() >= deadline)
			return ETIMEDOUT;
		poll(NULL, 0, 1);
	}
	return check_peer(fd);
}

static int send_request(int fd, const char *request)
{
	ssize_t sent = send(fd, request, strlen(request), MSG_NOSIGNAL);

	if (sent < 0)
		return errno;
	return (size_t)sent == strlen(request) ? 0 : EIO;
}

/* Up to the end of the first line, which is cut off, or of the connection. */
static int receive_answer(int fd, char *answer, size_t size, int64_t deadline)
{
	size_t length = 0;
	char *end = NULL;

	while (!end && length + 1 < size) {
		int error = await(fd, POLLIN, deadline);
		ssize_t count = error ? 0 : recv(fd, answer + length, size - 1 - length, 0);

		if (error)
			return error;
		if (count < 0 && errno != EINTR && errno != EAGAIN)
			return errno;
		if (count == 0)
			break;
		length += count > 0 ? (size_t)count : 0;
		answer[length] = 0;
		end = strchr(answer, '\n');
	}
	answer[end ? (size_t)(end - answer) : length] = 0;
	return length ? 0 : EPROTO;
}

/* 0 and the first line of the answer, or an errno. A thread that is cancelled is so later, with nothing left half done. */
static int ask(const char *request, char *answer, size_t size)
{
	const struct settings *set = settings();
	int64_t deadline = milliseconds() + (int64_t)(set->collector_ms > 86400000 ? 86400000 : set->collector_ms);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int cancelled, error;

	if (fd < 0)
		return errno;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelled);
	error = connect_to(fd, set->collector_path, deadline);
	if (!error)
		error = send_request(fd, request);
	if (!error)
		error = receive_answer(fd, answer, size, deadline);
	close(fd);
	pthread_setcancelstate(cancelled, NULL);
	return error;
}

static bool request_of(const struct demand *demand, const char *what, char *request, size_t size)
{
	static const char *const names[OBJECT_KINDS] = {[OBJECT_QP] = "QP", [OBJECT_CQ] = "CQ", [OBJECT_MR] = "MR"};
	const char *name = names[demand->kind];

	if (settings()->collector == COLLECTOR_OFF || !name)
		return false;
	if (demand->kind == OBJECT_MR)
		snprintf(request, size, "%s_%s %" PRIu64 "\n", name, what, demand->bytes);
	else
		snprintf(request, size, "%s_%s\n", name, what);
	return true;
}

static bool begins_with(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

/* What holds where the collector does not answer, or not in its language. That there is none is nothing to tell. */
static bool without(int error, const char *problem, char *why, size_t size)
{
	if (settings()->collector == COLLECTOR_OPTIONAL) {
		if (error != ENOENT && error != ECONNREFUSED)
			log_line(LEVEL_WARN, "granted without the collector: %s", problem);
		return true;
	}
	snprintf(why, size, "the collector at %.160s is required: %s", settings()->collector_path, problem);
	return false;
}

bool collector_reserve(const struct demand *demand, bool *granted, char *why, size_t size)
{
	char request[64], answer[LINE_SIZE], shown[128];
	int error;

	*granted = false;
	if (!request_of(demand, "CREATE", request, sizeof(request)))
		return true;
	error = ask(request, answer, sizeof(answer));
	if (error)
		return without(error, strerrordesc_np(error), why, size);
	*granted = begins_with(answer, "Success");
	if (*granted)
		return true;
	printable(shown, sizeof(shown), answer);
	if (!begins_with(answer, "Error"))
		return without(EPROTO, shown, why, size);
	snprintf(why, size, "the collector says \"%s\"", shown);
	return false;
}

void collector_release(const struct demand *demand)
{
	char request[64], answer[LINE_SIZE];
	int error = request_of(demand, "DESTROY", request, sizeof(request)) ? ask(request, answer, sizeof(answer)) : 0;

	if (error)
		log_line(LEVEL_WARN, "the collector was not told that an object is gone: %s", strerrordesc_np(error));
}
