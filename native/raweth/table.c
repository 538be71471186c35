// SPDX-License-Identifier: MIT
/* Nodes are never freed or moved, only used again: so a concurrent lookup always finds valid links. */
#include "table.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

struct table_node {
	struct table_node *next;
	_Atomic(const void *) key;
	_Atomic(void *) value;
};

static unsigned int bucket_of(const void *key)
{
	uintptr_t address = (uintptr_t)key >> 4;

	return (unsigned int)((address ^ address >> 6 ^ address >> 12) % TABLE_BUCKETS);
}

static struct table_node *find(struct table *table, const void *key, unsigned int bucket)
{
	struct table_node *node = atomic_load_explicit(&table->buckets[bucket], memory_order_acquire);

	while (node && atomic_load_explicit(&node->key, memory_order_acquire) != key)
		node = node->next;
	return node;
}

void *table_get(struct table *table, const void *key)
{
	struct table_node *node = find(table, key, bucket_of(key));

	return node ? atomic_load_explicit(&node->value, memory_order_acquire) : NULL;
}

/* With the lock. */
static int put(struct table *table, const void *key, void *value)
{
	unsigned int bucket = bucket_of(key);
	struct table_node *node = find(table, NULL, bucket);

	if (node) {
		atomic_store(&node->value, value);
		atomic_store(&node->key, key);
		return 0;
	}
	node = calloc(1, sizeof(*node));
	if (!node)
		return ENOMEM;
	node->next = atomic_load(&table->buckets[bucket]);
	atomic_init(&node->key, key);
	atomic_init(&node->value, value);
	atomic_store_explicit(&table->buckets[bucket], node, memory_order_release);
	return 0;
}

int table_put(struct table *table, const void *key, void *value)
{
	int error;

	pthread_mutex_lock(&table->lock);
	error = put(table, key, value);
	pthread_mutex_unlock(&table->lock);
	return error;
}

void *table_remove(struct table *table, const void *key)
{
	struct table_node *node;
	void *value = NULL;

	pthread_mutex_lock(&table->lock);
	node = find(table, key, bucket_of(key));
	if (node) {
		value = atomic_load(&node->value);
		atomic_store(&node->key, NULL);
		atomic_store(&node->value, NULL);
	}
	pthread_mutex_unlock(&table->lock);
	return value;
}
