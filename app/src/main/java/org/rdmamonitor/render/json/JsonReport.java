// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import static org.rdmamonitor.render.words.Timestamp.TIME;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.QueuePairsByType;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.connection.ConnectionSummary;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.words.Unwatched;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * The report as JSON: one object for each reading, on a line of its own unless it is indented. Keys
 * keep their order. The schema is described in rdma-monitor(1); {@link #SCHEMA} counts the changes
 * to it that are more than additions.
 */
public final class JsonReport implements Report {
  static final int SCHEMA = 1;

  private final Appendable out;
  private final Settings settings;
  private final Host host;
  private final ObjectWriteContext context;
  private final int processes;
  private final JsonFactory factory = new JsonFactory();

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   * @param settings as they are shown in the first object
   * @param options how it is written
   */
  public JsonReport(Appendable out, Settings settings, Host host, Options options) {
    this.out = out;
    this.settings = settings;
    this.host = host;
    this.context = options.pretty() ? new Indented() : ObjectWriteContext.empty();
    this.processes = options.processes();
  }

  /**
   * How JSON is written.
   *
   * @param pretty whether to indent
   * @param processes the most that are in it one by one; 0: none
   */
  public record Options(boolean pretty, int processes) {
    public static final Options PLAIN = new Options(false, 0);
  }

  private static final class Indented extends ObjectWriteContext.Base {
    @Override
    public PrettyPrinter getPrettyPrinter() {
      return new DefaultPrettyPrinter();
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }

  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException {
    object(json -> {
      head(json, stage, snapshot);
      if (stage == Stage.FIRST) {
        json.writeStringProperty("version", host.version());
        limits(json, settings);
        HealthJson.hooks(json, snapshot.health());
      }
      body(json, snapshot, verdict);
    });
  }

  @Override
  public void configuration(Settings settings, ConfigStatus status) throws IOException {
    object(json -> {
      head(json, "config", status.time());
      json.writeStringProperty("file", status.file());
      json.writeBooleanProperty("ok", status.isOk());
      json.writeArrayPropertyStart("errors");
      status.errors().forEach(json::writeString);
      json.writeEndArray();
      limits(json, settings);
    });
  }

  /** Writes one object, on a line of its own. */
  private void object(Consumer<JsonGenerator> content) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = factory.createGenerator(context, text)) {
      json.writeStartObject();
      content.accept(json);
      json.writeEndObject();
    }
    out.append(text.getBuffer()).append('\n');
  }

  @Override
  public void stopped(Instant time) {
    // The last reading has told it.
  }

  private void head(JsonGenerator json, Stage stage, Snapshot snapshot) {
    String type =
        switch (stage) {
          case FIRST -> "start";
          case NEXT -> "interval";
          case LAST, INTERRUPTED -> "stop";
        };
    head(json, type, snapshot.time());
    json.writeNumberProperty("interval", rounded(snapshot.interval().toNanos() / 1e9, 1e6));
  }

  private void head(JsonGenerator json, String type, Instant time) {
    json.writeNumberProperty("schema", SCHEMA);
    json.writeStringProperty("type", type);
    json.writeStringProperty("time", TIME.format(time));
    json.writeStringProperty("host", host.name());
    json.writeStringProperty("kernel", host.kernel());
  }

  private static void limits(JsonGenerator json, Settings settings) {
    EnforcementJson.limits(json, "thresholds", settings.thresholds());
    json.writeObjectPropertyStart("finding_limits");
    for (FindingLimit limit : FindingLimit.values()) {
      if (limit.kind() == FindingLimit.ValueKind.PATHS) {
        json.writeArrayPropertyStart(limit.name());
        settings.findings().rawPacketCgroups().forEach(json::writeString);
        json.writeEndArray();
      } else {
        json.writeNumberProperty(limit.name(), settings.findings().of(limit));
      }
    }
    json.writeEndObject();
  }

  private void body(JsonGenerator json, Snapshot snapshot, Verdict verdict) {
    Set<Verb> rated = EnumSet.allOf(Verb.class);
    rated.removeAll(Unwatched.verbs(snapshot).keySet());
    QueuePairsByType queuePairs = QueuePairsByType.of(snapshot.details().inventory());
    resources(json, snapshot.host().total());
    queuePairs(json, queuePairs.ofHost());
    ConnectionJson.summary(
        json, ConnectionSummary.of(snapshot.details().inventory(), snapshot.details().facts()));
    json.writeArrayPropertyStart("devices");
    for (DeviceActivity device : snapshot.devices()) {
      json.writeStartObject();
      JsonMembers.device(json, device.device());
      resources(json, device.activity().total());
      queuePairs(json, queuePairs.ofDevice(device.device().index()));
      calls(json, device.activity(), rated);
      json.writeEndObject();
    }
    json.writeEndArray();
    calls(json, snapshot.host(), rated);
    errors(json, snapshot.errors());
    DetailsJson.latency(json, snapshot.details().latency());
    json.writeArrayPropertyStart("cgroups");
    for (CgroupActivity cgroup : snapshot.cgroups()) {
      if (cgroup.activity().total().hasCallsOrObjects()) {
        Map<Verb, Latency> latency =
            snapshot.details().cgroupLatency().getOrDefault(cgroup.cgroup().id(), Map.of());
        cgroup(json, cgroup, rated, latency, queuePairs.ofCgroup(cgroup.cgroup().id()));
      }
    }
    json.writeEndArray();
    if (processes > 0) {
      DetailsJson.processes(json, snapshot, processes);
    }
    VerdictJson.breaches(json, verdict);
    EnforcementJson.write(json, snapshot.details().enforcement());
    FlowJson.rules(json, snapshot);
    EthernetJson.write(json, snapshot);
    VerdictJson.findings(json, verdict.findings());
    json.writeNumberProperty(Figure.LOST_EVENTS.key(), snapshot.health().of(Figure.LOST_EVENTS));
    HealthJson.health(json, snapshot.health());
    DetailsJson.cost(json, snapshot);
  }

  private static void cgroup(
      JsonGenerator json,
      CgroupActivity activity,
      Set<Verb> rated,
      Map<Verb, Latency> latency,
      Map<QueuePairType, Long> queuePairs) {
    Cgroup cgroup = activity.cgroup();
    json.writeStartObject();
    json.writeNumberProperty("id", cgroup.id());
    json.writeStringProperty("path", cgroup.path());
    json.writeStringProperty("kind", kind(cgroup));
    CgroupName.of(cgroup).ifPresent(name -> json.writeStringProperty("name", name));
    JsonMembers.given(json, cgroup.given());
    resources(json, activity.activity().total());
    queuePairs(json, queuePairs);
    calls(json, activity.activity(), rated);
    DetailsJson.latency(json, latency);
    json.writeEndObject();
  }

  private static String kind(Cgroup cgroup) {
    if (cgroup.id() == Cgroup.KERNEL_ID) {
      return "kernel";
    }
    return cgroup.id() == Cgroup.OVERFLOW_ID ? "other" : "cgroup";
  }

  private static void resources(JsonGenerator json, Counts counts) {
    json.writeObjectPropertyStart("resources");
    for (ResourceType type : ResourceType.values()) {
      json.writeNumberProperty(type.name(), counts.live(type));
    }
    json.writeEndObject();
    for (Size size : Size.values()) {
      json.writeNumberProperty(size.key(), counts.total(size));
    }
  }

  private static void queuePairs(JsonGenerator json, Map<QueuePairType, Long> counts) {
    json.writeObjectPropertyStart("queue_pairs");
    counts.forEach((type, count) -> json.writeNumberProperty(type.name(), count));
    json.writeEndObject();
  }

  /** Totals, and rates if there was an interval. */
  private static void calls(JsonGenerator json, Activity activity, Set<Verb> rated) {
    json.writeObjectPropertyStart("rates");
    for (Verb verb : activity.seconds() > 0 ? rated : Set.<Verb>of()) {
      json.writeNumberProperty(verb.name(), rounded(activity.rate(verb), 1e3));
    }
    json.writeEndObject();
    json.writeObjectPropertyStart("totals");
    for (Verb verb : Verb.values()) {
      long failed = activity.total().failed(verb);
      json.writeObjectPropertyStart(verb.name());
      json.writeNumberProperty("ok", activity.total().calls(verb) - failed);
      json.writeNumberProperty("failed", failed);
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void errors(JsonGenerator json, Map<Verb, Map<Integer, Long>> errors) {
    json.writeObjectPropertyStart("errors");
    for (Verb verb : Verb.values()) {
      Map<Integer, Long> counts = errors.getOrDefault(verb, Map.of());
      if (!counts.isEmpty()) {
        json.writeObjectPropertyStart(verb.name());
        new TreeMap<>(counts)
            .forEach((errno, count) -> json.writeNumberProperty(Errno.name(errno), count));
        json.writeEndObject();
      }
    }
    json.writeEndObject();
  }

  static double rounded(double value, double parts) {
    return Math.round(value * parts) / parts;
  }
}
