// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.report;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** The lines of text; each function's lines end with a line feed. */
public final class TransferText {
  /** Between the parts. */
  public static final String RULE = "-".repeat(87) + "\n";

  private static final double ACCURATE_BELOW = 0.1;
  private static final double NANOS = 1e3;

  private TransferText() {}

  /** The block before the columns. */
  public static String heading(Heading heading) {
    StringBuilder text = new StringBuilder(RULE);
    text.append(" ".repeat(20)).append(heading.title()).append('\n');
    pair(text, "Dual-port", "OFF", "Device", heading.device());
    pair(
        text,
        "Number of qps",
        Integer.toString(heading.queuePairs()),
        "Transport type",
        heading.transportType());
    pair(text, "Connection type", heading.connection(), "Using SRQ", "OFF");
    line(text, "TX depth", Integer.toString(heading.plan().depth()));
    if (heading.isBatched()) {
      line(text, "Post List", Integer.toString(heading.plan().tuning().batch()));
    }
    if (heading.plan().takesReceives()) {
      line(text, "RX depth", Integer.toString(heading.plan().receives()));
    }
    if (heading.isBandwidth()) {
      line(text, "CQ Moderation", Integer.toString(heading.plan().tuning().moderation()));
    }
    line(text, "Mtu", heading.mtu() + "[B]");
    line(text, "Link type", heading.linkType());
    heading.gidIndex().ifPresent(index -> line(text, "GID index", Integer.toString(index)));
    if (heading.reads()) {
      line(text, "Outstand reads", Integer.toString(heading.outstandingReads()));
    } else {
      line(text, "Max inline data", heading.inline() + "[B]");
    }
    line(text, "rdma_cm QPs\t", heading.connectionManager() ? "ON" : "OFF");
    line(text, "Data ex. method", "TLS");
    return text.append(RULE).toString();
  }

  private static void pair(
      StringBuilder text, String name, String value, String secondName, String second) {
    text.append(
        String.format(Locale.ROOT, " %-16s: %s\t\t%-15s: %s\n", name, value, secondName, second));
  }

  private static void line(StringBuilder text, String name, String value) {
    boolean isAligned = name.endsWith("\t");
    text.append(
        isAligned
            ? " %s : %s\n".formatted(name, value)
            : String.format(Locale.ROOT, " %-16s: %s\n", name, value));
  }

  /** The heads of the columns of bandwidth. */
  public static String bandwidthColumns(Unit unit) {
    return " #bytes     #iterations    BW peak[%1$s]    BW average[%1$s]   MsgRate[Mpps]\n"
        .formatted(unit.title());
  }

  /** The heads of the columns of latency. */
  public static String latencyColumns() {
    return " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]"
        + "    t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] \n";
  }

  /** A row of bandwidth. */
  public static String row(BandwidthRow row, Unit unit) {
    double average = unit.of(row.bytesPerSecond());
    double rate = row.operationsPerSecond() / 1e6;
    return unit == Unit.GIGABITS && average < ACCURATE_BELOW
        ? String.format(
            Locale.ROOT,
            " %-7d    %d           %-7.6f            %-7.6f            %-7.6f\n",
            row.size(),
            row.operations(),
            0.0,
            average,
            rate)
        : String.format(
            Locale.ROOT,
            " %-7d    %-10d       %-7.2f            %-7.2f\t\t   %-7.6f\n",
            row.size(),
            row.operations(),
            0.0,
            average,
            rate);
  }

  /** A row of latency. */
  public static String row(LatencyRow row) {
    return String.format(
        Locale.ROOT,
        " %-7d %d          %-7.2f        %-7.2f      %-7.2f  \t       %-7.2f     \t%-7.2f\t\t%-7.2f"
            + " \t\t%-7.2f\n",
        row.size(),
        row.operations(),
        row.minimum(),
        row.maximum(),
        row.typical(),
        row.average(),
        row.deviation(),
        row.percentile99(),
        row.percentile999());
  }

  /** Each measured value, ascending, in microseconds, with how often it occurred. */
  public static String histogram(Histogram histogram) {
    StringBuilder text = new StringBuilder("#, usec, count\n");
    int number = 1;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      text.append(
          String.format(
              Locale.ROOT,
              "%d, %.3f, %d\n",
              number++,
              value.getValueIteratedTo() / NANOS,
              value.getCountAtValueIteratedTo()));
    }
    return text.toString();
  }

  /**
   * The progress that a terminal shows meanwhile; without a line feed, so that it is overwritten.
   *
   * @param operations so far
   * @param nanos since it began, from 1
   */
  public static String progress(long size, long operations, long nanos) {
    double rate = operations * 1e9 / nanos;
    return String.format(
        Locale.ROOT,
        "%d bytes: %d operations, %.0f/s, %.2f MiB/s",
        size,
        operations,
        rate,
        Unit.MEBIBYTES.of(rate * size));
  }
}
