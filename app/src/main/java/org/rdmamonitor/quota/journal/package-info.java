// SPDX-License-Identifier: MIT
/**
 * What the collector reports: a line for each thing that happens, for people or as JSON. Enter by
 * {@link org.rdmamonitor.quota.journal.Journal}. Uses {@code quota} and {@code quota.server}.
 */
@NullMarked
package org.rdmamonitor.quota.journal;

import org.jspecify.annotations.NullMarked;
