// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Lines of text, in sections with a timestamp, a title and rules. */
public final class Page {
  private static final String RULE = "=".repeat(50);
  private static final String BREACHED = "(*** BREACHED ***)";
  private static final String INTERCEPTED = "(*** INTERCEPTED ***)";
  private static final String RED = "\u001b[1;31m";
  private static final String PLAIN = "\u001b[m";

  private final Appendable out;
  private final boolean color;
  private final DateTimeFormatter timestamp;

  /**
   * A page.
   *
   * @param out where it is written; it is not flushed
   */
  public Page(Appendable out, TextOptions options) {
    this.out = out;
    this.color = options.color();
    this.timestamp =
        DateTimeFormatter.ofPattern("'['uuuu-MM-dd HH:mm:ss']'", Locale.ROOT)
            .withZone(options.zone());
  }

  void line(String text) throws IOException {
    out.append(text).append('\n');
  }

  void rule() throws IOException {
    line(RULE);
  }

  void title(Instant time, String title) throws IOException {
    line(timestamp.format(time) + " " + title);
    rule();
  }

  /** Ends a section. */
  void end() throws IOException {
    rule();
    line("");
  }

  /** The mark behind a figure that is part of a breach, or whose calls were refused. */
  String flag(boolean breached, boolean intercepted) {
    if (!breached && !intercepted) {
      return "";
    }
    String flag = intercepted ? INTERCEPTED : BREACHED;
    return " " + (color ? RED + flag + PLAIN : flag);
  }

  static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
