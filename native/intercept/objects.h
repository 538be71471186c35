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

/* Before an object is made: false if it may not be, with errno. What a library makes underneath to make one object of
 * this kind, in this thread, is part of it. Always followed by end_creation() if true. */
bool begin_creation(struct creation *creation, const char *call, const struct demand *demand);

/* The object that was made, NULL if none; keeps errno. */
void end_creation(struct creation *creation, const void *context, const void *made);

/* Before an object is destroyed, since its address may be another's the moment after. NULL: not one of ours. */
struct object *begin_destruction(enum object_kind kind, const void *object);

/* Gives back what it took up; or remembers it again where it could not be destroyed. Keeps errno. */
void end_destruction(struct object *object, bool destroyed);

/* What a known object takes up. */
struct grant *grant_of(struct object *object);

/* Around the closing of a context, with which all that was made of it is gone. */
struct object *begin_close(const void *context);
void end_close(struct object *taken, bool closed);

/* In a forked child. */
void objects_after_fork(void);

#endif
