// SPDX-License-Identifier: MIT
/* Queue pairs. */
#include "intercept.h"
#include "library.h"
#include "wrapped.h"

static enum transport transport_of(enum ibv_qp_type type)
{
	switch ((int)type) {
	case IBV_QPT_RC:
		return TRANSPORT_RC;
	case IBV_QPT_UC:
		return TRANSPORT_UC;
	case IBV_QPT_UD:
		return TRANSPORT_UD;
	case IBV_QPT_XRC_SEND:
	case IBV_QPT_XRC_RECV:
		return TRANSPORT_XRC;
	default:
		return TRANSPORT_OTHER;
	}
}

/* A queue pair with a shared receive queue has no receive queue of its own. */
struct demand demand_of_qp(enum ibv_qp_type type, const struct ibv_qp_cap *cap, const void *srq)
{
	return (struct demand){
		.kind = OBJECT_QP,
		.transport = transport_of(type),
		.send_wr = type == IBV_QPT_XRC_RECV ? 0 : cap->max_send_wr,
		.recv_wr = srq || type == IBV_QPT_XRC_RECV ? 0 : cap->max_recv_wr,
	};
}

struct ibv_qp *counted_create_qp(create_qp_function *real, struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct demand demand = demand_of_qp(attr->qp_type, &attr->cap, attr->srq);

	return MAKE(struct ibv_qp, "ibv_create_qp", &demand, pd->context, real(pd, attr));
}

int counted_destroy_qp(destroy_qp_function *real, struct ibv_qp *qp)
{
	return DESTROY(OBJECT_QP, qp, real(qp));
}

BIND(create_qp, "ibv_create_qp@@IBVERBS_1.1");
EXPORT struct ibv_qp *intercepted_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	create_qp_function *real = REAL(create_qp_function, create_qp);

	return real ? counted_create_qp(real, pd, attr) : NULL;
}

/* Those parts of the structures of version 1.0 that are read here are the same as in version 1.1. */
BIND(create_qp_1_0, "ibv_create_qp@IBVERBS_1.0");
EXPORT struct ibv_qp *intercepted_create_qp_1_0(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	create_qp_function *real = REAL(create_qp_function, create_qp_1_0);

	return real ? counted_create_qp(real, pd, attr) : NULL;
}

BIND(destroy_qp, "ibv_destroy_qp@@IBVERBS_1.1");
EXPORT int intercepted_destroy_qp(struct ibv_qp *qp)
{
	destroy_qp_function *real = REAL(destroy_qp_function, destroy_qp);

	return real ? counted_destroy_qp(real, qp) : ENOSYS;
}

BIND(destroy_qp_1_0, "ibv_destroy_qp@IBVERBS_1.0");
EXPORT int intercepted_destroy_qp_1_0(struct ibv_qp *qp)
{
	destroy_qp_function *real = REAL(destroy_qp_function, destroy_qp_1_0);

	return real ? counted_destroy_qp(real, qp) : ENOSYS;
}
