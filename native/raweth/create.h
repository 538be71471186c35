/* SPDX-License-Identifier: MIT */
/* Raw packet queue pairs: how they come, and go. */
#ifndef CREATE_H
#define CREATE_H

#include "device.h"

/* NULL, and errno. */
struct ibv_qp *create_raw_qp(struct device *device, struct ibv_qp_init_attr_ex *attr);

/* 0 or an errno: EBUSY while there are flow rules for it. */
int destroy_raw_qp(struct raw_qp *qp);

#endif
