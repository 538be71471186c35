/* SPDX-License-Identifier: MIT */
/* A file that the library keeps open in somebody else's program. The program may close all descriptors that it finds
 * open, and reuse this one's number for a file of its own: the inode shows whether it has. */
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

/* Keeps a file, at a descriptor far above those that programs expect to get; or at its present one, if none is free there. */
void keep_file(struct kept_file *kept, int fd);

/* Whether the descriptor still belongs to that file. */
bool is_kept_file(const struct kept_file *kept, int fd);

/* Closes the file, unless the program has done so; then nothing is kept any more. */
void close_kept_file(struct kept_file *kept);

#endif
