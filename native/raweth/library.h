/* SPDX-License-Identifier: MIT */
/* The functions of libibverbs that this library stands in front of. */
#ifndef LIBRARY_H
#define LIBRARY_H

/* The next one of that name and version, which may be another preloaded library's; NULL, and ENOSYS, if there is none. */
void *next_function(const char *symbol, const char *version);

/* NEXT(type, symbol, version): the same, looked up once for each place that asks. */
#define NEXT(type, symbol, version)                                                   \
	({                                                                            \
		static _Atomic(void *) found_;                                        \
		void *next_ = atomic_load_explicit(&found_, memory_order_relaxed);    \
		if (!next_) {                                                         \
			next_ = next_function(symbol, version);                       \
			atomic_store_explicit(&found_, next_, memory_order_relaxed);  \
		}                                                                     \
		(type *)next_;                                                        \
	})

#endif
