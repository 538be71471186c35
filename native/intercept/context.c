// SPDX-License-Identifier: MIT
/* What is created through function pointers of a context, as the inline functions of verbs.h do: the pointers are
 * exchanged, and those that were there are kept for each context, since each driver has its own. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "operations.h"
#include "settings.h"

struct watched {
	struct watched *next;
	struct ibv_context *context;
	struct operations real;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct watched *all;

static struct watched *find(const struct ibv_context *context)
{
	struct watched *watched = all;

	while (watched && watched->context != context)
		watched = watched->next;
	return watched;
}

struct operations real_operations(const struct ibv_context *context)
{
	struct operations real = {0};
	struct watched *watched;

	pthread_mutex_lock(&lock);
	watched = find(context);
	if (watched)
		real = watched->real;
	else
		errno = ENOSYS;
	pthread_mutex_unlock(&lock);
	return real;
}

/* What a driver lacks stays NULL; a pointer that is exchanged already stays as it is. */
static void exchange(struct watched *watched)
{
	struct ibv_context *context = watched->context;
	struct verbs_context *extended = verbs_get_ctx(context);

#define EXCHANGE(name)                                                                           \
	if (extended && verbs_get_ctx_op(context, name) && extended->name != operation_##name) { \
		watched->real.name = extended->name;                                             \
		extended->name = operation_##name;                                               \
	}
	EXTENDED_OPERATIONS(EXCHANGE)
#undef EXCHANGE
#define EXCHANGE(name, type)                                                                           \
	if (context->ops._compat_##name && context->ops._compat_##name != UNTYPED(operation_##name)) { \
		watched->real.name = (type *)(void (*)(void))context->ops._compat_##name;              \
		context->ops._compat_##name = UNTYPED(operation_##name);                               \
	}
	COMPAT_OPERATIONS(EXCHANGE)
#undef EXCHANGE
}

static void restore(const struct watched *watched)
{
	struct ibv_context *context = watched->context;
	struct verbs_context *extended = verbs_get_ctx(context);

#define RESTORE(name)                                                                          \
	if (extended && verbs_get_ctx_op(context, name) && extended->name == operation_##name) \
		extended->name = watched->real.name;
	EXTENDED_OPERATIONS(RESTORE)
#undef RESTORE
#define RESTORE(name, type)                                           \
	if (context->ops._compat_##name == UNTYPED(operation_##name)) \
		context->ops._compat_##name = UNTYPED(watched->real.name);
	COMPAT_OPERATIONS(RESTORE)
#undef RESTORE
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* Contexts stay watched in a forked child: their pointers are still exchanged. */
static void after_fork(void)
{
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, after_fork);
}

void watch_context(struct ibv_context *context)
{
	struct watched *watched;
	int saved = errno;

	if (!settings()->enable)
		return;
	pthread_once(&once, watch_forks);
	pthread_mutex_lock(&lock);
	watched = find(context);
	if (!watched) {
		watched = calloc(1, sizeof(*watched));
		if (watched) {
			*watched = (struct watched){.next = all, .context = context};
			all = watched;
		}
	}
	if (watched)
		exchange(watched);
	pthread_mutex_unlock(&lock);
	errno = saved;
}

void unwatch_context(struct ibv_context *context)
{
	struct watched *found = NULL;

	pthread_mutex_lock(&lock);
	for (struct watched **at = &all; *at; at = &(*at)->next) {
		if ((*at)->context == context) {
			found = *at;
			*at = found->next;
			break;
		}
	}
	if (found)
		restore(found);
	pthread_mutex_unlock(&lock);
	free(found);
}
