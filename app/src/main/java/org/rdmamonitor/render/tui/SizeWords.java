// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.model.resource.Unit;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.units.Bytes;

/** What objects come to together, as the screen has it. */
final class SizeWords {
  private SizeWords() {}

  /** One size, exactly: {@code Memory regions: 65536 bytes}, {@code CQ entries: 256}. */
  static Fact fact(Size size, Counts total) {
    long amount = total.total(size);
    return size.unit() == Unit.BYTES
        ? new Fact(capitalized(size.objects()), amount + " bytes")
        : new Fact(size.label(), Long.toString(amount));
  }

  /** All, in short: {@code Memory regions cover 64 KiB, completion queues have 256 entries.} */
  static String sentence(Counts total) {
    return capitalized(
        Arrays.stream(Size.values())
            .map(size -> clause(size, total.total(size)))
            .collect(Collectors.joining(", ", "", ".")));
  }

  private static String clause(Size size, long amount) {
    return size.unit() == Unit.BYTES
        ? "%s cover %sB".formatted(size.objects(), Bytes.cell(amount))
        : "%s have %s entries".formatted(size.objects(), Units.count(amount));
  }

  private static String capitalized(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }
}
