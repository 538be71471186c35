// SPDX-License-Identifier: MIT
/* One end of a connection: device, memory and queue pair, and the TCP connection by which the ends find each other. */
#include "end.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netdb.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define TCP_PORT "18600"
#define RDMA_PORT 1 /* devices number their ports from 1; most have one */
#define PATIENCE_SECONDS 60
#define ADDRESS_FORMAT "PROGRAM QPN PSN LID GID ADDRESS RKEY"

static const char *running = "";

void fail(const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "%s: ", running);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(1);
}

/* ---- RDMA: the objects ---- */

static struct ibv_context *open_device(const char *name)
{
	struct ibv_device **list = ibv_get_device_list(NULL);
	struct ibv_context *device = NULL;

	if (!list)
		fail("cannot list the RDMA devices: %s", strerror(errno));
	for (int i = 0; list[i]; i++) {
		if (strcmp(ibv_get_device_name(list[i]), name) != 0)
			continue;
		/* iWARP connects queue pairs by RDMA-CM only, never by numbers that the ends tell each other. */
		if (list[i]->transport_type == IBV_TRANSPORT_IWARP)
			fail("%s is an iWARP device, which needs RDMA-CM; take a RoCE or InfiniBand device", name);
		device = ibv_open_device(list[i]);
		if (!device)
			fail("cannot open %s: %s", name, strerror(errno));
	}
	ibv_free_device_list(list);
	if (!device)
		fail("there is no RDMA device %s; ibv_devices lists those that there are", name);
	return device;
}

/* Work requests complete on the one completion queue, sends and receives alike. */
static void make_queue_pair(struct end *end, unsigned int access)
{
	struct ibv_qp_init_attr wanted = {
		.send_cq = end->cq,
		.recv_cq = end->cq,
		.cap = {.max_send_wr = 2, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1},
		.qp_type = IBV_QPT_RC,
	};
	struct ibv_qp_attr init = {
		.qp_state = IBV_QPS_INIT,
		.pkey_index = 0,
		.port_num = RDMA_PORT,
		.qp_access_flags = access,
	};
	int error;

	end->qp = ibv_create_qp(end->pd, &wanted);
	if (!end->qp)
		fail("cannot make a queue pair: %s", strerror(errno));
	error = ibv_modify_qp(end->qp, &init,
			      IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
	if (error)
		fail("cannot bring the queue pair to INIT: %s", strerror(error));
}

static void make_objects(struct end *end, const char *device, unsigned int access)
{
	end->device = open_device(device);
	end->pd = ibv_alloc_pd(end->device);
	if (!end->pd)
		fail("cannot make a protection domain: %s", strerror(errno));
	end->cq = ibv_create_cq(end->device, 4, NULL, NULL, 0);
	if (!end->cq)
		fail("cannot make a completion queue: %s", strerror(errno));
	end->mr = ibv_reg_mr(end->pd, end->memory, sizeof(end->memory), access);
	if (!end->mr)
		fail("cannot register memory: %s; ulimit -l says how much may be locked", strerror(errno));
	make_queue_pair(end, access);
}

/* ---- TCP: how the ends find each other ---- */

static int open_socket(const char *host)
{
	struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM, .ai_flags = host ? 0 : AI_PASSIVE};
	struct addrinfo *where;
	int error = getaddrinfo(host, TCP_PORT, &hints, &where);
	int on = 1, listener, accepted;

	if (error)
		fail("%s: %s", host ? host : "port " TCP_PORT, gai_strerror(error));
	listener = socket(where->ai_family, where->ai_socktype, where->ai_protocol);
	if (listener < 0)
		fail("cannot make a socket: %s", strerror(errno));
	if (host) {
		if (connect(listener, where->ai_addr, where->ai_addrlen))
			fail("cannot connect to %s, port " TCP_PORT ": %s; is a server running there?", host,
			     strerror(errno));
		freeaddrinfo(where);
		return listener;
	}
	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (bind(listener, where->ai_addr, where->ai_addrlen) || listen(listener, 1))
		fail("cannot listen at port " TCP_PORT ": %s", strerror(errno));
	freeaddrinfo(where);
	accepted = accept(listener, NULL, NULL);
	if (accepted < 0)
		fail("cannot accept a connection: %s", strerror(errno));
	close(listener);
	return accepted;
}

