// SPDX-License-Identifier: MIT
/*
 * RDMA READ: the client reads the server's memory, without the server's processor.
 * Usage: read DEVICE [HOST]
 */
#include <stdio.h>

#include "end.h"

static void read_memory(struct end *end, const struct address *server)
{
	struct ibv_sge target = {
		.addr = (uintptr_t)end->memory,
		.length = MEMORY_BYTES,
		.lkey = end->mr->lkey,
	};
	struct ibv_send_wr request = {
		.sg_list = &target,
		.num_sge = 1,
		.opcode = IBV_WR_RDMA_READ,
		.send_flags = IBV_SEND_SIGNALED,
		.wr.rdma = {.remote_addr = server->memory, .rkey = server->rkey},
	};

	post_send(end, &request);
	await_completion(end, "RDMA READ"); /* only now is it in this end's memory */
	printf("read: %.*s\n", MEMORY_BYTES, end->memory);
}

int main(int argc, char **argv)
{
	static struct end end;
	struct address other;

	open_end(&end, "read", argc, argv, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ);
	if (!end.is_client)
		snprintf(end.memory, MEMORY_BYTES, "what the server has");
	other = connect_end(&end);
	if (end.is_client)
		read_memory(&end, &other);
	else
		puts("waiting until the client has read"); /* nothing here will tell, but its word over TCP */
	close_end(&end);
	return 0;
}
