/* SPDX-License-Identifier: MIT */
/* Values by the address of an object. Looking up takes no lock. */
#ifndef TABLE_H
#define TABLE_H

#include <pthread.h>
#include <stdatomic.h>

#define TABLE_BUCKETS 64

struct table_node;

struct table {
	pthread_mutex_t lock;
	_Atomic(struct table_node *) buckets[TABLE_BUCKETS];
};

#define TABLE_INITIALIZER {.lock = PTHREAD_MUTEX_INITIALIZER}

/* NULL if there is none. */
void *table_get(struct table *table, const void *key);

/* 0, or ENOMEM. The key is not in it yet. */
int table_put(struct table *table, const void *key, void *value);

/* The value that was there, or NULL. */
void *table_remove(struct table *table, const void *key);

#endif
