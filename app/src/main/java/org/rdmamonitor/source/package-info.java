// SPDX-License-Identifier: MIT
/**
 * Where samples come from. {@link org.rdmamonitor.source.Source} is the seam: a live kernel behind
 * it in production, a script in tests.
 *
 * <p>May use {@code model} and {@code nativelib.posix}. Thread-safety is said of each source.
 */
@NullMarked
package org.rdmamonitor.source;

import org.jspecify.annotations.NullMarked;
