// SPDX-License-Identifier: MIT
/* Asks an interface's driver how many hardware queues there are, and whether it changes frames. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <glob.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "xdp.h"

/* question: a structure of <linux/ethtool.h> that begins with the command's number; it gets the answer. */
static int ask_driver(const char *interface, void *question)
{
	int result, control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct ifreq request = {.ifr_data = question};

	if (control < 0)
		return -errno;
	strncpy(request.ifr_name, interface, sizeof(request.ifr_name) - 1);
	result = ioctl(control, SIOCETHTOOL, &request) ? -errno : 0;
	close(control);
	return result;
}

/* Counts the queues that the kernel shows as directories, which it does even if the driver does not answer. */
static unsigned int count_shown(const char *interface, const char *kind)
{
	char pattern[64];
	unsigned int count;
	glob_t found;

	snprintf(pattern, sizeof(pattern), "/sys/class/net/%s/queues/%s-*", interface, kind);
	if (glob(pattern, GLOB_NOSORT, NULL, &found))
		return 1;
	count = (unsigned int)found.gl_pathc;
	globfree(&found);
	return count;
}

int find_channels(const char *interface, struct channels *channels)
{
	struct ethtool_channels answer = {.cmd = ETHTOOL_GCHANNELS};
	int result = ask_driver(interface, &answer);

	if (result == -ENODEV)
		return result;
	if (result == 0 && answer.combined_count + answer.rx_count && answer.combined_count + answer.tx_count) {
		channels->receive = answer.combined_count + answer.rx_count;
		channels->transmit = answer.combined_count + answer.tx_count;
		return 0;
	}
	channels->receive = count_shown(interface, "rx");
	channels->transmit = count_shown(interface, "tx");
	return 0;
}

bool takes_tags_out(const char *interface)
{
	struct ethtool_value flags = {.cmd = ETHTOOL_GFLAGS};

	return ask_driver(interface, &flags) == 0 && flags.data & ETH_FLAG_RXVLAN;
}
