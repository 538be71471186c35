/* SPDX-License-Identifier: MIT */
/* Flow rules of queue pairs. */
#ifndef FLOWS_H
#define FLOWS_H

#include "device.h"

/* NULL, and errno. */
struct ibv_flow *flows_create(struct raw_qp *qp, const struct ibv_flow_attr *attr);
int flows_destroy(struct ibv_flow *flow);

/* As ibv_attach_mcast and ibv_detach_mcast: an Ethernet address is in the last bytes of the GID. */
int flows_attach(struct raw_qp *qp, const union ibv_gid *gid);
int flows_detach(struct raw_qp *qp, const union ibv_gid *gid);

#endif
