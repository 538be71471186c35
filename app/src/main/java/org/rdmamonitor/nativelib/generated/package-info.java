// SPDX-License-Identifier: MIT
/**
 * What jextract generates from the headers of libc, libbpf, RDMA netlink and {@code
 * bpf/rdma_monitor.h}; see {@code native/jextract/README.md}. Not to be edited. Only {@code
 * org.rdmamonitor.nativelib} imports it. Enter by {@code LibC}, {@code LibBpf}, {@code RdmaNetlink}
 * and {@code RdmaMonitorAbi}. A class links its symbols when it is first touched; the generated
 * functions may be called from any thread that the C function allows.
 */
@NullUnmarked
package org.rdmamonitor.nativelib.generated;

import org.jspecify.annotations.NullUnmarked;
