/* SPDX-License-Identifier: MIT */
#ifndef TOEPLITZ_H
#define TOEPLITZ_H

#include <stddef.h>
#include <stdint.h>

#define TOEPLITZ_KEY 40

/* The hash that network adapters spread flows by. The input is at most 36 bytes. */
uint32_t toeplitz(const uint8_t key[TOEPLITZ_KEY], const uint8_t *input, size_t length);

#endif
