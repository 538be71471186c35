// SPDX-License-Identifier: MIT
/* A libibverbs for tests only: objects are pieces of memory that are counted. It has the names, versions and function
 * pointers of the real one, and calls itself through them as that does. */
#include "stub.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/verbs.h>

#define VERSION(function, symbol) __asm__(".symver " #function ", " symbol)

enum kind { QP, MR, CQ, SRQ, WQ, PD, KINDS };

static atomic_int live[KINDS], most[KINDS], creation_error, destruction_error;

static enum kind kind_of(const char *name)
{
	static const char *const names[KINDS] = {"qp", "mr", "cq", "srq", "wq", "pd"};
	int kind = 0;

	while (strcmp(names[kind], name) != 0)
		kind++;
	return (enum kind)kind;
}

int stub_live(const char *kind)
{
	return live[kind_of(kind)];
}

int stub_most(const char *kind)
{
	return most[kind_of(kind)];
}

void stub_fail_creation(int error)
{
	creation_error = error;
}

void stub_fail_destruction(int error)
{
	destruction_error = error;
}

static void *make(enum kind kind, size_t size)
{
	int error = atomic_exchange(&creation_error, 0);
	int now, before;

	if (error) {
		errno = error;
		return NULL;
	}
	now = ++live[kind];
	before = most[kind];
	while (now > before && !atomic_compare_exchange_weak(&most[kind], &before, now))
		continue;
	return calloc(1, size);
}

static int destroy(enum kind kind, void *object)
{
	int error = atomic_exchange(&destruction_error, 0);

	if (error)
		return error;
	free(object);
	live[kind]--;
	return 0;
}

static uint32_t queue_pair_number = 100;

void stub_number_queue_pairs(uint32_t number)
{
	queue_pair_number = number;
}

#define NEW(kind, type, field, owner)                          \
	({                                                     \
		struct type *made_ = make(kind, sizeof(*made_)); \
		if (made_)                                     \
			made_->field = (owner);                \
		made_;                                         \
	})

/* Of each kind the context is the first field. */
void *stub_make(const char *kind, void *context)
{
	void **made = make(kind_of(kind), sizeof(struct ibv_cq_ex) + sizeof(struct ibv_wq) + sizeof(struct ibv_qp));

	if (made)
		*made = context;
	return made;
}

struct ibv_qp *stub_make_queue_pair(struct ibv_context *context)
{
	struct ibv_qp *qp = NEW(QP, ibv_qp, context, context);

	if (qp)
		qp->qp_num = __atomic_fetch_add(&queue_pair_number, 1, __ATOMIC_RELAXED);
	return qp;
}

static struct ibv_qp *create_qp_ex(struct ibv_context *context, struct ibv_qp_init_attr_ex *attr)
{
	(void)attr;
	return stub_make_queue_pair(context);
}

static struct ibv_qp *open_qp(struct ibv_context *context, struct ibv_qp_open_attr *attr)
{
	(void)attr;
	return NEW(QP, ibv_qp, context, context);
}

#define COMPLETIONS 64

/* What completes: those between `polled` and `completed`, or good ones without end. */
static struct ibv_wc completions[COMPLETIONS];
static int completed, polled, always;

void stub_complete(int status, uint32_t queue_pair, uint32_t vendor_error)
{
	completions[completed++] = (struct ibv_wc){
		.status = (enum ibv_wc_status)status, .qp_num = queue_pair, .vendor_err = vendor_error};
}

void stub_complete_always(void)
{
	always = 1;
}

/* As the functions of drivers do, without any of what they need a device for. */
static int poll_cq(struct ibv_cq *cq, int most, struct ibv_wc *wc)
{
	int count = 0;

	(void)cq;
	for (; count < most && (always || polled < completed); count++)
		wc[count] = always ? completions[0] : completions[polled++];
	return count;
}

static int next_poll(struct ibv_cq_ex *cq)
{
	if (!always && polled == completed)
		return ENOENT;
	cq->status = always ? IBV_WC_SUCCESS : completions[polled++].status;
	return 0;
}

static int start_poll(struct ibv_cq_ex *cq, struct ibv_poll_cq_attr *attr)
{
	return attr->comp_mask ? EINVAL : next_poll(cq);
}

static void end_poll(struct ibv_cq_ex *cq)
{
	(void)cq;
}

static uint32_t read_qp_num(struct ibv_cq_ex *cq)
{
	(void)cq;
	return completions[polled - 1].qp_num;
}

static uint32_t read_vendor_err(struct ibv_cq_ex *cq)
{
	(void)cq;
	return completions[polled - 1].vendor_err;
}

static int (*next_function)(struct ibv_cq *, int, struct ibv_wc *) = poll_cq;

void stub_poll_by(int (*poll)(struct ibv_cq *, int, struct ibv_wc *))
{
	next_function = poll;
}

