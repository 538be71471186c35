/* SPDX-License-Identifier: MIT */
/* States of raw packet queue pairs. */
#ifndef MODIFY_H
#define MODIFY_H

#include "device.h"

/* As ibv_modify_qp and ibv_query_qp. */
int modify_raw_qp(struct raw_qp *qp, const struct ibv_qp_attr *attr, int mask);
int query_raw_qp(struct raw_qp *qp, struct ibv_qp_attr *attr, struct ibv_qp_init_attr *init_attr);

#endif
