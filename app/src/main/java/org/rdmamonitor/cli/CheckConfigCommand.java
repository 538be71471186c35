// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Checks configuration files, without applying them. */
@Command(
    name = "check-config",
    description = "Check configuration files, and tell every error with its line.",
    sortOptions = false)
final class CheckConfigCommand implements Callable<Integer> {
  private final ProcessContext context;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "The files to check (default: config.txt).")
  private List<Path> files = List.of(Path.of("config.txt"));

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  CheckConfigCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    int exitCode = ExitCode.OK;
    for (Path file : files) {
      try {
        ThresholdsFile.Checked checked =
            ThresholdsFile.check(context.directory().resolve(file), file.toString());
        context.out().write("%s: ok, %s%n".formatted(file, checked.settings().summary()));
        checked.hint().ifPresent(context.err()::println);
      } catch (ThresholdsFileException e) {
        e.errors().forEach(context.err()::println);
        exitCode = ExitCode.CONFIGURATION;
      }
    }
    return exitCode;
  }
}
