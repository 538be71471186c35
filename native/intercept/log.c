// SPDX-License-Identifier: MIT
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "parse.h"

#define LINE_SIZE 1024

/* UTC, after Howard Hinnant's civil_from_days. Not gmtime_r(), which takes a lock that a forked child may never get. */
static void stamp(char *to, size_t size)
{
	struct timespec now;
	long days, era, day_of_era, year_of_era, day_of_year, month;
	int seconds;

	clock_gettime(CLOCK_REALTIME, &now);
	seconds = (int)(now.tv_sec % 86400);
	days = now.tv_sec / 86400 + 719468;
	era = days / 146097;
	day_of_era = days % 146097;
	year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
	day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	month = (5 * day_of_year + 2) / 153;
	snprintf(to, size, "%04ld-%02ld-%02ldT%02d:%02d:%02d.%03ldZ",
		 year_of_era + era * 400 + (month >= 10), month + (month < 10 ? 3 : -9),
		 day_of_year - (153 * month + 2) / 5 + 1, seconds / 3600, seconds / 60 % 60, seconds % 60,
		 now.tv_nsec / 1000000);
}

/* Writes only to a plain file that belongs to this user or to root: in a directory such as /tmp anybody may have put something
 * else there under this name. */
static int open_log(const char *path)
{
	struct stat file;
	int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0600);

	if (fd < 0)
		return -1;
	if (fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && file.st_nlink == 1 &&
	    (file.st_uid == geteuid() || file.st_uid == 0))
		return fd;
	close(fd);
	return -1;
}

/* The thread is not cancelled in here, since the caller may hold a reservation. */
static void write_line(const char *line, size_t length)
{
	int cancelled, fd;
	ssize_t written;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancelled);
	fd = open_log(settings()->log_path);
	written = write(fd < 0 ? STDERR_FILENO : fd, line, length);
	(void)written;
	if (fd >= 0)
		close(fd);
	pthread_setcancelstate(cancelled, NULL);
}

void log_line(enum level level, const char *format, ...)
{
	static const char *const names[] = {"DEBUG", "INFO", "WARN", "ERROR", "FATAL"};
	char line[LINE_SIZE], when[64], who[32];
	int saved = errno, begin, length;
	va_list arguments;

	if (level < settings()->level)
		return;
	stamp(when, sizeof(when));
	printable(who, sizeof(who), program_invocation_short_name);
	begin = snprintf(line, sizeof(line), "%s %s rdma_intercept[%d] %s: ", when, names[level], getpid(), who);
	va_start(arguments, format);
	length = vsnprintf(line + begin, sizeof(line) - (size_t)begin, format, arguments);
	va_end(arguments);
	length = length < 0 ? begin : begin + length;
	if (length > LINE_SIZE - 1)
		length = LINE_SIZE - 1;
	line[length] = '\n';
	write_line(line, (size_t)length + 1);
	errno = saved;
}
