// SPDX-License-Identifier: MIT
/* Roles about connections: with whom, and with which sequence numbers. */
#define _GNU_SOURCE
#include "hostile.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#define GUESSES 20		/* beyond R4_RETRIES */
#define PEERS 20		/* beyond R7_PEERS */
#define FIRST_PEER 101		/* the last byte of its address */
#define NOBODY 250		/* likewise, of one that does not exist */
#define STORM 40		/* beyond N2_CONNECTIONS */
#define LARGEST_QPN 0xffffff

/* A process of its own that is connected to a queue pair of this one; returns its id, and the number of its queue pair. */
static pid_t fork_connected(const char *device, uint32_t qpn, uint32_t *own_qpn)
{
	int pipes[2];
	pid_t child;

	if (pipe(pipes) || (child = fork()) < 0)
		die(errno, "no process can be started");
	if (child == 0) {
		struct ibv_qp *qp;

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		side = side_open(device);
		qp = own_qp();
		usual(qp, &side.gid, qpn);
		if (write(pipes[1], &qp->qp_num, sizeof(qp->qp_num)) != sizeof(qp->qp_num))
			die(errno, "the queue pair's number cannot be told");
		close(pipes[1]);
		linger();
		_exit(0);
	}
	close(pipes[1]);
	if (read(pipes[0], own_qpn, sizeof(*own_qpn)) != sizeof(*own_qpn))
		die(0, "a process has not told the number of its queue pair");
	close(pipes[0]);
	return child;
}

static void two_processes(bool to_the_same)
{
	const char *device = ibv_get_device_name(side.context->device);
	struct ibv_qp *target = own_qp(), *other = to_the_same ? target : own_qp();
	uint32_t qpn;
	pid_t second;

	fork_connected(device, target->qp_num, &qpn);
	usual(target, &side.gid, qpn);
	second = fork_connected(device, other->qp_num, &qpn);
	if (!to_the_same)
		usual(other, &side.gid, qpn);
	ready(second);
	linger();
}

void clone_connection(void)
{
	two_processes(true);
}

void separate_connections(void)
{
	two_processes(false);
}

void guess(void)
{
	struct ibv_qp *target = usual_qp(), *qp = own_qp();

	for (uint32_t i = 0; i < GUESSES; i++) {
		to_init(qp);
		to_peer(qp, &side.gid, target->qp_num, FIXED_PSN + i, FIXED_PSN + 2 * i);
		if (i + 1 < GUESSES)
			to_reset(qp);
	}
	hold();
}

/* Again and again with random numbers, then side by side to numbers that follow one another. */
void connect_again(void)
{
	struct ibv_qp *targets[GUESSES], *qp = own_qp();

	for (int i = 0; i < GUESSES; i++)
		targets[i] = own_qp();
	for (int i = 0; i < GUESSES; i++) {
		usual(qp, &side.gid, targets[0]->qp_num);
		if (i + 1 < GUESSES)
			to_reset(qp);
	}
	for (int i = 0; i < GUESSES; i++) {
		if (i > 0) {
			qp = own_qp();
			usual(qp, &side.gid, targets[i]->qp_num);
		}
		usual(targets[i], &side.gid, qp->qp_num);
	}
	hold();
}

void connect_anew(void)
{
	for (int i = 0; i < STORM; i++) {
		if (ibv_destroy_qp(usual_qp()))
			die(errno, "a queue pair cannot be destroyed");
	}
	hold();
}

/* As a program with many connections does that is started again. */
void connect_all_anew(void)
{
	struct ibv_qp *pairs[STORM];

	for (int round = 0; round < 2; round++) {
		for (int i = 0; i < STORM; i++)
			pairs[i] = usual_qp();
		for (int i = 0; i < STORM; i++) {
			if (ibv_destroy_qp(pairs[i]))
				die(errno, "a queue pair cannot be destroyed");
		}
	}
	hold();
}

void nobody_there(void)
{
	struct ibv_qp *qp = own_qp();
	union ibv_gid peer = side.gid;

	peer.raw[15] = NOBODY;
	to_init(qp);
	if (try_rtr(qp, &peer, random_psn(), random_psn(), &usual_path) == 0)
		die(0, "an address that nobody has is found");
	to_reset(qp);
	usual(qp, &side.gid, qp->qp_num);
	hold();
}

void other_end_missing(void)
{
	usual(own_qp(), &side.gid, LARGEST_QPN);
	hold();
}

void other_mtu(void)
{
	struct ibv_qp *one = own_qp(), *other = own_qp();
	struct path narrow = usual_path;

	narrow.mtu = 512;
	to_init(one);
	to_init(other);
	if (try_rtr(one, &side.gid, other->qp_num, random_psn(), &usual_path) ||
	    try_rtr(other, &side.gid, one->qp_num, random_psn(), &narrow))
		die(0, "the queue pairs do not get to RTR");
	hold();
}

static void with_psn(uint32_t psn)
{
	struct ibv_qp *qp = own_qp();

	to_init(qp);
	to_peer(qp, &side.gid, qp->qp_num, psn, psn);
}

void same_psn(void)
{
	for (int i = 0; i < 4; i++)
		with_psn(FIXED_PSN);
	hold();
}

void zero_psn(void)
{
	with_psn(0);
	hold();
}

void random_psns(void)
{
	for (int i = 0; i < 4; i++)
		usual_qp();
	hold();
}

static void connect_to_peers(bool of_one_domain)
{
	union ibv_gid peer = side.gid;

	make_mr(side.pd, 4096, REMOTE);
	for (int i = 0; i < PEERS; i++) {
		struct ibv_pd *pd = of_one_domain ? side.pd : make_pd(&side);

		if (!of_one_domain)
			make_mr(pd, 4096, REMOTE);
		peer.raw[15] = (uint8_t)(FIRST_PEER + i);
		usual(make_qp(&side, pd, IBV_QPT_RC), &peer, random_psn());
	}
}

void one_domain(void)
{
	connect_to_peers(true);
	hold();
}

void domain_for_each(void)
{
	connect_to_peers(false);
	hold();
}

/* One more than the others have: itself. */
void many_peers(void)
{
	connect_to_peers(false);
	usual_qp();
	hold();
}
