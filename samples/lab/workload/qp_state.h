/* SPDX-License-Identifier: MIT */
#ifndef WORKLOAD_QP_STATE_H
#define WORKLOAD_QP_STATE_H

#include <infiniband/verbs.h>

#define PORT 1
#define GID_INDEX 1	/* the IPv4 address of a soft-RoCE device */

/*
 * The attributes with which a queue pair reaches its next state, from RTS again RESET, connected to itself; gid is that
 * of its own device. Returns the mask for ibv_modify_qp().
 */
int qp_next_state(const struct ibv_qp *qp, const union ibv_gid *gid, struct ibv_qp_attr *attr);

#endif
