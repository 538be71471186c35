/* SPDX-License-Identifier: MIT */
/* What libc.args binds. */
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/magic.h>
#include <linux/memfd.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Linux 6.5; the same number on all architectures but alpha, mips, parisc and sparc. */
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/* glibc exports these two; libcap's header is not needed for their prototypes. */
int capget(cap_user_header_t header, cap_user_data_t data);
int capset(cap_user_header_t header, const cap_user_data_t data);

/* These are GNU's, with which the C library gives addresses of sockets a type that jextract does not know. */
struct ucred {
	pid_t pid;
	uid_t uid;
	gid_t gid;
};
int accept4(int socket, struct sockaddr *address, socklen_t *size, int flags);
int memfd_create(const char *name, unsigned int flags);
#define F_ADD_SEALS 1033
#define F_GET_SEALS 1034
#define F_SEAL_SEAL 1
#define F_SEAL_SHRINK 2
#define F_SEAL_GROW 4
struct file_handle;
int open_by_handle_at(int mount, struct file_handle *handle, int flags);
#ifndef O_PATH
#define O_PATH 010000000
#endif
