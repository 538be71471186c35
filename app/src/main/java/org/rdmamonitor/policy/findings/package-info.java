// SPDX-License-Identifier: MIT
/**
 * The rules of findings: one class a rule, {@link org.rdmamonitor.policy.findings.FindingRule} with
 * what is to be said about each. Enter by {@link org.rdmamonitor.policy.findings.Detectors}.
 *
 * <p>May use {@code model} and {@code policy}. A detector keeps state and is for one thread; each
 * says what bounds its memory.
 */
@NullMarked
package org.rdmamonitor.policy.findings;

import org.jspecify.annotations.NullMarked;
