// SPDX-License-Identifier: MIT
/**
 * The live source: a Linux kernel. BPF programs count and report ({@link
 * org.rdmamonitor.source.kernel.Watch}); RDMA netlink tells what exists ({@link
 * org.rdmamonitor.source.kernel.RdmaResources}); where the two disagree, {@link
 * org.rdmamonitor.source.kernel.Reconciler} follows netlink. Enter by {@link
 * org.rdmamonitor.source.kernel.KernelSource}.
 *
 * <p>May use {@code source}, {@code model} and {@code nativelib}. {@code KernelSource} may be used
 * by several threads; all else is guarded by it.
 */
@NullMarked
package org.rdmamonitor.source.kernel;

import org.jspecify.annotations.NullMarked;
