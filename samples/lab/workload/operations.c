// SPDX-License-Identifier: MIT
#include "operations.h"
#include "qp_state.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define MEMORY (256u << 10)

static bool is_full(const struct pool *pool)
{
	return pool->count == POOL;
}

static void put(struct pool *pool, void *object)
{
	pool->objects[pool->count++] = object;
}

/* An object at random, or NULL; index is for take(). */
static void *pick(const struct pool *pool, struct random *random, unsigned *index)
{
	if (!pool->count)
		return NULL;
	*index = random_below(random, pool->count);
	return pool->objects[*index];
}

static void *any(const struct pool *pool, struct random *random)
{
	unsigned index;

	return pick(pool, random, &index);
}

static void take(struct pool *pool, unsigned index)
{
	pool->objects[index] = pool->objects[--pool->count];
}

/* Records a creation: errno is that of the call where there is no object. */
static void created(struct device *device, struct pool *pool, void *object, enum verb verb, enum type type)
{
	if (verb < VERBS)
		tally_call(device->tally, verb, object ? 0 : errno);
	if (object) {
		put(pool, object);
		device->tally->live[type]++;
	}
}

static int destroyed(struct device *device, struct pool *pool, unsigned index, int error, enum verb verb, enum type type)
{
	if (verb < VERBS)
		tally_call(device->tally, verb, error);
	if (!error) {
		take(pool, index);
		device->tally->live[type]--;
	}
	return error;
}

/* The destroying functions return a positive errno; EBUSY while other objects use this one. */

static int destroy_pd(struct device *device, unsigned index)
{
	return destroyed(device, &device->pds, index, ibv_dealloc_pd(device->pds.objects[index]), PD_DEALLOC, PD);
}

static int destroy_cq(struct device *device, unsigned index)
{
	return destroyed(device, &device->cqs, index, ibv_destroy_cq(device->cqs.objects[index]), CQ_DESTROY, CQ);
}

static int destroy_qp(struct device *device, unsigned index)
{
	return destroyed(device, &device->qps, index, ibv_destroy_qp(device->qps.objects[index]), QP_DESTROY, QP);
}

static int destroy_mr(struct device *device, unsigned index)
{
	return destroyed(device, &device->mrs, index, ibv_dereg_mr(device->mrs.objects[index]), MR_DEREG, MR);
}

static int destroy_srq(struct device *device, unsigned index)
{
	return destroyed(device, &device->srqs, index, ibv_destroy_srq(device->srqs.objects[index]), VERBS, SRQ);
}

static void create_pd(struct device *device, struct random *random)
{
	(void)random;
	created(device, &device->pds, ibv_alloc_pd(device->context), PD_ALLOC, PD);
}

static void create_cq(struct device *device, struct random *random)
{
	int entries = 1 + (int)random_below(random, 64), vector = 0;

	switch (random_below(random, 8)) {
	case 0:
		entries = 1 << 30;
		break;
	case 1:
		vector = 12345;
		break;
	}
	created(device, &device->cqs, ibv_create_cq(device->context, entries, NULL, NULL, vector), CQ_CREATE, CQ);
}

