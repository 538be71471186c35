// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.litmus.axiomatic.AxiomaticResult;
import org.rdmamonitor.litmus.axiomatic.Cycle;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Checked;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchResult;
import org.rdmamonitor.litmus.search.Witness;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** A JSON object for each check, on a line of its own; rdma-litmus(1) describes its fields. */
public final class JsonReport {
  static final int SCHEMA = 1;

  private JsonReport() {}

  /** The object of a check by search. */
  public static String of(String file, SearchResult result, Optional<Witness> witness) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      checked(json, file, result);
      search(json, result);
      witness.ifPresent(found -> witness(json, found));
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  /** The object of a check by the axioms. */
  public static String of(String file, AxiomaticResult result) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      checked(json, file, result);
      json.writeNumberProperty("decisions", result.decisions());
      json.writeNumberProperty("microseconds", result.nanos() / 1000);
      result.cycle().ifPresent(cycle -> cycle(json, cycle));
      if (result.isCutShort()) {
        json.writeBooleanProperty("cycle_cut_short", true);
      }
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  private static void checked(JsonGenerator json, String file, Checked result) {
    json.writeNumberProperty("schema", SCHEMA);
    json.writeStringProperty("type", "litmus");
    json.writeStringProperty("file", file);
    test(json, result.test());
    options(json, result.options());
    outcomes(json, result);
    verdict(json, result);
  }

  private static void cycle(JsonGenerator json, Cycle cycle) {
    json.writeArrayPropertyStart("cycle");
    cycle
        .steps()
        .forEach(step -> {
          json.writeStartObject();
          json.writeStringProperty("point", step.point());
          json.writeStringProperty("relation", step.relation().word());
          json.writeEndObject();
        });
    json.writeEndArray();
  }

  static void test(JsonGenerator json, LitmusTest test) {
    json.writeStringProperty("test", test.name());
    json.writeStringProperty("condition", LitmusWriter.condition(test));
  }

  static void options(JsonGenerator json, ModelOptions options) {
    json.writeObjectPropertyStart("options");
    json.writeStringProperty("profile", ModelOptions.word(options.profile()));
    if (!options.isRxe()) {
      json.writeStringProperty("flush", ModelOptions.word(options.flush()));
      json.writeStringProperty("remote_reads", ModelOptions.word(options.remoteReads()));
    }
    json.writeStringProperty("rfence", ModelOptions.word(options.remoteFence()));
    json.writeEndObject();
  }

  private static void outcomes(JsonGenerator json, Checked result) {
    LitmusTest test = result.test();
    List<Operand> observed = test.observed();
    json.writeArrayPropertyStart("outcomes");
    for (Outcome outcome : result.outcomes()) {
      json.writeStartObject();
      json.writeObjectPropertyStart("values");
      for (int i = 0; i < observed.size(); i++) {
        json.writeNumberProperty(observed.get(i).toString(), outcome.values().get(i));
      }
      json.writeEndObject();
      json.writeBooleanProperty("hangs", outcome.hangs());
      json.writeBooleanProperty("meets", outcome.meets(test));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void verdict(JsonGenerator json, Checked result) {
    Judgement judgement = Judgement.of(result);
    json.writeStringProperty("verdict", result.verdict().word());
    judgement
        .expected()
        .ifPresent(expected -> json.writeStringProperty("expected", expected.word()));
    json.writeBooleanProperty("unexpected", judgement.isUnexpected());
    json.writeBooleanProperty("validated", result.isValid());
    json.writeNumberProperty("positive", result.positive());
    json.writeNumberProperty("negative", result.negative());
    json.writeStringProperty(
        "observation", TextReport.observation(result).toLowerCase(Locale.ROOT));
  }

  private static void search(JsonGenerator json, SearchResult result) {
    json.writeBooleanProperty("reduced", result.reduced());
    json.writeNumberProperty("states", result.states());
    json.writeNumberProperty("steps", result.steps());
    json.writeNumberProperty("bits_per_state", result.bits());
    json.writeNumberProperty("bytes_per_state", result.bytes());
    json.writeNumberProperty("peak_bytes", result.peakBytes());
    json.writeNumberProperty("microseconds", result.nanos() / 1000);
  }

  static void witness(JsonGenerator json, Witness witness) {
    json.writeArrayPropertyStart("witness");
    witness
        .steps()
        .forEach(step -> {
          json.writeStartObject();
          json.writeStringProperty("actor", step.actor());
          json.writeNumberProperty("row", step.row());
          json.writeStringProperty("instruction", step.instruction());
          json.writeStringProperty("action", step.action());
          json.writeEndObject();
        });
    json.writeEndArray();
    json.writeArrayPropertyStart("waiting");
    witness.waiting().forEach(json::writeString);
    json.writeEndArray();
  }
}
