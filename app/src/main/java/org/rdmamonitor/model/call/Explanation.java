// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

/**
 * The explanation of something that happened, as {@code explain} gives it.
 *
 * @param brief a few words; they follow its name
 * @param meaning what has happened
 * @param nextStep what to look at or do
 */
public record Explanation(String brief, String meaning, String nextStep) {}
