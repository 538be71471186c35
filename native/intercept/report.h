/* SPDX-License-Identifier: MIT */
/* What the library tells of itself: at the first verb what is wrong with the variables and what holds, at the end of the
 * process what came of it. */
#ifndef REPORT_H
#define REPORT_H

/* Tells what is to be told at the first verb. Keeps errno. Thread-safe. */
void report_once(void);

#endif
