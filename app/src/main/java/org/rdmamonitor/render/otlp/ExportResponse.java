// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import org.rdmamonitor.text.Printable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The body of a receiver's answer: ExportLogsServiceResponse, or Status. A body that is neither
 * counts as empty.
 *
 * @param rejected how many of the log records it rejected
 * @param message why, in its own words, made fit for a terminal; may be empty
 */
record ExportResponse(long rejected, String message) {
  static final ExportResponse SILENT = new ExportResponse(0, "");

  private static final int MOST_SIGNS = 200;
  private static final JsonFactory FACTORY = new JsonFactory();

  static ExportResponse of(byte[] body) {
    try (JsonParser json = FACTORY.createParser(ObjectReadContext.empty(), body)) {
      return json.nextToken() == JsonToken.START_OBJECT ? object(json) : SILENT;
    } catch (JacksonException other) {
      return SILENT;
    }
  }

  /** Reads an object, and {@code partialSuccess} in it, which has the same kinds of members. */
  private static ExportResponse object(JsonParser json) {
    ExportResponse result = SILENT;
    for (String key = json.nextName(); key != null; key = json.nextName()) {
      JsonToken value = json.nextToken();
      if (key.equals("partialSuccess") && value == JsonToken.START_OBJECT) {
        result = object(json);
      } else if (key.equals("rejectedLogRecords") && value.isScalarValue()) {
        result = new ExportResponse(number(json.getString()), result.message());
      } else if ((key.equals("errorMessage") || key.equals("message"))
          && value == JsonToken.VALUE_STRING) {
        result = new ExportResponse(result.rejected(), line(json.getString()));
      } else {
        json.skipChildren();
      }
    }
    return result;
  }

  /** A number of 64 bits is written as a string, and may be as a number. */
  private static long number(String text) {
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : 0;
  }

  private static String line(String text) {
    String line = text.lines().findFirst().orElse("");
    return Printable.of(line.length() > MOST_SIGNS ? line.substring(0, MOST_SIGNS) + " ..." : line);
  }
}
