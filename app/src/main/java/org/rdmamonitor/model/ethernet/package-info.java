// SPDX-License-Identifier: MIT
/**
 * What is known of {@code rdma-ethernet}'s interfaces and of flow rules. Enter by {@link
 * org.rdmamonitor.model.ethernet.Ethernet}.
 *
 * <p>Depends on {@code model.call}. All types are immutable.
 */
@NullMarked
package org.rdmamonitor.model.ethernet;

import org.jspecify.annotations.NullMarked;
