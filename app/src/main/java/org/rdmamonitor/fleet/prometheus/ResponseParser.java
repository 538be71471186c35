// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/**
 * Parses answers of the HTTP API while they arrive. Skips what it does not know; anything malformed
 * ends the reading.
 */
final class ResponseParser {
  /**
   * The most characters of a label's name or value; longer ones are cut, and end with an ellipsis.
   */
  static final int MOST_NAME = 256;

  private static final int MOST_WARNINGS = 5;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(20)
                  .maxStringLength(1 << 20)
                  .maxNameLength(1 << 16)
                  .maxNumberLength(64)
                  .build())
          .build();

  private final JsonParser json;
  private final List<String> warnings = new ArrayList<>();
  private String status = "";
  private String error = "";

  /** Takes each series: its labels, and its points. */
  interface SeriesReader {
    /** Takes a series; returns false to get no more. */
    boolean take(Map<String, String> labels, List<Point> points);
  }

  /** Takes the value that each series has at the moment asked for. */
  interface PointReader {
    /** Takes a value; returns false to get no more. */
    boolean take(Map<String, String> labels, Point point);
  }

  /** Takes each active target. */
  interface TargetReader {
    void take(Map<String, String> labels, String lastError);
  }

  /** A value at a moment, in seconds since 1970. */
  record Point(double time, double value) {}

  private ResponseParser(JsonParser json) {
    this.json = json;
  }

  /**
   * Reads the answer to a query.
   *
   * @return the server's warnings
   * @throws PrometheusException if it is an error, or is not an answer
   */
  static List<String> series(InputStream body, SeriesReader reader) throws PrometheusException {
    return read(body, parser -> parser.data("result", () -> parser.eachSeries(reader)));
  }

  /**
   * Reads the answer to a request for targets.
   *
   * @return the server's warnings
   */
  static List<String> targets(InputStream body, TargetReader reader) throws PrometheusException {
    return read(body, parser -> parser.data("activeTargets", () -> parser.eachTarget(reader)));
  }

  /** The error that an answer reports; empty if it reports none. */
  static String error(InputStream body) {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      ResponseParser parser = new ResponseParser(json);
      parser.answer(() -> json.skipChildren());
      return parser.error;
    } catch (JacksonException | PrometheusException e) {
      return "";
    }
  }

  private interface Part {
    void read() throws PrometheusException;
  }

  private interface Reading {
    void of(ResponseParser parser) throws PrometheusException;
  }

  private static List<String> read(InputStream body, Reading reading) throws PrometheusException {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      ResponseParser parser = new ResponseParser(json);
      parser.answer(() -> reading.of(parser));
      if (!parser.status.equals("success")) {
        throw new PrometheusException(
            parser.error.isEmpty() ? "it says neither success nor error" : parser.error);
      }
      return List.copyOf(parser.warnings);
    } catch (JacksonException e) {
      if (e.getCause() instanceof PrometheusException tooLarge) {
        throw tooLarge;
      }
      throw new PrometheusException(
          "it is no JSON as Prometheus writes it: " + e.getOriginalMessage(), e);
    }
  }

  private void answer(Part data) throws PrometheusException {
    expect(json.nextToken(), JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case "status" -> status = text();
        case "error" -> error = text();
        case "data" -> data.read();
        case "warnings" -> warnings();
        default -> json.skipChildren();
      }
    }
  }

  private void warnings() throws PrometheusException {
    expect(json.currentToken(), JsonToken.START_ARRAY);
    while (json.nextToken() != JsonToken.END_ARRAY) {
      String warning = text();
      if (warnings.size() < MOST_WARNINGS) {
        warnings.add(cut(warning));
      }
    }
  }

  /** Reads the array of this name in the answer's data. */
  private void data(String array, Part each) throws PrometheusException {
    if (json.currentToken() == JsonToken.VALUE_NULL) {
      return; // an answer with an error has no data
    }
    expect(json.currentToken(), JsonToken.START_OBJECT);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = json.currentName();
      json.nextToken();
      if (name.equals(array)) {
        expect(json.currentToken(), JsonToken.START_ARRAY);
        each.read();
      } else {
        json.skipChildren();
      }
    }
  }

  private void eachSeries(SeriesReader reader) throws PrometheusException {
    boolean wanted = true;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (!wanted) {
        json.skipChildren();
        continue;
      }
      expect(json.currentToken(), JsonToken.START_OBJECT);
      Map<String, String> labels = Map.of();
      List<Point> points = new ArrayList<>(1);
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "metric" -> labels = labels();
          case "value" -> points.add(point());
          case "values" -> {
            expect(json.currentToken(), JsonToken.START_ARRAY);
            while (json.nextToken() != JsonToken.END_ARRAY) {
              points.add(point());
            }
          }
          default -> json.skipChildren();
        }
      }
      wanted = reader.take(labels, points);
    }
  }

  private void eachTarget(TargetReader reader) throws PrometheusException {
    while (json.nextToken() != JsonToken.END_ARRAY) {
      expect(json.currentToken(), JsonToken.START_OBJECT);
      Map<String, String> labels = Map.of();
      String lastError = "";
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        json.nextToken();
        switch (name) {
          case "labels" -> labels = labels();
          case "lastError" -> lastError = cut(text());
          default -> json.skipChildren();
        }
      }
      reader.take(labels, lastError);
    }
  }

  private Map<String, String> labels() throws PrometheusException {
    expect(json.currentToken(), JsonToken.START_OBJECT);
    Map<String, String> labels = new HashMap<>(4);
    while (json.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = cut(json.currentName());
      json.nextToken();
      labels.put(name, cut(text()));
    }
    return labels;
  }

  private Point point() throws PrometheusException {
    expect(json.currentToken(), JsonToken.START_ARRAY);
    JsonToken time = json.nextToken();
    if (time != JsonToken.VALUE_NUMBER_FLOAT && time != JsonToken.VALUE_NUMBER_INT) {
      throw wrong(time);
    }
    double at = json.getDoubleValue();
    json.nextToken();
    Point point = new Point(at, value(text()));
    expect(json.nextToken(), JsonToken.END_ARRAY);
    return point;
  }

  /** A number in the notation of Go's strconv. */
  private static double value(String text) throws PrometheusException {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> {
        if (!text.matches("-?[0-9.]{1,400}(e[+-]?[0-9]{1,3})?")) {
          throw new PrometheusException("a value of it is '%s'".formatted(text));
        }
        try {
          yield Double.parseDouble(text);
        } catch (NumberFormatException e) {
          throw new PrometheusException("a value of it is '%s'".formatted(text), e);
        }
      }
    };
  }

  private String text() throws PrometheusException {
    expect(json.currentToken(), JsonToken.VALUE_STRING);
    return json.getString();
  }

  private static String cut(String text) {
    return text.length() <= MOST_NAME ? text : text.substring(0, MOST_NAME) + "...";
  }

  private void expect(JsonToken found, JsonToken wanted) throws PrometheusException {
    if (found != wanted) {
      throw wrong(found);
    }
  }

  private PrometheusException wrong(JsonToken found) {
    return new PrometheusException(
        "it is not as Prometheus writes it: %s at %s"
            .formatted(
                found == null ? "its end" : found, json.currentLocation().offsetDescription()));
  }
}