/* Takes in what has come, without waiting; this is also how the end of the other one is seen. */
static void look_at_socket(struct end *end)
{
	ssize_t count = recv(end->socket, end->incoming + end->held, sizeof(end->incoming) - 1 - end->held, 0);

	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (count <= 0)
		fail("the other end has gone");
	end->held += (size_t)count;
}

static void check_patience(time_t since, const char *what)
{
	if (time(NULL) - since > PATIENCE_SECONDS)
		fail("no %s within %d seconds", what, PATIENCE_SECONDS);
}

static void read_line(struct end *end, char *line)
{
	time_t start = time(NULL);
	char *newline;
	size_t length;

	while (!(newline = memchr(end->incoming, '\n', end->held))) {
		if (end->held == sizeof(end->incoming) - 1)
			fail("the other end sent a line that is too long; it should be " ADDRESS_FORMAT);
		check_patience(start, "line from the other end");
		look_at_socket(end);
	}
	length = (size_t)(newline - end->incoming);
	memcpy(line, end->incoming, length);
	line[length] = '\0';
	end->held -= length + 1;
	memmove(end->incoming, newline + 1, end->held);
}

/* A line is so short that it always fits into the socket's buffer. */
static void write_line(struct end *end, const char *line)
{
	size_t length = strlen(line);

	if (send(end->socket, line, length, MSG_NOSIGNAL) != (ssize_t)length)
		fail("the other end has gone");
}

/* Both ends say the word; none goes on before the other has come as far. */
static void meet(struct end *end, const char *word)
{
	char said[LINE_BYTES], line[LINE_BYTES];

	snprintf(said, sizeof(said), "%s\n", word);
	write_line(end, said);
	read_line(end, line);
	if (strcmp(line, word) != 0)
		fail("the other end said '%s'; it should be '%s'", line, word);
}

/* ---- RDMA: the connection ---- */

/* The entry of the port's GID table to use: a RoCE v2 one with an IPv4 address, or else the first. */
static uint32_t choose_gid(struct end *end, union ibv_gid *gid)
{
	static const uint8_t mapped_ipv4[12] = {[10] = 0xff, [11] = 0xff};
	struct ibv_gid_entry entry;

	for (uint32_t i = 0; i < 256; i++) {
		if (ibv_query_gid_ex(end->device, RDMA_PORT, i, &entry, 0))
			continue; /* an empty place */
		if (entry.gid_type == IBV_GID_TYPE_ROCE_V2 && !memcmp(entry.gid.raw, mapped_ipv4, sizeof(mapped_ipv4))) {
			*gid = entry.gid;
			return i;
		}
	}
	if (ibv_query_gid(end->device, RDMA_PORT, 0, gid))
		fail("%s has no address; give its network interface an IPv4 one", ibv_get_device_name(end->device->device));
	return 0;
}

static void tell_address(struct end *end, const struct address *own)
{
	char gid[33], line[LINE_BYTES];

	for (size_t i = 0; i < 16; i++)
		snprintf(gid + 2 * i, 3, "%02x", own->gid.raw[i]);
	snprintf(line, sizeof(line), "%s %06x %06x %04x %s %016" PRIx64 " %08x\n", end->program, own->qp_number,
		 own->psn, own->lid, gid, own->memory, own->rkey);
	write_line(end, line);
}

static struct address hear_address(struct end *end)
{
	struct address its = {0};
	char line[LINE_BYTES], program[32], gid[33];

	read_line(end, line);
	if (sscanf(line, "%31s %6x %6x %4hx %32[0-9a-f] %16" SCNx64 " %8x", program, &its.qp_number, &its.psn, &its.lid,
		   gid, &its.memory, &its.rkey) != 7 ||
	    strlen(gid) != 32)
		fail("the other end sent '%s'; it should be " ADDRESS_FORMAT, line);
	if (strcmp(program, end->program) != 0)
		fail("the other end runs %s; it should run %s too", program, end->program);
	for (size_t i = 0; i < 16; i++)
		sscanf(gid + 2 * i, "%2hhx", &its.gid.raw[i]);
	return its;
}

