/* SPDX-License-Identifier: MIT */
#ifndef CHECK_H
#define CHECK_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program with a sentence unless it holds. */
#define CHECK(condition)                                                                             \
	do {                                                                                         \
		if (!(condition)) {                                                                  \
			fprintf(stderr, "%s:%d: not true: %s (errno %s)\n", __FILE__, __LINE__, #condition, \
				strerror(errno));                                                    \
			_Exit(1);                                                                    \
		}                                                                                    \
	} while (0)

/* It gives no object, for that reason. */
#define REFUSED(error, expression) CHECK((errno = 0, !(expression)) && errno == (error))

/* A program of cases: runs the one that is named. */
struct test_case {
	const char *name;
	void (*run)(void);
};

static inline int run_case(const struct test_case *cases, size_t count, int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < count; i++) {
		if (strcmp(cases[i].name, argv[1]) == 0) {
			cases[i].run();
			return 0;
		}
	}
	for (size_t i = 0; argc == 1 && i < count; i++)
		puts(cases[i].name);
	return argc != 1;
}

#define RUN_CASE(cases) run_case(cases, sizeof(cases) / sizeof(*(cases)), argc, argv)

#endif
