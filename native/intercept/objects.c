// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "objects.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "intercept.h"
#include "settings.h"

#define BUCKETS (1U << 16)
#define TABLE_SIZE (BUCKETS * sizeof(struct object *))

struct object {
	struct object *next;
	const void *address, *context;
	struct grant grant;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Pages of the table get memory only when something is put in them; a child of fork makes a table of its own. */
static struct object **table;

/* A bit for each kind of object that this thread is making at the moment. */
static THREAD_LOCAL unsigned int making;

static size_t bucket_of(const void *address)
{
	return (size_t)(((uintptr_t)address >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 48) % BUCKETS;
}

static bool have_table(void)
{
	struct object **made = table;

	pthread_mutex_lock(&lock);
	if (!table) {
		made = mmap(NULL, TABLE_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		table = made == MAP_FAILED ? NULL : made;
	}
	made = table;
	pthread_mutex_unlock(&lock);
	return made != NULL;
}

/* Allocates the object's entry before the object is made, so that nothing can fail afterwards. */
static struct object *new_object(const char *call, const struct demand *demand)
{
	struct object *object = have_table() ? calloc(1, sizeof(*object)) : NULL;

	if (!object) {
		errno = ENOMEM;
		return NULL;
	}
	if (quota_reserve(call, demand, &object->grant))
		return object;
	free(object);
	errno = settings()->error;
	return NULL;
}

static void insert(struct object *object)
{
	struct object **bucket;

	pthread_mutex_lock(&lock);
	/* No table: the process has forked during the call, and the object belongs to the parent. */
	if (table) {
		bucket = &table[bucket_of(object->address)];
		object->next = *bucket;
		*bucket = object;
	}
	pthread_mutex_unlock(&lock);
}

static void release(struct object *object)
{
	int saved = errno;

	quota_release(&object->grant);
	free(object);
	errno = saved;
}

bool begin_creation(struct creation *creation, const char *call, const struct demand *demand)
{
	unsigned int bit = 1U << demand->kind;

	*creation = (struct creation){.kind = demand->kind};
	if (making & bit || !quota_watches(demand->kind))
		return true;
	creation->object = new_object(call, demand);
	creation->counted = creation->object != NULL;
	if (creation->counted)
		making |= bit;
	return creation->counted;
}

void end_creation(struct creation *creation, const void *context, const void *made)
{
	if (!creation->counted)
		return;
	making &= ~(1U << creation->kind);
	if (!made) {
		release(creation->object);
		return;
	}
	creation->object->address = made;
	creation->object->context = context;
	insert(creation->object);
}

struct object *begin_destruction(enum object_kind kind, const void *address)
{
	struct object *object = NULL;

	pthread_mutex_lock(&lock);
	for (struct object **at = table ? &table[bucket_of(address)] : &object; *at; at = &(*at)->next) {
		if ((*at)->address == address && (*at)->grant.demand.kind == kind) {
			object = *at;
			*at = object->next;
			break;
		}
	}
	pthread_mutex_unlock(&lock);
	return object;
}

void end_destruction(struct object *object, bool destroyed)
{
	if (!object)
		return;
	if (destroyed)
		release(object);
	else
		insert(object);
}

struct grant *grant_of(struct object *object)
{
	return &object->grant;
}

/* Takes the objects of a context out of a bucket. The rest of their removal is done without the lock. */
static struct object *take_from(struct object **at, const void *context, struct object *taken)
{
	while (*at) {
		struct object *object = *at;

		if (object->context != context) {
			at = &object->next;
			continue;
		}
		*at = object->next;
		object->next = taken;
		taken = object;
	}
	return taken;
}

struct object *begin_close(const void *context)
{
	struct object *taken = NULL;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; table && i < BUCKETS; i++)
		taken = take_from(&table[i], context, taken);
	pthread_mutex_unlock(&lock);
	return taken;
}

void end_close(struct object *taken, bool closed)
{
	while (taken) {
		struct object *next = taken->next;

		end_destruction(taken, closed);
		taken = next;
	}
}

/* Objects made by the parent stay the parent's. The parent's other threads do not exist here, so the locks that they held are
 * made anew. */
void objects_after_fork(void)
{
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	if (table)
		munmap(table, TABLE_SIZE);
	table = NULL;
	making = 0;
}
