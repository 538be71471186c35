// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.join;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.HostClock;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.LoneEnd;
import org.rdmamonitor.policy.join.JoinInspector;
import org.rdmamonitor.render.text.EndCells;
import org.rdmamonitor.render.text.FindingsSection;
import org.rdmamonitor.render.text.Page;
import org.rdmamonitor.render.text.TextOptions;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.text.Columns;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** The hosts with their clocks, a line for each connection, and the findings. */
public final class JoinText {
  private static final String HOST_SIDES = "lllll";
  private static final String CONNECTION_SIDES = "llrlllllrlll";

  private final Appendable out;
  private final JoinedHosts hosts;
  private final DateTimeFormatter time;

  private JoinText(Appendable out, JoinedHosts hosts, ZoneId zone) {
    this.out = out;
    this.hosts = hosts;
    this.time = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(zone);
  }

  /**
   * Writes everything.
   *
   * @param out where it is written; it is not flushed
   * @param options its zone and colors
   */
  public static void write(
      Appendable out, JoinedHosts hosts, JoinInspector.Result result, TextOptions options)
      throws IOException {
    JoinText text = new JoinText(out, hosts, options.zone());
    text.hosts();
    text.connections();
    text.findings(result, new Page(out, options));
  }

  private void hosts() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("HOST", "RECORDING", "FROM", "TO", "CLOCK"));
    for (int i = 0; i < hosts.hosts().size(); i++) {
      HostRecord host = hosts.hosts().get(i);
      rows.add(
          List.of(
              Printable.of(host.name()),
              Printable.of(host.file()),
              time.format(host.begin()),
              time.format(host.end()),
              Printable.of(clock(i, hosts.clocks().get(i)))));
    }
    out.append(Columns.of(rows, HOST_SIDES));
    for (int one = 0; one < hosts.hosts().size(); one++) {
      for (int other = one + 1; other < hosts.hosts().size(); other++) {
        if (!hosts.overlap(one, other)) {
          line("%s and %s were not recorded at the same time".formatted(name(one), name(other)));
        }
      }
    }
    for (JoinedHosts.Namesakes same : hosts.namesakes()) {
      line(
          "%s and %s both have the address %s%s: one host under two names, or two networks"
              .formatted(
                  name(same.one()),
                  name(same.other()),
                  same.example(),
                  same.addresses() == 1 ? "" : " and %d more".formatted(same.addresses() - 1)));
    }
    for (HostRecord host : hosts.hosts()) {
      if (host.isClockSet()) {
        line(
            "%s: its clock was set by %s while it was recorded, or it slept"
                .formatted(host.name(), Times.text(host.clockSet().toNanos())));
      }
      if (host.leftOut() > 0) {
        line("%s: %d ends of connections found no room".formatted(host.name(), host.leftOut()));
      }
      if (!host.complete()) {
        line(
            "%s: has, or may have, queue pairs that its recording does not list"
                .formatted(host.name()));
      }
    }
    out.append('\n');
  }

  private String name(int host) {
    return hosts.hosts().get(host).name();
  }

  /** {@code 3.2 s ahead of node1, within 1.1 ms (40 connections)}. */
  private String clock(int host, HostClock clock) {
    if (clock.reference() == host) {
      return host == 0 ? "the others are held against it" : "not known: no connection tells";
    }
    String stands =
        Times.text(clock.ahead().abs().toNanos())
            + (clock.ahead().isNegative() ? " behind " : " ahead of ")
            + name(clock.reference());
    String within =
        clock
            .within()
            .map(Duration::toNanos)
            .map(Times::text)
            .map(w -> ", within " + w)
            .orElse(", by how much is not bounded");
    String by = clock.by().stream().mapToObj(this::name).findFirst().orElse("");
    String told =
        clock.agreeing() == clock.connections()
            ? "%d connections with %s".formatted(clock.connections(), by)
            : "%d of %d connections with %s agree"
                .formatted(clock.agreeing(), clock.connections(), by);
    return stands + within + " (" + told + ")";
  }

  private void line(String text) throws IOException {
    out.append(Printable.of(text)).append('\n');
  }

  private void connections() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "TYPE", "HOST", "QPN", "STATE", "ADDRESS", "OWNER", "", "HOST", "QPN", "STATE",
            "ADDRESS", "OWNER"));
    for (ConnectionPair pair : hosts.pairs()) {
      rows.add(row(pair.one(), end(pair.one()), "--", end(pair.other())));
    }
    for (LoneEnd lone : hosts.lone()) {
      ConnectionEnd end = lone.end();
      String owner = lone.owner().isPresent() ? name(lone.owner().getAsInt()) : "";
      rows.add(row(end, end(end), "->", EndCells.ofPeer(owner, end)));
    }
    if (rows.size() > 1) {
      out.append(Columns.of(rows, CONNECTION_SIDES));
    }
    line(
        "%d connections with both ends, %d with one"
            .formatted(hosts.pairs().size(), hosts.lone().size()));
  }

  private static List<String> row(
      ConnectionEnd end, List<String> one, String between, List<String> other) {
    List<String> row = new ArrayList<>();
    row.add(ConnectionWords.type(end.connection()));
    row.addAll(one);
    row.add(between);
    row.addAll(other);
    return row;
  }

  private List<String> end(ConnectionEnd end) {
    return EndCells.of(hosts.host(end).name(), end);
  }

  private void findings(JoinInspector.Result result, Page page) throws IOException {
    if (!result.findings().isEmpty()) {
      out.append('\n');
      HostRecord first = hosts.hosts().getFirst();
      new FindingsSection(page).write(first.end(), result.findings());
    } else {
      line("nothing is found");
    }
    if (result.leftOut() > 0) {
      line("and %d more that found no room".formatted(result.leftOut()));
    }
  }
}
