/* SPDX-License-Identifier: MIT */
/* The first bad completion of each queue pair, where RDMA_INTERCEPT_COMPLETIONS asks for it: the functions by which a program
 * polls are replaced by others that look at the completions that the driver's own functions gave. Once a context is watched,
 * nothing here takes a lock or allocates memory. */
#ifndef COMPLETIONS_H
#define COMPLETIONS_H

#include <stdint.h>

#include <infiniband/verbs.h>

/* From now on looks at polls of this context's completion queues, if that is wanted. May be called again for the same context.
 * Keeps errno. */
void watch_polls(struct ibv_context *context);

/* Restores the original functions. To be called before the context is closed. */
void unwatch_polls(struct ibv_context *context);

/* How to make an extended completion queue: as given, or as in `changed`, where the numbers of queue pairs are among what can
 * be read of a completion. */
struct ibv_cq_init_attr_ex *watched_attributes(struct ibv_cq_init_attr_ex *asked, struct ibv_cq_init_attr_ex *changed);

/* Does the same for an extended completion queue, which has functions of its own, and returns it. NULL: it could not be
 * made. */
struct ibv_cq_ex *watch_queue(struct ibv_cq_ex *queue);

/* Notes that a queue pair was made, perhaps with the number of one that had a bad completion, and returns it. NULL: it could
 * not be made. */
struct ibv_qp *watch_queue_pair(struct ibv_context *context, struct ibv_qp *made);

/* Does nothing, and is called once for each queue pair, at its first bad completion. The monitor has a uprobe here; the
 * manual librdma_intercept(7) promises the name and the parameters. `device` is the descriptor by which the process has
 * the device open. */
void rdma_intercept_bad_completion(uint32_t queue_pair, uint32_t status, uint32_t vendor_error, int device);

#endif
