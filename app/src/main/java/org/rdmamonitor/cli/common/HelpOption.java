// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import picocli.CommandLine.Option;

/** The option that every command has. */
public final class HelpOption {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;
}
