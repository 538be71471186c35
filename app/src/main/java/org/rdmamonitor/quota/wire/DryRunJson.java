// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import java.io.StringWriter;
import org.rdmamonitor.quota.recorded.DryRun;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What limits would have refused, as one line of JSON. */
public final class DryRunJson {
  private DryRunJson() {}

  /** Writes a line, without its end. */
  public static String write(DryRun.Result result) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", 1);
      json.writeStringProperty("type", "quota-dry-run");
      json.writeStringProperty("begin", result.extent().begin().toString());
      json.writeStringProperty("end", result.extent().end().toString());
      json.writeNumberProperty("missed", result.extent().missed());
      json.writeNumberProperty("asked", result.asked());
      json.writeNumberProperty("refused", result.refused());
      json.writeArrayPropertyStart("refusals");
      result.refusals().forEach(refusal -> write(json, refusal));
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, DryRun.Refusal refusal) {
    json.writeStartObject();
    json.writeStringProperty("cgroup", refusal.cgroup());
    json.writeStringProperty("resource", refusal.resource().key());
    json.writeNumberProperty("refused", refusal.count());
    json.writeStringProperty("first", refusal.first().toString());
    json.writeStringProperty("comm", refusal.comm());
    json.writeStringProperty("why", refusal.why());
    json.writeEndObject();
  }
}
