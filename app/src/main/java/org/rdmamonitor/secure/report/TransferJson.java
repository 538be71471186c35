// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.report;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One object for each size, on a line of its own, with perftest's names: {@code test_info} and
 * {@code results}. Numbers have as many digits as in perftest.
 */
public final class TransferJson {
  private static final int DIGITS = 2;
  private static final int RATE_DIGITS = 6;

  private TransferJson() {}

  private interface Results {
    void write(JsonGenerator json);
  }

  /** A row of bandwidth. */
  public static String of(Heading heading, BandwidthRow row, Unit unit) {
    return object(
        heading,
        json -> {
          json.writeNumberProperty("MsgSize", row.size());
          json.writeNumberProperty("n_iterations", row.operations());
          number(json, "BW_peak", 0, DIGITS);
          int digits = unit == Unit.GIGABITS ? RATE_DIGITS : DIGITS;
          number(json, "BW_average", unit.of(row.bytesPerSecond()), digits);
          number(json, "MsgRate", row.operationsPerSecond() / 1e6, RATE_DIGITS);
        });
  }

  /** A row of latency. */
  public static String of(Heading heading, LatencyRow row) {
    return object(
        heading,
        json -> {
          json.writeNumberProperty("MsgSize", row.size());
          json.writeNumberProperty("n_iterations", row.operations());
          number(json, "t_min", row.minimum(), DIGITS);
          number(json, "t_max", row.maximum(), DIGITS);
          number(json, "t_typical", row.typical(), DIGITS);
          number(json, "t_avg", row.average(), DIGITS);
          number(json, "t_stdev", row.deviation(), DIGITS);
          number(json, "percentile_99", row.percentile99(), DIGITS);
          number(json, "percentile_99.9", row.percentile999(), DIGITS);
        });
  }

  private static String object(Heading heading, Results results) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeObjectPropertyStart("test_info");
      information(json, heading);
      json.writeEndObject();
      json.writeObjectPropertyStart("results");
      results.write(json);
      json.writeEndObject();
      json.writeEndObject();
    }
    return text.append('\n').toString();
  }

  private static void information(JsonGenerator json, Heading heading) {
    json.writeStringProperty("test", heading.title().replace(' ', '_'));
    json.writeStringProperty("Dual_port", "OFF");
    json.writeStringProperty("Device", heading.device());
    json.writeNumberProperty("Number_of_qps", heading.queuePairs());
    json.writeStringProperty("Transport_type", heading.transportType());
    json.writeStringProperty("Connection_type", heading.connection());
    json.writeStringProperty("Using_SRQ", "OFF");
    json.writeNumberProperty("TX_depth", heading.plan().depth());
    if (heading.isBatched()) {
      json.writeNumberProperty("Post_List", heading.plan().tuning().batch());
    }
    if (heading.plan().takesReceives()) {
      json.writeNumberProperty("RX_depth", heading.plan().receives());
    }
    if (heading.isBandwidth()) {
      json.writeNumberProperty("CQ_Moderation", heading.plan().tuning().moderation());
    }
    json.writeNumberProperty("Mtu", heading.mtu());
    json.writeStringProperty("Link_type", heading.linkType());
    heading.gidIndex().ifPresent(index -> json.writeNumberProperty("GID_index", index));
    if (heading.reads()) {
      json.writeNumberProperty("Outstand_reads", heading.outstandingReads());
    } else {
      json.writeNumberProperty("Max_inline_data", heading.inline());
    }
    json.writeStringProperty("rdma_cm_QPs", heading.connectionManager() ? "ON" : "OFF");
    json.writeStringProperty("Data_ex_method", "TLS");
  }

  private static void number(JsonGenerator json, String name, double value, int digits) {
    json.writeNumberProperty(
        name, BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP));
  }
}
