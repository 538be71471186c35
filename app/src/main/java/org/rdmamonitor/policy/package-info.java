// SPDX-License-Identifier: MIT
/**
 * Decides whether what a source delivers stays within the settings of {@code policy.config}: {@link
 * org.rdmamonitor.policy.BreachFinder} compares counts and rates; {@link
 * org.rdmamonitor.policy.Detector} is the interface of rules about single calls and objects
 * (package {@code policy.findings}). Enter by {@link org.rdmamonitor.policy.Inspector}.
 *
 * <p>May use {@code model} and its own {@code config}. Verdicts and findings are immutable. An
 * inspector, and the {@link org.rdmamonitor.policy.DetectorInput} that it keeps for its detectors,
 * are for one thread; what they keep is bounded.
 */
@NullMarked
package org.rdmamonitor.policy;

import org.jspecify.annotations.NullMarked;
