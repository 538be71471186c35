/* SPDX-License-Identifier: MIT */
/* What belongs to one context of a device, and the objects that are made of it. */
#ifndef DEVICE_H
#define DEVICE_H

#include <net/if.h>

#include "completions.h"
#include "port.h"
#include "requests.h"
#include "rss.h"
#include "rule.h"

#define MOST_REQUESTS 32768
#define MOST_PIECES 32
#define MOST_INLINE 1024
#define MOST_TABLE 512

/* Fields of struct verbs_context that are exchanged. */
#define EXTENDED_OPERATIONS(DO)   \
	DO(create_qp_ex)          \
	DO(create_cq_ex)          \
	DO(create_wq)             \
	DO(modify_wq)             \
	DO(destroy_wq)            \
	DO(create_rwq_ind_table)  \
	DO(destroy_rwq_ind_table) \
	DO(ibv_create_flow)       \
	DO(ibv_destroy_flow)      \
	DO(query_device_ex)       \
	DO(modify_qp_rate_limit)

/* Fields of struct ibv_context_ops that are. */
#define DIRECT_OPERATIONS(DO) \
	DO(poll_cq)           \
	DO(req_notify_cq)     \
	DO(post_send)         \
	DO(post_recv)         \
	DO(bind_mw)

struct operations {
#define FIELD(name) __typeof__(((struct verbs_context *)0)->name) name;
	EXTENDED_OPERATIONS(FIELD)
#undef FIELD
#define FIELD(name) __typeof__(((struct ibv_context_ops *)0)->name) name;
	DIRECT_OPERATIONS(FIELD)
#undef FIELD
};

/* Frames, counted by what became of them. */
#define STATISTICS(DO)                                        \
	DO(sent, "sent")                                      \
	DO(not_sent, "not sent")                              \
	DO(received, "received")                              \
	DO(unmatched, "without a rule")                       \
	DO(refused, "dropped by a rule")                      \
	DO(not_open, "for a queue that was not ready")        \
	DO(no_request, "without a receive request")           \
	DO(too_long, "longer than the receive request")       \
	DO(truncated, "longer than the interface's MTU")

struct statistics {
#define COUNTER(name, text) atomic_ullong name;
	STATISTICS(COUNTER)
#undef COUNTER
};

struct completions_link;
struct flow;

struct device {
	struct ibv_context *context;
	struct operations real;
	char netdev[IFNAMSIZ];
	/* Held while objects are made, changed or destroyed, and while frames are taken in. Before all other locks. */
	pthread_mutex_t lock;
	struct port *port;
	/* Of the frames that may be sent. */
	atomic_size_t longest_frame;
	struct flow *flows;
	struct completions_link *completions;
	struct statistics statistics;
};

struct work_queue {
	struct ibv_wq wq;
	struct requests requests;
	bool strip_tag;
	unsigned int users;
};

struct spread {
	struct ibv_rwq_ind_table table;
	unsigned int size, users;
	struct work_queue *queues[];
};

struct send_queue {
	pthread_mutex_t lock;
	unsigned int capacity, most_pieces, most_inline;
	/* Requests whose completions were not taken out yet, and the latest ones without a completion of their own. */
	atomic_uint in_use;
	unsigned int unsignaled;
	bool all_signaled;
	/* Where frames are put together whose checksums are to be written. */
	uint8_t *copies;
	size_t copy_size;
	struct completions *completions;
};

struct raw_qp {
	struct ibv_qp qp;
	struct device *device;
	atomic_int state;
	struct ibv_qp_cap cap;
	bool strip_tag;
	unsigned int flows;
	struct send_queue send;
	struct requests requests;
	/* A queue pair with these has no receive queue of its own. */
	struct spread *spread;
	struct rss rss;
};

struct flow {
	struct ibv_flow flow;
	struct flow *next;
	struct rule rule;
	enum reach reach;
	struct raw_qp *qp;
	/* By ibv_attach_mcast. */
	bool is_group;
};

/* NULL if the context is not one of ours. */
struct device *device_of(const struct ibv_context *context);

/* The raw packet queue pair that it is, or NULL. */
struct raw_qp *raw_qp_of(struct ibv_qp *qp);

/* For a context that was just opened; NULL, and 0 or an errno, if the device is not soft-RoCE over a network
 * interface. */
struct device *device_open(struct ibv_context *context);

/* Frees it, with completions that were left. */
void device_close(struct device *device);

/* Call these with the device's lock. */

/* 0, or an errno: without the right to it EPERM. */
int device_need_port(struct device *device);
int device_refresh_mtu(struct device *device);

/* The completions kept for a completion queue; allocated if there are none. NULL and errno. */
struct completions *device_use_cq(struct device *device, struct ibv_cq *cq, bool receives);
void device_leave_cq(struct completions *completions, bool receives);

/* 0 or ENOMEM. */
int device_use_pd(struct ibv_pd *pd);
void device_leave_pd(struct ibv_pd *pd);
bool device_pd_in_use(struct ibv_pd *pd);

/* Call these without the lock. */

/* NULL if no raw packet queue pair reports there. */
struct completions *completions_of(const struct ibv_cq *cq);

/* 0; EBUSY if it is in use, and it stays. */
int device_forget_cq(struct device *device, struct ibv_cq *cq);

uint32_t device_new_number(void);

/* A queue pair is in error when one of its completion queues has overrun. */
enum ibv_qp_state raw_qp_state(const struct raw_qp *qp);

static inline void count(atomic_ullong *counter)
{
	atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

#endif
