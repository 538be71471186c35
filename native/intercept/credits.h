/* SPDX-License-Identifier: MIT */
/* Credits: what the collector has granted this process, and what no object uses. They are in a page of memory that is shared
 * with the collector; taking or giving back a credit is one atomic instruction. The collector adds credits, and takes them away
 * when others need them more. Thread-safe; a child of fork has none of its parent's. */
#ifndef CREDITS_H
#define CREDITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "quota.h"

enum credit_kind { CREDIT_QP, CREDIT_CQ, CREDIT_MR, CREDIT_KINDS };

/* Sums of sizes come after those of objects. */
enum credit_size { CREDIT_MR_BYTES = CREDIT_KINDS, CREDIT_CQ_ENTRIES, CREDIT_SUMS };

/* A word of credits: the bit by which the collector shuts taking off; the number of credits; and the bytes, or entries, that
 * they have together. */
#define CREDITS_SHUT (UINT64_C(1) << 63)
#define CREDITS_COUNT_SHIFT 48
#define CREDITS_MOST_OBJECTS UINT64_C(0x7fff)
#define CREDITS_MOST_SIZE ((UINT64_C(1) << CREDITS_COUNT_SHIFT) - 1)

#define CREDITS_VERSION 1
#define CREDITS_PAGE_SIZE 4096

/* The page; org.rdmamonitor.quota.server.CreditPage reads and writes it at the other end. */
struct credit_page {
	uint64_t version, pid, start;	/* whose page it is, for a collector that is restarted */
	_Atomic uint64_t used;		/* 0: no credits; the collector is asked about each object, and told when it is gone */
	uint64_t reserved[4];
	_Atomic uint64_t credits[CREDIT_KINDS];
	uint64_t more_reserved[5];
	/* Sums of everything taken, of each kind, and of its sizes; and of everything given back. They are written before the
	 * word of credits, so a reader that reads this word first misses nothing here. */
	_Atomic uint64_t taken[CREDIT_SUMS];
	uint64_t still_more_reserved[3];
	_Atomic uint64_t given[CREDIT_SUMS];
};

/* Takes a credit, of this size; false if there is none. */
bool credits_take(enum object_kind kind, uint64_t size);

/* Gives a credit back; false if there is no room for it. */
bool credits_give(enum object_kind kind, uint64_t size);

/* Uses the page in the file that the collector has handed over; the descriptor belongs to the library from now on. */
void credits_adopt(int fd);

/* The collector has no page for this process: from now on there are no credits. */
void credits_drop(void);

/* Called in a forked child. */
void credits_after_fork(void);

#endif
