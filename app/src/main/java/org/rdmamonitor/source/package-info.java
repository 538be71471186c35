// SPDX-License-Identifier: MIT
/**
 * Where samples come from. {@link org.rdmamonitor.source.Source} is the interface: in production a
 * live kernel is behind it, in tests a script.
 *
 * <p>May use {@code model} and {@code nativelib.posix}. Each source says whether it is safe for
 * several threads.
 */
@NullMarked
package org.rdmamonitor.source;

import org.jspecify.annotations.NullMarked;
