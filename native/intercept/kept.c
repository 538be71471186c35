// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "kept.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEPT_FROM 512

static int out_of_the_way(int fd)
{
	int high = fd < KEPT_FROM ? fcntl(fd, F_DUPFD_CLOEXEC, KEPT_FROM) : -1;

	if (high < 0)
		return fd;
	close(fd);
	return high;
}

void keep_file(struct kept_file *kept, int opened)
{
	int fd = out_of_the_way(opened);
	struct stat now;

	*kept = NOT_KEPT;
	if (fstat(fd, &now) < 0)
		close(fd);
	else
		*kept = (struct kept_file){.fd = fd, .device = now.st_dev, .inode = now.st_ino};
}

bool is_kept_file(const struct kept_file *kept, int fd)
{
	struct stat now;

	return fd >= 0 && fstat(fd, &now) == 0 && now.st_dev == kept->device && now.st_ino == kept->inode;
}

void close_kept_file(struct kept_file *kept)
{
	if (is_kept_file(kept, kept->fd))
		close(kept->fd);
	*kept = NOT_KEPT;
}
