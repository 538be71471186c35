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

/* It is refused: no object, and the errno of a refusal. */
#define REFUSED(expression) CHECK((errno = 0, !(expression)) && errno == EDQUOT)

#endif
