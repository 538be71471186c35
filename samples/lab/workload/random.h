/* SPDX-License-Identifier: MIT */
/* Small random numbers that are the same everywhere for the same seed: SplitMix64 (Steele, Lea, Flood 2014). */
#ifndef WORKLOAD_RANDOM_H
#define WORKLOAD_RANDOM_H

#include <stdint.h>

struct random { uint64_t state; };

static inline uint64_t random_next(struct random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* A number from 0 to limit - 1. */
static inline unsigned random_below(struct random *random, unsigned limit)
{
	return (unsigned)(random_next(random) >> 32) % limit;
}

#endif
