// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.certify;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rdmamonitor.litmus.language.LitmusTest;

/**
 * A protocol that can be certified.
 *
 * @param word as users name it
 * @param title for a heading
 * @param scope what a test has beside members and rounds, in a clause
 * @param claims in the order of the proofs
 * @param variants in the order of tables
 */
public record Protocol<V extends Variant>(
    String word, String title, String scope, List<? extends Claim<V>> claims, List<V> variants) {
  public Protocol {
    claims = List.copyOf(claims);
    variants = List.copyOf(variants);
  }

  /** The variants that programs are to use. */
  public List<V> shipped() {
    return variants.stream().filter(Variant::ships).toList();
  }

  /** The claims that have to be proved of some variant. */
  public List<Claim<V>> promised() {
    return claims.stream()
        .filter(claim -> variants.stream().anyMatch(claim::isPromised))
        .<Claim<V>>map(claim -> claim)
        .toList();
  }

  /** The tests of all claims about all variants, up to the bounds; no two have the same name. */
  public List<LitmusTest> tests(Bounds bounds) {
    return claims.stream()
        .flatMap(claim -> variants.stream().flatMap(variant -> tests(claim, variant, bounds)))
        .collect(Collectors.toUnmodifiableList());
  }

  private Stream<LitmusTest> tests(Claim<V> claim, V variant, Bounds bounds) {
    return IntStream.rangeClosed(claim.leastMembers(), bounds.members())
        .boxed()
        .flatMap(members ->
            IntStream.rangeClosed(claim.leastRounds(), bounds.rounds())
                .mapToObj(rounds -> claim.test(variant, members, rounds)));
  }
}
