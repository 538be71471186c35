// SPDX-License-Identifier: MIT
/*
 * RDMA WRITE: the client writes into the server's memory, without the server's processor.
 * Usage: write DEVICE [HOST]
 */
#include <stdio.h>

#include "end.h"

static void write_memory(struct end *end, const struct address *server)
{
	int length = snprintf(end->memory, MEMORY_BYTES, "written by the client");
	struct ibv_sge source = {
		.addr = (uintptr_t)end->memory,
		.length = (uint32_t)length + 1,
		.lkey = end->mr->lkey,
	};
	/* The server does not see a WRITE. An empty SEND behind it, on the same queue pair, tells that it is there. */
	struct ibv_send_wr tell = {.opcode = IBV_WR_SEND, .send_flags = IBV_SEND_SIGNALED};
	struct ibv_send_wr request = {
		.next = &tell,
		.sg_list = &source,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_WRITE,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = server->memory, .rkey = server->rkey},
	};

	post_send(end, &request);
	await_completion(end, "RDMA WRITE"); /* work requests of a queue pair complete in their order */
	await_completion(end, "SEND");
	puts("written");
}

int main(int argc, char **argv)
{
	static struct end end;
	struct address other;

	/* What others may write, the device has to be able to write: the one right needs the other. */
	open_end(&end, "write", argc, argv, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
	if (!end.is_client)
		post_receive(&end);
	other = connect_end(&end);
	if (end.is_client) {
		write_memory(&end, &other);
	} else {
		await_completion(&end, "receive");
		printf("in memory: %.*s\n", MEMORY_BYTES, end.memory);
	}
	close_end(&end);
	return 0;
}
