/* SPDX-License-Identifier: MIT */
/* What the C files here share and nobody else sees. */
#ifndef RDMA_INTERNAL_H
#define RDMA_INTERNAL_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>

#define EXPORT __attribute__((visibility("default")))

/* The errno of a call that failed; not 0 even if a driver forgot to set it. */
static inline int failure(void)
{
	return errno > 0 ? errno : EIO;
}

/* What verbs return, as a positive errno: some give -1 and errno, some a positive or negative errno. */
static inline int status(int result)
{
	if (result == -1)
		return failure();
	return result < 0 ? -result : result;
}

/* Reading events must not block, for it happens between other work. */
static inline int unblock(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	return flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0 ? failure() : 0;
}

/* Waits for an event: 1 if there is one, 0 if there was none within so many milliseconds or a signal came, -errno. */
static inline int await_event(int fd, int timeout)
{
	struct pollfd wanted = {.fd = fd, .events = POLLIN};
	int ready;

	errno = 0;
	ready = poll(&wanted, 1, timeout);
	if (ready < 0)
		return errno == EINTR ? 0 : -failure();
	errno = 0;
	return ready > 0;
}

#endif
