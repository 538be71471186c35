// SPDX-License-Identifier: MIT
/**
 * libbpf: an object file with its programs, maps and links, the reader of its ring buffer, the
 * kernel's type information. Nothing here depends on what this project's programs do. Enter by
 * {@link org.rdmamonitor.nativelib.bpf.BpfObject}.
 *
 * <p>Over {@code nativelib.posix}. Classes are not safe for use by several threads unless they say
 * so.
 */
@NullMarked
package org.rdmamonitor.nativelib.bpf;

import org.jspecify.annotations.NullMarked;
