/* SPDX-License-Identifier: MIT */
/* Queue pairs and memory regions of one process on one device. What cannot be made ends the program with a sentence. */
#ifndef WORKLOAD_CONNECTIONS_H
#define WORKLOAD_CONNECTIONS_H

#include <stdint.h>

#include <infiniband/verbs.h>

#define PSN_MASK 0xffffff

struct side {
	struct ibv_context *context;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	union ibv_gid gid;	/* the IPv4 address of a soft-RoCE device */
};

/* Prints the program's name, the sentence, and the error unless it is 0; exits with 1. */
__attribute__((noreturn, format(printf, 2, 3))) void die(int error, const char *format, ...);

/* Opens the device, with a protection domain and a completion queue. */
struct side side_open(const char *device);

struct ibv_pd *make_pd(const struct side *side);
struct ibv_mr *make_mr(struct ibv_pd *pd, size_t length, int access);
struct ibv_qp *make_qp(const struct side *side, struct ibv_pd *pd, enum ibv_qp_type type);

/* Any but 0. */
uint32_t random_psn(void);

/* From RESET. A queue key is for UD, and not looked at else. Returns 0 or a positive errno. */
int try_init(struct ibv_qp *qp, uint32_t qkey);

void to_reset(struct ibv_qp *qp);
void to_init(struct ibv_qp *qp);

/* What the two ends of a connection should agree on: bytes, and numbers as ibv_modify_qp takes them. */
struct path {
	uint32_t mtu, timeout, retries, rnr, timer, reads, served, class;
};

extern const struct path usual_path;

/* From INIT to RTR, to this queue pair of that peer. Returns 0 or a positive errno. */
int try_rtr(struct ibv_qp *qp, const union ibv_gid *gid, uint32_t qpn, uint32_t rq_psn, const struct path *path);

/* From RTR to RTS. Returns 0 or a positive errno. */
int try_rts(struct ibv_qp *qp, uint32_t sq_psn, const struct path *path);

/* From INIT to RTS, to this queue pair of that peer. */
void to_peer(struct ibv_qp *qp, const union ibv_gid *gid, uint32_t qpn, uint32_t rq_psn, uint32_t sq_psn);

/* From RESET to RTS, in the usual way: with random sequence numbers, and an ordinary queue key. */
void usual(struct ibv_qp *qp, const union ibv_gid *gid, uint32_t qpn);

#endif
