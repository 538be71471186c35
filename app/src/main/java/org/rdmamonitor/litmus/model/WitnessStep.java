// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

/**
 * A step of an execution, in words.
 *
 * @param actor who does it: {@code P0}, its store buffer, or the NIC of its queue pair
 * @param row of the program that the instruction is in, from 1
 * @param instruction that it comes from
 * @param action what happens
 */
public record WitnessStep(String actor, int row, String instruction, String action) {}
