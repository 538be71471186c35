// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.rdmamonitor.text.Check;
import org.rdmamonitor.text.Check.Status;
import org.rdmamonitor.text.Printable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** What was found on a host: a line for each thing, and below it what to do. */
public final class CheckReport {
  private CheckReport() {}

  /** Writes it for people. */
  public static void writeText(Writer out, List<Check> checks) throws IOException {
    for (Check check : checks) {
      out.write("%-7s  %s%n".formatted(word(check.status()), Printable.of(check.finding())));
      if (!check.remedy().isEmpty()) {
        out.write("         -> %s%n".formatted(Printable.of(check.remedy())));
      }
    }
    out.write(summary(checks) + System.lineSeparator());
  }

  private static String summary(List<Check> checks) {
    return "%d looked at: %d missing, %d warnings, %d notes"
        .formatted(
            checks.size(),
            count(checks, Status.MISSING),
            count(checks, Status.WARNING),
            count(checks, Status.NOTE));
  }

  private static long count(List<Check> checks, Status status) {
    return checks.stream().filter(check -> check.status() == status).count();
  }

  private static String word(Status status) {
    return status.name().toLowerCase(Locale.ROOT);
  }

  /** Writes it as one JSON object on a line. */
  public static void writeJson(Writer out, List<Check> checks) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      json.writeNumberProperty("schema", 1);
      json.writeStringProperty("type", "doctor");
      json.writeArrayPropertyStart("checks");
      for (Check check : checks) {
        json.writeStartObject();
        json.writeStringProperty("id", check.id());
        json.writeStringProperty("status", word(check.status()));
        json.writeStringProperty("finding", check.finding());
        if (!check.remedy().isEmpty()) {
          json.writeStringProperty("remedy", check.remedy());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.append(text.getBuffer()).append('\n');
  }
}
