// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how much has metrics of its own. */
public final class ExportExtent {
  private static final int CGROUPS = 1000;

  @Option(
      names = "--export-cgroups",
      paramLabel = "N",
      converter = OptionValues.Cgroups.class,
      description = "Cgroups with metrics of their own (default: 1000).")
  private @Nullable Integer cgroups;

  @Option(
      names = "--export-processes",
      paramLabel = "N",
      converter = OptionValues.Processes.class,
      description = "Processes with metrics of their own (default: 0).")
  private @Nullable Integer processes;

  @Option(
      names = "--export-connections",
      paramLabel = "N",
      converter = OptionValues.Connections.class,
      description = "Connections with metrics of their own (default: 0).")
  private @Nullable Integer connections;

  /**
   * How much.
   *
   * @param cgroups the most with metrics of their own
   * @param processes the same
   * @param connections the same
   */
  public record Most(int cgroups, int processes, int connections) {}

  public Most of(EnvironmentOptions options) {
    return new Most(
        options.value(cgroups, "EXPORT_CGROUPS", new OptionValues.Cgroups()).orElse(CGROUPS),
        options.value(processes, "EXPORT_PROCESSES", new OptionValues.Processes()).orElse(0),
        options.value(connections, "EXPORT_CONNECTIONS", new OptionValues.Connections()).orElse(0));
  }

  public boolean isGiven() {
    return cgroups != null || processes != null || connections != null;
  }
}