int stub_polls_context(const void *context)
{
	return ((const struct ibv_context *)context)->ops.poll_cq == poll_cq;
}

int stub_polls_queue(const void *queue)
{
	const struct ibv_cq_ex *cq = queue;

	return cq->start_poll == start_poll && cq->next_poll == next_poll;
}

/* Makes it as libmlx5 does too, which is asked past libibverbs. */
struct ibv_cq_ex *stub_make_queue(struct ibv_context *context, struct ibv_cq_init_attr_ex *attr)
{
	struct ibv_cq_ex *cq = NEW(CQ, ibv_cq_ex, context, context);

	if (!cq)
		return NULL;
	cq->start_poll = start_poll;
	cq->next_poll = next_poll;
	cq->end_poll = end_poll;
	cq->read_vendor_err = read_vendor_err;
	if (attr->wc_flags & IBV_WC_EX_WITH_QP_NUM)
		cq->read_qp_num = read_qp_num;
	return cq;
}

static struct ibv_srq *create_srq_ex(struct ibv_context *context, struct ibv_srq_init_attr_ex *attr)
{
	(void)attr;
	return NEW(SRQ, ibv_srq, context, context);
}

static struct ibv_wq *create_wq(struct ibv_context *context, struct ibv_wq_init_attr *attr)
{
	(void)attr;
	return NEW(WQ, ibv_wq, context, context);
}

static int destroy_wq(struct ibv_wq *wq)
{
	return destroy(WQ, wq);
}

static struct ibv_mr *new_mr(struct ibv_pd *pd, size_t length)
{
	struct ibv_mr *mr = NEW(MR, ibv_mr, context, pd->context);

	if (mr)
		mr->length = length;
	return mr;
}

static struct ibv_mr *alloc_null_mr(struct ibv_pd *pd)
{
	return new_mr(pd, SIZE_MAX);
}

static struct ibv_mr *reg_dm_mr(struct ibv_pd *pd, struct ibv_dm *dm, uint64_t offset, size_t length, unsigned int access)
{
	(void)dm, (void)offset, (void)access;
	return new_mr(pd, length);
}

static struct ibv_mr *driver_reg_mr(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, int access)
{
	(void)address, (void)iova;
	return access == IBV_ACCESS_LOCAL_WRITE ? new_mr(pd, length) : NULL;
}

static int driver_dereg_mr(struct ibv_mr *mr)
{
	return destroy(MR, mr);
}

static struct ibv_qp *driver_create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	(void)attr;
	return stub_make_queue_pair(pd->context);
}

static int driver_destroy_qp(struct ibv_qp *qp)
{
	return destroy(QP, qp);
}

struct ibv_context *ibv_open_device(struct ibv_device *device)
{
	static struct ibv_device own = {.name = "stub0"};
	struct verbs_context *made = calloc(1, sizeof(*made));

	made->context.device = device ? device : &own;
	made->context.cmd_fd = 42;
	made->context.ops.poll_cq = next_function;
	made->sz = sizeof(*made);
	made->create_qp_ex = create_qp_ex;
	made->open_qp = open_qp;
	made->create_cq_ex = stub_make_queue;
	made->create_srq_ex = create_srq_ex;
	made->create_wq = create_wq;
	made->destroy_wq = destroy_wq;
	made->alloc_null_mr = alloc_null_mr;
	made->reg_dm_mr = reg_dm_mr;
	made->context.abi_compat = __VERBS_ABI_IS_EXTENDED;
	made->context.ops._compat_create_qp = (void *(*)(void))(void (*)(void))driver_create_qp;
	made->context.ops._compat_destroy_qp = (void *(*)(void))(void (*)(void))driver_destroy_qp;
	made->context.ops._compat_reg_mr = (void *(*)(void))(void (*)(void))driver_reg_mr;
	made->context.ops._compat_dereg_mr = (void *(*)(void))(void (*)(void))driver_dereg_mr;
	return &made->context;
}

struct ibv_context *ibv_import_device(int fd)
{
	return fd < 0 ? NULL : ibv_open_device(NULL);
}

VERSION(close_device, "ibv_close_device@@IBVERBS_1.1");
VERSION(close_device_1_0, "ibv_close_device@IBVERBS_1.0");
int close_device(struct ibv_context *context)
{
	int error = atomic_exchange(&destruction_error, 0);

	if (error) {
		errno = error;
		return -1;
	}
	free(verbs_get_ctx(context));
	return 0;
}

int close_device_1_0(struct ibv_context *context)
{
	return ibv_close_device(context);
}

VERSION(alloc_pd, "ibv_alloc_pd@@IBVERBS_1.1");
struct ibv_pd *alloc_pd(struct ibv_context *context)
{
	return NEW(PD, ibv_pd, context, context);
}

