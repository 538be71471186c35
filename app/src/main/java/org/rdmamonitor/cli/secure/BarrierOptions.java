// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.time.Duration;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.measure.BarrierPlan;
import picocli.CommandLine.Option;

/** What all members do. */
final class BarrierOptions {
  @Option(
      names = {"-m", "--members"},
      paramLabel = "N",
      converter = SecureValues.Members.class,
      description = "How many members there are, 2 to 64 (default: 2).")
  private int members = 2;

  @Option(
      names = {"-n", "--iters"},
      paramLabel = "N",
      converter = SecureValues.Iterations.class,
      description = "Barriers, after those that warm up (default: 1000).")
  private int iterations = 1_000;

  @Option(
      names = "--variant",
      paramLabel = "VARIANT",
      converter = SecureValues.Variants.class,
      completionCandidates = SecureValues.Variants.class,
      description = "naive, pollmid, pollend, inline or gfence (default); the others are weaker.")
  private BarrierVariant variant = BarrierVariant.GFENCE;

  @Option(names = "--verify", description = "Check at each barrier what it promises.")
  private boolean verify;

  @Option(
      names = "--alone",
      description = "Compare it with nothing (default: with WRITE and with TCP).")
  private boolean alone;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      converter = SecureValues.Seconds.class,
      description = "How long to wait for another member (default: 10).")
  private int timeout = 10;

  boolean isCompared() {
    return !alone;
  }

  BarrierPlan plan() {
    return new BarrierPlan(members, iterations, variant, Duration.ofSeconds(timeout), verify);
  }
}
