/* SPDX-License-Identifier: MIT */
/* What rdma_netlink.args binds. */
#include <linux/netlink.h>
#include <linux/socket.h>
#include <rdma/rdma_netlink.h>
