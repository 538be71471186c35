/* SPDX-License-Identifier: MIT */
/* The functions that this library stands in front of. They are looked up without the dynamic loader's lock: dlsym() would wait
 * for this lock while a constructor of another library holds it and waits for the thread that called a verb. */
#ifndef LIBRARY_H
#define LIBRARY_H

/* INTERCEPTED(name of the C function without its prefix, symbol, version, library) */
#define INTERCEPTED_CALLS(INTERCEPTED)                                     \
	INTERCEPTED(open_device, ibv_open_device, "IBVERBS_1.1", VERBS)    \
	INTERCEPTED(import_device, ibv_import_device, "IBVERBS_1.10", VERBS) \
	INTERCEPTED(close_device, ibv_close_device, "IBVERBS_1.1", VERBS)  \
	INTERCEPTED(close_device_1_0, ibv_close_device, "IBVERBS_1.0", VERBS) \
	INTERCEPTED(alloc_pd, ibv_alloc_pd, "IBVERBS_1.1", VERBS)          \
	INTERCEPTED(alloc_pd_1_0, ibv_alloc_pd, "IBVERBS_1.0", VERBS)      \
	INTERCEPTED(dealloc_pd, ibv_dealloc_pd, "IBVERBS_1.1", VERBS)      \
	INTERCEPTED(dealloc_pd_1_0, ibv_dealloc_pd, "IBVERBS_1.0", VERBS)  \
	INTERCEPTED(reg_mr, ibv_reg_mr, "IBVERBS_1.1", VERBS)              \
	INTERCEPTED(reg_mr_1_0, ibv_reg_mr, "IBVERBS_1.0", VERBS)          \
	INTERCEPTED(reg_mr_iova, ibv_reg_mr_iova, "IBVERBS_1.7", VERBS)    \
	INTERCEPTED(reg_mr_iova2, ibv_reg_mr_iova2, "IBVERBS_1.8", VERBS)  \
	INTERCEPTED(reg_dmabuf_mr, ibv_reg_dmabuf_mr, "IBVERBS_1.12", VERBS) \
	INTERCEPTED(rereg_mr, ibv_rereg_mr, "IBVERBS_1.1", VERBS)          \
	INTERCEPTED(dereg_mr, ibv_dereg_mr, "IBVERBS_1.1", VERBS)          \
	INTERCEPTED(dereg_mr_1_0, ibv_dereg_mr, "IBVERBS_1.0", VERBS)      \
	INTERCEPTED(create_cq, ibv_create_cq, "IBVERBS_1.1", VERBS)        \
	INTERCEPTED(create_cq_1_0, ibv_create_cq, "IBVERBS_1.0", VERBS)    \
	INTERCEPTED(resize_cq, ibv_resize_cq, "IBVERBS_1.1", VERBS)        \
	INTERCEPTED(resize_cq_1_0, ibv_resize_cq, "IBVERBS_1.0", VERBS)    \
	INTERCEPTED(destroy_cq, ibv_destroy_cq, "IBVERBS_1.1", VERBS)      \
	INTERCEPTED(destroy_cq_1_0, ibv_destroy_cq, "IBVERBS_1.0", VERBS)  \
	INTERCEPTED(create_srq, ibv_create_srq, "IBVERBS_1.1", VERBS)      \
	INTERCEPTED(create_srq_1_0, ibv_create_srq, "IBVERBS_1.0", VERBS)  \
	INTERCEPTED(destroy_srq, ibv_destroy_srq, "IBVERBS_1.1", VERBS)    \
	INTERCEPTED(destroy_srq_1_0, ibv_destroy_srq, "IBVERBS_1.0", VERBS) \
	INTERCEPTED(modify_srq, ibv_modify_srq, "IBVERBS_1.1", VERBS)      \
	INTERCEPTED(modify_srq_1_0, ibv_modify_srq, "IBVERBS_1.0", VERBS)  \
	INTERCEPTED(create_qp, ibv_create_qp, "IBVERBS_1.1", VERBS)        \
	INTERCEPTED(create_qp_1_0, ibv_create_qp, "IBVERBS_1.0", VERBS)    \
	INTERCEPTED(destroy_qp, ibv_destroy_qp, "IBVERBS_1.1", VERBS)      \
	INTERCEPTED(destroy_qp_1_0, ibv_destroy_qp, "IBVERBS_1.0", VERBS)  \
	INTERCEPTED(mlx5_open_device, mlx5dv_open_device, "MLX5_1.7", MLX5) \
	INTERCEPTED(mlx5_create_cq, mlx5dv_create_cq, "MLX5_1.1", MLX5)    \
	INTERCEPTED(mlx5_create_qp, mlx5dv_create_qp, "MLX5_1.3", MLX5)    \
	INTERCEPTED(mlx5_create_wq, mlx5dv_create_wq, "MLX5_1.3", MLX5)

#define CALL_OF(function, symbol, version, library) CALL_##function,
enum call { INTERCEPTED_CALLS(CALL_OF) CALLS };
#undef CALL_OF

/* The function of the library itself; NULL and ENOSYS if no such library is loaded, or it is too old to have it. */
void *real_function(enum call call);

/* The same, but searched each time: a program that only looks for a function may unload its library again. Keeps
 * errno. */
void *find_function(enum call call);

/* The symbol's name, as the program knows it. */
const char *call_name(enum call call);

/* A symbol of the first loaded object of that SONAME, with this version, or its default version if NULL. NULL: there is
 * none. */
void *find_symbol(const char *soname, const char *symbol, const char *version);

#endif
