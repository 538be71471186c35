// SPDX-License-Identifier: MIT
/*
 * gatecrasher32: a 32-bit program without a library, so that no 32-bit one need be installed. Creates protection
 * domains on /dev/infiniband/uverbs0 until it cannot. The exit status is how many there were, plus 100 if the error was
 * another than EPERM; 99 if the device does not open.
 */
#include "bare32.h"

#define MOST 64

__attribute__((noreturn)) void _start(void)
{
	int fd = open_context(), made = 0, error = 0;
	uint32_t handle;

	while (made < MOST && (error = alloc_pd(fd, &handle)) == 0)
		made++;
	end(made + (error == 0 || error == -EPERM ? 0 : 100));
}
