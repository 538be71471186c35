// SPDX-License-Identifier: MIT
/**
 * What outlives the collector: leases, in {@link org.rdmamonitor.quota.state.LeaseFile}, and limits
 * that were saved, in {@link org.rdmamonitor.quota.state.LimitsFile}. Uses {@code quota} only.
 */
@NullMarked
package org.rdmamonitor.quota.state;

import org.jspecify.annotations.NullMarked;
