// SPDX-License-Identifier: MIT
/**
 * What exists: devices, and the objects that the kernel keeps of their users, each with what is
 * known of it. Enter by {@link org.rdmamonitor.model.resource.Inventory}, all objects at one
 * moment.
 *
 * <p>Depends on {@code model.cgroup} and {@code units}. All types are immutable.
 */
@NullMarked
package org.rdmamonitor.model.resource;

import org.jspecify.annotations.NullMarked;
