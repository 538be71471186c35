/* SPDX-License-Identifier: MIT */
/* What the parts of hostile share, and the roles that it can play: see the table in hostile.c. */
#ifndef WORKLOAD_HOSTILE_H
#define WORKLOAD_HOSTILE_H

#include <signal.h>

#include "connections.h"

#define FIXED_PSN 4660
#define HOLD_MS 1000	/* three of these in a cgroup stay far below R1_WARNING of findings.test */
#define REMOTE (IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)

extern struct side side;
extern volatile sig_atomic_t ended;	/* by SIGTERM */

void sleep_ms(long ms);

/* Says that what a finding would be about is there, and which process it would name. */
void ready(pid_t pid);

/* Registers and deregisters a byte. */
void touch(void);

/* Touches now and then until SIGTERM, so as not to be idle. */
void linger(void);

/* Is ready, and lingers. */
void hold(void);

/* A reliable connection to be. */
struct ibv_qp *own_qp(void);

/* Connected to itself. */
struct ibv_qp *usual_qp(void);

/* hostile_objects.c */
void storm(void);
void start_and_end(void);
void flood(void);
void share(void);
void many_connected(void);
void show_numbers(void);
void show_keys(void);
void expose(void);
void expose_little(void);
void controlled_key(void);
void datagrams(void);
void raw_packets(void);
void idle(void);
void busy(void);
void forgotten(void);

/* hostile_connections.c */
void clone_connection(void);
void separate_connections(void);
void guess(void);
void connect_again(void);
void same_psn(void);
void zero_psn(void);
void random_psns(void);
void one_domain(void);
void domain_for_each(void);
void connect_anew(void);
void connect_all_anew(void);
void nobody_there(void);
void many_peers(void);
void other_end_missing(void);
void other_mtu(void);

#endif
