// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/**
 * What a person should look at: a limit that is exceeded or was enforced, or a finding.
 *
 * @param severity word of it
 * @param rank the greater, the sooner to look
 */
record Problem(
    String severity,
    int rank,
    Style style,
    String rule,
    String title,
    String subject,
    String evidence,
    String advice,
    Instant first,
    Instant last,
    long count) {
  private static final String LIMIT = "LIMIT";
  private static final String REFUSED = "REFUSED";

  /** Whether it is about a limit of the configuration file; then its figures say everything. */
  boolean isLimit() {
    return severity.equals(LIMIT) || severity.equals(REFUSED);
  }

  /** The most severe first. */
  static List<Problem> of(Verdict verdict, Snapshot snapshot) {
    Instant now = snapshot.time();
    List<Problem> problems = new ArrayList<>();
    if (!verdict.configuration().isOk()) {
      problems.add(of(verdict.configuration()));
    }
    verdict.findings().stream()
        .filter(finding -> finding.severity() == Finding.Severity.CRITICAL)
        .forEach(finding -> problems.add(of(finding)));
    snapshot.details().refusals().forEach(tally -> problems.addAll(refusals(tally, now)));
    verdict.breaches().forEach(breach -> problems.add(of(breach, "host", now)));
    verdict
        .cgroupBreaches()
        .forEach(breach -> problems.add(of(breach.breach(), Printable.of(breach.cgroup()), now)));
    verdict.findings().stream()
        .filter(finding -> finding.severity() != Finding.Severity.CRITICAL)
        .forEach(finding -> problems.add(of(finding)));
    return problems;
  }

  /** What limits that are enforced have refused since the last reading. */
  private static List<Problem> refusals(Tally tally, Instant now) {
    List<Problem> problems = new ArrayList<>();
    tally
        .outcomes()
        .forEach((rule, outcome) -> {
          if (outcome.refused() > 0) {
            String why =
                switch (rule.unit()) {
                  case OBJECTS, ENTRIES ->
                      "%d of %s there"
                          .formatted(
                              outcome.held(),
                              Figures.limit(rule, tally.limits().of(rule).orElse(outcome.held())));
                  case BYTES -> Bytes.text(outcome.held()) + " there";
                  case CALLS_PER_SECOND -> "too fast";
                  case ADDRESSES -> "to other peers";
                };
            problems.add(refusal(tally, rule.name(), outcome.refused(), why, now));
          }
        });
    return problems;
  }

  private static Problem refusal(Tally tally, String rule, long count, String why, Instant now) {
    return new Problem(
        REFUSED,
        2,
        Style.CRITICAL,
        rule,
        "calls refused",
        tally.isHost() ? "host" : Printable.of(tally.cgroup()),
        "%d refused, %s".formatted(count, why),
        "See who asked in the view Events; the limit is in the configuration file, and --enforce"
            + " has the kernel keep it.",
        now,
        now,
        1);
  }

  private static Problem of(Breach breach, String subject, Instant now) {
    return new Problem(
        LIMIT,
        2,
        Style.CRITICAL,
        breach.rule().name(),
        "limit exceeded",
        subject,
        Figures.breach(breach),
        "See who it is in the views Cgroups and Processes, sorted by that column; the limit is in"
            + " the configuration file.",
        now,
        now,
        1);
  }

  private static Problem of(ConfigStatus status) {
    return new Problem(
        "WARNING",
        1,
        Style.WARNING,
        "CONFIG",
        "file has errors",
        Printable.of(status.file()),
        Printable.of(String.join("; ", status.errors())),
        "Mend the file; it is read again when it changes, and until then the settings from before"
            + " hold.",
        status.time(),
        status.time(),
        1);
  }

  /** A finding. */
  static Problem of(Finding finding) {
    return new Problem(
        finding.severity().name(),
        switch (finding.severity()) {
          case NOTICE -> 0;
          case WARNING -> 1;
          case CRITICAL -> 3;
        },
        switch (finding.severity()) {
          case NOTICE -> Style.NOTICE;
          case WARNING -> Style.WARNING;
          case CRITICAL -> Style.CRITICAL;
        },
        finding.rule(),
        Printable.of(finding.title()),
        Printable.of(finding.subject()),
        Printable.of(finding.evidence()),
        Printable.of(finding.advice()),
        finding.first(),
        finding.last(),
        finding.count());
  }
}
