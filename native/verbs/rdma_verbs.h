/* SPDX-License-Identifier: MIT */
/*
 * What the Java side calls of libibverbs, of librdmacm and, where it goes with them, of the system:
 * plain functions for what verbs.h has as static inline or macros, and structs of one fixed layout
 * for what would otherwise follow the header's version. The Java side is generated from this file
 * (native/jextract).
 *
 * Functions return 0 or a positive errno, unless they say otherwise. Objects are made through the
 * last parameter, which is written only on success. No function keeps a pointer that it is given,
 * none blocks but, for a moment, those that change what the kernel holds.
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
#define RV_CM_PRIVATE 64

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
	RV_CM_ADDRESS,
	RV_CM_PARAM,
	RV_CM_QP,
	RV_CM_EVENT,
	RV_MEMORY,
};

/* What happens at the connection manager. */
enum rv_cm_event_type {
	RV_CM_OTHER, /* nothing to be done about it */
	RV_CM_ADDRESS_RESOLVED,
	RV_CM_ROUTE_RESOLVED,
	RV_CM_REQUESTED, /* by another, who waits for an answer */
	RV_CM_ANSWERED, /* the other accepts; rv_cm_establish is due */
	RV_CM_ESTABLISHED,
	RV_CM_DISCONNECTED,
	RV_CM_REJECTED, /* by the other; status: enum ib_cm_rej_reason */
	RV_CM_ADDRESS_FAILED, /* status of these: -errno */
	RV_CM_ROUTE_FAILED,
	RV_CM_UNREACHABLE,
	RV_CM_FAILED,
	RV_CM_DEVICE_REMOVED,
};

/* Where memory comes from. */
enum rv_memory_kind {
	RV_HUGE_PAGES, /* of the default size */
	RV_DMABUF, /* a dma-buf of ordinary memory, by /dev/udmabuf */
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

/* An IP address, with a port where one is meant. */
struct rv_cm_address {
	uint8_t ip[16]; /* in network order; IPv4 in the first 4 */
	uint32_t family; /* 4 or 6 */
	uint32_t port;
	uint32_t scope; /* index of the interface, of a link-local address */
};

/* What a request to connect, or its acceptance, carries. */
struct rv_cm_param {
	uint32_t qp; /* number of the own queue pair */
	uint32_t reads_served;
	uint32_t reads_asked;
	uint32_t retry_count;
	uint32_t rnr_retry;
	uint32_t private_length; /* at most 56 in a request */
	uint8_t private_data[RV_CM_PRIVATE];
};

/* What this end decides of a queue pair that the connection manager knows the route of. */
struct rv_cm_qp {
	uint32_t access; /* enum ibv_access_flags */
	uint32_t mtu; /* enum ibv_mtu, at most */
	uint32_t reads_served; /* at most */
	uint32_t reads_asked; /* at most */
	uint32_t min_rnr_timer;
	uint32_t timeout;
};

struct rv_cm_event {
	uint64_t id; /* whom it is about; of a request the new one, which has to be destroyed */
	uint32_t type; /* enum rv_cm_event_type */
	int32_t status;
	uint32_t reads_served; /* these three: of a request and of an answer to it */
	uint32_t reads_asked;
	uint32_t private_length;
	uint8_t private_data[RV_CM_PRIVATE];
	uint32_t reserved;
};

/* Memory that is mapped, and the file descriptor of its dma-buf, -1 if it is none. */
struct rv_memory {
	uint64_t address;
	uint64_t length; /* whole pages */
	int32_t fd;
	uint32_t reserved;
};

/* The version that the library was built with: RV_VERSION. */
uint32_t rv_version(void);

/* Bytes of a struct (enum rv_struct); 0 for one that is not known. */
uint64_t rv_size(uint32_t which);

/* Fills in the names of the devices; returns how many there are, at most capacity, or -errno. */
int rv_devices(struct rv_name *names, int capacity);

/*
 * Whether a device is one of iWARP, whose queue pairs only the connection manager can connect: 1, or 0,
 * also where there is no device of this name.
 */
int rv_is_iwarp(const char *name);

/* Opens a device by its name. ENODEV: there is none. */
int rv_open(const char *name, struct ibv_context **context);
int rv_close(struct ibv_context *context);

int rv_query_device(struct ibv_context *context, struct rv_device_attr *attr);
int rv_query_port(struct ibv_context *context, uint32_t port, struct rv_port_attr *attr);

/* Fills in the valid GIDs of all ports; returns their number, at most capacity and RV_GIDS, or -errno. */
int rv_query_gids(struct ibv_context *context, struct rv_gid *gids, int capacity);

int rv_alloc_pd(struct ibv_context *context, struct ibv_pd **pd);
int rv_dealloc_pd(struct ibv_pd *pd);

/* A completion queue for at least this many entries, which is polled. */
int rv_create_cq(struct ibv_context *context, int entries, struct ibv_cq **cq);
int rv_destroy_cq(struct ibv_cq *cq);

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

/* The route of attr as an address handle, for datagrams. */
int rv_create_ah(struct ibv_pd *pd, const struct rv_qp_attr *attr, struct ibv_ah **ah);
int rv_destroy_ah(struct ibv_ah *ah);

/* The hot path. Of a failed post, bad is the address of the first work request that was not posted. */
int rv_post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad);
int rv_post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad);

