/* SPDX-License-Identifier: MIT */
/*
 * What the Java side calls of libibverbs: plain functions for what verbs.h has as static inline or
 * macros, and structs of one fixed layout for what would otherwise follow the header's version. The
 * Java side is generated from this file (native/jextract).
 *
 * Functions return 0 or a positive errno, unless they say otherwise. Objects are made through the
 * last parameter, which is written only on success. No function keeps a pointer that it is given,
 * none blocks but rv_wait_completion and, for a moment, those that change what the kernel holds.
 *
 * Work requests and completions are the header's own structs, which the drivers read and write
 * directly: their layout is fixed by libibverbs's ABI, and rv_size tells whether both sides agree.
 */
#ifndef RDMA_VERBS_H
#define RDMA_VERBS_H

#include <infiniband/verbs.h>
#include <stdint.h>

/* To be raised with each change of a struct or function that exists already. */
#define RV_VERSION 1

#define RV_NAME 64
#define RV_GIDS 256

/* What rv_size knows the size of. */
enum rv_struct {
	RV_SEND_WR,
	RV_RECV_WR,
	RV_SGE,
	RV_WC,
	RV_DEVICE_ATTR,
	RV_PORT_ATTR,
	RV_GID,
	RV_REGION,
	RV_QP_INIT,
	RV_QP,
	RV_QP_ATTR,
	RV_EVENT,
};

struct rv_name {
	char name[RV_NAME];
};

struct rv_device_attr {
	char firmware[RV_NAME];
	uint64_t node_guid; /* in network byte order, as its bytes are shown */
	uint64_t max_mr_size;
	uint32_t vendor_id;
	uint32_t vendor_part_id;
	uint32_t capabilities; /* enum ibv_device_cap_flags */
	uint32_t atomic; /* enum ibv_atomic_cap */
	uint32_t max_qp;
	uint32_t max_qp_wr;
	uint32_t max_sge;
	uint32_t max_cq;
	uint32_t max_cqe;
	uint32_t max_mr;
	uint32_t max_pd;
	uint32_t max_mw;
	uint32_t max_ah;
	uint32_t max_qp_rd_atom; /* RDMA READs and atomics that a queue pair serves at a time */
	uint32_t max_qp_init_rd_atom; /* and that it asks for at a time */
	uint32_t ports;
};

struct rv_port_attr {
	uint32_t state; /* enum ibv_port_state */
	uint32_t max_mtu; /* enum ibv_mtu */
	uint32_t active_mtu;
	uint32_t gids; /* length of the table */
	uint32_t max_message; /* bytes */
	uint32_t lid;
	uint32_t link_layer; /* IBV_LINK_LAYER_* */
	uint32_t active_width;
	uint32_t active_speed;
	uint32_t reserved;
};

struct rv_gid {
	uint8_t raw[16];
	uint32_t port;
	uint32_t index;
	uint32_t type; /* enum ibv_gid_type */
	uint32_t netdev; /* index of the interface; 0 on InfiniBand */
};

/* A registered memory region or a memory window. */
struct rv_region {
	uint64_t object; /* struct ibv_mr or ibv_mw */
	uint32_t lkey; /* 0 of a window */
	uint32_t rkey;
};

struct rv_qp_init {
	uint64_t send_cq; /* struct ibv_cq */
	uint64_t recv_cq;
	uint32_t type; /* enum ibv_qp_type */
	uint32_t max_send_wr;
	uint32_t max_recv_wr;
	uint32_t max_send_sge;
	uint32_t max_recv_sge;
	uint32_t max_inline; /* bytes */
	uint32_t signal_all; /* 1: each send work request completes visibly */
	uint32_t reserved;
};

/* A queue pair that was made, with what the driver grants. */
struct rv_qp {
	uint64_t object; /* struct ibv_qp */
	uint32_t number;
	uint32_t max_send_wr;
	uint32_t max_recv_wr;
	uint32_t max_inline;
};

/* Where packets go, and the state that a queue pair is brought to. */
struct rv_qp_attr {
	uint8_t gid[16];
	uint32_t gid_index; /* of the own port */
	uint32_t hop_limit;
	uint32_t traffic_class;
	uint32_t flow_label;
	uint32_t is_global; /* 1: gid is used, as always on Ethernet */
	uint32_t lid;
	uint32_t service_level;
	uint32_t port;
	uint32_t state; /* enum ibv_qp_state */
	uint32_t mtu; /* enum ibv_mtu */
	uint32_t qkey;
	uint32_t rq_psn;
	uint32_t sq_psn;
	uint32_t remote_qp;
	uint32_t access; /* enum ibv_access_flags */
	uint32_t pkey_index;
	uint32_t max_rd_atomic;
	uint32_t max_dest_rd_atomic;
	uint32_t min_rnr_timer;
	uint32_t timeout;
	uint32_t retry_count;
	uint32_t rnr_retry;
};

