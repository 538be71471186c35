// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.util.Locale;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;

/** What is said of a call that met a limit. */
public final class RefusalWords {
  private RefusalWords() {}

  /** In a few words: {@code REFUSED 5 of 5 QP, host}, {@code REFUSED peer 10.2.0.7, host}. */
  public static String of(Refusal refusal) {
    if (refusal.measure().isOfPeers()) {
      return "%s %s %s, %s"
          .formatted(
              refusal.outcome(),
              measure(refusal),
              refusal.peer().isEmpty() ? "that is not known" : refusal.peer(),
              whose(refusal));
    }
    return "%s %s of %s %s, %s"
        .formatted(
            refusal.outcome(),
            amount(refusal, refusal.count()),
            refusal.limit() == 0 ? Limits.NONE : amount(refusal, refusal.limit()),
            measure(refusal),
            whose(refusal));
  }

  private static String whose(Refusal refusal) {
    return refusal.cgroup() == 0 ? "host" : "cgroup " + refusal.cgroup();
  }

  private static String amount(Refusal refusal, long number) {
    return refusal.size().map(size -> size.text(number)).orElse(Long.toString(number));
  }

  /** What the limit is about: {@code QP}, {@code calls/s}. */
  private static String measure(Refusal refusal) {
    return switch (refusal.measure()) {
      case OBJECTS -> refusal.type().map(Enum::name).orElse("objects");
      case RATE -> "calls/s";
      case ALL_CALLS -> "calls/s of all";
      case SIZE -> refusal.size().map(RefusalWords::measure).orElse("in size");
      case PEER -> "peer";
      case HANDLE -> "address handle to";
    };
  }

  private static String measure(Size size) {
    return size.unit() == Unit.BYTES ? "in " + size.type() + "s" : size.label();
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
