/* SPDX-License-Identifier: MIT */
/*
 * What a workload has asked the kernel for, and what there is of it now: the record that a monitor's
 * numbers are compared with. Only calls that reach the kernel's handler of the verb belong in it.
 */
#ifndef WORKLOAD_TALLY_H
#define WORKLOAD_TALLY_H

#include <stdio.h>

#define TALLY_ERRNOS 136

/* Names and order as in the monitor's output. */
enum verb {
	QP_CREATE, QP_MODIFY, QP_DESTROY, PD_ALLOC, PD_DEALLOC, CQ_CREATE, CQ_DESTROY, MR_REG, MR_DEREG, GID_QUERY,
	VERBS
};

enum type { QP, PD, CQ, MR, SRQ, CTX, TYPES };

struct tally {
	unsigned long calls[VERBS];
	unsigned long errors[VERBS][TALLY_ERRNOS];	/* failed calls by errno */
	unsigned long live[TYPES];
};

/* Counts a call; error is 0 or a positive errno. */
void tally_call(struct tally *tally, enum verb verb, int error);

/* Counts what the kernel destroys when the process ends now. */
void tally_process_end(struct tally *tally);

void tally_add(struct tally *sum, const struct tally *more);

/* Prints {"live":{...},"verbs":{...}} without the braces around. */
void tally_print(FILE *file, const struct tally *tally);

#endif
