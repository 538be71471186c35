/* SPDX-License-Identifier: MIT */
/*
 * What the three programs have in common: one end of a connection, with all that a reliable connected (RC) queue pair
 * needs. README.md walks through it.
 */
#ifndef END_H
#define END_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEMORY_BYTES 4096
#define LINE_BYTES 160

struct end {
	const char *program;
	bool is_client;
	struct ibv_context *device;
	struct ibv_pd *pd;
	struct ibv_cq *cq;
	struct ibv_mr *mr;
	struct ibv_qp *qp;
	char memory[MEMORY_BYTES]; /* what is registered as mr */
	int socket; /* TCP to the other end; it does not block */
	char incoming[LINE_BYTES]; /* what has come in by it and was not taken yet */
	size_t held;
};

/* What the ends tell each other, so that their queue pairs can be connected and their memory reached. */
struct address {
	uint32_t qp_number;
	uint32_t psn;
	uint16_t lid; /* on InfiniBand; 0 on Ethernet */
	union ibv_gid gid;
	uint64_t memory;
	uint32_t rkey;
};

/* Says what is wrong, and ends the program; the kernel frees whatever it had. */
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/*
 * Makes an end, by the arguments DEVICE [HOST]: with HOST it is the client. access is what the other end may do to its
 * memory. The queue pair is in INIT: receives may be posted, and nothing comes in yet.
 */
void open_end(struct end *end, const char *program, int argc, char **argv, unsigned int access);

/* Connects it with the other end's, and waits until that has done the same. Returns what the other told. */
struct address connect_end(struct end *end);

/* One receive of up to the whole memory; and a send work request. */
void post_receive(struct end *end);
void post_send(struct end *end, struct ibv_send_wr *request);

/* Waits for the next completion and looks at its status. what it is of, for the message. */
void await_completion(struct end *end, const char *what);

/* Waits for the other end, which may still need this one's memory or answers, and frees all. */
void close_end(struct end *end);

#endif
