/* SPDX-License-Identifier: MIT */
#ifndef STUB_H
#define STUB_H

/* How often the device was called since the last time. */
int stub_calls(void);

#endif
