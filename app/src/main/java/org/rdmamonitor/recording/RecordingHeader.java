// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

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

  /**
   * A header with its schema, which may be one that this version cannot read.
   *
   * @param schema that of the file
   */
  record Versioned(int schema, RecordingHeader header) {}

  void write(JsonGenerator json) {
    json.writeStartObject();
    json.writeNumberProperty("schema", SCHEMA);
    json.writeStringProperty("type", "header");
    json.writeStringProperty("program", "rdma-monitor");
    json.writeStringProperty("host", host);
    json.writeStringProperty("kernel", kernel);
    json.writeStringProperty("version", version);
    json.writeStringProperty("time", time.toString());
    json.writeNumberProperty("interval_ns", interval.toNanos());
    json.writeObjectPropertyStart("columns");
    CallsJson.columns(json);
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Reads a line; empty if it is something else. */
  static Optional<Versioned> read(JsonParser json) {
    int schema = 0;
    String type = "";
    String host = "";
    String kernel = "";
    String version = "";
    Instant time = Instant.EPOCH;
    Duration interval = Duration.ofSeconds(1);
    try {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Optional.empty();
      }
      for (String key = json.nextName(); key != null; key = json.nextName()) {
        json.nextToken();
        switch (key) {
          case "schema" -> schema = json.getIntValue();
          case "type" -> type = json.getString();
          case "host" -> host = json.getString();
          case "kernel" -> kernel = json.getString();
          case "version" -> version = json.getString();
          case "time" -> time = Instant.parse(json.getString());
          case "interval_ns" -> interval = Duration.ofNanos(json.getLongValue());
          default -> json.skipChildren();
        }
      }
    } catch (JacksonException | DateTimeException e) {
      return Optional.empty();
    }
    return type.equals("header") && schema > 0
        ? Optional.of(
            new Versioned(schema, new RecordingHeader(host, kernel, version, time, interval)))
        : Optional.empty();
  }
}
