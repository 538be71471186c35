// SPDX-License-Identifier: MIT
/**
 * Makes the counts follow netlink where the programs and netlink disagree ({@link
 * org.rdmamonitor.source.kernel.reconcile.Reconciler}); and lists the existing objects one by one
 * ({@link org.rdmamonitor.source.kernel.reconcile.InventoryReader}).
 *
 * <p>May use {@code watch}, {@code host}, {@code source}, {@code model} and {@code nativelib}.
 */
@NullMarked
package org.rdmamonitor.source.kernel.reconcile;

import org.jspecify.annotations.NullMarked;
