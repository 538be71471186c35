/* SPDX-License-Identifier: MIT */
/* Programs that do what they are told on stdin. */
#ifndef WORKLOAD_COMMANDS_H
#define WORKLOAD_COMMANDS_H

#include <stdio.h>

/*
 * Has commands done, a line each: a word, and what follows it, which may be empty. Each is answered by a line, "ok PID", or the
 * name of the errno that do_command returns. At the end of stdin, or told to exit, the process ends without cleaning up.
 * Returns only where there are arguments, of which there is none: the exit status, after usage.
 */
int obey(int argc, void (*usage)(FILE *file), int (*do_command)(const char *command, char *argument));

#endif
