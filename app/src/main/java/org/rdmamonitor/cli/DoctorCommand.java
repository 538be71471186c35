// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.Distribution;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.options.DeviceOptions;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.render.text.CheckReport;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Check.Status;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Examines the host. */
@Command(
    name = "doctor",
    description = "Look whether this host can be watched, and how its RDMA side stands.",
    sortOptions = false)
final class DoctorCommand implements Callable<Integer> {
  private final ProcessContext context;
  private final Function<KernelOptions, List<Check>> examination;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line.")
  private boolean json;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private DeviceOptions devices = new DeviceOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  /**
   * The command.
   *
   * @param examination what looks at everything
   */
  DoctorCommand(ProcessContext context, Function<KernelOptions, List<Check>> examination) {
    this.context = context;
    this.examination = examination;
  }

  @Override
  public Integer call() throws IOException {
    EnvironmentOptions options =
        new EnvironmentOptions(context.environment(), Objects.requireNonNull(spec).commandLine());
    List<Check> checks =
        examination.apply(
            KernelOptions.defaults(Distribution.bpfObject())
                .watching(devices.of(options))
                .hearing(Distribution.interceptLibraries()));
    if (json) {
      CheckReport.writeJson(context.out(), checks);
    } else {
      CheckReport.writeText(context.out(), checks);
    }
    boolean missing = checks.stream().anyMatch(check -> check.status() == Status.MISSING);
    return missing ? ExitCode.PREREQUISITE : ExitCode.OK;
  }
}
