// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.journal;

import java.io.IOException;
import java.io.Writer;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalLong;

/** The lines of the journal as they are written. Safe for threads. */
final class Entries {
  private final Writer out;
  private final Format format;
  private final Clock clock;
  private final Rationing rationing = new Rationing();

  Entries(Writer out, Format format, Clock clock) {
    this.out = out;
    this.format = format;
    this.clock = clock;
  }

  /** Writes about the same thing only now and then, with how often it was held back. */
  void ration(String type, Object what, String text, Map<String, Object> values) {
    Instant now = clock.instant();
    OptionalLong kept;
    synchronized (rationing) {
      kept = rationing.tell(what, now);
    }
    if (kept.isPresent()) {
      long more = kept.getAsLong();
      values.put("kept_back", more);
      write(type, more == 0 ? text : "%s (and %d times before)".formatted(text, more), values);
    }
  }

  /** At once. */
  void write(String type, String text, Map<String, Object> values) {
    String line =
        format.line(new Entry(clock.instant(), type, harmless(text), values), clock.getZone())
            + "\n";
    synchronized (out) {
      try {
        out.write(line);
        out.flush();
      } catch (IOException e) {
        // Nobody reads it any more.
      }
    }
  }

  /** Made fit for a terminal: names are chosen by those who are watched. */
  private static String harmless(String text) {
    StringBuilder result = new StringBuilder();
    text.codePoints()
        .map(c ->
            switch (Character.getType(c)) {
              case Character.CONTROL,
                  Character.FORMAT,
                  Character.SURROGATE,
                  Character.LINE_SEPARATOR,
                  Character.PARAGRAPH_SEPARATOR ->
                  '?';
              default -> c;
            })
        .forEach(result::appendCodePoint);
    return result.toString();
  }
}
