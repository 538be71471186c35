// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.util.List;

/**
 * What the source and this process cost, since the source was opened.
 *
 * @param cpu processor time of this process
 * @param residentBytes memory of this process, now
 * @param ringBytes size of the event buffer
 * @param ringUsed bytes of it that wait to be read, now
 * @param programs the BPF programs that ran, by name; empty where the kernel keeps no statistics of
 *     them ({@code kernel.bpf_stats_enabled})
 */
public record Cost(
    Duration cpu, long residentBytes, long ringBytes, long ringUsed, List<Program> programs) {
  /** Nothing is known, for instance in a recording that does not have it. */
  public static final Cost NONE = new Cost(Duration.ZERO, 0, 0, 0, List.of());

  /**
   * A BPF program.
   *
   * @param runs how often it ran
   * @param time that it took altogether
   */
  public record Program(String name, long runs, Duration time) {}

  public Cost {
    programs = List.copyOf(programs);
  }
}
