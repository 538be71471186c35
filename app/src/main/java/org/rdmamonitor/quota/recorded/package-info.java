// SPDX-License-Identifier: MIT
/**
 * What limits would have done to what the monitor saw, and which limits that suggests; pure
 * functions over its samples. Enter by {@link org.rdmamonitor.quota.recorded.DryRun} and {@link
 * org.rdmamonitor.quota.recorded.Peaks}. May use {@code quota}, {@code model} and the JDK.
 */
@NullMarked
package org.rdmamonitor.quota.recorded;

import org.jspecify.annotations.NullMarked;
