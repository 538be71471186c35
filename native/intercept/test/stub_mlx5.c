// SPDX-License-Identifier: MIT
/* A libmlx5 for tests only. */
#include <infiniband/verbs.h>

#include "stub.h"

struct ibv_context *mlx5dv_open_device(struct ibv_device *device, void *attr)
{
	(void)attr;
	return ibv_open_device(device);
}

struct ibv_cq_ex *mlx5dv_create_cq(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr, void *more)
{
	return more == attr || attr->wc_flags & IBV_WC_EX_WITH_QP_NUM ? stub_make_queue(context, attr) : NULL;
}

struct ibv_qp *mlx5dv_create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr, void *more)
{
	return more == attr ? stub_make_queue_pair(context) : NULL;
}

struct ibv_wq *mlx5dv_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attr, void *more)
{
	return more == attr ? stub_make("wq", context) : NULL;
}
