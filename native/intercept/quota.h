/* SPDX-License-Identifier: MIT */
/* The decision: may this process have one object more? Reserved before the object is made, so that threads racing for
 * the last one never get two; given back if the making fails, and after the destruction. All functions are thread-safe
 * and keep errno, but for the refusals, which set it. */
#ifndef QUOTA_H
#define QUOTA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum object_kind { OBJECT_PD, OBJECT_CQ, OBJECT_SRQ, OBJECT_WQ, OBJECT_QP, OBJECT_MR, OBJECT_KINDS };

enum transport { TRANSPORT_OTHER, TRANSPORT_RC, TRANSPORT_UC, TRANSPORT_UD, TRANSPORT_XRC };

/* What an object takes up. */
struct demand {
	enum object_kind kind;
	enum transport transport;	/* of a queue pair */
	uint32_t send_wr, recv_wr;	/* as asked for; a driver may make room for more */
	uint64_t size;			/* bytes of a memory region, entries of a completion queue as asked for */
};

/* What was reserved, to be given back as it is. */
struct grant {
	struct demand demand;
	bool collected;			/* the collector has granted it too, */
	uint64_t collected_size;	/* with this size, which may be more than it has now */
};

/* Whether objects of this kind are counted at all. */
bool quota_watches(enum object_kind kind);

/* False: refused, with a line in the log that names the call, and errno as it was chosen. */
bool quota_reserve(const char *call, const struct demand *demand, struct grant *grant);

void quota_release(const struct grant *grant);

/* An object changes its size: reserves what it takes up more. False: refused, as above. */
bool quota_begin_change(const char *call, const struct grant *before, const struct demand *demand,
			struct grant *after);

/* The object has its new size, or has kept the old one: gives back what it does not take up. */
void quota_end_change(const struct grant *before, const struct grant *after, bool changed);

#endif
