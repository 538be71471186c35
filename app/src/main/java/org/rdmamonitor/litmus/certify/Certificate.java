// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
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
 * The proof, within bounds, that the variants of a protocol that ship keep what they promise, and
 * executions in which other variants do not.
 */
public final class Certificate<V extends Variant> {
  private final Protocol<V> protocol;
  private final SearchLimits limits;
  private final Explorer explorer;

  /**
   * A claim about a variant that ships, for one number of members and of rounds, under all options.
   *
   * @param operations the most instructions of a test
   * @param states of all searches together
   * @param results of every search
   */
  public record Proof(
      Claim<?> claim,
      Variant variant,
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
   * An execution in which a variant lets the bad outcome happen.
   *
   * @param isAsExpected whether the claim expects this of the variant
   */
  public record Counterexample(
      Claim<?> claim, Variant variant, LitmusTest test, Witness witness, boolean isAsExpected) {}

  /** A certificate whose searches the explorer makes, within these limits. */
  public Certificate(Protocol<V> protocol, SearchLimits limits, Explorer explorer) {
    this.protocol = protocol;
    this.limits = limits;
    this.explorer = explorer;
  }

  /** All combinations of the model's options, and soft-RoCE. */
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

  /** The protocol that is certified. */
  public Protocol<V> protocol() {
    return protocol;
  }

  /**
   * Proves every claim about the variants that ship, for all numbers of members and rounds up to
   * the bounds. Each proof is made when it is asked for; a {@link LitmusLimitException} is thrown
   * then if a limit is reached.
   */
  public Iterable<Proof> prove(Bounds bounds) {
    return () ->
        protocol.claims().stream()
            .flatMap(claim ->
                protocol.variants().stream()
                    .filter(claim::isPromised)
                    .flatMap(variant -> proofs(claim, variant, bounds)))
            .iterator();
  }

  /** The claims of which there is no proof, because their smallest test is beyond the bounds. */
  public static List<String> leftOut(Protocol<?> protocol, List<Proof> proofs) {
    return protocol.promised().stream()
        .filter(claim -> proofs.stream().noneMatch(proof -> proof.claim().equals(claim)))
        .map(Claim::name)
        .toList();
  }

  /** The executions in which variants fail, each in the smallest test that shows it. */
  public List<Counterexample> counterexamples() {
    return protocol.claims().stream()
        .flatMap(claim -> protocol.variants().stream().map(variant -> refute(claim, variant)))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The claims that a variant breaks in the smallest tests, according to the counterexamples. */
  public static List<Claim<?>> broken(Variant variant, List<Counterexample> counterexamples) {
    return counterexamples.stream()
        .filter(example -> example.variant().equals(variant))
        .<Claim<?>>map(Counterexample::claim)
        .collect(Collectors.toUnmodifiableList());
  }

  /** Whether exactly those variants fail that are known to. */
  public boolean agreesWithTable(List<Counterexample> counterexamples) {
    return protocol.variants().stream()
        .allMatch(variant -> {
          List<Claim<?>> broken = broken(variant, counterexamples);
          return protocol.claims().stream()
              .allMatch(claim ->
                  broken.contains(claim) == (claim.expected(variant) == ConditionVerdict.ALLOWED));
        });
  }

  private Optional<Counterexample> refute(Claim<V> claim, V variant) {
    LitmusTest test = claim.smallest(variant);
    boolean isExpected = claim.expected(variant) == ConditionVerdict.ALLOWED;
    return WitnessFinder.find(test, ModelOptions.DEFAULT, limits, outcome -> outcome.meets(test))
        .map(witness -> new Counterexample(claim, variant, test, witness, isExpected));
  }

  private Stream<Proof> proofs(Claim<V> claim, V variant, Bounds bounds) {
    return IntStream.rangeClosed(claim.leastMembers(), bounds.members())
        .boxed()
        .flatMap(members ->
            IntStream.rangeClosed(claim.leastRounds(), bounds.rounds())
                .mapToObj(rounds -> prove(claim, variant, members, rounds)));
  }

  private Proof prove(Claim<V> claim, V variant, int members, int rounds) {
    LitmusTest test = claim.test(variant, members, rounds);
    List<SearchResult> results =
        allOptions().stream().map(options -> explorer.explore(test, options)).toList();
    int operations = test.threads().stream().mapToInt(thread -> thread.instructions().size()).sum();
    long states = results.stream().mapToLong(SearchResult::states).sum();
    return new Proof(claim, variant, members, rounds, operations, states, results);
  }
}
