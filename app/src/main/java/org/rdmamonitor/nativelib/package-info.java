// SPDX-License-Identifier: MIT
/**
 * Typed wrappers over the generated bindings: a BPF object with its programs, maps and links, the
 * ring-buffer reader, sockets of netlink and of this host, pages that are shared with others, and
 * the few system calls that Java lacks. Each wrapper owns its memory and is {@link
 * java.lang.AutoCloseable}; failures are {@link org.rdmamonitor.nativelib.NativeException}s that
 * say what was tried.
 *
 * <p>The only package that may import {@code nativelib.generated}; depends on nothing else of this
 * project. Classes are not safe for use by several threads unless they say so. Nothing native is
 * loaded before the first call that needs it. Enter by {@link org.rdmamonitor.nativelib.BpfObject}.
 */
@NullMarked
package org.rdmamonitor.nativelib;

import org.jspecify.annotations.NullMarked;
