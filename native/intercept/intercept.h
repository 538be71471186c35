/* SPDX-License-Identifier: MIT */
/* What the wrapped calls share. */
#ifndef INTERCEPT_H
#define INTERCEPT_H

#define EXPORT __attribute__((visibility("default")))
#define HIDDEN __attribute__((visibility("hidden")))

/* Preloaded, so there is room for it from the start of every thread: no allocation at the first use. */
#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

/* Gives a function the name and version that programs are bound to; the linker script lets nothing else out. */
#define BIND(function, symbol_and_version) \
	__asm__(".symver intercepted_" #function ", " symbol_and_version)

#endif
