// SPDX-License-Identifier: MIT
/**
 * The live source: a Linux kernel. BPF programs count and report ({@code watch}); RDMA netlink
 * tells what exists ({@code host}); {@code naming} has names of workloads; where the two disagree,
 * {@code reconcile} follows netlink; {@code enforce} keeps limits. Enter by {@link
 * org.rdmamonitor.source.kernel.KernelSource}.
 *
 * <p>May use {@code source}, {@code model}, {@code text} and {@code nativelib}. {@code
 * KernelSource} may be used by several threads; all else is guarded by it.
 */
@NullMarked
package org.rdmamonitor.source.kernel;

import org.jspecify.annotations.NullMarked;
