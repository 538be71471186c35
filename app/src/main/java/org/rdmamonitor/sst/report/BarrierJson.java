// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.report;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.rdmamonitor.sst.measure.BarrierResult;
import org.rdmamonitor.sst.measure.Claim;
import org.rdmamonitor.sst.measure.Latency;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One JSON object for each row, on a line of its own: {@code test_info} and {@code results}, with
 * perftest's names where perftest has such a value; rdma-barrier(1) describes the rest.
 */
public final class BarrierJson {
  private static final int SCHEMA = 1;
  private static final int DIGITS = 2;

  private BarrierJson() {}

  /** A row. */
  public static String of(BarrierHeading heading, BarrierResult outcome) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", SCHEMA);
      json.writeStringProperty("type", "barrier");
      json.writeObjectPropertyStart("test_info");
      information(json, heading);
      json.writeEndObject();
      json.writeObjectPropertyStart("results");
      results(json, heading, outcome);
      json.writeEndObject();
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  private static void information(JsonGenerator json, BarrierHeading heading) {
    json.writeStringProperty("test", BarrierHeading.TITLE.replace(' ', '_'));
    json.writeStringProperty("Members", heading.members());
    json.writeArrayPropertyStart("Devices");
    heading.devices().forEach(json::writeString);
    json.writeEndArray();
    json.writeStringProperty("Connection_type", "RC");
    json.writeStringProperty("Variant", heading.variant().word());
    json.writeNumberProperty("Mtu", heading.mtu());
    json.writeStringProperty("Link_type", heading.linkType());
  }

  private static void results(JsonGenerator json, BarrierHeading heading, BarrierResult outcome) {
    json.writeNumberProperty("members", outcome.members());
    json.writeNumberProperty("n_iterations", heading.iterations());
    latency(json, outcome.barrier());
    compared(json, "write", outcome.barrier(), outcome.write());
    compared(json, "tcp", outcome.barrier(), outcome.tcp());
    if (outcome.checked() > 0) {
      json.writeNumberProperty("checked", outcome.checked());
      json.writeObjectPropertyStart("broken");
      for (Claim claim : Claim.values()) {
        json.writeNumberProperty(claim.name(), outcome.broken().getOrDefault(claim, 0L));
      }
      json.writeEndObject();
    }
  }

  private static void compared(
      JsonGenerator json, String name, Latency barrier, Optional<Latency> other) {
    other.ifPresent(latency -> {
      json.writeObjectPropertyStart(name);
      latency(json, latency);
      number(json, "ratio", barrier.typical() / latency.typical());
      json.writeEndObject();
    });
  }

  private static void latency(JsonGenerator json, Latency latency) {
    number(json, "t_min", latency.minimum());
    number(json, "t_max", latency.maximum());
    number(json, "t_typical", latency.typical());
    number(json, "percentile_99", latency.percentile99());
  }

  private static void number(JsonGenerator json, String name, double value) {
    json.writeNumberProperty(
        name, BigDecimal.valueOf(value).setScale(DIGITS, RoundingMode.HALF_UP));
  }
}