struct rv_event {
	uint32_t type; /* enum ibv_event_type */
	uint32_t port; /* 0 where it is about no port */
	uint32_t qp; /* number of the queue pair; 0 where it is about none */
	uint32_t reserved;
};

/* The version that the library was built with: RV_VERSION. */
uint32_t rv_version(void);

/* Bytes of a struct (enum rv_struct); 0 for one that is not known. */
uint64_t rv_size(uint32_t which);

/* Fills in the names of the devices; returns how many there are, at most capacity, or -errno. */
int rv_devices(struct rv_name *names, int capacity);

/* Opens a device by its name; its asynchronous events are read without blocking. ENODEV: none. */
int rv_open(const char *name, struct ibv_context **context);
int rv_close(struct ibv_context *context);

int rv_query_device(struct ibv_context *context, struct rv_device_attr *attr);
int rv_query_port(struct ibv_context *context, uint32_t port, struct rv_port_attr *attr);

/* Fills in the valid GIDs of all ports; returns their number, at most capacity and RV_GIDS, or -errno. */
int rv_query_gids(struct ibv_context *context, struct rv_gid *gids, int capacity);

/* The next asynchronous event: 1, or 0 if there is none, or -errno. It is acknowledged. */
int rv_next_event(struct ibv_context *context, struct rv_event *event);

int rv_alloc_pd(struct ibv_context *context, struct ibv_pd **pd);
int rv_dealloc_pd(struct ibv_pd *pd);

int rv_create_channel(struct ibv_context *context, struct ibv_comp_channel **channel);
int rv_destroy_channel(struct ibv_comp_channel *channel);

/*
 * Waits for a completion queue of the channel to ask for attention: 1, 0 after the time
 * (milliseconds, negative: for ever), or -errno. Its notification is acknowledged.
 */
int rv_wait_completion(struct ibv_comp_channel *channel, int timeout);

/* A completion queue for at least this many entries; channel may be NULL. */
int rv_create_cq(struct ibv_context *context, int entries, struct ibv_comp_channel *channel,
		 struct ibv_cq **cq);
int rv_destroy_cq(struct ibv_cq *cq);
int rv_cq_entries(struct ibv_cq *cq);

int rv_reg_mr(struct ibv_pd *pd, uint64_t address, uint64_t length, uint32_t access,
	      struct rv_region *region);
int rv_reg_dmabuf_mr(struct ibv_pd *pd, uint64_t offset, uint64_t length, uint64_t iova, int fd,
		     uint32_t access, struct rv_region *region);
int rv_dereg_mr(struct ibv_mr *mr);

/* A memory window; type is one of enum ibv_mw_type. It is bound by a work request. */
int rv_alloc_mw(struct ibv_pd *pd, uint32_t type, struct rv_region *region);
int rv_dealloc_mw(struct ibv_mw *mw);

int rv_create_qp(struct ibv_pd *pd, const struct rv_qp_init *init, struct rv_qp *qp);
int rv_destroy_qp(struct ibv_qp *qp);

/* mask: enum ibv_qp_attr_mask, which says what of attr counts. */
int rv_modify_qp(struct ibv_qp *qp, const struct rv_qp_attr *attr, uint32_t mask);

/* The state of a queue pair (enum ibv_qp_state), or -errno. */
int rv_qp_state(struct ibv_qp *qp);

/* The route of attr as an address handle, for datagrams. */
int rv_create_ah(struct ibv_pd *pd, const struct rv_qp_attr *attr, struct ibv_ah **ah);
int rv_destroy_ah(struct ibv_ah *ah);

/* The hot path. Of a failed post, bad is the address of the first work request that was not posted. */
int rv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int rv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);

/* How many completions were taken, or a negative number. */
int rv_poll_cq(struct ibv_cq *cq, int capacity, struct ibv_wc *completions);
int rv_req_notify_cq(struct ibv_cq *cq, int solicited_only);

/* Does nothing: what a call costs. */
int rv_nothing(struct ibv_cq *cq, int capacity, struct ibv_wc *completions);

#endif
