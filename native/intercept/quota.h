/* SPDX-License-Identifier: MIT */
/* The decision whether this process may have another object. The object is reserved before it is made, so that threads racing
 * for the last one never get two; and given back if making it fails, or after it is destroyed. All functions are thread-safe
 * and keep errno, except when they refuse, which sets it. */
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

/* What was reserved, and must be given back exactly. */
struct grant {
	struct demand demand;
	bool collected;			/* the collector has granted it too */
	uint64_t collected_size;	/* the size that it granted; the object may be smaller by now */
};

/* Whether objects of this kind are counted at all. */
bool quota_watches(enum object_kind kind);

/* False: refused, with a line in the log that names the call, and with the errno that the settings choose. */
bool quota_reserve(const char *call, const struct demand *demand, struct grant *grant);

void quota_release(const struct grant *grant);

/* To be called before an object changes its size: reserves what it will take up in addition. False: refused, as above. */
bool quota_begin_change(const char *call, const struct grant *before, const struct demand *demand,
			struct grant *after);

/* To be called afterwards, whether the object has its new size or kept the old one: gives back what it does not take up. */
void quota_end_change(const struct grant *before, const struct grant *after, bool changed);

#endif
