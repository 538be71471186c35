// SPDX-License-Identifier: MIT
/*
 * SEND and receive: the client sends a message, the server has posted a receive, which says where it goes.
 * Usage: send-receive DEVICE [HOST]
 */
#include <stdio.h>

#include "end.h"

static void send_message(struct end *end)
{
	int length = snprintf(end->memory, MEMORY_BYTES, "a message from the client");
	struct ibv_sge message = {
		.addr = (uintptr_t)end->memory,
		.length = (uint32_t)length + 1,
		.lkey = end->mr->lkey,
	};
	struct ibv_send_wr request = {
		.sg_list = &message,
		.num_sge = 1,
		.opcode = IBV_WR_SEND,
		.send_flags = IBV_SEND_SIGNALED, /* without it there is no completion, unless it fails */
	};

	post_send(end, &request);
	await_completion(end, "SEND");
	puts("sent");
}

int main(int argc, char **argv)
{
	static struct end end;

	/* Only this end's own device writes to the memory, where a receive tells it to. */
	open_end(&end, "send-receive", argc, argv, IBV_ACCESS_LOCAL_WRITE);
	if (!end.is_client)
		post_receive(&end); /* before the other can send: a message that finds none has to be sent again */
	connect_end(&end);
	if (end.is_client) {
		send_message(&end);
	} else {
		await_completion(&end, "receive");
		printf("received: %.*s\n", MEMORY_BYTES, end.memory);
	}
	close_end(&end);
	return 0;
}