/* INIT to RTR (ready to receive): from here on, packets of the other's queue pair are taken, and of no other. */
static void ready_to_receive(struct end *end, uint32_t gid_index, const struct address *its)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR,
		.path_mtu = IBV_MTU_1024, /* fits an Ethernet frame of 1500 bytes; both ends need the same */
		.dest_qp_num = its->qp_number,
		.rq_psn = its->psn,
		.max_dest_rd_atomic = 1, /* READs of the other that are served at a time */
		.min_rnr_timer = 12, /* 0.64 ms until the other tries again where no receive is posted */
		.ah_attr = {
			.is_global = 1,
			.grh = {.dgid = its->gid, .sgid_index = (uint8_t)gid_index, .hop_limit = 64},
			.dlid = its->lid,
			.port_num = RDMA_PORT,
		},
	};
	int error = ibv_modify_qp(end->qp, &attr,
				  IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
					  IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);

	if (error)
		fail("cannot bring the queue pair to RTR: %s", strerror(error));
}

/* RTR to RTS (ready to send): how often, and after what time, packets are sent again that nobody acknowledges. */
static void ready_to_send(struct end *end, uint32_t psn)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTS,
		.sq_psn = psn,
		.timeout = 14, /* 4.096 us times 2 to the power of it: 67 ms */
		.retry_cnt = 7,
		.rnr_retry = 7, /* without end, where no receive is posted */
		.max_rd_atomic = 1, /* own READs at a time */
	};
	int error = ibv_modify_qp(end->qp, &attr,
				  IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
					  IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);

	if (error)
		fail("cannot bring the queue pair to RTS: %s", strerror(error));
}

/* ---- What the programs call ---- */

void open_end(struct end *end, const char *program, int argc, char **argv, unsigned int access)
{
	running = end->program = program;
	if (argc < 2 || argc > 3) {
		fprintf(stderr, "Usage: %s DEVICE [HOST]; the server has no HOST, the client has the server's\n",
			program);
		exit(2);
	}
	end->is_client = argc == 3;
	make_objects(end, argv[1], access);
	end->socket = open_socket(end->is_client ? argv[2] : NULL);
	if (fcntl(end->socket, F_SETFL, O_NONBLOCK))
		fail("cannot make the socket non-blocking: %s", strerror(errno));
}

struct address connect_end(struct end *end)
{
	struct ibv_port_attr port;
	struct address own = {0}, its;
	uint32_t gid_index = choose_gid(end, &own.gid);

	if (ibv_query_port(end->device, RDMA_PORT, &port))
		fail("cannot query port %d of the device", RDMA_PORT);
	/* A PSN that can be guessed lets others forge packets of this connection. */
	if (getrandom(&own.psn, sizeof(own.psn), 0) != sizeof(own.psn))
		fail("cannot get random bytes: %s", strerror(errno));
	own.psn &= 0xffffff;
	own.qp_number = end->qp->qp_num;
	own.lid = port.lid;
	own.memory = (uintptr_t)end->memory;
	own.rkey = end->mr->rkey;
	tell_address(end, &own);
	its = hear_address(end);
	ready_to_receive(end, gid_index, &its);
	ready_to_send(end, own.psn);
	meet(end, "ready");
	return its;
}

void post_receive(struct end *end)
{
	struct ibv_sge place = {.addr = (uintptr_t)end->memory, .length = MEMORY_BYTES, .lkey = end->mr->lkey};
	struct ibv_recv_wr request = {.sg_list = &place, .num_sge = 1}, *bad;
	int error = ibv_post_recv(end->qp, &request, &bad);

	if (error)
		fail("cannot post a receive: %s", strerror(error));
}

void post_send(struct end *end, struct ibv_send_wr *request)
{
	struct ibv_send_wr *bad;
	int error = ibv_post_send(end->qp, request, &bad);

	if (error)
		fail("cannot post a send work request: %s", strerror(error));
}

void await_completion(struct end *end, const char *what)
{
	time_t start = time(NULL);
	struct ibv_wc completion;
	int count;

	/* A queue pair that only receives does not notice that the other has gone; its TCP connection does. */
	while (!(count = ibv_poll_cq(end->cq, 1, &completion))) {
		check_patience(start, "completion");
		look_at_socket(end);
	}
	if (count < 0)
		fail("cannot poll the completion queue");
	if (completion.status != IBV_WC_SUCCESS)
		fail("%s failed: %s", what, ibv_wc_status_str(completion.status));
}

void close_end(struct end *end)
{
	meet(end, "done");
	close(end->socket);
	/* The last that was made is the first to go: the kernel refuses to free what something else still uses. */
	if (ibv_destroy_qp(end->qp) || ibv_dereg_mr(end->mr) || ibv_destroy_cq(end->cq) || ibv_dealloc_pd(end->pd) ||
	    ibv_close_device(end->device))
		fail("cannot free what was made: %s", strerror(errno));
}
