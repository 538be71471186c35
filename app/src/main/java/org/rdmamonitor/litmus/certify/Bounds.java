// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

/**
 * How far a proof goes.
 *
 * @param members the most, from 2
 * @param rounds the most that each goes through, from 1
 */
public record Bounds(int members, int rounds) {}
