// SPDX-License-Identifier: MIT
/**
 * The contents of the monitor's own BPF object, as declared in bpf/rdma_monitor.h: rows of
 * counters, live objects, quotas and promises, records of finished calls.
 *
 * <p>Over {@code nativelib.bpf} and {@code nativelib.posix}. Classes are not safe for use by
 * several threads unless they say so.
 */
@NullMarked
package org.rdmamonitor.nativelib.monitor;

import org.jspecify.annotations.NullMarked;
