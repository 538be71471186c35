// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * Where a recording comes from.
 *
 * @param host as {@code uname -n} prints it
 * @param kernel its release, as {@code uname -r} prints it
 * @param version of the program that recorded
 * @param time when the recording was begun
 * @param interval the interval between readings that was asked for
 */
public record RecordingHeader(
    String host, String kernel, String version, Instant time, Duration interval) {
  /** Grows by one with each change to the format that is more than an addition. */
  static final int SCHEMA = 1;

  private static final FieldType<Duration> INTERVAL =
      FieldType.NANOSECONDS.as(
          interval -> interval,
          interval -> interval.isPositive() ? interval : Duration.ofSeconds(1));
  private static final Shape<Line> LINE = RecordingHeader::line;

  /**
   * A header as it stands in a file.
   *
   * @param schema of the file; this version may be unable to read it
   */
  record Line(int schema, String type, String program, RecordingHeader header) {}

  void write(JsonGenerator json) {
    json.writeStartObject();
    LINE.writeFields(json, new Line(SCHEMA, "header", "rdma-monitor", this));
    json.writeObjectPropertyStart("columns");
    new CallsJson().columns(json);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Reads a line; empty if it is not a header. */
  static Optional<Line> read(JsonParser json) {
    try {
      json.nextToken();
      Line line = LINE.asObject().read(json);
      return Optional.of(line).filter(one -> one.type().equals("header") && one.schema() > 0);
    } catch (RuntimeException e) {
      // All kinds of exceptions are caught, because the line may contain anything.
      return Optional.empty();
    }
  }

  private static Line line(Fields<Line> fields) {
    return new Line(
        fields.integer("schema", Line::schema),
        fields.text("type", Line::type),
        fields.text("program", Line::program),
        header(fields.part(Line::header)));
  }

  private static RecordingHeader header(Fields<RecordingHeader> fields) {
    return new RecordingHeader(
        fields.text("host", RecordingHeader::host),
        fields.text("kernel", RecordingHeader::kernel),
        fields.text("version", RecordingHeader::version),
        fields.field("time", RecordingHeader::time, FieldType.MOMENT),
        fields.field("interval_ns", RecordingHeader::interval, INTERVAL));
  }
}
