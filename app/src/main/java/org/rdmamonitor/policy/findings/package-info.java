// SPDX-License-Identifier: MIT
/**
 * The rules that make findings, each a class; {@link org.rdmamonitor.policy.findings.FindingRule}
 * has the description of each. Enter by {@link org.rdmamonitor.policy.findings.Detectors}.
 *
 * <p>May use {@code model} and {@code policy}. A detector keeps state and is for one thread; its
 * javadoc says what bounds its memory.
 */
@NullMarked
package org.rdmamonitor.policy.findings;

import org.jspecify.annotations.NullMarked;
