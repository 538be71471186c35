/* SPDX-License-Identifier: MIT */
/* What the wrapped calls share.
 *
 * The files call each other in one direction only, which a test holds them to: downwards in
 *   dl                     looked up by name
 *   device, mlx5           contexts, and what mlx5 offers
 *   operations             calls through function pointers of a context
 *   mr, pd_cq, qp, srq     calls of libibverbs, and what each takes up
 *   fork                   what a forked child begins with
 *   context, objects       what this process holds
 *   completions            the first bad one of each queue pair, where that is wanted
 *   quota                  may it have more
 *   report                 what is said at the begin and the end
 *   usage                  how much it has
 *   collector, connection, credits, kept     may all processes together
 *   log, settings, parse, library, elf       what all of them use */
#ifndef INTERCEPT_H
#define INTERCEPT_H

#define EXPORT __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))

/* The library is preloaded, so every thread starts with room for such a variable, and its first use allocates nothing. */
#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

/* Gives a function the name and version that programs are linked against; the linker script exports nothing else. */
#define BIND(function, symbol_and_version) \
	__asm__(".symver intercepted_" #function ", " symbol_and_version)

#endif
