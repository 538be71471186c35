/* SPDX-License-Identifier: MIT */
/* What the library reports: at the first verb, what is wrong with the variables and which limits hold; at the end of
 * the process, how many objects it had and how often it refused. */
#ifndef REPORT_H
#define REPORT_H

/* Makes the report that is due at the first verb. Keeps errno. Thread-safe. */
void report_once(void);

#endif
