/* SPDX-License-Identifier: MIT */
/* What the tests ask of the libibverbs that stands in for the real one. */
#ifndef STUB_H
#define STUB_H

#include <stdint.h>

struct ibv_cq;
struct ibv_qp;
struct ibv_cq_ex;
struct ibv_context;
struct ibv_cq_init_attr_ex;
struct ibv_wc;

/* Objects of this kind that exist: "qp", "mr", "cq", "srq", "wq", "pd". */
int stub_live(const char *kind);

/* The most there have ever been at a time. */
int stub_most(const char *kind);

/* Lets the next creation, or the next destruction, of any kind fail with this errno. */
void stub_fail_creation(int error);
void stub_fail_destruction(int error);

/* The next queue pair has this number, and each further one the next. */
void stub_number_queue_pairs(uint32_t number);

/* A completion for the next poll of any completion queue, behind those that there are. Nothing is polled beyond these. */
void stub_complete(int status, uint32_t queue_pair, uint32_t vendor_error);

/* From now on every poll gives as many good completions as are asked for. */
void stub_complete_always(void);

/* Lets the next device that is opened be polled by this function. */
void stub_poll_by(int (*poll)(struct ibv_cq *, int, struct ibv_wc *));

/* Whether a context is polled, or an extended completion queue, by the functions that this library gave it. */
int stub_polls_context(const void *context);
int stub_polls_queue(const void *queue);

/* Make an object as a driver does that is asked past libibverbs, such as mlx5 by its own library. */
void *stub_make(const char *kind, void *context);
struct ibv_qp *stub_make_queue_pair(struct ibv_context *context);
struct ibv_cq_ex *stub_make_queue(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr);

#endif
