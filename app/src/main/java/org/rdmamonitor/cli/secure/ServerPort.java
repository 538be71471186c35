// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The TCP port of a server, which may be given as an option or as a word. */
final class ServerPort {
  private static final int USUAL = 5555;

  private ServerPort() {}

  /** The one that was given; where it was given twice, it has to be the same. */
  static int of(@Nullable Integer option, @Nullable Integer word, CommandSpec spec) {
    if (option != null && word != null && !option.equals(word)) {
      throw new ParameterException(
          spec.commandLine(), "the port is %d, or --port=%d?".formatted(word, option));
    }
    if (option != null) {
      return option;
    }
    return word == null ? USUAL : word;
  }
}
