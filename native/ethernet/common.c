// SPDX-License-Identifier: MIT
/* What this library and those of the ways for frames share: it is in each of them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "internal.h"

unsigned long long now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (unsigned long long)time.tv_sec * 1000000000 + (unsigned long long)time.tv_nsec;
}

int failed(struct et_settings *settings, int error, const char *format, ...)
{
	int saved = error ? -error : errno;
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(settings->why, sizeof(settings->why), format, arguments);
	va_end(arguments);
	return -saved;
}

void tell(struct et_settings *settings, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(settings->why, sizeof(settings->why), format, arguments);
	va_end(arguments);
}
