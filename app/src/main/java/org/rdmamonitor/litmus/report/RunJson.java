// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.run.RunResult;
import org.rdmamonitor.litmus.run.Widening;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchResult;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A JSON object for each run, on a line of its own; rdma-litmus(1) describes its fields. */
public final class RunJson {
  private RunJson() {}

  /** The object of a run, compared with what the model allows. */
  public static String of(String file, RunResult result, SearchResult allowed) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", JsonReport.SCHEMA);
      json.writeStringProperty("type", "litmus_run");
      json.writeStringProperty("file", file);
      JsonReport.test(json, result.test());
      JsonReport.options(json, allowed.options());
      outcomes(json, result, allowed);
      verdict(json, result, allowed);
      run(json, result);
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  private static void outcomes(JsonGenerator json, RunResult result, SearchResult allowed) {
    List<Operand> observed = result.test().observed();
    json.writeArrayPropertyStart("outcomes");
    result
        .outcomes()
        .forEach((outcome, count) -> {
          json.writeStartObject();
          json.writeObjectPropertyStart("values");
          for (int i = 0; i < observed.size(); i++) {
            json.writeNumberProperty(observed.get(i).toString(), outcome.values().get(i));
          }
          json.writeEndObject();
          outcome(json, outcome, result, allowed);
          json.writeNumberProperty("count", count);
          json.writeEndObject();
        });
    json.writeEndArray();
  }

  private static void outcome(
      JsonGenerator json, Outcome outcome, RunResult result, SearchResult allowed) {
    json.writeBooleanProperty("hangs", outcome.hangs());
    json.writeBooleanProperty("meets", outcome.meets(result.test()));
    json.writeBooleanProperty("allowed", allowed.outcomes().contains(outcome));
  }

  private static void verdict(JsonGenerator json, RunResult result, SearchResult allowed) {
    json.writeBooleanProperty("finding", !result.outside(allowed.outcomes()).isEmpty());
    json.writeNumberProperty("allowed_outcomes", allowed.outcomes().size());
    json.writeBooleanProperty("validated", result.isValid());
    json.writeNumberProperty("positive", result.positive());
    json.writeNumberProperty("negative", result.negative());
    json.writeStringProperty(
        "observation",
        TextReport.observation(result.positive(), result.negative()).toLowerCase(Locale.ROOT));
  }

  private static void run(JsonGenerator json, RunResult result) {
    json.writeArrayPropertyStart("devices");
    result.devices().forEach(json::writeString);
    json.writeEndArray();
    json.writeNumberProperty("wanted", result.settings().iterations());
    json.writeNumberProperty("iterations", result.iterations());
    json.writeNumberProperty("abandoned", result.abandoned());
    json.writeNumberProperty("size", result.settings().size());
    json.writeNumberProperty("seed", result.settings().seed());
    json.writeArrayPropertyStart("widened");
    for (Widening widening : result.seen().keySet()) {
      json.writeStartObject();
      json.writeStringProperty("by", ModelOptions.word(widening));
      json.writeNumberProperty("iterations", result.iterations(widening));
      json.writeNumberProperty("positive", result.positive(widening));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberProperty("microseconds", result.nanos() / 1000);
  }
}
