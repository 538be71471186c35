// SPDX-License-Identifier: MIT
/*
 * What the rules of findings are about, provoked on purpose, and beside each the next thing to it that is harmless. It
 * harms nobody: connections lead to queue pairs of its own, or to addresses where there is nothing, and nothing is sent.
 */
#define _GNU_SOURCE
#include "hostile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct side side;
volatile sig_atomic_t ended;

static void end(int signal)
{
	(void)signal;
	ended = 1;
}

void sleep_ms(long ms)
{
	struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&time, NULL);
}

void ready(pid_t pid)
{
	printf("ready %d\n", pid);
	fflush(stdout);
}

void touch(void)
{
	int error;
	static char byte;
	struct ibv_mr *mr = ibv_reg_mr(side.pd, &byte, 1, IBV_ACCESS_LOCAL_WRITE);

	error = mr ? ibv_dereg_mr(mr) : errno;
	if (error)
		die(error, "a byte cannot be registered and deregistered");
}

void linger(void)
{
	while (!ended) {
		touch();
		sleep_ms(HOLD_MS);
	}
}

void hold(void)
{
	ready(getpid());
	linger();
}

struct ibv_qp *own_qp(void)
{
	return make_qp(&side, side.pd, IBV_QPT_RC);
}

struct ibv_qp *usual_qp(void)
{
	struct ibv_qp *qp = own_qp();

	usual(qp, &side.gid, qp->qp_num);
	return qp;
}

static const struct {
	const char *rule, *kind, *what;
	void (*run)(void);
} roles[] = {
	{ "R1", "attack", "registers and deregisters about 500 times a second", storm },
	{ "R1", "benign", "registers 300 regions, and deregisters them after three seconds", start_and_end },
	{ "R2", "attack", "leaves 100 queue pairs in INIT", flood },
	{ "R2", "share", "makes one in a hundred of the device's completion queues", share },
	{ "R2", "benign", "connects 100 queue pairs", many_connected },
	{ "R3", "attack", "two processes with a connection to the same queue pair", clone_connection },
	{ "R3", "benign", "two processes with a connection each", separate_connections },
	{ "R4", "attack", "connects 20 times with the sequence numbers a step further", guess },
	{ "R4", "benign", "connects 20 times at random, and side by side to following numbers", connect_again },
	{ "R5", "attack", "four connections with the same sequence number", same_psn },
	{ "R5", "zero", "a connection that starts at 0", zero_psn },
	{ "R5", "benign", "four connections with random sequence numbers", random_psns },
	{ "R6", "attack", "makes 40 queue pairs, whose numbers follow one another on rxe", show_numbers },
	{ "R6", "benign", "registers 40 regions with a remote key, and 40 without", show_keys },
	{ "R7", "attack", "20 peers in one protection domain with remotely accessible memory", one_domain },
	{ "R7", "benign", "20 peers, each in a protection domain of its own", domain_for_each },
	{ "R8", "attack", "lets peers write 32 MiB", expose },
	{ "R8", "benign", "registers 32 MiB for itself, and lets peers write 8 MiB", expose_little },
	{ "R12", "attack", "asks for a queue key with the top bit set; to be run without privileges", controlled_key },
	{ "R12", "benign", "sets an ordinary queue key", datagrams },
	{ "R13", "attack", "asks for a raw packet queue pair", raw_packets },
	{ "R13", "unprivileged", "the same; to be run without privileges", raw_packets },
	{ "R13", "benign", "makes a datagram queue pair", datagrams },
	{ "L1", "attack", "owns a connection and sleeps", idle },
	{ "L1", "benign", "owns a connection and registers memory now and then", busy },
	{ "L2", "attack", "leaves a queue pair in INIT", forgotten },
	{ "L2", "benign", "connects a queue pair", busy },
	{ "N2", "attack", "connects 40 times, and ends each connection before the next", connect_anew },
	{ "N2", "benign", "makes 40 connections, ends them all, and makes them again", connect_all_anew },
	{ "N3", "attack", "connects to an address that nobody has", nobody_there },
	{ "N4", "attack", "21 peers, itself among them", many_peers },
	{ "N5", "attack", "connects to a queue pair of its device that does not exist", other_end_missing },
	{ "N6", "attack", "connects two queue pairs with different path MTUs", other_mtu },
	{ "N7", "attack", "makes a datagram queue pair; to be run where PEERS holds", datagrams },
};

static void usage(FILE *file)
{
	fputs("Usage: hostile RULE KIND DEVICE\n"
	      "Does one of these, prints \"ready PID\" with the process that a finding would name, and holds what it has\n"
	      "until SIGTERM. The peers of R7 and N4 are the last byte of the device's address replaced by 101 to 120; they need not\n"
	      "exist, but need permanent entries in the table of neighbours.\n", file);
	for (size_t i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		fprintf(file, "  %-4s %-13s %s\n", roles[i].rule, roles[i].kind, roles[i].what);
}

int main(int argc, char **argv)
{
	struct sigaction action = { .sa_handler = end };

	if (argc == 2 && strcmp(argv[1], "--help") == 0) {
		usage(stdout);
		return 0;
	}
	for (size_t i = 0; argc == 4 && i < sizeof(roles) / sizeof(roles[0]); i++) {
		if (strcmp(argv[1], roles[i].rule) == 0 && strcmp(argv[2], roles[i].kind) == 0) {
			sigaction(SIGTERM, &action, NULL);
			side = side_open(argv[3]);
			roles[i].run();
			/* What the process leaves is for the kernel to clean up. */
			return 0;
		}
	}
	usage(stderr);
	return 2;
}
