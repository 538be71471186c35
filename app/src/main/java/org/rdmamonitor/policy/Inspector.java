// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;

/**
 * Inspects everything that a source delivers, and says what exceeds its limits. If a rule sees the
 * same about the same subject again, that is one finding, however often it is seen, until it has
 * not been seen for a while. Not safe for use by several threads.
 */
public final class Inspector {
  /** How many findings are kept; of the least severe those that were seen longest ago go. */
  static final int MOST = 1000;

  private final List<Detector> detectors;
  private final Map<Subject, Finding> findings = new HashMap<>();
  private Settings settings;

  /** The detectors that the settings leave on. */
  private List<Detector> on;

  private ConfigStatus configuration = ConfigStatus.UNCHANGED;
  private @Nullable DetectorInput input;

  private record Subject(String rule, String name) {}

  /** An inspector of thresholds only. */
  public Inspector(Limits thresholds) {
    this(new Settings(thresholds, FindingLimits.STANDARD), List.of());
  }

  public Inspector(Settings settings, List<Detector> detectors) {
    this.settings = settings;
    this.detectors = List.copyOf(detectors);
    this.on = thoseOn(detectors, settings);
  }

  private static List<Detector> thoseOn(List<Detector> detectors, Settings settings) {
    return detectors.stream().filter(detector -> settings.findings().isOn(detector.on())).toList();
  }

  /** Goes on with other settings; what was found already stays. */
  public void use(Settings changed) {
    settings = changed;
    on = thoseOn(detectors, changed);
  }

  /** Notes how the configuration file was read again, for the verdicts to come. */
  public void tell(ConfigStatus status) {
    configuration = status;
  }

  /** Takes in the next sample of the source. */
  public void add(Sample sample) {
    if (detectors.isEmpty()) {
      return;
    }
    DetectorInput present = input == null ? new DetectorInput(sample, settings) : input;
    input = present;
    present.begin(sample, settings);
    for (ControlCall call : sample.calls()) {
      present.add(call);
      on.forEach(detector -> detector.see(call, present));
    }
    for (AsyncEvent event : sample.asyncEvents()) {
      on.forEach(detector -> detector.see(event, present));
    }
    present.list();
    Map<Subject, Detection> seen = new HashMap<>();
    for (Detector detector : on) {
      for (Detection detection : detector.detections(present)) {
        seen.merge(
            new Subject(detection.rule(), detection.subject()), detection, Inspector::moreSevere);
      }
    }
    seen.forEach((subject, detection) ->
        findings.merge(
            subject,
            new Finding(detection, sample.time(), sample.time(), 1),
            (before, now) ->
                new Finding(now.latest(), before.first(), now.last(), before.count() + 1)));
    forget(sample.time());
  }

  private static Detection moreSevere(Detection one, Detection other) {
    return other.severity().compareTo(one.severity()) > 0 ? other : one;
  }

  private void forget(Instant now) {
    FindingLimits limits = settings.findings();
    if (limits.isOn(FindingLimit.FINDINGS_FADE)) {
      Instant faded = now.minusSeconds(limits.of(FindingLimit.FINDINGS_FADE));
      findings.values().removeIf(finding -> finding.last().isBefore(faded));
    }
    if (findings.size() > MOST) {
      // Whoever makes many small ones, or new ones, hides nothing by them that is worse or lasts.
      List<Finding> least =
          findings.values().stream()
              .sorted(
                  Comparator.comparing(Finding::severity)
                      .thenComparing(Finding::last)
                      .thenComparing(Finding::first, Comparator.reverseOrder()))
              .limit(findings.size() - MOST)
              .toList();
      least.forEach(finding -> findings.remove(new Subject(finding.rule(), finding.subject())));
    }
  }

  /** What is wrong at the moment of a snapshot that was made of the samples added so far. */
  public Verdict inspect(Snapshot snapshot) {
    return new Verdict(
        BreachFinder.breaches(snapshot, settings.thresholds()),
        BreachFinder.breaches(snapshot, settings.tenants()),
        findings.values().stream().sorted(Inspector::worstFirst).toList(),
        configuration);
  }

  // A method in place of a Comparator: those that Comparator's methods make are not in the AOT
  // cache, and would be made anew at each start.
  private static int worstFirst(Finding one, Finding other) {
    int order = other.severity().compareTo(one.severity());
    if (order == 0) {
      order = other.last().compareTo(one.last());
    }
    if (order == 0) {
      order = one.rule().compareTo(other.rule());
    }
    return order == 0 ? one.subject().compareTo(other.subject()) : order;
  }
}
