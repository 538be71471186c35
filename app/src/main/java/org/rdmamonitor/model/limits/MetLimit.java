// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;

/** The limit that a call has met, in words. */
public final class MetLimit {
  private MetLimit() {}

  /** How much there was of which limit: {@code 5 of 5 QP}, {@code peer 10.2.0.7}. */
  public static String words(Refusal refusal) {
    if (refusal.measure().isOfPeers()) {
      return subject(refusal)
          + " "
          + (refusal.peer().isEmpty() ? "that is not known" : refusal.peer());
    }
    return "%s of %s %s"
        .formatted(
            amount(refusal, refusal.count()),
            refusal.limit() == 0 ? Limits.NONE : amount(refusal, refusal.limit()),
            subject(refusal));
  }

  private static String amount(Refusal refusal, long number) {
    return refusal.size().map(size -> size.text(number)).orElse(Long.toString(number));
  }

  /** What the limit applies to: {@code QP}, {@code calls/s}. */
  private static String subject(Refusal refusal) {
    return switch (refusal.measure()) {
      case OBJECTS -> refusal.type().map(Enum::name).orElse("objects");
      case RATE -> "calls/s";
      case ALL_CALLS -> "calls/s of all";
      case SIZE -> refusal.size().map(MetLimit::subject).orElse("in size");
      case PEER -> "peer";
      case HANDLE -> "address handle to";
    };
  }

  private static String subject(Size size) {
    return size.unit() == Unit.BYTES ? "in " + size.type() + "s" : size.label();
  }
}
