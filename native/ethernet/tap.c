// SPDX-License-Identifier: MIT
/* Tap devices: the host's own stack at the other end of a port. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "internal.h"

#define EXPORT __attribute__((visibility("default")))

static int cannot(struct et_tap *tap, const char *what)
{
	int error = errno;

	snprintf(tap->why, sizeof(tap->why), "%s: %s", what, strerrordesc_np(error));
	return -error;
}

static void name(struct ifreq *request, const struct et_tap *tap)
{
	memset(request, 0, sizeof(*request));
	memcpy(request->ifr_name, tap->name, sizeof(tap->name));
}

static int set_mtu(struct et_tap *tap, int control)
{
	struct ifreq request;

	name(&request, tap);
	request.ifr_mtu = (int)tap->mtu;
	return ioctl(control, SIOCSIFMTU, &request) ? cannot(tap, "the MTU of the tap device") : 0;
}

/* Sets the address and the MTU, and sets the interface up. */
static int set_up(struct et_tap *tap, int control)
{
	struct ifreq request;
	int result;

	name(&request, tap);
	request.ifr_hwaddr.sa_family = ARPHRD_ETHER;
	memcpy(request.ifr_hwaddr.sa_data, tap->mac, ADDRESS_SIZE);
	if (ioctl(control, SIOCSIFHWADDR, &request))
		return cannot(tap, "the address of the tap device");
	result = set_mtu(tap, control);
	if (result)
		return result;
	name(&request, tap);
	if (ioctl(control, SIOCGIFFLAGS, &request))
		return cannot(tap, "the tap device");
	request.ifr_flags |= IFF_UP;
	if (ioctl(control, SIOCSIFFLAGS, &request))
		return cannot(tap, "the tap device cannot be set up");
	return 0;
}

/* Says why: the kernel returns the same error for a name that another interface has, and for one that no interface can have. */
static int cannot_make(struct et_tap *tap)
{
	int result = cannot(tap, "a tap device cannot be made");

	if (if_nametoindex(tap->name))
		snprintf(tap->why, sizeof(tap->why), "there is an interface %.15s already: give another name by --name", tap->name);
	return result;
}

EXPORT int et_tap_open(struct et_tap *tap)
{
	struct ifreq request;
	int result, fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);

	*tap->why = 0;
	if (fd < 0)
		return cannot(tap, "/dev/net/tun");
	name(&request, tap);
	request.ifr_flags = (short)(IFF_TAP | IFF_NO_PI | IFF_VNET_HDR | (tap->several ? IFF_MULTI_QUEUE : 0));
	/* Without offloads the stack computes checksums and cuts segments itself, so that its frames are complete. */
	if (ioctl(fd, TUNSETIFF, &request) || ioctl(fd, TUNSETOFFLOAD, 0)) {
		result = cannot_make(tap);
		close(fd);
		return result;
	}
	memcpy(tap->name, request.ifr_name, sizeof(tap->name));
	tap->fd = fd;
	return 0;
}

/* Calls the function with a socket, as its requests need one. */
static int control(struct et_tap *tap, int (*request)(struct et_tap *, int))
{
	int result, fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

	*tap->why = 0;
	if (fd < 0)
		return cannot(tap, "a socket");
	result = request(tap, fd);
	close(fd);
	return result;
}

EXPORT int et_tap_set_up(struct et_tap *tap)
{
	return control(tap, set_up);
}

EXPORT int et_tap_set_mtu(struct et_tap *tap)
{
	return control(tap, set_mtu);
}

EXPORT void et_tap_close(int fd)
{
	close(fd);
}
