// SPDX-License-Identifier: MIT
/**
 * The messages of the two ends of {@code rdma-secure} before, between and after the transfers: a
 * versioned binary format in which every field has a range. Enter by {@link
 * org.rdmamonitor.secure.wire.Codec}; the messages are the permitted kinds of {@link
 * org.rdmamonitor.secure.wire.Message}. rdma-secure(7) has the layout byte by byte.
 *
 * <p>Uses the JDK and a constant of {@code secure.seal} only. Everything here is immutable or
 * without state, and safe for any number of threads.
 */
@NullMarked
package org.rdmamonitor.secure.wire;

import org.jspecify.annotations.NullMarked;