static void create_qp(struct device *device, struct random *random)
{
	static const enum ibv_qp_type types[] = { IBV_QPT_RC, IBV_QPT_RC, IBV_QPT_UC, IBV_QPT_UD };
	struct ibv_pd *pd = any(&device->pds, random);
	struct ibv_qp_init_attr wanted = {
		.send_cq = any(&device->cqs, random),
		.recv_cq = any(&device->cqs, random),
		.cap = { .max_send_wr = 1 + random_below(random, 8), .max_recv_wr = 1 + random_below(random, 8),
			 .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = types[random_below(random, 4)],
	};

	if (!pd || !wanted.send_cq)
		return;
	if (wanted.qp_type == IBV_QPT_RC && random_below(random, 2))
		wanted.srq = any(&device->srqs, random);
	switch (random_below(random, 8)) {
	case 0:
		wanted.cap.max_send_wr = 1 << 30;
		break;
	case 1:
		wanted.qp_type = IBV_QPT_RAW_PACKET;
		break;
	}
	created(device, &device->qps, ibv_create_qp(pd, &wanted), QP_CREATE, QP);
}

static void create_mr(struct device *device, struct random *random)
{
	static char memory[MEMORY];
	struct ibv_pd *pd = any(&device->pds, random);
	int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ;
	char *address = memory + random_below(random, MEMORY / 2);
	size_t length = 1 + random_below(random, MEMORY / 2);

	if (!pd)
		return;
	switch (random_below(random, 8)) {
	case 0:
		access = IBV_ACCESS_REMOTE_WRITE; /* which needs LOCAL_WRITE */
		break;
	case 1:
		address = (char *)4096; /* where nothing is mapped */
		break;
	}
	created(device, &device->mrs, ibv_reg_mr(pd, address, length, access), MR_REG, MR);
}

static void create_srq(struct device *device, struct random *random)
{
	struct ibv_srq_init_attr wanted = { .attr = { .max_wr = 1 + random_below(random, 16), .max_sge = 1 } };
	struct ibv_pd *pd = any(&device->pds, random);

	if (!pd)
		return;
	if (!random_below(random, 8))
		wanted.attr.max_wr = 1 << 30;
	created(device, &device->srqs, ibv_create_srq(pd, &wanted), VERBS, SRQ);
}

static void modify_qp(struct device *device, struct random *random)
{
	struct ibv_qp *qp = any(&device->qps, random);
	struct ibv_qp_attr attr;
	int mask;

	if (!qp)
		return;
	mask = qp_next_state(qp, &device->gid, &attr);
	switch (random_below(random, 8)) {
	case 0: /* right in one state only */
		attr.qp_state = IBV_QPS_SQD;
		break;
	case 1: /* ports are counted from 1 */
		attr.port_num = 77;
		mask |= IBV_QP_PORT;
		break;
	case 2:
		attr.qp_state = IBV_QPS_ERR;
		mask = IBV_QP_STATE;
		break;
	}
	tally_call(device->tally, QP_MODIFY, ibv_modify_qp(qp, &attr, mask));
}

static void query_gid(struct device *device, struct random *random)
{
	static const unsigned indices[] = { 0, GID_INDEX, 200 /* empty */, 1000000 /* there is none */ };
	struct ibv_gid_entry entries[8];

	if (random_below(random, 4)) {
		tally_call(device->tally, GID_QUERY,
			   ibv_query_gid_ex(device->context, PORT, indices[random_below(random, 4)], entries, 0));
	} else {
		ssize_t found = ibv_query_gid_table(device->context, entries, 8, 0);

		tally_call(device->tally, GID_QUERY, found < 0 ? (int)-found : 0);
	}
}

/* The pools in an order in which they can be emptied. */
enum { POOLS = 5 };

static struct pool *pool_at(struct device *device, unsigned index)
{
	struct pool *pools[POOLS] = { &device->qps, &device->srqs, &device->mrs, &device->cqs, &device->pds };

	return pools[index];
}

static const struct {
	void (*create)(struct device *device, struct random *random);
	int (*destroy)(struct device *device, unsigned index);
} kinds[POOLS] = {
	{ create_qp, destroy_qp }, { create_srq, destroy_srq }, { create_mr, destroy_mr },
	{ create_cq, destroy_cq }, { create_pd, destroy_pd },
};

void device_operate(struct device *device, struct random *random)
{
	unsigned choice = random_below(random, 16), kind = random_below(random, POOLS), index;
	struct pool *pool = pool_at(device, kind);

	if (choice == 0) {
		query_gid(device, random);
	} else if (choice < 4) {
		modify_qp(device, random);
	} else if (choice < 11 && !is_full(pool)) {
		kinds[kind].create(device, random);
	} else if (pick(pool, random, &index)) {
		kinds[kind].destroy(device, index);
	} else {
		kinds[kind].create(device, random);
	}
}

int device_open(struct device *device, const char *name, struct tally *tally)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_gid_entry gid;
	int error = ENODEV;

	*device = (struct device){ .tally = tally };
	if (!list)
		return errno;
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) == 0) {
			device->context = ibv_open_device(list[i]);
			error = device->context ? 0 : errno;
		}
	}
	ibv_free_device_list(list);
	if (error)
		return error;
	tally->live[CTX]++;
	error = ibv_query_gid_ex(device->context, PORT, GID_INDEX, &gid, 0);
	tally_call(tally, GID_QUERY, error);
	device->gid = gid.gid;
	return error;
}

int device_close(struct device *device)
{
	for (unsigned kind = 0; kind < POOLS; kind++) {
		struct pool *pool = pool_at(device, kind);

		while (pool->count) {
			int error = kinds[kind].destroy(device, pool->count - 1);

			if (error)
				return error;
		}
	}
	if (ibv_close_device(device->context))
		return errno;
	device->tally->live[CTX]--;
	return 0;
}
