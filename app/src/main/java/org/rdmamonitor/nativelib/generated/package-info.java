// SPDX-License-Identifier: MIT
/**
 * What jextract generates from the headers of libc, libbpf, RDMA netlink, {@code
 * bpf/rdma_monitor.h}, {@code native/ethernet/ethernet.h} and {@code native/verbs/rdma_verbs.h}; see {@code native/jextract/README.md}.
 * Not to be edited. Only the other packages of {@code org.rdmamonitor.nativelib} import it.
 * Enter by {@code LibC}, {@code LibBpf}, {@code RdmaNetlink}, {@code RdmaMonitorAbi}, {@code
 * Ethernet} and {@code RdmaVerbs}. A class links its symbols when it is first touched; the generated
 * functions may be called from any thread that the C function allows.
 */
@NullUnmarked
package org.rdmamonitor.nativelib.generated;

import org.jspecify.annotations.NullUnmarked;
