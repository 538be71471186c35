// SPDX-License-Identifier: MIT
/* Roles about single objects: how many there are, what they let others do, and for how long they are left alone. */
#define _GNU_SOURCE
#include "hostile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MIB (1 << 20)
#define MANY 100		/* beyond R2_UNCONNECTED_LEAST of the test */
#define REGIONS 300
#define RATE 500		/* deregistrations a second at most; an emulated machine reaches less */
#define NUMBERS 40		/* beyond the least that R6 looks at */
#define CONTROLLED_QKEY 0x80010001u

void storm(void)
{
	ready(getpid());
	while (!ended) {
		touch();
		sleep_ms(1000 / RATE);
	}
}

void start_and_end(void)
{
	struct ibv_mr *mrs[REGIONS];

	for (int i = 0; i < REGIONS; i++)
		mrs[i] = make_mr(side.pd, 4096, IBV_ACCESS_LOCAL_WRITE);
	for (int i = 0; i < 3; i++) {
		touch();
		sleep_ms(HOLD_MS);
	}
	for (int i = 0; i < REGIONS; i++) {
		void *memory = mrs[i]->addr;
		int error = ibv_dereg_mr(mrs[i]);

		if (error)
			die(error, "a region cannot be deregistered");
		free(memory);
	}
	hold();
}

void flood(void)
{
	for (int i = 0; i < MANY; i++)
		to_init(own_qp());
	hold();
}

/* One in a hundred of all that the device has. */
void share(void)
{
	struct ibv_device_attr attr;
	int error = ibv_query_device(side.context, &attr);

	if (error)
		die(error, "the limits of the device cannot be read");
	for (int i = 0; i <= attr.max_cq / 100; i++) {
		if (!ibv_create_cq(side.context, 1, NULL, NULL, 0))
			die(errno, "completion queue %d cannot be made", i);
	}
	hold();
}

void many_connected(void)
{
	for (int i = 0; i < MANY; i++)
		usual_qp();
	hold();
}

void show_numbers(void)
{
	for (int i = 0; i < NUMBERS; i++) {
		int error = ibv_destroy_qp(own_qp());

		if (error)
			die(error, "a queue pair cannot be destroyed");
	}
	hold();
}

/* Keys that rxe draws at random, and regions that have none. */
void show_keys(void)
{
	for (int i = 0; i < NUMBERS; i++)
		make_mr(side.pd, 4096, REMOTE);
	for (int i = 0; i < NUMBERS; i++)
		make_mr(side.pd, 4096, IBV_ACCESS_LOCAL_WRITE);
	hold();
}

void expose(void)
{
	make_mr(side.pd, 32 * MIB, REMOTE);
	hold();
}

void expose_little(void)
{
	make_mr(side.pd, 32 * MIB, IBV_ACCESS_LOCAL_WRITE);
	make_mr(side.pd, 8 * MIB, REMOTE);
	hold();
}

void controlled_key(void)
{
	struct ibv_qp *qp = make_qp(&side, side.pd, IBV_QPT_UD);
	int error = try_init(qp, CONTROLLED_QKEY);

	fprintf(stderr, "hostile: queue key %#x: %s\n", CONTROLLED_QKEY, error ? strerror(error) : "set");
	if (error)
		to_init(qp);
	to_peer(qp, &side.gid, 0, 0, random_psn());
	hold();
}

void datagrams(void)
{
	usual(make_qp(&side, side.pd, IBV_QPT_UD), &side.gid, 0);
	hold();
}

void raw_packets(void)
{
	struct ibv_qp_init_attr wanted = {
		.send_cq = side.cq, .recv_cq = side.cq, .qp_type = IBV_QPT_RAW_PACKET,
		.cap = { .max_send_wr = 4, .max_recv_wr = 4, .max_send_sge = 1, .max_recv_sge = 1 },
	};
	struct ibv_qp *qp = ibv_create_qp(side.pd, &wanted);

	fprintf(stderr, "hostile: raw packet queue pair: %s\n", qp ? "made" : strerror(errno));
	hold();
}

void idle(void)
{
	usual_qp();
	ready(getpid());
	while (!ended)
		sleep_ms(60000);
}

void busy(void)
{
	usual_qp();
	hold();
}

void forgotten(void)
{
	to_init(own_qp());
	hold();
}
