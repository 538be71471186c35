// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.secure.devices.Loopback;
import org.rdmamonitor.secure.devices.Loopback.Trial;
import org.rdmamonitor.secure.devices.Loopback.Verdict;
import org.rdmamonitor.secure.devices.Machine;
import org.rdmamonitor.secure.devices.Survey;
import org.rdmamonitor.secure.devices.SurveyJson;
import org.rdmamonitor.secure.devices.SurveyText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tells which RDMA devices there are, and tries one. */
@Command(
    name = "check-devices",
    description = "Show the RDMA devices and what stands in their way; try one.",
    sortOptions = false)
final class CheckDevicesCommand implements Callable<Integer> {
  private static final String FIRST = "";

  private final SecureTools tools;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line.")
  private boolean json;

  @Option(
      names = "--loopback",
      arity = "0..1",
      paramLabel = "DEVICE",
      fallbackValue = FIRST,
      description = "Let a device (default: the first) send to itself, and look at every byte.")
  private @Nullable String loopback;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  CheckDevicesCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    if (loopback != null && json && spec != null) {
      throw new ParameterException(spec.commandLine(), "--json does not go with --loopback");
    }
    return loopback == null ? survey() : attempt(loopback);
  }

  private int survey() throws IOException {
    Machine machine = tools.machine().get();
    Survey survey = Survey.of(machine);
    if (json) {
      SurveyJson.write(tools.out(), survey, machine::netdev);
    } else {
      new SurveyText(survey, machine::netdev).write(tools.out());
    }
    return survey.usable().isEmpty() ? ExitCode.PREREQUISITE : ExitCode.OK;
  }

  private int attempt(String wanted) throws IOException {
    Verbs verbs = tools.verbs().get();
    String device = wanted.equals(FIRST) ? first(verbs) : wanted;
    List<Trial> trials;
    try (VerbsContext context = verbs.open(verbs.connectable(List.of(device)).getFirst())) {
      trials = Loopback.of(context);
      write(context.device(), trials);
    }
    return trials.stream().anyMatch(trial -> trial.verdict() == Verdict.FAILED)
        ? ExitCode.RUNTIME
        : ExitCode.OK;
  }

  private String first(Verbs verbs) {
    return Survey.of(tools.machine().get()).usable().stream()
        .findFirst()
        .orElseThrow(verbs::unusable)
        .name();
  }

  private void write(String device, List<Trial> trials) throws IOException {
    Writer out = tools.out();
    for (Trial trial : trials) {
      out.write(
          "%-7s  %s  %s  %s%s%n"
              .formatted(
                  trial.verdict().name().toLowerCase(Locale.ROOT),
                  device,
                  trial.transport(),
                  trial.operation(),
                  trial.detail().isEmpty() ? "" : ": " + trial.detail()));
    }
  }
}
