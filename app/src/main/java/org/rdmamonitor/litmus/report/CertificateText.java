// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import java.util.List;
import java.util.stream.Collectors;
import org.rdmamonitor.litmus.certify.Bounds;
import org.rdmamonitor.litmus.certify.Certificate;
import org.rdmamonitor.litmus.certify.Certificate.Counterexample;
import org.rdmamonitor.litmus.certify.Certificate.Proof;
import org.rdmamonitor.litmus.certify.Claim;
import org.rdmamonitor.litmus.certify.Protocol;
import org.rdmamonitor.litmus.certify.Variant;

/** A certificate of a protocol, for people. */
public final class CertificateText {
  private CertificateText() {}

  /** What is to be proved, and within which bounds. */
  public static String heading(Protocol<?> protocol, Bounds bounds, boolean reduced) {
    StringBuilder text = new StringBuilder();
    protocol
        .shipped()
        .forEach(variant ->
            text.append(
                "%s, %s: %s\n".formatted(protocol.title(), variant.word(), variant.summary())));
    text.append(
        "Bounds: 2 to %d members, up to %d rounds, %s\n"
            .formatted(bounds.members(), bounds.rounds(), protocol.scope()));
    text.append(
        "Options: all %d, with and without profile=rxe\n"
            .formatted(Certificate.allOptions().size()));
    text.append("Search: %s\n\n".formatted(reduced ? "reduced" : "not reduced"));
    return text.append(
            "%-5s %-7s %7s %6s %12s %12s  %s\n"
                .formatted(
                    "CLAIM", "VARIANT", "MEMBERS", "ROUNDS", "INSTRUCTIONS", "STATES", "NEVER"))
        .toString();
  }

  /** A line for the proof of a claim, for one number of members and of rounds. */
  public static String row(Proof proof) {
    return "%-5s %-7s %7d %6d %12d %12d  %s\n"
        .formatted(
            proof.claim().name(),
            proof.variant().word(),
            proof.members(),
            proof.rounds(),
            proof.operations(),
            proof.states(),
            proof.holds()
                ? proof.claim().bad()
                : "BROKEN: " + proof.claim().bad() + ": " + broken(proof));
  }

  /** Which variant breaks which claim; {@code bad} stands where it does. */
  public static String table(Protocol<?> protocol, List<Counterexample> counterexamples) {
    StringBuilder text = new StringBuilder("\nVARIANT   ");
    text.append(
            protocol.claims().stream()
                .map(claim -> "%-4s".formatted(claim.name()))
                .collect(Collectors.joining(" "))
                .stripTrailing())
        .append("\n");
    for (Variant variant : protocol.variants()) {
      List<Claim<?>> broken = Certificate.broken(variant, counterexamples);
      String marks =
          protocol.claims().stream()
              .map(claim -> "%-5s".formatted(broken.contains(claim) ? "bad" : "-"))
              .collect(Collectors.joining());
      text.append("%-10s".formatted(variant.word())).append(marks.stripTrailing()).append("\n");
    }
    return text.append("\n").toString();
  }

  /** An execution in which a variant lets something bad happen. */
  public static String of(Counterexample counterexample) {
    return "%s: %s%s\n%s"
        .formatted(
            counterexample.test().name(),
            counterexample.test().comment(),
            counterexample.isAsExpected() ? "" : " (NOT as expected)",
            TextReport.of(counterexample.test(), counterexample.witness()));
  }

  /** The result, and which bounds it holds within. */
  public static String ending(
      Protocol<?> protocol, Bounds bounds, List<Proof> proofs, boolean isProven, boolean isKnown) {
    long states = proofs.stream().mapToLong(Proof::states).sum();
    long searches = proofs.stream().mapToLong(proof -> proof.results().size()).sum();
    String outcome =
        "%s for up to %d members and %d rounds, and for no more: "
            .formatted(isProven ? "PROVED" : "NOT PROVED", bounds.members(), bounds.rounds());
    String effort =
        "%d claims, %d searches, %d states.\n".formatted(proofs.size(), searches, states);
    List<String> leftOut = Certificate.leftOut(protocol, proofs);
    return outcome
        + effort
        + (leftOut.isEmpty()
            ? ""
            : "Not proved, as it takes more: %s.\n".formatted(String.join(", ", leftOut)))
        + (isKnown
            ? "The variants fail as is known of them.\n"
            : "The variants do NOT fail as is known of them.\n");
  }

  private static String broken(Proof proof) {
    return proof.results().stream()
        .filter(result -> result.positive() > 0)
        .map(result -> result.options().toString())
        .collect(Collectors.joining("; "));
  }
}
