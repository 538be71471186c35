// SPDX-License-Identifier: MIT
/* Built twice, as NUMBER 1 and 2: each looks for the next one of its name. */
#define _GNU_SOURCE
#include <dlfcn.h>

static int and(int (*next)(void))
{
	return next ? NUMBER * 10 + next() : NUMBER;
}

int next_function(void)
{
	return and((int (*)(void))dlsym(RTLD_NEXT, "next_function"));
}

int next_versioned(void)
{
	return and((int (*)(void))dlvsym(RTLD_NEXT, "next_versioned", "NEXT_1"));
}

static int number(void)
{
	return NUMBER;
}

/* Of the scope of the library that asks. */
int next_default(void)
{
	return dlsym(RTLD_DEFAULT, "next_function") ? number() : -1;
}
