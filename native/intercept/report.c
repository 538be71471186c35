// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "log.h"
#include "parse.h"
#include "settings.h"
#include "usage.h"

#define LINE_SIZE 1024
#define PREFIX "RDMA_INTERCEPT_"

/* A list, separated by commas; what does not fit is left out. */
struct list {
	char text[LINE_SIZE];
	size_t length;
};

static void add(struct list *list, uint64_t amount, enum counter counter, const char *from)
{
	size_t room = sizeof(list->text) - list->length;
	int length = snprintf(list->text + list->length, room, "%s%" PRIu64 " %s%s%s%s", list->length ? ", " : "", amount,
			      counter_name(counter), from ? " (" : "", from ? from : "", from ? ")" : "");

	if (length > 0 && (size_t)length < room)
		list->length += (size_t)length;
	list->text[list->length] = 0;
}

/* Looks for unknown variables: a misspelt limit does not hold. */
static void look_for_unknown(void)
{
	if (getauxval(AT_SECURE))
		return;
	for (char **entry = environ; entry && *entry; entry++) {
		char shown[64];

		if (strncmp(*entry, PREFIX, strlen(PREFIX)) != 0 || is_variable(*entry))
			continue;
		printable(shown, sizeof(shown), *entry);
		log_line(LEVEL_WARN, "%s: there is no such variable; it is ignored", shown);
	}
}

static void tell_idle(const char *name, const char *needs)
{
	log_line(LEVEL_WARN, "%s does not hold: it needs %s", name, needs);
}

static void tell_on_stderr(const char *text)
{
	char line[LINE_SIZE];
	int saved = errno;
	int length = snprintf(line, sizeof(line),
			      "librdma_intercept: %s: no RDMA object will be created until this is mended\n", text);
	ssize_t written = write(STDERR_FILENO, line, length < LINE_SIZE ? (size_t)length : LINE_SIZE - 1);

	(void)written;
	errno = saved;
}

static const char *source(enum counter counter)
{
	return is_set(limit_name(counter)) ? limit_name(counter) : "by default";
}

/* Reports that the library is loaded, and which limits hold. */
static void tell_what_holds(void)
{
	static const char *const uses[] = {"is not asked", "is asked if it is there", "is required"};
	const struct settings *set = settings();
	struct list limits = {.length = 0};

	for (int i = 0; i < COUNTERS; i++) {
		enum counter counter = (enum counter)i;

		if (set->limits[i] != UNLIMITED && !control_needed(counter))
			add(&limits, set->limits[i], counter, source(counter));
	}
	log_line(LEVEL_INFO, "limits of this process: %s; the collector %s%s%s%s", limits.length ? limits.text : "none",
		 uses[set->collector], set->collector == COLLECTOR_OFF ? "" : ": ",
		 set->collector == COLLECTOR_OFF ? "" : set->collector_path,
		 set->completions ? "; the first bad completion of each queue pair is told" : "");
}

static atomic_int reporter; /* the process that has reported */

static void report(void)
{
	look_for_unknown();
	tell_idle_limits(tell_idle);
	if (*settings()->malformed)
		tell_on_stderr(settings()->malformed);
	else
		tell_what_holds();
	reporter = getpid();
}

void report_once(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, report);
}

/* There is no report if the process ends by _exit(2), a signal or execve(2), nor for a child that has asked for nothing. */
__attribute__((destructor)) static void tell_what_came_of_it(void)
{
	struct usage usage = usage_so_far();
	struct list peaks = {.length = 0};
	char completions[96] = "";

	for (int i = 0; i < COUNTERS; i++) {
		if (usage.peaks.of[i])
			add(&peaks, usage.peaks.of[i], (enum counter)i, NULL);
	}
	if (settings()->completions)
		snprintf(completions, sizeof(completions),
			 "; queue pairs with a bad completion: %" PRIu64 ", work requests flushed: %" PRIu64,
			 usage.bad_completions, usage.flushed);
	if (reporter == getpid() || peaks.length || usage.refusals || usage.bad_completions)
		log_line(LEVEL_INFO, "at most at a time: %s; refused: %" PRIu64 "%s", peaks.length ? peaks.text : "nothing",
			 usage.refusals, completions);
}
