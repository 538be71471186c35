// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.connection.ConnectionFilter;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.ConnectionList;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.text.Printable;

/** The connections of each reading, a line each, in columns. */
public final class ConnectionText implements Report {
  private final Appendable out;
  private final DateTimeFormatter time;
  private final ConnectionFilter filter;
  private final List<Column> columns;

  /**
   * A column.
   *
   * @param width of numbers, which are aligned to the right; below 0 for words, which are aligned
   *     to the left
   */
  private record Column(String heading, int width, Function<ConnectionList.Row, String> cell) {}

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   * @param zone of the times
   * @param psn whether the values of packet sequence numbers are told
   */
  public ConnectionText(Appendable out, ZoneId zone, ConnectionFilter filter, boolean psn) {
    this.out = out;
    this.time = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
    this.filter = filter;
    this.columns =
        List.of(
            new Column("DEVICE", -10, row -> Printable.of(row.device())),
            of("PORT", 4, end -> ConnectionWords.number(end.port())),
            of("LQPN", 8, ConnectionWords::ownQpn),
            of("TYPE", -7, ConnectionWords::type),
            of("STATE", -5, ConnectionWords::state),
            of("SINCE", -19, end -> end.since().map(time::format).orElse("?")),
            of("OWN ADDRESS", -25, ConnectionWords::own),
            of("PEER ADDRESS", -25, ConnectionWords::peer),
            of("RQPN", 8, ConnectionWords::peerQpn),
            of("TRANSPORT", -10, ConnectionWords::transport),
            of("PID", 8, end -> end.pid() == 0 ? "-" : Integer.toString(end.pid())),
            of("COMM", -15, end -> Printable.of(end.owner())),
            new Column("CGROUP", -24, row -> EventText.cgroup(row.cgroup())),
            of("DETAILS", -1, end -> String.join(", ", ConnectionWords.details(end, psn))));
  }

  @Override
  public void reading(Stage stage, Snapshot snapshot, Verdict verdict) throws IOException {
    if (stage == Stage.INTERRUPTED) {
      return;
    }
    if (stage != Stage.FIRST) {
      out.append('\n');
    }
    ConnectionList list = ConnectionList.of(snapshot, filter);
    out.append(time.format(snapshot.time())).append('\n');
    line(Column::heading);
    for (ConnectionList.Row row : list.rows()) {
      line(column -> column.cell.apply(row));
    }
    if (list.withoutAddress() > 0) {
      out.append(
          "%d connected without a call that was seen: nothing tells the addresses of these\n"
              .formatted(list.withoutAddress()));
    }
    if (list.leftOut() > 0) {
      out.append("and %d queue pairs more, which are only counted\n".formatted(list.leftOut()));
    }
    if (list.handlesLeftOut() > 0) {
      out.append(
          "and %d address handles more, which are only counted\n".formatted(list.handlesLeftOut()));
    }
  }

  private static Column of(String heading, int width, Function<Peering, String> cell) {
    return new Column(heading, width, row -> cell.apply(row.peering()));
  }

  private void line(Function<Column, String> cell) throws IOException {
    String line =
        columns.stream()
            .map(column -> String.format(Locale.ROOT, "%" + column.width + "s", cell.apply(column)))
            .collect(Collectors.joining("  "));
    out.append(line.stripTrailing()).append('\n');
  }

  @Override
  public void stopped(Instant time) {
    // The last list is the last word.
  }
}
