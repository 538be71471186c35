// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "collector.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "connection.h"
#include "credits.h"
#include "log.h"
#include "parse.h"
#include "settings.h"

#define LINE_SIZE 256

static const char *const names[OBJECT_KINDS] = {[OBJECT_QP] = "QP", [OBJECT_CQ] = "CQ", [OBJECT_MR] = "MR"};

static bool is_its_affair(const struct demand *demand)
{
	return settings()->collector != COLLECTOR_OFF && names[demand->kind];
}

static void write_request(const struct demand *demand, const char *what, char *request, size_t size)
{
	if (demand->kind == OBJECT_MR)
		snprintf(request, size, "%s_%s %" PRIu64 "\n", names[demand->kind], what, demand->size);
	else if (demand->kind == OBJECT_CQ)
		snprintf(request, size, "%s_%s entries=%" PRIu64 "\n", names[demand->kind], what, demand->size);
	else
		snprintf(request, size, "%s_%s\n", names[demand->kind], what);
}

static bool begins_with(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0;
}

static pthread_once_t once_without = PTHREAD_ONCE_INIT, once_with = PTHREAD_ONCE_INIT;

static void tell_nobody(const char *name)
{
	log_line(LEVEL_WARN, "%s does not hold: there is no collector at %s", name, settings()->collector_path);
}

static void tell_without(void)
{
	tell_global_limits(tell_nobody);
}

/* Says that the collector decides; its environment, options and files are not known here. */
static void tell_who_decides(const char *name)
{
	log_line(LEVEL_WARN,
		 "%s is not looked at in a program's environment: for all processes together the limits of the collector at %s hold",
		 name, settings()->collector_path);
}

static void tell_with(void)
{
	tell_global_limits(tell_who_decides);
}

/* The decision if the collector does not answer, or gives an answer that makes no sense. It is not reported if no collector
 * runs. */
static bool without(int error, const char *problem, char *why, size_t size)
{
	if (settings()->collector == COLLECTOR_OPTIONAL) {
		pthread_once(&once_without, tell_without);
		if (error != ENOENT && error != ECONNREFUSED)
			log_line(LEVEL_WARN, "granted without the collector: %s", problem);
		return true;
	}
	snprintf(why, size, "the collector at %.160s is required: %s", settings()->collector_path, problem);
	return false;
}

bool collector_reserve(const struct demand *demand, bool *granted, char *why, size_t size)
{
	char request[64], answer[LINE_SIZE], shown[128];
	int error;

	*granted = false;
	if (!is_its_affair(demand))
		return true;
	*granted = credits_take(demand->kind, demand->size);
	if (*granted)
		return true;
	write_request(demand, "CREATE", request, sizeof(request));
	error = connection_ask(request, answer, sizeof(answer));
	if (error)
		return without(error, strerrordesc_np(error), why, size);
	pthread_once(&once_with, tell_with);
	*granted = begins_with(answer, "Success");
	if (*granted)
		return true;
	printable(shown, sizeof(shown), answer);
	if (!begins_with(answer, "Error"))
		return without(EPROTO, shown, why, size);
	snprintf(why, size, "the collector says \"%s\"", shown);
	return false;
}

void collector_release(const struct demand *demand)
{
	char request[64], answer[LINE_SIZE];
	int error;

	if (!is_its_affair(demand) || credits_give(demand->kind, demand->size))
		return;
	write_request(demand, "DESTROY", request, sizeof(request));
	error = connection_ask(request, answer, sizeof(answer));
	if (error)
		log_line(LEVEL_WARN, "the collector was not told that an object is gone: %s", strerrordesc_np(error));
}
