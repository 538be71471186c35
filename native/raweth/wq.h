/* SPDX-License-Identifier: MIT */
/* Receive work queues, and tables of them that packets are spread over. */
#ifndef WQ_H
#define WQ_H

#include "device.h"

/* As the functions of libibverbs with those names. */
struct ibv_wq *wq_create(struct ibv_context *context, struct ibv_wq_init_attr *attr);
int wq_modify(struct ibv_wq *wq, struct ibv_wq_attr *attr);
int wq_destroy(struct ibv_wq *wq);
struct ibv_rwq_ind_table *wq_create_table(struct ibv_context *context, struct ibv_rwq_ind_table_init_attr *attr);
int wq_destroy_table(struct ibv_rwq_ind_table *table);

#endif
