// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.List;
import org.rdmamonitor.litmus.model.WitnessStep;

/**
 * An execution that leads to an outcome.
 *
 * @param steps from the initial state, in order
 * @param waiting where threads wait for ever; empty if the execution ends
 */
public record Witness(List<WitnessStep> steps, Outcome outcome, List<String> waiting) {
  public Witness {
    steps = List.copyOf(steps);
    waiting = List.copyOf(waiting);
  }
}
