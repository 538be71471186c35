/* SPDX-License-Identifier: MIT */
/* Frames that a device had no place for. */
#ifndef DROPS_H
#define DROPS_H

#include <infiniband/verbs.h>

#include "../internal.h"

/* How many there were: of this context by librdma_raweth, or else, as devices count them, of all who receive by libibverbs on
 * that port; 0 where nobody counts them. */
unsigned long long frames_without_place(const struct et_settings *settings, struct ibv_context *context);

#endif
