// SPDX-License-Identifier: MIT
/* Memory regions. */
#include "intercept.h"
#include "library.h"
#include "wrapped.h"

typedef struct ibv_mr *reg_mr_function(struct ibv_pd *, void *, size_t, int);
typedef struct ibv_mr *reg_mr_iova_function(struct ibv_pd *, void *, size_t, uint64_t, int);
typedef struct ibv_mr *reg_mr_iova2_function(struct ibv_pd *, void *, size_t, uint64_t, unsigned int);
typedef struct ibv_mr *reg_dmabuf_mr_function(struct ibv_pd *, uint64_t, size_t, uint64_t, int, int);

struct demand demand_of_mr(size_t length)
{
	return (struct demand){.kind = OBJECT_MR, .size = length};
}

static struct ibv_mr *counted_reg_mr(reg_mr_function *real, struct ibv_pd *pd, void *address, size_t length, int access)
{
	struct demand demand = demand_of_mr(length);

	return MAKE(struct ibv_mr, "ibv_reg_mr", &demand, pd->context, real(pd, address, length, access));
}

WRAP_BOTH(struct ibv_mr *, reg_mr, NULL, (struct ibv_pd *pd, void *address, size_t length, int access),
	  pd, address, length, access)

BIND(reg_mr_iova, "ibv_reg_mr_iova@@IBVERBS_1.7");
EXPORT struct ibv_mr *intercepted_reg_mr_iova(struct ibv_pd *pd, void *address, size_t length, uint64_t iova, int access)
{
	reg_mr_iova_function *real = REAL(reg_mr_iova_function, reg_mr_iova);
	struct demand demand = demand_of_mr(length);

	return real ? MAKE(struct ibv_mr, "ibv_reg_mr_iova", &demand, pd->context,
			   real(pd, address, length, iova, access)) :
		      NULL;
}

BIND(reg_mr_iova2, "ibv_reg_mr_iova2@@IBVERBS_1.8");
EXPORT struct ibv_mr *intercepted_reg_mr_iova2(struct ibv_pd *pd, void *address, size_t length, uint64_t iova,
					       unsigned int access)
{
	reg_mr_iova2_function *real = REAL(reg_mr_iova2_function, reg_mr_iova2);
	struct demand demand = demand_of_mr(length);

	return real ? MAKE(struct ibv_mr, "ibv_reg_mr_iova2", &demand, pd->context,
			   real(pd, address, length, iova, access)) :
		      NULL;
}

BIND(reg_dmabuf_mr, "ibv_reg_dmabuf_mr@@IBVERBS_1.12");
EXPORT struct ibv_mr *intercepted_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, size_t length, uint64_t iova, int fd,
						int access)
{
	reg_dmabuf_mr_function *real = REAL(reg_dmabuf_mr_function, reg_dmabuf_mr);
	struct demand demand = demand_of_mr(length);

	return real ? MAKE(struct ibv_mr, "ibv_reg_dmabuf_mr", &demand, pd->context,
			   real(pd, offset, length, iova, fd, access)) :
		      NULL;
}

/* Whether the region has its new size. It has also if only undoing the protection of the old pages against fork failed. */
static bool has_changed(int result)
{
	return result == 0 || result == IBV_REREG_MR_ERR_DO_FORK_OLD;
}

/* The region is taken out of the table while it changes, so that no other thread changes it. */
int counted_rereg_mr(rereg_mr_function *real, struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address,
		     size_t length, int access)
{
	struct object *object = flags & IBV_REREG_MR_CHANGE_TRANSLATION ? begin_destruction(OBJECT_MR, mr) : NULL;
	struct demand demand = demand_of_mr(length);
	struct grant after;
	int result = IBV_REREG_MR_ERR_INPUT;

	if (!object)
		return real(mr, flags, pd, address, length, access);
	if (quota_begin_change("ibv_rereg_mr", grant_of(object), &demand, &after)) {
		result = real(mr, flags, pd, address, length, access);
		quota_end_change(grant_of(object), &after, has_changed(result));
		if (has_changed(result))
			*grant_of(object) = after;
	}
	end_destruction(object, false);
	return result;
}

WRAP(int, rereg_mr, "ibv_rereg_mr@@IBVERBS_1.1", rereg_mr, IBV_REREG_MR_ERR_INPUT,
     (struct ibv_mr *mr, int flags, struct ibv_pd *pd, void *address, size_t length, int access),
     mr, flags, pd, address, length, access)

int counted_dereg_mr(dereg_mr_function *real, struct ibv_mr *mr)
{
	return DESTROY(OBJECT_MR, mr, real(mr));
}

WRAP_BOTH(int, dereg_mr, ENOSYS, (struct ibv_mr *mr), mr)
