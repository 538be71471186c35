/* SPDX-License-Identifier: MIT */
/* Counts frames for which a device had no place. */
#ifndef PLACES_H
#define PLACES_H

#include <infiniband/verbs.h>

#include "../internal.h"

/* How many there were: in this context, if it is one of librdma_raweth's; otherwise, as devices count them, for all who receive
 * by libibverbs on that port. 0 if nobody counts them. */
unsigned long long frames_without_place(const struct et_settings *settings, struct ibv_context *context);

#endif
