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

/* To be called before an object is made: false if it may not be, with errno. Until the end of the creation, other objects of
 * this kind that this thread makes, as libraries do underneath, are part of it and not counted. If true, end_creation() must
 * follow. */
bool begin_creation(struct creation *creation, const char *call, const struct demand *demand);

/* To be called afterwards, with the object that was made, NULL if none; keeps errno. */
void end_creation(struct creation *creation, const void *context, const void *made);

/* To be called before an object is destroyed, since right after that another object may have its address. NULL: the object is
 * not known. */
struct object *begin_destruction(enum object_kind kind, const void *object);

/* To be called afterwards: gives back what the object took up, or enters it again if it could not be destroyed. Keeps errno. */
void end_destruction(struct object *object, bool destroyed);

/* What a known object takes up. */
struct grant *grant_of(struct object *object);

/* To be called before and after a context is closed, which destroys everything that was made of it. */
struct object *begin_close(const void *context);
void end_close(struct object *taken, bool closed);

/* Called in a forked child. */
void objects_after_fork(void);

#endif
