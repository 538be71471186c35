// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.join.ConnectionMap;
import org.rdmamonitor.model.join.Grouping;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.render.join.MapFormat;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options by which a map of who talks to whom is asked for. */
public final class MapOptions {
  @Option(
      names = "--graph",
      paramLabel = "FORMAT",
      converter = Formats.class,
      completionCandidates = Formats.class,
      description = "Only a map of who talks to whom: dot, json.")
  private @Nullable MapFormat graph;

  @Option(
      names = "--by",
      paramLabel = "WHOM",
      converter = Groupings.class,
      completionCandidates = Groupings.class,
      description = "Nodes of the map: host (default), pod, job, user, cgroup, process.")
  private @Nullable Grouping by;

  /** How a map is written. */
  static final class Formats extends OptionValues.Lowercase<MapFormat> {
    Formats() {
      super(MapFormat.values());
    }
  }

  /** What its nodes are. */
  static final class Groupings extends OptionValues.Lowercase<Grouping> {
    Groupings() {
      super(Grouping.values());
    }
  }

  /** Whether only a map is wanted. */
  public boolean isGiven() {
    return graph != null;
  }

  /**
   * Refuses what does not go together.
   *
   * @param json whether JSON was asked for
   */
  public void check(CommandLine commandLine, boolean json) {
    if (by != null && graph == null) {
      throw new ParameterException(commandLine, "--by goes with --graph");
    }
    if (json && graph != null) {
      throw new ParameterException(commandLine, "either --json or --graph");
    }
  }

  /**
   * Writes the map that was asked for.
   *
   * @param out where it is written; it is not flushed
   * @throws IllegalStateException if none was
   */
  public void write(Appendable out, JoinedHosts hosts) throws IOException {
    if (graph == null) {
      throw new IllegalStateException("no map is wanted");
    }
    Grouping nodes = by == null ? Grouping.HOST : by;
    graph.write(out, ConnectionMap.of(hosts, nodes), nodes);
  }
}
