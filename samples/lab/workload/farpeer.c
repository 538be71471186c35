// SPDX-License-Identifier: MIT
/* One end of connections whose other end is a program like this one on another host; see usage(). */
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "connections.h"

#define MAX_PAIRS 20000

static struct side side;
static struct ibv_qp *pairs[MAX_PAIRS];
static uint32_t psns[MAX_PAIRS];
static int made, joined;

static void usage(FILE *file)
{
	fputs("Usage: farpeer    with commands on stdin, each answered by \"ok PID\" or the name of an errno:\n"
	      "  open DEVICE          opens the device\n"
	      "  make N FILE          makes N queue pairs of type RC, in INIT; FILE gets a line for each: number and PSN\n"
	      "  join ADDRESS FILE [NAME=NUMBER]...\n"
	      "                       connects those that are not yet, as many as FILE has lines, with the queue pairs that these\n"
	      "                       name, at this IPv4 address; otherwise than usual: mtu, psn (added to the one awaited),\n"
	      "                       timeout, retries, rnr, timer, reads, served, class (of traffic)\n"
	      "  free N               destroys the N newest\n"
	      "  exit                 ends without cleaning up\n", file);
}

static int make_pairs(char *arguments)
{
	char *count = strtok(arguments, " "), *path = strtok(NULL, " ");
	FILE *file = count && path ? fopen(path, "w") : NULL;

	if (!file)
		return path ? errno : EINVAL;
	for (int i = atoi(count); i > 0 && made < MAX_PAIRS; i--) {
		struct ibv_qp *qp = make_qp(&side, side.pd, IBV_QPT_RC);

		to_init(qp);
		psns[made] = random_psn();
		fprintf(file, "%u %u\n", qp->qp_num, psns[made]);
		pairs[made++] = qp;
	}
	return fclose(file) ? errno : 0;
}

/* The rest of the arguments of join: the path, and what is added to the PSN that is awaited. */
static int read_path(struct path *path, uint32_t *psn)
{
	const struct {
		const char *name;
		uint32_t *number;
	} names[] = {
		{ "mtu", &path->mtu }, { "psn", psn }, { "timeout", &path->timeout }, { "retries", &path->retries },
		{ "rnr", &path->rnr }, { "timer", &path->timer }, { "reads", &path->reads }, { "served", &path->served },
		{ "class", &path->class },
	};

	for (char *word = strtok(NULL, " "); word; word = strtok(NULL, " ")) {
		char *number = strchr(word, '=');
		size_t i = 0;

		if (!number)
			return EINVAL;
		*number++ = '\0';
		while (i < sizeof(names) / sizeof(names[0]) && strcmp(names[i].name, word) != 0)
			i++;
		if (i == sizeof(names) / sizeof(names[0]))
			return EINVAL;
		*names[i].number = strtoul(number, NULL, 0);
	}
	return 0;
}

static int join_pairs(char *arguments)
{
	char *address = strtok(arguments, " "), *file_name = strtok(NULL, " ");
	union ibv_gid gid = { .raw = { [10] = 0xff, [11] = 0xff } };
	struct path path = usual_path;
	uint32_t qpn, psn, added = 0;
	FILE *file;
	int error = file_name ? read_path(&path, &added) : EINVAL;

	if (error || inet_pton(AF_INET, address, gid.raw + 12) != 1)
		return EINVAL;
	file = fopen(file_name, "r");
	if (!file)
		return errno;
	while (!error && joined < made && fscanf(file, "%u %u", &qpn, &psn) == 2) {
		error = try_rtr(pairs[joined], &gid, qpn, (psn + added) & PSN_MASK, &path);
		if (!error)
			error = try_rts(pairs[joined], psns[joined], &path);
		joined += !error;
	}
	fclose(file);
	return error;
}

static int free_pairs(int count)
{
	int error = 0;

	for (; !error && count > 0 && made > 0; count--)
		error = ibv_destroy_qp(pairs[--made]);
	joined = joined < made ? joined : made;
	return error;
}

static int do_command(const char *command, char *arguments)
{
	if (strcmp(command, "open") == 0) {
		side = side_open(arguments);
		return 0;
	}
	if (strcmp(command, "make") == 0)
		return make_pairs(arguments);
	if (strcmp(command, "join") == 0)
		return join_pairs(arguments);
	if (strcmp(command, "free") == 0)
		return free_pairs(atoi(arguments));
	return ENOSYS;
}

int main(int argc, char **argv)
{
	(void)argv;
	return obey(argc, usage, do_command);
}
