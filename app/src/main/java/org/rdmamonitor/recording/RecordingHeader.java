// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;

/**
 * Where a recording comes from.
 *
 * @param host as {@code uname -n} prints it
 * @param kernel its release, as {@code uname -r} prints it
 * @param version of the program that recorded
 * @param time when the recording was begun
 * @param interval between the readings that were asked for
 */
public record RecordingHeader(
    String host, String kernel, String version, Instant time, Duration interval) {
  /** Counts the changes to the format that are more than additions. */
  static final int SCHEMA = 1;

  private static final String TYPE = "header";
  private static final Codec<Duration> INTERVAL = Codec.NANOS.or(Duration.ofSeconds(1));

  /** What the elements of arrays are, for people. */
  private static final Codec<Map<String, Set<String>>> COLUMNS =
      Codec.of(
          Map.of(),
          RecordingHeader::writeColumns,
          json -> {
            json.skipChildren();
            return Map.of();
          });

  private static final Shape<Versioned> SHAPE =
      Shape.object(f -> {
        int schema = f.integer("schema", Versioned::schema);
        String type = f.text("type", Versioned::type);
        f.text("program", versioned -> "rdma-monitor");
        RecordingHeader header = of(f.of(Versioned::header));
        f.value("columns", COLUMNS, versioned -> CallsJson.columns());
        return new Versioned(schema, type, header);
      });

  /**
   * A header with its schema, which may be one that this version cannot read.
   *
   * @param schema that of the file
   * @param type of the line
   */
  record Versioned(int schema, String type, RecordingHeader header) {}

  private static RecordingHeader of(Fields<RecordingHeader> f) {
    return new RecordingHeader(
        f.text("host", RecordingHeader::host),
        f.text("kernel", RecordingHeader::kernel),
        f.text("version", RecordingHeader::version),
        f.value("time", Codec.TIME, RecordingHeader::time),
        f.value("interval_ns", INTERVAL, RecordingHeader::interval));
  }

  private static void writeColumns(JsonGenerator json, Map<String, Set<String>> columns) {
    json.writeStartObject();
    columns.forEach((of, names) -> {
      json.writeArrayPropertyStart(of);
      names.forEach(json::writeString);
      json.writeEndArray();
    });
    json.writeEndObject();
  }

  void write(JsonGenerator json) {
    SHAPE.write(json, new Versioned(SCHEMA, TYPE, this));
  }

  /** Reads a line; empty if it is something else. */
  static Optional<Versioned> read(JsonParser json) {
    try {
      json.nextToken();
      Versioned read = SHAPE.read(json);
      return read.type().equals(TYPE) && read.schema() > 0 ? Optional.of(read) : Optional.empty();
    } catch (JacksonException | DateTimeException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
