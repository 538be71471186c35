/* SPDX-License-Identifier: MIT OR GPL-2.0-only */
/* What the steering program of Ethernet ports and native/ethernet/xdp, which loads it, have to agree on. */
#ifndef ETHERNET_STEERING_H
#define ETHERNET_STEERING_H

#include <linux/types.h>

/* Set before the program is loaded. */
struct ethernet_steering {
	__u8 mac[6];	 /* frames for this address are redirected */
	__u8 everything; /* all other frames too */
	__u8 reserved;
};

#endif
