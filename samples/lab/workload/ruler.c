// SPDX-License-Identifier: MIT
/* Asks the kernel for a flow rule, by the command that libibverbs gives where a provider has flow rules. */
#define _GNU_SOURCE
#include "uverbs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ETHERNET 0x20 /* enum ib_flow_spec_type */

int main(int argc, char **argv)
{
	struct {
		struct ib_uverbs_create_flow command;
		struct ib_uverbs_flow_spec_eth eth;
	} request = {
		.command.flow_attr = { .size = sizeof(request.eth), .num_of_specs = 1, .port = 1 },
		.eth = { .type = ETHERNET, .size = sizeof(request.eth), .val.dst_mac = { 2, 0, 0, 0, 0, 1 },
			 .mask.dst_mac = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff } },
	};
	struct ib_uverbs_create_flow_resp response;
	int fd;

	if (argc != 2 || argv[1][0] == '-') {
		fputs("Usage: ruler FILE    such as /dev/infiniband/uverbs0\n"
		      "Asks for the frames to 02:00:00:00:00:01, and prints \"made\" or the name of an errno.\n",
		      argc == 2 && strcmp(argv[1], "--help") == 0 ? stdout : stderr);
		return argc == 2 && strcmp(argv[1], "--help") == 0 ? 0 : 2;
	}
	fd = open_context(argv[1]);
	puts(call_command(fd, IB_USER_VERBS_CMD_FLAG_EXTENDED | IB_USER_VERBS_EX_CMD_CREATE_FLOW, &request, sizeof(request),
			  &response, sizeof(response))
		     ? strerrorname_np(errno)
		     : "made");
	return 0;
}
