// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.recorded.DryRun;
import org.rdmamonitor.quota.wire.DryRunJson;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Holds limits against what was recorded. */
@Command(
    name = "dry-run",
    description = "Tell what limits would have refused in a recording of the monitor.",
    sortOptions = false)
final class DryRunCommand implements Callable<Integer> {
  private final QuotaTools tools;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "RECORDING", description = "What 'record' has written.")
  private @Nullable Path recording;

  @Option(
      names = {"-l", "--limit"},
      paramLabel = "[CGROUP:]RESOURCE=LIMIT",
      converter = QuotaValues.LimitWord.class,
      description = "A limit to try; may be repeated.")
  private List<Limit> given = new ArrayList<>();

  @Option(
      names = "--limits",
      paramLabel = "FILE",
      description = "Limits to try, as 'advise' and 'set --save' write them.")
  private @Nullable Path file;

  @Option(
      names = {"-j", "--json"},
      description = "One line of JSON.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  DryRunCommand(QuotaTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    if (file == null && given.isEmpty()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "no limit to try: -l or --limits");
    }
    QuotaLimits limits = QuotaLimits.of(file == null ? List.of() : fromFile(file)).with(given);
    DryRun run = new DryRun(limits);
    tools.samples().play(Objects.requireNonNull(recording), run::add);
    DryRun.Result result = run.result();
    tools.out().write(json ? DryRunJson.write(result) + "\n" : DryRunTable.of(result));
    return ExitCode.OK;
  }

  private static List<Limit> fromFile(Path file) throws QuotaFailure {
    if (Files.notExists(file)) {
      throw QuotaFailure.configuration(List.of(file + ": there is no such file"));
    }
    return FirstLimits.saved(file);
  }
}
