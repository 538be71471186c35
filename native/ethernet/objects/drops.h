/* SPDX-License-Identifier: MIT */
/* Frames that a device had no place for. */
#ifndef DROPS_H
#define DROPS_H

#include <infiniband/verbs.h>

#include "../internal.h"

/* How many there were: in this context, if it is one of librdma_raweth's; otherwise, as devices count them, for all who receive
 * by libibverbs on that port. 0 if nobody counts them. */
unsigned long long frames_without_place(const struct et_settings *settings, struct ibv_context *context);

#endif
