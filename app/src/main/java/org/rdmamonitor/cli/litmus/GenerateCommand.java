// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.litmus.generate.Family;
import org.rdmamonitor.litmus.generate.Generator;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes families of tests. */
@Command(
    name = "generate",
    description = "Write systematic families of tests.",
    sortOptions = false)
final class GenerateCommand implements Callable<Integer> {
  private final LitmusTools tools;

  @Parameters(paramLabel = "DIR", description = "The directory; made if it is not there.")
  private @Nullable Path directory;

  @Option(
      names = "--size",
      paramLabel = "N",
      defaultValue = "2",
      converter = LitmusValues.Size.class,
      description = "The most threads of a test: 1 to 4 (default: 2).")
  private int size;

  @Option(
      names = "--family",
      paramLabel = "NAME",
      split = ",",
      converter = LitmusValues.Families.class,
      completionCandidates = LitmusValues.Families.class,
      description = "Only these: MP, SB, LB, S, R, 2+2W, ... (default: all).")
  private List<Family> families = new ArrayList<>();

  @Option(names = "--expect", description = "Check each test, and write its verdicts into it.")
  private boolean expect;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  GenerateCommand(LitmusTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    String done;
    try (Explorer explorer = new Explorer(SearchLimits.ofThisProcess(), tools.nanoTime())) {
      TestDirectory target = new TestDirectory(directory == null ? Path.of("") : directory);
      for (Family family : families.isEmpty() ? List.of(Family.values()) : families) {
        if (family.size() <= size) {
          for (LitmusTest test : Generator.tests(family)) {
            target.write(expect ? withVerdicts(test, explorer) : test);
          }
        }
      }
      done = target.finish();
    } catch (IOException e) {
      return tools.complain(e, ExitCode.RUNTIME);
    }
    tools.out().write(done);
    return ExitCode.OK;
  }

  private static LitmusTest withVerdicts(LitmusTest test, Explorer explorer) {
    String model = explorer.explore(test, ModelOptions.DEFAULT).verdict().word();
    String rxe = explorer.explore(test, ModelOptions.RXE).verdict().word();
    return new LitmusTest(
        test.name(),
        test.comment(),
        Map.of(LitmusTest.EXPECT, model, LitmusTest.EXPECT + ".rxe", rxe),
        test.locations(),
        test.threads(),
        test.shown(),
        test.quantifier(),
        test.condition());
  }
}
