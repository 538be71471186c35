// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.barrier;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rdmamonitor.litmus.language.ConditionVerdict;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.SearchLimits;
import org.rdmamonitor.litmus.search.SearchResult;
import org.rdmamonitor.litmus.search.Witness;
import org.rdmamonitor.litmus.search.WitnessFinder;

/**
 * The proof, within bounds, that the barrier that ships has its properties, and the executions in
 * which the weaker ones have not.
 */
public final class Certificate {
  private final SearchLimits limits;
  private final Explorer explorer;

  /** The bounds: members from 2, barriers that each goes through from 1. */
  public record Bounds(int members, int rounds) {}

  /**
   * A claim about the barrier that ships, of so many members and rounds, under all options.
   *
   * @param operations the most instructions of a test
   * @param states of all searches together
   * @param results of every search
   */
  public record Proof(
      BarrierClaim claim,
      int members,
      int rounds,
      int operations,
      long states,
      List<SearchResult> results) {
    public Proof {
      results = List.copyOf(results);
    }

    /** Whether the bad outcome is forbidden under all options. */
    public boolean holds() {
      return results.stream().allMatch(result -> result.verdict() == ConditionVerdict.FORBIDDEN);
    }
  }

  /**
   * An execution of a weaker barrier.
   *
   * @param isAsExpected whether the model says what is known of this variant
   */
  public record Counterexample(LitmusTest test, Witness witness, boolean isAsExpected) {}

  /** Searches may be made by an explorer with these limits. */
  public Certificate(SearchLimits limits, Explorer explorer) {
    this.limits = limits;
    this.explorer = explorer;
  }

  /** All options of the model, and of soft-RoCE. */
  public static List<ModelOptions> allOptions() {
    List<ModelOptions> all = new ArrayList<>();
    for (ModelOptions.RemoteFence fence : ModelOptions.RemoteFence.values()) {
      for (ModelOptions.Flush flush : ModelOptions.Flush.values()) {
        for (ModelOptions.RemoteReads reads : ModelOptions.RemoteReads.values()) {
          all.add(new ModelOptions(flush, reads, fence, ModelOptions.Profile.MODEL));
        }
      }
      all.add(
          new ModelOptions(
              ModelOptions.RXE.flush(),
              ModelOptions.RXE.remoteReads(),
              fence,
              ModelOptions.Profile.RXE));
    }
    return List.copyOf(all);
  }

  /**
   * Proves every claim about the barrier that ships, for all numbers of members and rounds up to
   * the bounds; each when it is asked for, by a {@link LitmusLimitException} if a limit is reached.
   */
  public Iterable<Proof> prove(Bounds bounds) {
    return () ->
        Stream.of(BarrierClaim.values())
            .filter(BarrierClaim::isOfShippedBarrier)
            .flatMap(claim -> proofs(claim, bounds))
            .iterator();
  }

  /** The tests of all claims about all variants, up to the bounds; names differ. */
  public static List<LitmusTest> tests(Bounds bounds) {
    List<LitmusTest> tests = new ArrayList<>();
    for (BarrierClaim claim : BarrierClaim.values()) {
      for (BarrierVariant variant : BarrierVariant.values()) {
        for (int members = claim.leastMembers(); members <= bounds.members(); members++) {
          for (int rounds = claim.leastRounds(); rounds <= bounds.rounds(); rounds++) {
            tests.add(claim.test(variant, members, rounds));
          }
        }
      }
    }
    return List.copyOf(tests);
  }

  /** The executions in which weaker variants fail, in the smallest tests that show it. */
  public List<Counterexample> counterexamples() {
    List<Counterexample> found = new ArrayList<>();
    for (BarrierClaim claim : BarrierClaim.values()) {
      for (BarrierVariant variant : BarrierVariant.values()) {
        LitmusTest test = claim.test(variant, claim.leastMembers(), claim.leastRounds());
        boolean isExpected = claim.expected(variant) == ConditionVerdict.ALLOWED;
        WitnessFinder.find(test, ModelOptions.DEFAULT, limits, outcome -> outcome.meets(test))
            .ifPresent(witness -> found.add(new Counterexample(test, witness, isExpected)));
      }
    }
    return found;
  }

  /** The claims of which a variant is broken, in the smallest tests, by the counterexamples. */
  public static List<BarrierClaim> broken(
      BarrierVariant variant, List<Counterexample> counterexamples) {
    return Stream.of(BarrierClaim.values())
        .filter(claim ->
            counterexamples.stream()
                .anyMatch(
                    example -> example.test().name().equals(claim.name() + "-" + variant.word())))
        .toList();
  }

  /** Whether all variants that are known to fail do, and no other. */
  public static boolean agreesWithTable(List<Counterexample> counterexamples) {
    return Stream.of(BarrierVariant.values())
        .allMatch(variant -> {
          List<BarrierClaim> broken = broken(variant, counterexamples);
          return Stream.of(BarrierClaim.values())
              .allMatch(claim ->
                  broken.contains(claim) == (claim.expected(variant) == ConditionVerdict.ALLOWED));
        });
  }

  private Stream<Proof> proofs(BarrierClaim claim, Bounds bounds) {
    return IntStream.rangeClosed(claim.leastMembers(), bounds.members())
        .boxed()
        .flatMap(members ->
            IntStream.rangeClosed(claim.leastRounds(), bounds.rounds())
                .mapToObj(rounds -> prove(claim, members, rounds)));
  }

  private Proof prove(BarrierClaim claim, int members, int rounds) {
    LitmusTest test = claim.test(BarrierVariant.GFENCE, members, rounds);
    List<SearchResult> results =
        allOptions().stream().map(options -> explorer.explore(test, options)).toList();
    int operations = test.threads().stream().mapToInt(thread -> thread.instructions().size()).sum();
    long states = results.stream().mapToLong(SearchResult::states).sum();
    return new Proof(claim, members, rounds, operations, states, results);
  }
}
