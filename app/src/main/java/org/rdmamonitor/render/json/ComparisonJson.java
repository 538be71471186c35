// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.json;

import java.io.IOException;
import java.io.StringWriter;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.render.Digest.Summary;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Two runs side by side, as one JSON object on a line. */
public final class ComparisonJson {
  private ComparisonJson() {}

  /** Writes the object. */
  public static void write(Appendable out, Summary a, Summary b) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", 1);
      json.writeStringProperty("type", "diff");
      json.writeName("a");
      run(json, a);
      json.writeName("b");
      run(json, b);
      json.writeEndObject();
    }
    out.append(text.getBuffer()).append('\n');
  }

  private static void run(JsonGenerator json, Summary run) {
    Snapshot whole = run.whole();
    json.writeStartObject();
    json.writeStringProperty("file", run.name());
    json.writeStringProperty("end", whole.time().toString());
    json.writeNumberProperty("seconds", whole.interval().toNanos() / 1e9);
    json.writeNumberProperty("readings", run.readings());
    json.writeObjectPropertyStart("verbs");
    for (Verb verb : Verb.values()) {
      verb(json, verb, whole);
    }
    json.writeEndObject();
    json.writeObjectPropertyStart("resources");
    for (ResourceType type : ResourceType.values()) {
      json.writeNumberProperty(type.name(), whole.host().total().live(type));
    }
    json.writeEndObject();
    for (Size size : Size.values()) {
      json.writeNumberProperty(size.key(), whole.host().total().total(size));
    }
    json.writeObjectPropertyStart("breaches");
    run.breaches().forEach((rule, count) -> json.writeNumberProperty(rule.name(), count));
    json.writeEndObject();
    json.writeNumberProperty(Figure.LOST_EVENTS.key(), whole.health().of(Figure.LOST_EVENTS));
    json.writeEndObject();
  }

  private static void verb(JsonGenerator json, Verb verb, Snapshot whole) {
    Latency latency = whole.details().latency().getOrDefault(verb, Latency.NONE);
    json.writeObjectPropertyStart(verb.name());
    json.writeNumberProperty("calls", whole.host().delta().calls(verb));
    json.writeNumberProperty("failed", whole.host().delta().failed(verb));
    json.writeNumberProperty("rate", Math.round(whole.host().rate(verb) * 1e3) / 1e3);
    if (latency.count() > 0) {
      json.writeNumberProperty("p50_ns", latency.p50());
      json.writeNumberProperty("p99_ns", latency.p99());
    }
    json.writeEndObject();
  }
}
