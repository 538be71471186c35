// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.util.Locale;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.limits.MetLimit;

/** What is said of a call that met a limit. */
public final class RefusalWords {
  private RefusalWords() {}

  /** In a few words: {@code REFUSED 5 of 5 QP, host}, {@code REFUSED peer 10.2.0.7, host}. */
  public static String of(Refusal refusal) {
    return "%s %s, %s"
        .formatted(
            refusal.outcome(),
            MetLimit.words(refusal),
            refusal.cgroup() == 0 ? "host" : "cgroup " + refusal.cgroup());
  }

  /** What the limit is about, as JSON has it: {@code objects}, {@code bytes}. */
  public static String key(Refusal refusal) {
    return refusal
        .size()
        .map(size -> lowerCase(size.unit()))
        .orElseGet(() -> lowerCase(refusal.measure()));
  }

  /** A constant, as JSON has it. */
  public static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
