/* SPDX-License-Identifier: MIT */
/* The values of the RDMA_INTERCEPT_* variables; the manual librdma_intercept(7) lists them. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#define UNLIMITED UINT64_MAX
#define VALUE_SIZE 4096

enum level { LEVEL_DEBUG, LEVEL_INFO, LEVEL_WARN, LEVEL_ERROR, LEVEL_FATAL };

/* What is counted for this process, each with its own limit; and what the library calls it, as in "3 queue pairs". The counters
 * up to RECV_WR are controlled together with queue pairs. */
#define EACH_COUNTER(X)                                 \
	X(QP, "queue pairs")                            \
	X(RC, "RC queue pairs")                         \
	X(UC, "UC queue pairs")                         \
	X(UD, "UD queue pairs")                         \
	X(XRC, "XRC queue pairs")                       \
	X(SEND_WR, "send work requests")                \
	X(RECV_WR, "receive work requests")             \
	X(MR, "memory regions")                         \
	X(BYTES, "bytes registered")                    \
	X(PD, "protection domains")                     \
	X(CQ, "completion queues")                      \
	X(CQ_ENTRIES, "entries of completion queues")   \
	X(SRQ, "shared receive queues")

#define COUNTER_NUMBER(name, title) COUNT_##name,
enum counter { EACH_COUNTER(COUNTER_NUMBER) COUNTERS };

enum collector_use { COLLECTOR_OFF, COLLECTOR_OPTIONAL, COLLECTOR_REQUIRED };

struct settings {
	bool enable, qp_control, mr_control, completions;
	bool allow_rc, allow_uc, allow_ud, allow_xrc;
	uint64_t limits[COUNTERS];	/* UNLIMITED; bytes for COUNT_BYTES */
	uint64_t send_wr_of_qp, recv_wr_of_qp;
	int error;			/* the errno of a refusal */
	enum level level;
	char log_path[VALUE_SIZE];
	enum collector_use collector;
	char collector_path[VALUE_SIZE];
	uint64_t collector_ms;
	char malformed[256];		/* why nothing can be granted; empty: the settings are valid */
};

/* They are read once, and stay the same for the rest of the process's life. Thread-safe. */
const struct settings *settings(void);

/* Whether an entry of the environment, NAME=VALUE, sets a variable that this library knows. */
bool is_variable(const char *entry);

/* Whether a variable is set, and the environment is trusted. */
bool is_set(const char *name);

/* Which setting a limit still needs to hold; NULL: it holds. */
const char *control_needed(enum counter counter);

/* Reports each limit that is set but does not hold, and what has to be set for it. */
void tell_idle_limits(void (*tell)(const char *name, const char *needs));

/* Reports each limit that is set here, is not idle, and that only the collector can enforce. */
void tell_global_limits(void (*tell)(const char *name));

/* The variable that a limit comes from. */
const char *limit_name(enum counter counter);

/* What the library counts by that name, as in "3 queue pairs". */
const char *counter_name(enum counter counter);

#endif
