// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.report;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rdmamonitor.sst.measure.BarrierResult;
import org.rdmamonitor.sst.measure.Latency;

/** The parts of the text; what each method returns ends with a line feed. */
public final class BarrierText {
  /** The line between the parts. */
  public static final String RULE = "-".repeat(87) + "\n";

  private BarrierText() {}

  /** The block above the columns. */
  public static String heading(BarrierHeading heading) {
    StringBuilder text = new StringBuilder(RULE);
    text.append(" ".repeat(20)).append(BarrierHeading.TITLE).append('\n');
    line(text, "Members", heading.members());
    line(text, "Device", String.join(", ", heading.devices()));
    line(text, "Connection type", "RC, one for each pair of members");
    line(text, "Variant", heading.variant().word());
    line(text, "Mtu", heading.mtu() + "[B]");
    line(text, "Link type", heading.linkType());
    return text.append(RULE).toString();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, " %-16s: %s\n", name, value));
  }

  /** The column headings, including those of what the barrier is compared with. */
  public static String columns(boolean isCompared) {
    String own = " #members #iterations    t_min[usec]    t_max[usec]  t_typical[usec]   99%[usec]";
    return isCompared
        ? own + "   WRITE[usec]   99%[usec]     TCP[usec]   99%[usec]  /WRITE    /TCP\n"
        : own + "\n";
  }

  /** A row. */
  public static String row(BarrierHeading heading, BarrierResult outcome) {
    Latency barrier = outcome.barrier();
    String own =
        String.format(
            Locale.ROOT,
            " %-8d %-11d %14.2f %14.2f %16.2f %11.2f",
            outcome.members(),
            heading.iterations(),
            barrier.minimum(),
            barrier.maximum(),
            barrier.typical(),
            barrier.percentile99());
    boolean isCompared = outcome.write().isPresent() || outcome.tcp().isPresent();
    return isCompared
        ? own
            + other(outcome.write(), 13)
            + other(outcome.tcp(), 13)
            + ratio(outcome.barrier(), outcome.write())
            + ratio(outcome.barrier(), outcome.tcp())
            + "\n"
        : own + "\n";
  }

  private static String other(Optional<Latency> latency, int width) {
    return latency
        .map(one ->
            String.format(
                Locale.ROOT, " %" + width + ".2f %11.2f", one.typical(), one.percentile99()))
        .orElseGet(() -> String.format(Locale.ROOT, " %" + width + "s %11s", "-", "-"));
  }

  private static String ratio(Latency barrier, Optional<Latency> other) {
    return other
        .map(one -> String.format(Locale.ROOT, " %7.2f", barrier.typical() / one.typical()))
        .orElseGet(() -> String.format(Locale.ROOT, " %7s", "-"));
  }

  /** How many barriers were checked, in a line, and a line for each claim that did not hold. */
  public static String check(BarrierResult outcome) {
    String broken =
        outcome.broken().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry ->
                "%s broken %d times: %s\n"
                    .formatted(entry.getKey(), entry.getValue(), entry.getKey().broken()))
            .collect(Collectors.joining());
    return "Checked %d barriers of %d members: %s\n%s"
        .formatted(
            outcome.checked(),
            outcome.members(),
            broken.isEmpty() ? "P3, P4, D3, D4 and D5 held" : "NOT all held",
            broken);
  }
}
