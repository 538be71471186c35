// SPDX-License-Identifier: MIT
/* What mlx5's library offers beside libibverbs. Its header is not needed: its attributes are only passed on. */
#include "completions.h"
#include "intercept.h"
#include "library.h"
#include "wrapped.h"

struct mlx5dv_context_attr;
struct mlx5dv_cq_init_attr;
struct mlx5dv_qp_init_attr;
struct mlx5dv_wq_init_attr;

typedef struct ibv_context *open_function(struct ibv_device *, struct mlx5dv_context_attr *);
typedef struct ibv_cq_ex *create_cq_ex_function(struct ibv_context *, struct ibv_cq_init_attr_ex *,
						struct mlx5dv_cq_init_attr *);
typedef struct ibv_qp *create_qp_ex_function(struct ibv_context *, struct ibv_qp_init_attr_ex *,
					     struct mlx5dv_qp_init_attr *);
typedef struct ibv_wq *create_wq_function(struct ibv_context *, struct ibv_wq_init_attr *, struct mlx5dv_wq_init_attr *);

BIND(mlx5_open_device, "mlx5dv_open_device@@MLX5_1.7");
EXPORT struct ibv_context *intercepted_mlx5_open_device(struct ibv_device *device, struct mlx5dv_context_attr *attr)
{
	open_function *real = REAL(open_function, mlx5_open_device);
	struct ibv_context *context = real ? real(device, attr) : NULL;

	if (context)
		watch_context(context);
	return context;
}

BIND(mlx5_create_cq, "mlx5dv_create_cq@@MLX5_1.1");
EXPORT struct ibv_cq_ex *intercepted_mlx5_create_cq(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr,
						    struct mlx5dv_cq_init_attr *more)
{
	create_cq_ex_function *real = REAL(create_cq_ex_function, mlx5_create_cq);
	struct demand demand = demand_of_cq(attr->cqe);
	struct ibv_cq_init_attr_ex changed, *watched = watched_attributes(attr, &changed);

	return real ? MAKE(struct ibv_cq_ex, "mlx5dv_create_cq", &demand, context,
			   watch_queue(real(context, watched, more))) :
		      NULL;
}

BIND(mlx5_create_qp, "mlx5dv_create_qp@@MLX5_1.3");
EXPORT struct ibv_qp *intercepted_mlx5_create_qp(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr,
						 struct mlx5dv_qp_init_attr *more)
{
	create_qp_ex_function *real = REAL(create_qp_ex_function, mlx5_create_qp);
	struct demand demand = demand_of_qp(attr->qp_type, &attr->cap, attr->srq);

	return real ? MAKE(struct ibv_qp, "mlx5dv_create_qp", &demand, context,
			   watch_queue_pair(context, real(context, attr, more))) :
		      NULL;
}

BIND(mlx5_create_wq, "mlx5dv_create_wq@@MLX5_1.3");
EXPORT struct ibv_wq *intercepted_mlx5_create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attr,
						 struct mlx5dv_wq_init_attr *more)
{
	create_wq_function *real = REAL(create_wq_function, mlx5_create_wq);
	struct demand demand = demand_of_wq(attr->max_wr);

	return real ? MAKE(struct ibv_wq, "mlx5dv_create_wq", &demand, context, real(context, attr, more)) : NULL;
}
