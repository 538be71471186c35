// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.rdmamonitor.render.words.Timestamp.TIME;

import java.util.List;
import java.util.Locale;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Verdict;
import tools.jackson.core.JsonGenerator;

/** Breaches and findings as members of JSON objects. */
public final class VerdictJson {
  private VerdictJson() {}

  static void breaches(JsonGenerator json, Verdict verdict) {
    json.writeArrayPropertyStart("breaches");
    verdict.breaches().forEach(breach -> object(json, breach, ""));
    verdict.cgroupBreaches().forEach(breach -> object(json, breach.breach(), breach.cgroup()));
    json.writeEndArray();
  }

  private static void object(JsonGenerator json, Breach breach, String cgroup) {
    json.writeStartObject();
    breach(json, breach, cgroup);
    json.writeEndObject();
  }

  /**
   * Writes what a breach has into the object that is open.
   *
   * @param cgroup whose limit it is; empty for one of the host
   */
  public static void breach(JsonGenerator json, Breach breach, String cgroup) {
    json.writeStringProperty("rule", breach.rule().name());
    if (!cgroup.isEmpty()) {
      json.writeStringProperty("cgroup", cgroup);
    }
    json.writeNumberProperty("limit", breach.limit());
    switch (breach.rule().unit()) {
      case OBJECTS, BYTES, ENTRIES, ADDRESSES ->
          json.writeNumberProperty("value", (long) breach.value());
      case CALLS_PER_SECOND ->
          json.writeNumberProperty("value", JsonReport.rounded(breach.value(), 1e3));
    }
  }

  /** The member {@code findings}. */
  public static void findings(JsonGenerator json, List<Finding> findings) {
    json.writeArrayPropertyStart("findings");
    for (Finding finding : findings) {
      json.writeStartObject();
      finding(json, finding);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes what a finding has into the object that is open. */
  public static void finding(JsonGenerator json, Finding finding) {
    json.writeStringProperty("rule", finding.rule());
    json.writeStringProperty("severity", finding.severity().name().toLowerCase(Locale.ROOT));
    json.writeStringProperty("title", finding.title());
    json.writeStringProperty("subject", finding.subject());
    finding
        .party()
        .ifPresent(party -> {
          JsonMembers.number(json, "pid", party.pid());
          JsonMembers.cgroup(json, party.cgroup());
        });
    json.writeStringProperty("evidence", finding.evidence());
    json.writeStringProperty("advice", finding.advice());
    json.writeStringProperty("first", TIME.format(finding.first()));
    json.writeStringProperty("last", TIME.format(finding.last()));
    json.writeNumberProperty("count", finding.count());
  }
}
