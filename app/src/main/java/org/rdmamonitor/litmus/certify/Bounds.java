// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

/**
 * How large the tests are that a proof covers.
 *
 * @param members the most, from 2
 * @param rounds the most that each member goes through, from 1
 */
public record Bounds(int members, int rounds) {}
