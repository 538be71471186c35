// SPDX-License-Identifier: MIT
#include "fork.h"

#include <pthread.h>

#include "connection.h"
#include "context.h"
#include "credits.h"
#include "objects.h"
#include "settings.h"
#include "usage.h"

static void after_fork(void)
{
	connection_after_fork();
	credits_after_fork();
	usage_after_fork();
	objects_after_fork();
	contexts_after_fork();
}

static void watch(void)
{
	pthread_atfork(NULL, NULL, after_fork);
}

void watch_forks(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (settings()->enable)
		pthread_once(&once, watch);
}
