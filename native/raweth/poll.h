/* SPDX-License-Identifier: MIT */
#ifndef POLL_H
#define POLL_H

#include "device.h"

/* As ibv_poll_cq and ibv_req_notify_cq. */
int poll_completions(struct ibv_cq *cq, int most, struct ibv_wc *wc);
int poll_request_notice(struct ibv_cq *cq, int solicited_only);

/* The same queue's start_poll refuses once raw packet queue pairs report there. 0 or ENOMEM. */
int poll_watch_extended(struct ibv_cq_ex *cq);
void poll_forget_extended(struct ibv_cq *cq);

#endif
