// SPDX-License-Identifier: MIT
/**
 * The live source: a Linux kernel. BPF programs count and report ({@code watch}); RDMA netlink
 * tells what exists ({@code host}); if the two disagree, {@code reconcile} follows netlink; {@code
 * naming} finds names of workloads; {@code enforce} keeps limits. Enter by {@link
 * org.rdmamonitor.source.kernel.KernelSource}.
 *
 * <p>May use {@code source}, {@code model}, {@code text} and {@code nativelib}. {@code
 * KernelSource} may be used by several threads; it guards everything else.
 */
@NullMarked
package org.rdmamonitor.source.kernel;

import org.jspecify.annotations.NullMarked;