/* How many completions were taken, or a negative number. */
int rv_poll_cq(struct ibv_cq *cq, int capacity, struct ibv_wc *completions);

/* The same, polling up to so many times as long as there is none. */
int rv_spin_cq(struct ibv_cq *cq, int capacity, struct ibv_wc *completions, int polls);

/* Whether a byte, looked at up to so many times, has this value; what was written before it is seen then. */
int rv_spin_byte(const uint8_t *at, int value, int looks);

/*
 * The connection manager. Its library is loaded by rv_cm_load: ENOSYS if this library was built
 * without its header, ELIBACC if it is missing or too old; nothing below may be called then. Queue
 * pairs stay the caller's, which the connection manager knows by their number only. None of these
 * waits for the other end.
 */
int rv_cm_load(void);

/* A channel that events come on, and its end; all ids of it must be destroyed before. */
int rv_cm_create_channel(void **channel);
int rv_cm_destroy_channel(void *channel);

/*
 * The next event: 1, 0 if there is none in this time (milliseconds, negative: for ever), or -errno.
 * For one thread at a time.
 */
int rv_cm_next_event(void *channel, int timeout, struct rv_cm_event *event);

/* An id of the port space of TCP. Destroying it ends its connection. */
int rv_cm_create_id(void *channel, void **id);
int rv_cm_destroy_id(void *id);

/* From now on the events of this id come on that channel. */
int rv_cm_migrate(void *id, void *channel);

/* Listens on an address, all zero: on every one; port 0: one that is free. */
int rv_cm_listen(void *id, const struct rv_cm_address *address, int backlog);

/* The own port (of TCP's port space), 0 if there is none. */
int rv_cm_port(void *id);

/* The number of the device's port that an id is bound to, and the device's name, or -errno. */
int rv_cm_device(void *id, struct rv_name *device);

/* These two end in an event, after at most this time in milliseconds. */
int rv_cm_resolve_address(void *id, const struct rv_cm_address *source,
			  const struct rv_cm_address *destination, int timeout);
int rv_cm_resolve_route(void *id, int timeout);

/* Brings a queue pair (RC) to INIT, RTR or RTS, as agreed with the other end. */
int rv_cm_modify_qp(void *id, struct ibv_qp *qp, uint32_t state, const struct rv_cm_qp *own);

int rv_cm_connect(void *id, const struct rv_cm_param *param);
int rv_cm_accept(void *id, const struct rv_cm_param *param);
int rv_cm_reject(void *id);
int rv_cm_establish(void *id);
int rv_cm_disconnect(void *id);

/*
 * Maps zeroed memory of this kind (enum rv_memory_kind), at least so many bytes, and gives it back.
 * ENOMEM: no huge pages are free; ENOENT: there is no /dev/udmabuf.
 */
int rv_map(uint32_t kind, uint64_t length, struct rv_memory *memory);
int rv_unmap(const struct rv_memory *memory);

/* Has the calling thread run on this processor only. EINVAL: it may not. */
int rv_pin(uint32_t processor);

#endif
