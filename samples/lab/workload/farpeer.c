// SPDX-License-Identifier: MIT
/* One end of connections whose other end is a program like this one on another host; see usage(). */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "connections.h"

#define MAX_PAIRS 20000
#define GID_INDEX 1

/* What an end says of itself, and what it does otherwise than all others if it is told so. */
struct way {
	uint32_t mtu, psn, timeout, retries, rnr, timer, reads, served, class;
};

static const struct way usual_way = {
	.mtu = 1024, .timeout = 14, .retries = 7, .rnr = 7, .timer = 12, .reads = 1, .served = 1,
};

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

static int read_way(struct way *way)
{
	const struct {
		const char *name;
		uint32_t *number;
	} names[] = {
		{ "mtu", &way->mtu }, { "psn", &way->psn }, { "timeout", &way->timeout }, { "retries", &way->retries },
		{ "rnr", &way->rnr }, { "timer", &way->timer }, { "reads", &way->reads }, { "served", &way->served },
		{ "class", &way->class },
	};

	*way = usual_way;
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

static int connect_pair(int i, const union ibv_gid *gid, uint32_t qpn, uint32_t psn, const struct way *way)
{
	struct ibv_qp_attr attr = {
		.qp_state = IBV_QPS_RTR, .path_mtu = (enum ibv_mtu)(__builtin_ctz(way->mtu) - 7), .dest_qp_num = qpn,
		.rq_psn = (psn + way->psn) & PSN_MASK, .max_dest_rd_atomic = way->served, .min_rnr_timer = way->timer,
		.ah_attr = { .is_global = 1, .port_num = 1,
			     .grh = { .dgid = *gid, .sgid_index = GID_INDEX, .hop_limit = 64, .traffic_class = way->class } },
	};
	int error = ibv_modify_qp(pairs[i], &attr, IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
				  IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);

	if (error)
		return error;
	attr = (struct ibv_qp_attr){ .qp_state = IBV_QPS_RTS, .sq_psn = psns[i], .timeout = way->timeout,
				     .retry_cnt = way->retries, .rnr_retry = way->rnr, .max_rd_atomic = way->reads };
	return ibv_modify_qp(pairs[i], &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT |
			     IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC);
}

static int join_pairs(char *arguments)
{
	char *address = strtok(arguments, " "), *path = strtok(NULL, " ");
	union ibv_gid gid = { .raw = { [10] = 0xff, [11] = 0xff } };
	struct way way;
	uint32_t qpn, psn;
	FILE *file;
	int error = path ? read_way(&way) : EINVAL;

	if (error || inet_pton(AF_INET, address, gid.raw + 12) != 1)
		return EINVAL;
	file = fopen(path, "r");
	if (!file)
		return errno;
	while (!error && joined < made && fscanf(file, "%u %u", &qpn, &psn) == 2) {
		error = connect_pair(joined, &gid, qpn, psn, &way);
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
	char line[4096];

	(void)argv;
	if (argc > 1) {
		usage(stderr);
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	while (fgets(line, sizeof(line), stdin)) {
		char *command = strtok(line, " \n"), *arguments = strtok(NULL, "\n"), none[] = "";
		int error;

		if (!command || strcmp(command, "exit") == 0)
			break;
		error = do_command(command, arguments ? arguments : none);
		if (error)
			printf("%s\n", strerrorname_np(error));
		else
			printf("ok %d\n", getpid());
	}
	/* What the process leaves is for the kernel to clean up. */
	_exit(0);
}
