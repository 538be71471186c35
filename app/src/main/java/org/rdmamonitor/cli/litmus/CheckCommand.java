// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.litmus.axiomatic.AxiomaticChecker;
import org.rdmamonitor.litmus.axiomatic.AxiomaticResult;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.report.JsonReport;
import org.rdmamonitor.litmus.report.Judgement;
import org.rdmamonitor.litmus.report.TextReport;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.SearchResult;
import org.rdmamonitor.litmus.search.Witness;
import org.rdmamonitor.litmus.search.WitnessFinder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Goes through all executions of tests. */
@Command(
    name = "check",
    description = "Find every outcome that the model allows a test.",
    sortOptions = false)
final class CheckCommand implements Callable<Integer> {
  private final LitmusTools tools;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILES",
      arity = "1..*",
      description = "Litmus files; a name that begins with @ is that of a list of them.")
  private List<String> files = new ArrayList<>();

  @Mixin private ModelArguments model = new ModelArguments();

  @Option(
      names = {"-w", "--witness"},
      description = "Show an execution that leads to the condition, step by step.")
  private boolean witness;

  @Option(
      names = {"-a", "--axiomatic"},
      description = "Judge by the axioms, and show the cycle of an outcome that is forbidden.")
  private boolean axiomatic;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each test.")
  private boolean json;

  @Mixin private SearchArguments search = new SearchArguments();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  CheckCommand(LitmusTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    ModelOptions options = model.options(spec);
    SearchLimits limits = search.limits();
    Optional<String> ofSteps = witness ? Optional.of("--witness") : search.ofSteps();
    if (axiomatic && spec != null && ofSteps.isPresent()) {
      throw new ParameterException(
          spec.commandLine(),
          ofSteps.get() + " does not go with --axiomatic, which takes no steps");
    }
    List<String> all = new ArrayList<>();
    int exitCode = ExitCode.OK;
    try {
      all.addAll(LitmusFiles.of(files));
    } catch (IOException e) {
      return tools.complain(e, ExitCode.CONFIGURATION);
    }
    try (Explorer explorer = new Explorer(limits, tools.nanoTime())) {
      for (String file : all) {
        exitCode = worse(exitCode, check(file, options, limits, explorer));
      }
    }
    return exitCode;
  }

  private int check(String file, ModelOptions options, SearchLimits limits, Explorer explorer)
      throws IOException {
    LitmusTest test;
    try {
      test = LitmusParser.parse(file, LitmusFiles.read(file));
    } catch (LitmusSyntaxException | IOException e) {
      return tools.complain(e, ExitCode.CONFIGURATION);
    }
    if (axiomatic) {
      return judge(file, test, options, limits);
    }
    SearchResult result;
    Optional<Witness> found;
    try {
      result = explorer.explore(test, options);
      found = witness ? WitnessFinder.find(test, options, limits) : Optional.empty();
    } catch (LitmusLimitException e) {
      return tools.complain(e, ExitCode.RUNTIME);
    }
    if (json) {
      tools.out().write(JsonReport.of(file, result, found));
    } else {
      tools.out().write(TextReport.of(result));
      if (found.isPresent()) {
        tools.out().write(TextReport.of(test, found.get()));
      }
    }
    tools.out().flush();
    return Judgement.of(result).isUnexpected() ? ExitCode.UNEXPECTED : ExitCode.OK;
  }

  private int judge(String file, LitmusTest test, ModelOptions options, SearchLimits limits)
      throws IOException {
    AxiomaticResult result;
    try {
      result = new AxiomaticChecker(limits.states(), tools.nanoTime()).check(test, options);
    } catch (LitmusLimitException e) {
      return tools.complain(e, ExitCode.RUNTIME);
    }
    tools.out().write(json ? JsonReport.of(file, result) : TextReport.of(result));
    tools.out().flush();
    return Judgement.of(result).isUnexpected() ? ExitCode.UNEXPECTED : ExitCode.OK;
  }

  /** A file that could not be checked counts for more than a verdict, and a wrong one for most. */
  private static int worse(int one, int other) {
    List<Integer> order =
        List.of(ExitCode.OK, ExitCode.UNEXPECTED, ExitCode.RUNTIME, ExitCode.CONFIGURATION);
    return order.indexOf(one) >= order.indexOf(other) ? one : other;
  }
}
