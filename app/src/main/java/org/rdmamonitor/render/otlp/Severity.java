// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.policy.Finding;

/** How severe a log record is: SeverityNumber of OTLP, as its data model maps syslog's words. */
enum Severity {
  INFO(9),
  NOTICE(10),
  WARN(13),
  WARNING(13),
  ERROR(17),
  CRITICAL(18);

  private final int number;

  Severity(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static Severity of(Observation observation) {
    return switch (observation) {
      case Observation.Call call -> of(call.call());
      case Observation.Async async -> async.event().isTrouble() ? WARN : INFO;
      case Observation.LostCalls _ -> WARN;
      case Observation.BreachChange change -> change.begun() ? WARN : INFO;
      case Observation.FindingChange change ->
          change.news() == Observation.FindingChange.News.FADED
              ? INFO
              : of(change.finding().severity());
    };
  }

  private static Severity of(ControlCall call) {
    if (call.refusal().isPresent()) {
      return call.refusal().get().outcome() == CallOutcome.KILLED ? ERROR : WARN;
    }
    return call.failed() ? WARN : INFO;
  }

  private static Severity of(Finding.Severity severity) {
    return switch (severity) {
      case NOTICE -> NOTICE;
      case WARNING -> WARNING;
      case CRITICAL -> CRITICAL;
    };
  }
}
