// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.rdmamonitor.Ratios;
import org.rdmamonitor.litmus.axiomatic.AxiomaticChecker;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;

/**
 * What {@code litmus check --axiomatic} takes against the search, by turns in one process, over all
 * samples by the model and as on soft-RoCE: in the first round, which compiles and loads, and in
 * the rounds when that is over, of which each check's median counts. Both are on one thread; the
 * axioms look for a cycle where no outcome is as asked for, which {@code check} does too.
 *
 * <p>With an argument it takes only samples whose names match this regular expression.
 */
public final class CheckersBenchmark {
  private static final Path SAMPLES = Path.of("../samples/litmus");
  private static final int WARM_UP = 8;
  private static final int ROUNDS = 15;

  private CheckersBenchmark() {}

  /** A sample by one profile: what each round took, in nanoseconds. */
  private record Check(
      LitmusTest test, ModelOptions options, List<Long> axioms, List<Long> search) {
    Check(LitmusTest test, ModelOptions options) {
      this(test, options, new ArrayList<>(), new ArrayList<>());
    }

    boolean isForbidden() {
      return test.expected(options.isRxe() ? "rxe" : "").stream()
          .anyMatch(verdict -> verdict != ConditionVerdict.ALLOWED);
    }

    /** In both ways, the other one first every second time. */
    void run(AxiomaticChecker checker, Explorer explorer, int round) {
      for (int turn = 0; turn < 2; turn++) {
        if ((round + turn) % 2 == 0) {
          axioms.add(checker.check(test, options).nanos());
        } else {
          search.add(explorer.explore(test, options).nanos());
        }
      }
    }
  }

  /** What a check took both ways. */
  private record Cost(Check check, double axioms, double search) {
    static Cost first(Check check) {
      return new Cost(check, check.axioms().getFirst(), check.search().getFirst());
    }

    static Cost warm(Check check) {
      return new Cost(check, median(check.axioms()), median(check.search()));
    }

    private static double median(List<Long> rounds) {
      List<Long> warm = rounds.subList(WARM_UP, rounds.size()).stream().sorted().toList();
      return warm.get(warm.size() / 2);
    }

    double ratio() {
      return axioms / search;
    }
  }

  /** Prints a table. */
  public static void main(String... args) throws IOException, LitmusSyntaxException {
    List<Check> checks = new ArrayList<>();
    for (String line : Files.readAllLines(SAMPLES.resolve("@all"))) {
      if (line.endsWith(".litmus") && (args.length == 0 || line.matches(args[0] + "\\.litmus"))) {
        LitmusTest test = LitmusParser.parse(line, Files.readString(SAMPLES.resolve(line)));
        checks.add(new Check(test, ModelOptions.DEFAULT));
        checks.add(new Check(test, ModelOptions.RXE));
      }
    }
    AxiomaticChecker checker = new AxiomaticChecker(Long.MAX_VALUE, System::nanoTime);
    SearchLimits limits = SearchLimits.ofThisProcess().withThreads(1);
    try (Explorer explorer = new Explorer(limits, System::nanoTime)) {
      for (int round = 0; round < WARM_UP + ROUNDS; round++) {
        for (int i = 0; i < checks.size(); i++) {
          checks.get(i).run(checker, explorer, round + i);
        }
      }
    }
    System.out.printf(
        "%-22s %6s %10s %10s %8s %8s %8s %8s%n",
        "", "checks", "axioms ms", "search ms", "of sums", "least", "median", "most");
    print("first round", checks.stream().map(Cost::first).toList());
    List<Cost> warm = checks.stream().map(Cost::warm).toList();
    print("warm", warm);
    Ratios ratios = new Ratios("litmus check --axiomatic of all samples", "the search");
    for (int round = WARM_UP; round < WARM_UP + ROUNDS; round++) {
      ratios.add(sum(checks, round, Check::axioms), sum(checks, round, Check::search));
    }
    ratios.print();
    print("  allowed", of(warm, check -> !check.isForbidden()));
    print("  forbidden, required", of(warm, Check::isForbidden));
    warm.stream()
        .sorted(Comparator.comparingDouble(Cost::axioms).reversed())
        .limit(5)
        .forEach(cost ->
            System.out.printf(
                "%-22s %17.2f %10.2f %8.2f%n",
                cost.check().test().name() + (cost.check().options().isRxe() ? " rxe" : ""),
                cost.axioms() / 1e6,
                cost.search() / 1e6,
                cost.ratio()));
  }

  private static double sum(List<Check> checks, int round, Function<Check, List<Long>> way) {
    return checks.stream().mapToLong(check -> way.apply(check).get(round)).sum();
  }

  private static List<Cost> of(List<Cost> costs, Predicate<Check> which) {
    return costs.stream().filter(cost -> which.test(cost.check())).toList();
  }

  private static void print(String what, List<Cost> costs) {
    if (costs.isEmpty()) {
      return;
    }
    List<Double> ratios = costs.stream().map(Cost::ratio).sorted().toList();
    double axioms = sum(costs, Cost::axioms);
    double search = sum(costs, Cost::search);
    System.out.printf(
        "%-22s %6d %10.1f %10.1f %8.2f %8.2f %8.2f %8.2f%n",
        what,
        costs.size(),
        axioms / 1e6,
        search / 1e6,
        axioms / search,
        ratios.getFirst(),
        ratios.get(ratios.size() / 2),
        ratios.getLast());
  }

  private static double sum(List<Cost> costs, ToDoubleFunction<Cost> part) {
    return costs.stream().mapToDouble(part).sum();
  }
}
