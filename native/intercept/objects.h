/* SPDX-License-Identifier: MIT */
/* The objects that this process holds, each with its grant, and how they come and go. Thread-safe. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include "quota.h"

struct object;

/* A creation under way. */
struct creation {
	struct object *object;
	enum object_kind kind;
	bool counted;
};

/* Before an object is made: false if it may not be, with errno. Other objects of this kind that this thread makes until
 * the end, as libraries do underneath, are part of it and not counted. Always followed by end_creation() if true. */
bool begin_creation(struct creation *creation, const char *call, const struct demand *demand);

/* After it: the object that was made, NULL if none; keeps errno. */
void end_creation(struct creation *creation, const void *context, const void *made);

/* Before an object is destroyed, since right after that its address may be another's. NULL: not one of ours. */
struct object *begin_destruction(enum object_kind kind, const void *object);

/* After that: gives back what it took up, or remembers the object again if it could not be destroyed. Keeps errno. */
void end_destruction(struct object *object, bool destroyed);

/* What a known object takes up. */
struct grant *grant_of(struct object *object);

/* Before and after a context is closed, which takes all that was made of it along. */
struct object *begin_close(const void *context);
void end_close(struct object *taken, bool closed);

/* Called in a forked child. */
void objects_after_fork(void);

#endif
