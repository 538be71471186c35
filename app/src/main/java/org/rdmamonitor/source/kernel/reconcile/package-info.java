// SPDX-License-Identifier: MIT
/**
 * Where the programs and netlink disagree, the counts are made to follow netlink ({@link
 * org.rdmamonitor.source.kernel.reconcile.Reconciler}); and the objects that there are, one by one
 * ({@link org.rdmamonitor.source.kernel.reconcile.InventoryReader}).
 *
 * <p>May use {@code watch}, {@code host}, {@code source}, {@code model} and {@code nativelib}.
 */
@NullMarked
package org.rdmamonitor.source.kernel.reconcile;

import org.jspecify.annotations.NullMarked;
