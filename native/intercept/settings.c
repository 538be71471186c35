// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "settings.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parse.h"

struct setting {
	const char *name;
	const char *otherwise;	/* NULL: another name of a limit that is listed above */
	parser *parse;
	size_t field;
	const char *wanted;
};

static struct settings current;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIELD(name) offsetof(struct settings, name)
#define A_SWITCH "0 or 1"
#define A_LIMIT "a whole number, none or unlimited"
#define A_SIZE "a whole number with nothing or one of K, M, G, T behind it, none or unlimited"
#define A_PATH "an absolute path"
#define QP_CONTROL "RDMA_INTERCEPT_ENABLE_QP_CONTROL"
#define MR_CONTROL "RDMA_INTERCEPT_ENABLE_MR_CONTROL"
#define GLOBAL_QP "RDMA_INTERCEPT_MAX_GLOBAL_QP"

static const struct setting table[] = {
	{"RDMA_INTERCEPT_ENABLE", "1", parse_switch, FIELD(enable), A_SWITCH},
	{"RDMA_INTERCEPT_ENABLE_QP_CONTROL", "0", parse_switch, FIELD(qp_control), A_SWITCH},
	{"RDMA_INTERCEPT_ENABLE_MR_CONTROL", "0", parse_switch, FIELD(mr_control), A_SWITCH},
	{"RDMA_INTERCEPT_COMPLETIONS", "0", parse_switch, FIELD(completions), A_SWITCH},
	{"RDMA_INTERCEPT_MAX_QP_PER_PROCESS", "100", parse_limit, FIELD(limits[COUNT_QP]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_RC_QP_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_RC]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_UC_QP_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_UC]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_UD_QP_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_UD]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_XRC_QP_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_XRC]), A_LIMIT},
	{"RDMA_INTERCEPT_ALLOW_RC_QP", "1", parse_switch, FIELD(allow_rc), A_SWITCH},
	{"RDMA_INTERCEPT_ALLOW_UC_QP", "1", parse_switch, FIELD(allow_uc), A_SWITCH},
	{"RDMA_INTERCEPT_ALLOW_UD_QP", "1", parse_switch, FIELD(allow_ud), A_SWITCH},
	{"RDMA_INTERCEPT_ALLOW_XRC_QP", "1", parse_switch, FIELD(allow_xrc), A_SWITCH},
	{"RDMA_INTERCEPT_MAX_SEND_WR", "unlimited", parse_limit, FIELD(limits[COUNT_SEND_WR]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_RECV_WR", "unlimited", parse_limit, FIELD(limits[COUNT_RECV_WR]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_SEND_WR_LIMIT", "unlimited", parse_limit, FIELD(send_wr_of_qp), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_RECV_WR_LIMIT", "unlimited", parse_limit, FIELD(recv_wr_of_qp), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_MR_PER_PROCESS", "1000", parse_limit, FIELD(limits[COUNT_MR]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_MEMORY_PER_PROCESS", "10240", parse_mebibytes, FIELD(limits[COUNT_BYTES]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_PD_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_PD]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_CQ_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_CQ]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_CQ_ENTRIES_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_CQ_ENTRIES]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_SRQ_PER_PROCESS", "unlimited", parse_limit, FIELD(limits[COUNT_SRQ]), A_LIMIT},
	{"RDMA_INTERCEPT_MAX_GLOBAL_QP", "1000", parse_of_collector, 0, A_LIMIT},
	{"RDMA_INTERCEPT_MAX_GLOBAL_MR", "unlimited", parse_of_collector, 0, A_LIMIT},
	{"RDMA_INTERCEPT_MAX_GLOBAL_MEMORY", "unlimited", parse_bytes_of_collector, 0, A_SIZE},
	{"RDMA_INTERCEPT_ERRNO", "EDQUOT", parse_error, FIELD(error),
	 "EDQUOT, EPERM, EACCES, EAGAIN, ENOMEM, ENOSPC or EBUSY"},
	{"RDMA_INTERCEPT_LOG_LEVEL", "INFO", parse_level, FIELD(level), "DEBUG, INFO, WARN, ERROR or FATAL"},
	{"RDMA_INTERCEPT_LOG_FILE_PATH", "/tmp/rdma_intercept.log", parse_path, FIELD(log_path), A_PATH},
	{"RDMA_INTERCEPT_COLLECTOR", "optional", parse_collector, FIELD(collector), "off, optional or required"},
	{"RDMA_INTERCEPT_COLLECTOR_SOCKET", "/run/rdma-monitor/collector.sock", parse_path,
	 FIELD(collector_path), A_PATH},
	{"RDMA_INTERCEPT_COLLECTOR_TIMEOUT_MS", "1000", parse_number, FIELD(collector_ms), "a whole number"},
	/* Limits under the names that they have in the monitor's config.txt. */
	{"RDMA_INTERCEPT_QP_COUNT", NULL, parse_limit, FIELD(limits[COUNT_QP]), A_LIMIT},
	{"RDMA_INTERCEPT_PD_COUNT", NULL, parse_limit, FIELD(limits[COUNT_PD]), A_LIMIT},
	{"RDMA_INTERCEPT_CQ_COUNT", NULL, parse_limit, FIELD(limits[COUNT_CQ]), A_LIMIT},
	{"RDMA_INTERCEPT_CQ_ENTRIES", NULL, parse_limit, FIELD(limits[COUNT_CQ_ENTRIES]), A_LIMIT},
	{"RDMA_INTERCEPT_MR_COUNT", NULL, parse_limit, FIELD(limits[COUNT_MR]), A_LIMIT},
	{"RDMA_INTERCEPT_SRQ_COUNT", NULL, parse_limit, FIELD(limits[COUNT_SRQ]), A_LIMIT},
	{"RDMA_INTERCEPT_MR_BYTES", NULL, parse_bytes, FIELD(limits[COUNT_BYTES]), A_SIZE},
};
#define SETTINGS (sizeof(table) / sizeof(table[0]))

/* By limit: the variable that it was set by. */
static const char *names[COUNTERS];

static void malformed(const char *name, const char *value, const char *wanted)
{
	char shown[64];

	if (*current.malformed)
		return;
	printable(shown, sizeof(shown), value);
	snprintf(current.malformed, sizeof(current.malformed), "%s=%s is not %s", name, shown, wanted);
}

/* What a setting limits; COUNTERS: nothing. */
static enum counter counter_of(const struct setting *setting)
{
	size_t place = (setting->field - FIELD(limits)) / sizeof(current.limits[0]);

	return setting->field >= FIELD(limits) && place < COUNTERS ? (enum counter)place : COUNTERS;
}

/* Reads a limit under its other name. If it was set under the first name too, both must have the same value. */
static void read_other_name(const struct setting *setting, const char *value)
{
	enum counter counter = counter_of(setting);
	uint64_t limit;

	if (!value)
		return;
	if (!setting->parse(value, &limit)) {
		malformed(setting->name, value, setting->wanted);
	} else if (!secure_getenv(names[counter])) {
		current.limits[counter] = limit;
		names[counter] = setting->name;
	} else if (limit != current.limits[counter]) {
		char wanted[64];

		snprintf(wanted, sizeof(wanted), "what %s says", names[counter]);
		malformed(setting->name, value, wanted);
	}
}

static void read_setting(const struct setting *setting)
{
	/* NULL if the environment is not to be trusted, as in a set-user-ID program. */
	const char *value = secure_getenv(setting->name);
	void *field = (char *)&current + setting->field;

	if (!setting->otherwise) {
		read_other_name(setting, value);
		return;
	}
	setting->parse(setting->otherwise, field);
	if (value && !setting->parse(value, field))
		malformed(setting->name, value, setting->wanted);
	if (counter_of(setting) < COUNTERS)
		names[counter_of(setting)] = setting->name;
}

static void allow(bool allowed, enum counter counter)
{
	if (!allowed)
		current.limits[counter] = 0;
}

/* Setting a limit for memory regions without RDMA_INTERCEPT_ENABLE_MR_CONTROL turns on their control for that limit alone. */
static void control_what_is_limited(void)
{
	static const enum counter counters[] = {COUNT_MR, COUNT_BYTES};

	if (secure_getenv(MR_CONTROL))
		return;
	for (int i = 0; i < 2; i++)
		current.mr_control = current.mr_control || secure_getenv(names[counters[i]]);
	for (int i = 0; i < 2 && current.mr_control; i++) {
		if (!secure_getenv(names[counters[i]]))
			current.limits[counters[i]] = UNLIMITED;
	}
}

static void read_all(void)
{
	for (size_t i = 0; i < SETTINGS; i++)
		read_setting(&table[i]);
	control_what_is_limited();
	allow(current.allow_rc, COUNT_RC);
	allow(current.allow_uc, COUNT_UC);
	allow(current.allow_ud, COUNT_UD);
	allow(current.allow_xrc, COUNT_XRC);
}

/* Reads them as early as possible, before the program changes its environment. If another constructor runs even earlier and
 * calls a verb, that call reads them. */
__attribute__((constructor)) static void read_once(void)
{
	pthread_once(&once, read_all);
}

const struct settings *settings(void)
{
	read_once();
	return &current;
}

static bool sets(const char *entry, const char *name)
{
	size_t length = strlen(name);

	return strncmp(entry, name, length) == 0 && entry[length] == '=';
}

bool is_variable(const char *entry)
{
	for (size_t i = 0; i < SETTINGS; i++) {
		if (sets(entry, table[i].name))
			return true;
	}
	return false;
}

bool is_set(const char *name)
{
	return secure_getenv(name);
}

const char *control_needed(enum counter counter)
{
	if (counter <= COUNT_RECV_WR)
		return current.qp_control ? NULL : QP_CONTROL "=1";
	if (counter == COUNT_MR || counter == COUNT_BYTES)
		return current.mr_control ? NULL : MR_CONTROL "=1";
	return NULL;
}

/* The collector is asked only about what is controlled. */
static const char *lacking_of_collector(const struct setting *setting)
{
	if (current.collector == COLLECTOR_OFF)
		return "a collector";
	return control_needed(strcmp(setting->name, GLOBAL_QP) == 0 ? COUNT_QP : COUNT_MR);
}

static bool is_of_collector(const struct setting *setting)
{
	return setting->parse == parse_of_collector || setting->parse == parse_bytes_of_collector;
}

static const char *lacking(const struct setting *setting)
{
	if (is_of_collector(setting))
		return lacking_of_collector(setting);
	if (setting->field == FIELD(send_wr_of_qp) || setting->field == FIELD(recv_wr_of_qp))
		return control_needed(COUNT_QP);
	return control_needed(counter_of(setting));
}

void tell_idle_limits(void (*tell)(const char *name, const char *needs))
{
	for (size_t i = 0; i < SETTINGS; i++) {
		if (secure_getenv(table[i].name) && lacking(&table[i]))
			tell(table[i].name, lacking(&table[i]));
	}
}

void tell_global_limits(void (*tell)(const char *name))
{
	for (size_t i = 0; i < SETTINGS; i++) {
		if (is_of_collector(&table[i]) && secure_getenv(table[i].name) && !lacking(&table[i]))
			tell(table[i].name);
	}
}

static const char *allowance(enum counter counter)
{
	if (counter == COUNT_RC && !current.allow_rc)
		return "RDMA_INTERCEPT_ALLOW_RC_QP";
	if (counter == COUNT_UC && !current.allow_uc)
		return "RDMA_INTERCEPT_ALLOW_UC_QP";
	if (counter == COUNT_UD && !current.allow_ud)
		return "RDMA_INTERCEPT_ALLOW_UD_QP";
	if (counter == COUNT_XRC && !current.allow_xrc)
		return "RDMA_INTERCEPT_ALLOW_XRC_QP";
	return NULL;
}

const char *limit_name(enum counter counter)
{
	const char *name = allowance(counter);

	return name ? name : names[counter];
}

const char *counter_name(enum counter counter)
{
#define COUNTER_TITLE(name, title) [COUNT_##name] = title,
	static const char *const titles[COUNTERS] = {EACH_COUNTER(COUNTER_TITLE)};

	return titles[counter];
}
