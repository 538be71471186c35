// SPDX-License-Identifier: MIT
/**
 * System calls that Java lacks: sockets of this host with descriptors and credentials, memory that
 * is shared with other processes, processes by descriptor, names as bytes. Each wrapper owns its
 * memory and is {@link java.lang.AutoCloseable}; failures are {@link
 * org.rdmamonitor.nativelib.posix.NativeException}s that say what was tried.
 *
 * <p>Imports {@code nativelib.generated}, which only packages of {@code nativelib} may, and nothing
 * else of this project. Classes are not safe for use by several threads unless they say so. Nothing
 * native is loaded before the first call that needs it.
 */
@NullMarked
package org.rdmamonitor.nativelib.posix;

import org.jspecify.annotations.NullMarked;
