// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.litmus.hosts.HostsBrokenException;
import org.rdmamonitor.litmus.hosts.Leader;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.report.RunJson;
import org.rdmamonitor.litmus.report.RunText;
import org.rdmamonitor.litmus.run.Planner;
import org.rdmamonitor.litmus.run.RunResult;
import org.rdmamonitor.litmus.run.RunSettings;
import org.rdmamonitor.litmus.run.Runs;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.TestRun;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.litmus.run.UnrunnableException;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.SearchResult;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.VerbsUnavailableException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs tests on devices, and holds what comes out against the model. */
@Command(
    name = "run",
    description = "Run tests on RDMA devices; see whether the model allows what is seen.",
    sortOptions = false)
final class RunCommand implements Callable<Integer> {
  private static final String LATE =
      "rdma-secure: stopped before everything was freed; the kernel does the rest";

  private final LitmusTools tools;
  private volatile boolean isStopped;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILES",
      arity = "1..*",
      description = "Litmus files; a name that begins with @ is that of a list of them.")
  private List<String> files = new ArrayList<>();

  @Mixin private RunArguments run = new RunArguments();

  @Mixin private OtherHosts hosts;

  @Mixin private ModelArguments model = new ModelArguments();

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each test.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  RunCommand(LitmusTools tools) {
    this.tools = tools;
    this.hosts = tools.hosts().get();
  }

  @Override
  public Integer call() throws IOException {
    ModelOptions options = model.options(spec);
    RunSettings settings = run.settings(tools.nanoTime().getAsLong());
    List<String> all;
    try {
      all = LitmusFiles.of(files);
    } catch (IOException e) {
      return tools.complain(e, ExitCode.CONFIGURATION);
    }
    try (Stop stop = Stop.asking(tools.err(), LATE);
        Leader leader = hosts.lead(run.devices()).orElse(null);
        Explorer explorer = new Explorer(SearchLimits.ofThisProcess(), tools.nanoTime())) {
      stop.by(() -> isStopped = true);
      Runs.Maker runs =
          leader == null ? Runs.Maker.of(tools.testbeds().apply(run.devices())) : leader;
      return run(all, options, settings, runs, explorer);
    }
  }

  private int run(
      List<String> all,
      ModelOptions options,
      RunSettings settings,
      Runs.Maker runs,
      Explorer explorer)
      throws IOException {
    int exitCode = ExitCode.OK;
    for (String file : all) {
      if (isStopped) {
        break;
      }
      try {
        exitCode = worse(exitCode, run(file, options, settings, runs, explorer));
      } catch (HostsBrokenException e) {
        if (exitCode == ExitCode.OK) {
          throw e.reason();
        }
        return tools.complain(e.reason(), worse(exitCode, ExitCode.RUNTIME));
      }
    }
    return exitCode;
  }

  private int run(
      String file, ModelOptions options, RunSettings settings, Runs.Maker runs, Explorer explorer)
      throws IOException {
    LitmusTest test;
    TestPlan plan;
    try {
      test = LitmusParser.parse(file, LitmusFiles.read(file));
      plan = Planner.plan(test);
    } catch (LitmusSyntaxException | IOException | UnrunnableException e) {
      return tools.complain(e, ExitCode.CONFIGURATION);
    }
    SearchResult allowed;
    RunResult result;
    try {
      allowed = explorer.explore(test, options);
      result = new TestRun(plan, runs, settings, () -> isStopped, tools.nanoTime()).run();
    } catch (LitmusLimitException e) {
      return tools.complain(e, ExitCode.RUNTIME);
    } catch (TestbedException e) {
      return complain(test, e, e.isPrerequisite());
    } catch (VerbsException e) {
      return complain(test, e, e instanceof VerbsUnavailableException || e.isUnsupported());
    }
    return report(file, result, allowed);
  }

  private int report(String file, RunResult result, SearchResult allowed) throws IOException {
    tools.out().write(json ? RunJson.of(file, result, allowed) : RunText.of(result, allowed));
    tools.out().flush();
    String finding = RunText.finding(result, allowed);
    if (finding.isEmpty()) {
      return ExitCode.OK;
    }
    tools.complain(finding);
    return ExitCode.OUTSIDE_MODEL;
  }

  private int complain(LitmusTest test, RuntimeException e, boolean isPrerequisite) {
    tools.complain(test.name() + ": " + e.getMessage());
    return isPrerequisite ? ExitCode.PREREQUISITE : ExitCode.RUNTIME;
  }

  /** What the model forbids counts for most, then files and devices that are wrong. */
  private static int worse(int one, int other) {
    List<Integer> order =
        List.of(
            ExitCode.OK,
            ExitCode.RUNTIME,
            ExitCode.PREREQUISITE,
            ExitCode.CONFIGURATION,
            ExitCode.OUTSIDE_MODEL);
    return order.indexOf(one) >= order.indexOf(other) ? one : other;
  }
}
