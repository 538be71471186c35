/* SPDX-License-Identifier: MIT */
#ifndef SEND_H
#define SEND_H

#include "device.h"

/* As ibv_post_send. */
int send_post(struct raw_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad_wr);

#endif
