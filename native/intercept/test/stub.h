/* SPDX-License-Identifier: MIT */
/* What the tests ask of the libibverbs that stands in for the real one. */
#ifndef STUB_H
#define STUB_H

/* Objects of this kind that exist: "qp", "mr", "cq", "srq", "wq", "pd". */
int stub_live(const char *kind);

/* The most there have ever been at a time. */
int stub_most(const char *kind);

/* Lets the next creation, or the next destruction, of any kind fail with this errno. */
void stub_fail_creation(int error);
void stub_fail_destruction(int error);

/* Makes an object as a driver does that is asked past libibverbs, such as mlx5 by its own library. */
void *stub_make(const char *kind, void *context);

#endif
