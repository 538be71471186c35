// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "connection.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "credits.h"
#include "kept.h"
#include "settings.h"

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

/* In a directory that others can write to, anybody may listen under this name; only root and this user are trusted. */
static int check_peer(int fd)
{
	struct ucred peer;
	socklen_t size = sizeof(peer);

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) < 0)
		return errno;
	return peer.uid == 0 || peer.uid == geteuid() ? 0 : EPERM;
}

/* EAGAIN means that the collector's queue of connections is full: waits and tries again. */
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

/* Like recv(2), but also receives a file that comes with the bytes, if one is wanted. */
static ssize_t receive(int fd, char *to, size_t size, int *passed)
{
	char control[CMSG_SPACE(sizeof(int))] __attribute__((aligned(8)));
	struct iovec part = {.iov_base = to, .iov_len = size};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control)};
	ssize_t count;
	struct cmsghdr *header;

	if (!passed)
		return recv(fd, to, size, 0);
	count = recvmsg(fd, &message, MSG_CMSG_CLOEXEC);
	header = count > 0 ? CMSG_FIRSTHDR(&message) : NULL;
	if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
	    header->cmsg_len == CMSG_LEN(sizeof(int)) && *passed < 0)
		memcpy(passed, CMSG_DATA(header), sizeof(int));
	return count;
}

/* Receives up to the end of the first line, which is cut off, or to the end of the connection. */
static int receive_answer(int fd, char *answer, size_t size, int64_t deadline, int *passed)
{
	size_t length = 0;
	char *end = NULL;

	while (!end && length + 1 < size) {
		int error = await(fd, POLLIN, deadline);
		ssize_t count = error ? 0 : receive(fd, answer + length, size - 1 - length, passed);

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

static int exchange(int fd, const char *request, char *answer, size_t size, int64_t deadline)
{
	int error = send_request(fd, request);

	return error ? error : receive_answer(fd, answer, size, deadline, NULL);
}

/* The collector has no page for this process, or is too old to know of pages; it is not asked for one again. */
static _Atomic bool has_no_page;

/* Asks for the page of credits. A new connection begins with this, since the collector may have been restarted without finding
 * this process's page. ENOTSUP: there is no page. */
static int ask_for_page(int fd, int64_t deadline)
{
	char answer[256];
	int page = -1;
	int error = send_request(fd, "CREDITS\n");

	if (!error)
		error = receive_answer(fd, answer, sizeof(answer), deadline, &page);
	if (!error && page < 0)
		error = ENOTSUP;
	if (!error)
		credits_adopt(page);
	else if (page >= 0)
		close(page);
	return error;
}

/* Connects; returns the descriptor, or a negated errno. */
static int connected(int64_t deadline)
{
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	int error = fd < 0 ? errno : connect_to(fd, settings()->collector_path, deadline);

	if (!error)
		return fd;
	if (fd >= 0)
		close(fd);
	return -error;
}

/* Whether the collector ended the connection. It closes connections that have been silent for long, and has not read a request
 * that was sent on such a one. */
static bool was_ended(int error)
{
	return error == EPIPE || error == ECONNRESET || error == EPROTO;
}

/* A connection for requests. A collector without pages may accept only one request on each. */
static int new_connection(int64_t deadline)
{
	int fd = connected(deadline);
	int error = fd < 0 || has_no_page ? 0 : ask_for_page(fd, deadline);

	if (!error)
		return fd;
	close(fd);
	if (error == ENOTSUP) {
		has_no_page = true;
		credits_drop();
	}
	return error == ENOTSUP || was_ended(error) ? connected(deadline) : -error;
}

/* The connection that is kept from one request to the next. */
static struct {
	pthread_mutex_t lock;
	struct kept_file file;
	pid_t owner;
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER, .file = {.fd = -1}};

/* Takes the kept connection if it is still open and this process's own: on its parent's, a child would ask in the parent's
 * name. */
static int take_kept(void)
{
	int fd = kept.owner == getpid() && is_kept_file(&kept.file, kept.file.fd) ? kept.file.fd : -1;

	kept.file = NOT_KEPT;
	return fd;
}

static void keep(int fd)
{
	keep_file(&kept.file, fd);
	kept.owner = getpid();
}

void connection_after_fork(void)
{
	kept.lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	close_kept_file(&kept.file);
	has_no_page = false;
}

/* Asks over the kept connection, or over a new one, which is then kept. */
static int exchange_over(int *fd, const char *request, char *answer, size_t size, int64_t deadline)
{
	int error = *fd >= 0 ? exchange(*fd, request, answer, size, deadline) : EPIPE;

	if (!was_ended(error))
		return error;
	if (*fd >= 0)
		close(*fd);
	*fd = new_connection(deadline);
	return *fd < 0 ? -*fd : exchange(*fd, request, answer, size, deadline);
}

int connection_ask(const char *request, char *answer, size_t size)
{
	const struct settings *set = settings();
	int64_t deadline = milliseconds() + (int64_t)(set->collector_ms > 86400000 ? 86400000 : set->collector_ms);
	int cancelled, error, fd;
	bool may_keep;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelled);
	may_keep = pthread_mutex_trylock(&kept.lock) == 0;
	fd = may_keep ? take_kept() : -1;
	error = exchange_over(&fd, request, answer, size, deadline);
	if (fd >= 0 && (error || !may_keep))
		close(fd);
	else if (fd >= 0)
		keep(fd);
	if (may_keep)
		pthread_mutex_unlock(&kept.lock);
	pthread_setcancelstate(cancelled, NULL);
	return error;
}
