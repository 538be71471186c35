/* SPDX-License-Identifier: MIT */
/* A file that the library keeps open in somebody else's program. The program may close it with all else that it finds
 * open, and have something of its own at its number since: the inode tells. */
#ifndef KEPT_H
#define KEPT_H

#include <stdbool.h>
#include <sys/types.h>

struct kept_file {
	int fd;			/* -1: none */
	dev_t device;
	ino_t inode;
};

#define NOT_KEPT ((struct kept_file){.fd = -1})

/* Keeps a file, at a number far from those that programs expect, or at its own where none is free there. */
void keep_file(struct kept_file *kept, int fd);

/* Whether the descriptor is of that file. */
bool is_kept_file(const struct kept_file *kept, int fd);

/* Closes it, unless the program has; nothing is kept then. */
void close_kept_file(struct kept_file *kept);

#endif
