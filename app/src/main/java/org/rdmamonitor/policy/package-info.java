// SPDX-License-Identifier: MIT
/**
 * Limits, and whether a snapshot keeps them: {@link org.rdmamonitor.policy.ThresholdsFile} reads
 * them from config.txt, {@link org.rdmamonitor.policy.Policy} compares. Enter by {@code Policy}.
 *
 * <p>May use {@code model}; alone in using Commons Configuration. Every value is immutable, every
 * function pure but for reading the file, and so safe for use by any thread.
 */
@NullMarked
package org.rdmamonitor.policy;

import org.jspecify.annotations.NullMarked;
