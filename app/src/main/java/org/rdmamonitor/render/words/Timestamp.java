// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times in outputs for programs. */
public final class Timestamp {
  /** Of readings: UTC, in milliseconds. */
  public static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private Timestamp() {}
}
