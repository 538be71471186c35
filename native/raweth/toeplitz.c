// SPDX-License-Identifier: MIT
#include "toeplitz.h"

/* The hash is the sum, without carry, of the 32 bits of the key that begin where the input has a bit set. */
uint32_t toeplitz(const uint8_t key[TOEPLITZ_KEY], const uint8_t *input, size_t length)
{
	uint32_t hash = 0;
	uint64_t window = (uint64_t)key[0] << 24 | (uint64_t)key[1] << 16 | (uint64_t)key[2] << 8 | key[3];

	for (size_t i = 0; i < length; i++) {
		window = window << 8 | key[i + 4];
		for (int bit = 0; bit < 8; bit++) {
			if (input[i] & 0x80 >> bit)
				hash ^= (uint32_t)(window >> (8 - bit));
		}
	}
	return hash;
}
