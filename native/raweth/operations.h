/* SPDX-License-Identifier: MIT */
#ifndef OPERATIONS_H
#define OPERATIONS_H

#include "device.h"

/* Exchanges the function pointers of a context, which a program reaches by inline functions. Keeps errno. */
void watch_context(struct ibv_context *context);

/* Puts back what was there, and forgets the context. */
void unwatch_context(struct ibv_context *context);

#endif
