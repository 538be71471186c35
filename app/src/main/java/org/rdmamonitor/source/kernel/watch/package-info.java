// SPDX-License-Identifier: MIT
/**
 * The BPF object at work: it is loaded, attached to the functions that {@link
 * org.rdmamonitor.source.kernel.watch.Hooks} names, its counters and its ring buffer are read, and
 * its limits may be left behind. Enter by {@link org.rdmamonitor.source.kernel.watch.Watch}.
 *
 * <p>May use {@code host}, {@code naming}, {@code source}, {@code model} and {@code nativelib}.
 */
@NullMarked
package org.rdmamonitor.source.kernel.watch;

import org.jspecify.annotations.NullMarked;
