// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.quota.recorded.Peaks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Suggests limits. */
@Command(
    name = "advise",
    description = {
      "Suggest limits from the peaks of a recording, or of this host.",
      "They are lines that 'set' and 'serve --limits' take.",
    },
    sortOptions = false)
final class AdviseCommand implements Callable<Integer> {
  private final QuotaTools tools;

  @Parameters(
      paramLabel = "RECORDING",
      arity = "0..1",
      description = "What 'record' has written; without it, this host is watched.")
  private @Nullable Path recording;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "SECONDS",
      converter = QuotaValues.Seconds.class,
      description = "For how long this host is watched (default: 60).")
  private Duration duration = Duration.ofMinutes(1);

  @Option(
      names = "--headroom",
      paramLabel = "PERCENT",
      converter = QuotaValues.Percent.class,
      description = "How much above the peaks (default: 50).")
  private int headroom = 50;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  AdviseCommand(QuotaTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    Peaks peaks = new Peaks();
    if (recording == null) {
      tools.samples().watch(duration, peaks::add);
    } else {
      tools.samples().play(recording, peaks::add);
    }
    tools.out().write(AdviceText.of(peaks, headroom));
    return ExitCode.OK;
  }
}
