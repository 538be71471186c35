// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
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
  private final boolean psn;

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
    this.psn = psn;
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
    line(
        "DEVICE",
        "PORT",
        "LQPN",
        "TYPE",
        "STATE",
        "SINCE",
        "OWN ADDRESS",
        "PEER ADDRESS",
        "RQPN",
        "TRANSPORT",
        "PID",
        "COMM",
        "CGROUP",
        "DETAILS");
    for (ConnectionList.Row row : list.rows()) {
      row(row);
    }
    if (list.withoutAddress() > 0) {
      out.append(
          "%d connected without a call that was seen: the kernel's list tells no address of these\n"
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

  private void row(ConnectionList.Row row) throws IOException {
    Peering connection = row.peering();
    line(
        Printable.of(row.device()),
        ConnectionWords.number(connection.port()),
        ConnectionWords.ownQpn(connection),
        ConnectionWords.type(connection),
        ConnectionWords.state(connection),
        connection.since().map(time::format).orElse("?"),
        ConnectionWords.own(connection),
        ConnectionWords.peer(connection),
        ConnectionWords.peerQpn(connection),
        ConnectionWords.transport(connection),
        connection.pid() == 0 ? "-" : Integer.toString(connection.pid()),
        Printable.of(connection.owner()),
        EventText.cgroup(row.cgroup()),
        String.join(", ", ConnectionWords.details(connection, psn)));
  }

  private void line(Object... columns) throws IOException {
    String line =
        String.format(
            Locale.ROOT,
            "%-10s  %4s  %8s  %-7s  %-5s  %-19s  %-25s  %-25s  %8s  %-10s  %8s  %-15s  %-24s  %s",
            columns);
    out.append(line.stripTrailing()).append('\n');
  }

  @Override
  public void stopped(Instant time) {
    // The last list stands.
  }
}
