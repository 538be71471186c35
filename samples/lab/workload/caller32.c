// SPDX-License-Identifier: MIT
/*
 * caller32: a 32-bit program without a library. It asks /dev/infiniband/rdma_cm to be led to 10.77.0.1, and by another id
 * to 10.77.0.2. The exit status is the sum of 1 and 2 for what it got of these, in this order, plus 16 if an error was
 * another than EPERM, or if it had no id to ask with; 99 if the file does not open.
 */
#include "bare32.h"

#include <rdma/rdma_user_cm.h>

#define ODD 16
#define PORT 7471
#define PATIENCE 2000 /* milliseconds */
#define PEERS 2

/* AF_INET and the size of its addresses, which are no part of the kernel's headers for programs */
#define FAMILY_IPV4 2
#define SIZE_IPV4 16

static int fd;

/* 0, or a negative errno; the message's request is this long. */
static int send_message(void *message, uint32_t command, uint32_t request_length, uint32_t response_length)
{
	struct rdma_ucm_cmd_hdr *header = message;
	int length = sizeof(*header) + request_length, result;

	header->cmd = command;
	header->in = request_length;
	header->out = response_length;
	result = write_bytes(fd, message, length);
	return result == length ? 0 : result;
}

static int create_id(uint32_t *id)
{
	static struct {
		struct rdma_ucm_cmd_hdr header;
		struct rdma_ucm_create_id request;
	} message;
	static struct rdma_ucm_create_id_resp response;
	int error;

	message.request = (struct rdma_ucm_create_id){
		.uid = 1, .response = address_of(&response), .ps = RDMA_PS_TCP, .qp_type = IB_UVERBS_QPT_RC,
	};
	error = send_message(&message, RDMA_USER_CM_CMD_CREATE_ID, sizeof(message.request), sizeof(response));
	*id = response.id;
	return error;
}

/* 10.77.0.1 is peer 1, and so on. */
static void put_address(uint8_t *address, int peer)
{
	address[0] = FAMILY_IPV4;
	address[2] = PORT >> 8;
	address[3] = PORT & 0xff;
	address[4] = 10;
	address[5] = 77;
	address[7] = peer;
}

static int resolve(uint32_t id, int peer)
{
	static struct {
		struct rdma_ucm_cmd_hdr header;
		struct rdma_ucm_resolve_addr request;
	} message;

	message.request.id = id;
	message.request.timeout_ms = PATIENCE;
	message.request.dst_size = SIZE_IPV4;
	put_address((uint8_t *)&message.request.dst_addr, peer);
	return send_message(&message, RDMA_USER_CM_CMD_RESOLVE_ADDR, sizeof(message.request), 0);
}

/* What came of a question: its bit, if it was granted. */
static int asked(int peer)
{
	uint32_t id;
	int error;

	if (create_id(&id))
		return ODD;
	error = resolve(id, peer);
	if (error == 0)
		return 1 << (peer - 1);
	return error == -EPERM ? 0 : ODD;
}

__attribute__((noreturn)) void _start(void)
{
	int status = 0;

	fd = system_call(SYS_OPEN, (uint32_t)"/dev/infiniband/rdma_cm", O_RDWR, 0);
	if (fd < 0)
		end(NO_DEVICE);
	for (int peer = 1; peer <= PEERS; peer++)
		status |= asked(peer);
	end(status);
}
