// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.math.BigInteger;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.render.json.EventJson;
import org.rdmamonitor.render.json.VerdictJson;
import org.rdmamonitor.render.text.EventText;
import org.rdmamonitor.render.words.Figures;
import org.rdmamonitor.text.Printable;
import tools.jackson.core.JsonGenerator;

/**
 * Observations as log records. Attributes are the members that the JSON of {@code events} and of
 * the reports has, in the namespace {@code rdma_monitor}; except those for which the semantic
 * conventions have a name, and those that the record or its resource contains otherwise.
 */
final class LogRecords {
  private static final String PREFIX = "rdma_monitor.";

  private static final Map<String, String> NAMES =
      Map.of(
          "type", "",
          "time", "",
          "severity", "",
          "pid", "",
          "uid", "",
          "tid", "thread.id",
          "comm", "thread.name",
          "log.record.uid", "log.record.uid",
          "error.type", "error.type");

  private LogRecords() {}

  /** Writes the object of a record. */
  static void write(JsonGenerator json, QueuedObservation entry, Emitter emitter) {
    Observation observation = entry.observation();
    Severity severity = Severity.of(observation);
    json.writeStartObject();
    json.writeStringProperty("timeUnixNano", nanos(observation.time()));
    json.writeStringProperty("observedTimeUnixNano", nanos(entry.observed()));
    json.writeNumberProperty("severityNumber", severity.number());
    json.writeStringProperty("severityText", severity.name());
    json.writeObjectPropertyStart("body");
    json.writeStringProperty("stringValue", body(observation));
    json.writeEndObject();
    AttributeWriter attributes = new AttributeWriter(json, NAMES, PREFIX);
    attributes.begin();
    members(attributes, observation);
    attributes.writeStringProperty("log.record.uid", emitter.instance() + "-" + entry.number());
    attributes.end();
    json.writeStringProperty("eventName", PREFIX + name(observation));
    json.writeEndObject();
  }

  private static String name(Observation observation) {
    return switch (observation) {
      case Observation.Call call -> call.isMinor() ? "call" : "refusal";
      case Observation.Async _ -> "async_event";
      case Observation.LostCalls _ -> "lost_calls";
      case Observation.BreachChange _ -> "breach";
      case Observation.FindingChange _ -> "finding";
    };
  }

  private static String body(Observation observation) {
    return switch (observation) {
      case Observation.Call call -> EventText.sentence(call.call(), call.device());
      case Observation.Async async -> EventText.sentence(async.event(), async.device());
      case Observation.LostCalls lost -> "%d calls were lost".formatted(lost.calls());
      case Observation.BreachChange change -> breach(change);
      case Observation.FindingChange change -> finding(change);
    };
  }

  private static String breach(Observation.BreachChange change) {
    String rule = change.breach().rule().name();
    String whose = change.cgroup().map(cgroup -> " of " + Printable.of(cgroup.path())).orElse("");
    return change.begun()
        ? "%s%s is exceeded: %s".formatted(rule, whose, Figures.breach(change.breach()))
        : "%s%s is not exceeded any more".formatted(rule, whose);
  }

  private static String finding(Observation.FindingChange change) {
    Finding finding = change.finding();
    String what = finding.title() + ": " + Printable.of(finding.subject());
    return switch (change.news()) {
      case FOUND -> what + ": " + Printable.of(finding.evidence());
      case WORSE -> what + ", worse than before: " + Printable.of(finding.evidence());
      case FADED -> what + ": not seen any more";
    };
  }

  private static void members(AttributeWriter attributes, Observation observation) {
    switch (observation) {
      case Observation.Call call -> call(attributes, call);
      case Observation.Async async ->
          EventJson.members(attributes, async.event(), async.device(), async.cgroup());
      case Observation.LostCalls lost -> attributes.writeNumberProperty("calls", lost.calls());
      case Observation.BreachChange change -> {
        attributes.writeStringProperty("state", change.begun() ? "begun" : "ended");
        VerdictJson.breach(
            attributes, change.breach(), change.cgroup().map(Cgroup::path).orElse(""));
      }
      case Observation.FindingChange change -> {
        attributes.writeStringProperty("state", change.news().name().toLowerCase(Locale.ROOT));
        VerdictJson.finding(attributes, change.finding());
      }
    }
  }

  private static void call(AttributeWriter attributes, Observation.Call observed) {
    ControlCall call = observed.call();
    if (call.failed()) {
      attributes.writeStringProperty("error.type", Errno.name(call.errno()));
    }
    EventJson.members(attributes, call, observed.device(), observed.cgroup());
  }

  /**
   * Nanoseconds since 1970, without a sign; 0, which means unknown, for a time outside of this
   * range.
   */
  private static String nanos(Instant time) {
    BigInteger nanos =
        BigInteger.valueOf(time.getEpochSecond())
            .multiply(BigInteger.valueOf(1_000_000_000))
            .add(BigInteger.valueOf(time.getNano()));
    return nanos.signum() < 0 || nanos.bitLength() > 64 ? "0" : nanos.toString();
  }
}
