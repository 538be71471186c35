// SPDX-License-Identifier: MIT
/**
 * What exists: devices, and the objects that the kernel keeps for their users, with what is known
 * of each. Enter by {@link org.rdmamonitor.model.resource.Inventory}, the objects at one moment.
 *
 * <p>Depends on {@code model.cgroup} and {@code units}. All types are immutable.
 */
@NullMarked
package org.rdmamonitor.model.resource;

import org.jspecify.annotations.NullMarked;