VERSION(dealloc_pd, "ibv_dealloc_pd@@IBVERBS_1.1");
int dealloc_pd(struct ibv_pd *pd)
{
	return destroy(PD, pd);
}

VERSION(create_cq, "ibv_create_cq@@IBVERBS_1.1");
struct ibv_cq *create_cq(struct ibv_context *context, int entries, void *cq_context, struct ibv_comp_channel *channel,
			 int vector)
{
	(void)entries, (void)cq_context, (void)channel, (void)vector;
	return NEW(CQ, ibv_cq, context, context);
}

VERSION(resize_cq, "ibv_resize_cq@@IBVERBS_1.1");
int resize_cq(struct ibv_cq *cq, int entries)
{
	(void)cq, (void)entries;
	return atomic_exchange(&creation_error, 0);
}

VERSION(destroy_cq, "ibv_destroy_cq@@IBVERBS_1.1");
int destroy_cq(struct ibv_cq *cq)
{
	return destroy(CQ, cq);
}

VERSION(create_srq, "ibv_create_srq@@IBVERBS_1.1");
struct ibv_srq *create_srq(struct ibv_pd *pd, struct ibv_srq_init_attr *attr)
{
	(void)attr;
	return NEW(SRQ, ibv_srq, context, pd->context);
}

VERSION(modify_srq, "ibv_modify_srq@@IBVERBS_1.1");
int modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attr, int mask)
{
	(void)srq, (void)attr, (void)mask;
	return atomic_exchange(&creation_error, 0);
}

VERSION(destroy_srq, "ibv_destroy_srq@@IBVERBS_1.1");
int destroy_srq(struct ibv_srq *srq)
{
	return destroy(SRQ, srq);
}

VERSION(create_qp, "ibv_create_qp@@IBVERBS_1.1");
struct ibv_qp *create_qp(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	return driver_create_qp(pd, attr);
}

VERSION(destroy_qp, "ibv_destroy_qp@@IBVERBS_1.1");
int destroy_qp(struct ibv_qp *qp)
{
	return destroy(QP, qp);
}

/* As in the real library, an object of 1.0 is another piece of memory around one of 1.1, which is made through the
 * library's own symbol. */
struct qp_1_0 {
	struct ibv_qp head;
	struct ibv_qp *real;
};

VERSION(create_qp_1_0, "ibv_create_qp@IBVERBS_1.0");
struct ibv_qp *create_qp_1_0(struct ibv_pd *pd, struct ibv_qp_init_attr *attr)
{
	struct qp_1_0 *qp = calloc(1, sizeof(*qp));

	qp->real = ibv_create_qp(pd, attr);
	if (qp->real)
		return &qp->head;
	free(qp);
	return NULL;
}

VERSION(destroy_qp_1_0, "ibv_destroy_qp@IBVERBS_1.0");
int destroy_qp_1_0(struct ibv_qp *qp)
{
	int error = ibv_destroy_qp(((struct qp_1_0 *)qp)->real);

	if (!error)
		free(qp);
	return error;
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, unsigned int access)
{
	(void)address, (void)iova, (void)access;
	return new_mr(pd, length);
}

#undef ibv_reg_mr_iova
struct ibv_mr *ibv_reg_mr_iova(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, int access)
{
	return ibv_reg_mr_iova2(pd, address, length, iova, (unsigned int)access);
}

VERSION(reg_mr, "ibv_reg_mr@@IBVERBS_1.1");
struct ibv_mr *reg_mr(struct ibv_pd *pd, void *address, size_t length, int access)
{
	return ibv_reg_mr_iova2(pd, address, length, (uintptr_t)address, (unsigned int)access);
}

VERSION(reg_mr_1_0, "ibv_reg_mr@IBVERBS_1.0");
struct ibv_mr *reg_mr_1_0(struct ibv_pd *pd, void *address, size_t length, int access)
{
	return ibv_reg_mr_iova2(pd, address, length, (uintptr_t)address, (unsigned int)access);
}

struct ibv_mr *ibv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd, int access)
{
	(void)offset, (void)iova, (void)fd, (void)access;
	return new_mr(pd, length);
}

int ibv_rereg_mr(struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address, size_t length, int access)
{
	int error = atomic_exchange(&creation_error, 0);

	(void)pd, (void)address, (void)access;
	if (error)
		return IBV_REREG_MR_ERR_CMD;
	if (flags & IBV_REREG_MR_CHANGE_TRANSLATION)
		mr->length = length;
	return 0;
}

VERSION(dereg_mr, "ibv_dereg_mr@@IBVERBS_1.1");
int dereg_mr(struct ibv_mr *mr)
{
	return destroy(MR, mr);
}

VERSION(dereg_mr_1_0, "ibv_dereg_mr@IBVERBS_1.0");
int dereg_mr_1_0(struct ibv_mr *mr)
{
	return ibv_dereg_mr(mr);
}
