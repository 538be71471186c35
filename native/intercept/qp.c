// SPDX-License-Identifier: MIT
/* Queue pairs. */
#include "completions.h"
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

	return MAKE(struct ibv_qp, "ibv_create_qp", &demand, pd->context,
		    watch_queue_pair(pd->context, real(pd, attr)));
}

int counted_destroy_qp(destroy_qp_function *real, struct ibv_qp *qp)
{
	return DESTROY(OBJECT_QP, qp, real(qp));
}

WRAP_BOTH(struct ibv_qp *, create_qp, NULL, (struct ibv_pd *pd, struct ibv_qp_init_attr *attr), pd, attr)
WRAP_BOTH(int, destroy_qp, ENOSYS, (struct ibv_qp *qp), qp)
