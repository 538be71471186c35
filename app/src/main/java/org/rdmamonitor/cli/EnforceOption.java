// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Enforcement.Mode;
import picocli.CommandLine.Option;

/** The option of commands that may have limits enforced. */
final class EnforceOption {
  @Option(
      names = "--enforce",
      paramLabel = "MODE",
      converter = OptionValues.Modes.class,
      completionCandidates = OptionValues.Modes.class,
      description =
          "What is done about limits: observe (default), deny (the kernel refuses what"
              + " exceeds them), strict (and kills what gets around that).")
  private @Nullable Mode mode;

  Mode of(EnvironmentOptions options) {
    return options.value(mode, "ENFORCE", new OptionValues.Modes()).orElse(Mode.OBSERVE);
  }
}
