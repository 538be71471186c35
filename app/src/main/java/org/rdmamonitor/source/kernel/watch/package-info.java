// SPDX-License-Identifier: MIT
/**
 * The BPF object at work: loaded, attached to the functions that {@link
 * org.rdmamonitor.source.kernel.watch.Hooks} names, its counters and its ring buffer read, its
 * limits left behind. Enter by {@link org.rdmamonitor.source.kernel.watch.Watch}.
 *
 * <p>May use {@code host}, {@code naming}, {@code source}, {@code model} and {@code nativelib}.
 */
@NullMarked
package org.rdmamonitor.source.kernel.watch;

import org.jspecify.annotations.NullMarked;
