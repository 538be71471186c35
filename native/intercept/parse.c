// SPDX-License-Identifier: MIT
#include "parse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "settings.h"

#define MIB (UINT64_C(1) << 20)

static bool parse_word(const char *value, const char *const *words, int *field)
{
	for (int i = 0; words[i]; i++) {
		if (strcasecmp(value, words[i]) == 0) {
			*field = i;
			return true;
		}
	}
	return false;
}

bool parse_switch(const char *value, void *field)
{
	static const char *const words[] = {"0", "1", "false", "true", "no", "yes", "off", "on", NULL};
	int found;

	if (!parse_word(value, words, &found))
		return false;
	*(bool *)field = found % 2;
	return true;
}

bool parse_number(const char *value, void *field)
{
	unsigned long long number;
	char *end;

	if (*value < '0' || *value > '9')
		return false;
	errno = 0;
	number = strtoull(value, &end, 10);
	if (errno || *end)
		return false;
	*(uint64_t *)field = number;
	return true;
}

bool parse_limit(const char *value, void *field)
{
	if (strcmp(value, "unlimited") == 0) {
		*(uint64_t *)field = UNLIMITED;
		return true;
	}
	if (strcmp(value, "none") == 0) {
		*(uint64_t *)field = 0;
		return true;
	}
	return parse_number(value, field) && *(uint64_t *)field != UNLIMITED;
}

bool parse_mebibytes(const char *value, void *field)
{
	uint64_t *bytes = field;

	if (!parse_limit(value, field))
		return false;
	if (*bytes == UNLIMITED)
		return true;
	if (*bytes > (UNLIMITED - 1) / MIB)
		return false;
	*bytes *= MIB;
	return true;
}

bool parse_bytes(const char *value, void *field)
{
	static const char letters[] = "KkMmGgTt";
	size_t digits = strspn(value, "0123456789");
	const char *letter = value[digits] ? strchr(letters, value[digits]) : NULL;
	unsigned int shift = letter ? 10 * ((unsigned int)(letter - letters) / 2 + 1) : 0;
	uint64_t *bytes = field;
	char number[24];

	if (!letter || value[digits + 1])
		return parse_limit(value, field);
	if (!digits || digits >= sizeof(number))
		return false;
	memcpy(number, value, digits);
	number[digits] = 0;
	if (!parse_number(number, field) || *bytes > (UNLIMITED - 1) >> shift)
		return false;
	*bytes <<= shift;
	return true;
}

bool parse_level(const char *value, void *field)
{
	static const char *const words[] = {"DEBUG", "INFO", "WARN", "ERROR", "FATAL", NULL};
	int found;

	if (!parse_word(strcasecmp(value, "WARNING") == 0 ? "WARN" : value, words, &found))
		return false;
	*(enum level *)field = (enum level)found;
	return true;
}

bool parse_error(const char *value, void *field)
{
	static const char *const words[] = {"EDQUOT", "EPERM",	"EACCES", "EAGAIN",
					    "ENOMEM", "ENOSPC", "EBUSY",  NULL};
	static const int errors[] = {EDQUOT, EPERM, EACCES, EAGAIN, ENOMEM, ENOSPC, EBUSY};
	int found;

	if (!parse_word(value, words, &found))
		return false;
	*(int *)field = errors[found];
	return true;
}

bool parse_collector(const char *value, void *field)
{
	static const char *const words[] = {"off", "optional", "required", NULL};
	int found;

	if (!parse_word(value, words, &found))
		return false;
	*(enum collector_use *)field = (enum collector_use)found;
	return true;
}

bool parse_path(const char *value, void *field)
{
	size_t length = strlen(value);

	if (*value != '/' || length >= VALUE_SIZE)
		return false;
	memcpy(field, value, length + 1);
	return true;
}

bool parse_of_collector(const char *value, void *field)
{
	uint64_t ignored;

	(void)field;
	return parse_limit(value, &ignored);
}

bool parse_bytes_of_collector(const char *value, void *field)
{
	uint64_t ignored;

	(void)field;
	return parse_bytes(value, &ignored);
}

void printable(char *to, size_t size, const char *from)
{
	size_t i;

	for (i = 0; from[i] && i + 1 < size; i++)
		to[i] = from[i] >= ' ' && from[i] <= '~' ? from[i] : '?';
	to[i] = 0;
}
