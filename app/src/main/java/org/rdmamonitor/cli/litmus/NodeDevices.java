// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The option that says which devices of this host the nodes of tests take. */
public final class NodeDevices {
  @Option(
      names = {"-d", "--device"},
      paramLabel = "DEVICE",
      description = "A device; nodes take those that are named in turn (default: all active).")
  private List<String> names = new ArrayList<>();

  /** Their names; none for all that are active. */
  public List<String> names() {
    return names;
  }
}
