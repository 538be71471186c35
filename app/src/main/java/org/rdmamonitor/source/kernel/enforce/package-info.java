// SPDX-License-Identifier: MIT
/**
 * Enforces limits by the BPF programs: which cgroups have limits, what each holds, and the rdma
 * controller behind the gate. Enter by {@link org.rdmamonitor.source.kernel.enforce.QuotaKeeper}.
 *
 * <p>May use {@code watch}, {@code host}, {@code model} and {@code nativelib}.
 */
@NullMarked
package org.rdmamonitor.source.kernel.enforce;

import org.jspecify.annotations.NullMarked;
