// SPDX-License-Identifier: MIT
#define _GNU_SOURCE
#include "tally.h"

#include <string.h>

static const char *const verb_names[VERBS] = {
	"QP_CREATE", "QP_MODIFY", "QP_DESTROY", "PD_ALLOC", "PD_DEALLOC",
	"CQ_CREATE", "CQ_DESTROY", "MR_REG", "MR_DEREG", "GID_QUERY",
};

static const char *const type_names[TYPES] = { "QP", "PD", "CQ", "MR", "SRQ", "CTX" };

void tally_call(struct tally *tally, enum verb verb, int error)
{
	tally->calls[verb]++;
	if (error)
		tally->errors[verb][error < TALLY_ERRNOS ? error : 0]++;
}

void tally_process_end(struct tally *tally)
{
	tally->calls[QP_DESTROY] += tally->live[QP];
	tally->calls[PD_DEALLOC] += tally->live[PD];
	tally->calls[CQ_DESTROY] += tally->live[CQ];
	tally->calls[MR_DEREG] += tally->live[MR];
	memset(tally->live, 0, sizeof(tally->live));
}

void tally_add(struct tally *sum, const struct tally *more)
{
	for (int verb = 0; verb < VERBS; verb++) {
		sum->calls[verb] += more->calls[verb];
		for (int error = 0; error < TALLY_ERRNOS; error++)
			sum->errors[verb][error] += more->errors[verb][error];
	}
	for (int type = 0; type < TYPES; type++)
		sum->live[type] += more->live[type];
}

static void print_errors(FILE *file, const unsigned long errors[TALLY_ERRNOS])
{
	const char *separator = "";
	unsigned long failed = 0;

	for (int error = 0; error < TALLY_ERRNOS; error++)
		failed += errors[error];
	fprintf(file, "\"failed\":%lu,\"errors\":{", failed);
	for (int error = 0; error < TALLY_ERRNOS; error++) {
		if (errors[error]) {
			const char *name = error ? strerrorname_np(error) : "OTHER";

			fprintf(file, "%s\"%s\":%lu", separator, name ? name : "OTHER", errors[error]);
			separator = ",";
		}
	}
	fputc('}', file);
}

void tally_print(FILE *file, const struct tally *tally)
{
	fputs("\"live\":{", file);
	for (int type = 0; type < TYPES; type++)
		fprintf(file, "%s\"%s\":%lu", type ? "," : "", type_names[type], tally->live[type]);
	fputs("},\"verbs\":{", file);
	for (int verb = 0; verb < VERBS; verb++) {
		fprintf(file, "%s\"%s\":{\"calls\":%lu,", verb ? "," : "", verb_names[verb], tally->calls[verb]);
		print_errors(file, tally->errors[verb]);
		fputc('}', file);
	}
	fputc('}', file);
}
