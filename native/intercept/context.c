// SPDX-License-Identifier: MIT
/* Objects that are created through function pointers of a context, as the inline functions of verbs.h do: the pointers are
 * replaced, and the original ones kept for each context, since each driver has its own. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "completions.h"
#include "context.h"

struct watched {
	struct watched *next;
	struct ibv_context *context;
	const struct operations *stand_ins;
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

/* A pointer that the driver leaves NULL stays NULL; one that is replaced already stays as it is. */
static void exchange(struct watched *watched)
{
	const struct operations *stand_ins = watched->stand_ins;
	struct ibv_context *context = watched->context;
	struct verbs_context *extended = verbs_get_ctx(context);

#define EXCHANGE(name)                                                                           \
	if (extended && verbs_get_ctx_op(context, name) && extended->name != stand_ins->name) {  \
		watched->real.name = extended->name;                                             \
		extended->name = stand_ins->name;                                                \
	}
	EXTENDED_OPERATIONS(EXCHANGE)
#undef EXCHANGE
#define EXCHANGE(name, type)                                                                           \
	if (context->ops._compat_##name && context->ops._compat_##name != UNTYPED(stand_ins->name)) {  \
		watched->real.name = (type *)(void (*)(void))context->ops._compat_##name;              \
		context->ops._compat_##name = UNTYPED(stand_ins->name);                                \
	}
	COMPAT_OPERATIONS(EXCHANGE)
#undef EXCHANGE
}

static void restore(const struct watched *watched)
{
	const struct operations *stand_ins = watched->stand_ins;
	struct ibv_context *context = watched->context;
	struct verbs_context *extended = verbs_get_ctx(context);

#define RESTORE(name)                                                                          \
	if (extended && verbs_get_ctx_op(context, name) && extended->name == stand_ins->name)  \
		extended->name = watched->real.name;
	EXTENDED_OPERATIONS(RESTORE)
#undef RESTORE
#define RESTORE(name, type)                                           \
	if (context->ops._compat_##name == UNTYPED(stand_ins->name))  \
		context->ops._compat_##name = UNTYPED(watched->real.name);
	COMPAT_OPERATIONS(RESTORE)
#undef RESTORE
}

/* Contexts stay watched in a forked child: their pointers are still replaced. */
void contexts_after_fork(void)
{
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
}

void exchange_operations(struct ibv_context *context, const struct operations *stand_ins)
{
	struct watched *watched;
	int saved = errno;

	pthread_mutex_lock(&lock);
	watched = find(context);
	if (!watched) {
		watched = calloc(1, sizeof(*watched));
		if (watched) {
			*watched = (struct watched){.next = all, .context = context, .stand_ins = stand_ins};
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

	unwatch_polls(context);
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
