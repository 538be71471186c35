// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.limits.Enforcement.Mode;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.kernel.watch.KernelOptions.OnExit;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of commands that may have limits enforced. */
public final class EnforceOption {
  @Option(
      names = "--enforce",
      paramLabel = "MODE",
      converter = OptionValues.Modes.class,
      completionCandidates = OptionValues.Modes.class,
      description =
          "What is done about limits: observe (default), deny (the kernel refuses what"
              + " exceeds them), strict (and kills what gets around that).")
  private @Nullable Mode mode;

  @Option(
      names = "--on-exit",
      paramLabel = "WHAT",
      converter = OptionValues.OnExits.class,
      completionCandidates = OptionValues.OnExits.class,
      description =
          "When it ends, limits are enforced no longer (open; default), or until"
              + " 'rdma-monitor release' or the next --enforce (keep).")
  private @Nullable OnExit onExit;

  /** These options with what is done about limits. */
  public KernelOptions of(
      KernelOptions kernel, EnvironmentOptions options, CommandLine commandLine) {
    Mode wanted = options.value(mode, "ENFORCE", new OptionValues.Modes()).orElse(Mode.OBSERVE);
    OnExit then = options.value(onExit, "ON_EXIT", new OptionValues.OnExits()).orElse(OnExit.OPEN);
    if (onExit != null && wanted == Mode.OBSERVE) {
      throw new ParameterException(commandLine, "--on-exit goes with --enforce=deny or strict");
    }
    if (wanted != Mode.OBSERVE && !kernel.devices().admitsAll()) {
      throw new ParameterException(
          commandLine,
          "--enforce keeps limits over all devices, so that --include-device and --exclude-device"
              + " do not go with it");
    }
    return kernel.enforcing(wanted, wanted == Mode.OBSERVE ? OnExit.OPEN : then);
  }
}
