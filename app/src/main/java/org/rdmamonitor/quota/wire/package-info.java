// SPDX-License-Identifier: MIT
/**
 * What clients of the collector say to it, and what it answers: lines of text. Enter by {@link
 * org.rdmamonitor.quota.wire.Request}. Uses {@code quota} only, and Jackson for what {@code SHOW}
 * answers.
 */
@NullMarked
package org.rdmamonitor.quota.wire;

import org.jspecify.annotations.NullMarked;
