// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "commands.h"

#include <string.h>
#include <unistd.h>

int obey(int argc, void (*usage)(FILE *file), int (*do_command)(const char *command, char *argument))
{
	char line[4096];

	if (argc > 1) {
		usage(stderr);
		return 2;
	}
	/* Unbuffered, so that after a fork only the child has read what comes next. */
	setvbuf(stdin, NULL, _IONBF, 0);
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		char *command = strtok(line, " \n"), *argument = strtok(NULL, "\n"), none[] = "";
		int error;

		if (!command || strcmp(command, "exit") == 0)
			break;
		error = do_command(command, argument ? argument : none);
		if (error)
			printf("%s\n", strerrorname_np(error));
		else
			printf("ok %d\n", getpid());
	}
	/* What the process leaves is for the kernel to clean up. */
	_exit(0);
}
