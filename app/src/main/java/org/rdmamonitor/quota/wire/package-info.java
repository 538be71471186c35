// SPDX-License-Identifier: MIT
/**
 * What clients of the collector say to it, and what it answers: lines of text. Enter by {@link
 * org.rdmamonitor.quota.wire.Request}. Uses {@code quota}, {@code quota.recorded} for what a dry
 * run says, and Jackson.
 */
@NullMarked
package org.rdmamonitor.quota.wire;

import org.jspecify.annotations.NullMarked;
