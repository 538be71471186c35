// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.text.Printable;

/**
 * Who makes the most calls and has the most objects: cgroups, processes, and the peers with the
 * most connections; side by side where there is room. For one thread.
 */
final class BusiestSection {
  /** Rows of each, without the heading. */
  private static final int MOST = 10;

  /** Rows of each, with the heading, for which it is worth while. */
  private static final int LEAST = 3;

  /** The least width of each. */
  private static final int WIDTH = 38;

  private static final int GAP = 2;

  /** Queue pairs in these states need somebody to look. */
  private static final Set<QueuePairState> BROKEN = Set.of(QueuePairState.ERR, QueuePairState.SQE);

  private static final Comparator<CgroupNode> CGROUPS =
      Comparator.comparingDouble((CgroupNode node) -> node.perSecond(false))
          .thenComparingDouble(node -> node.perSecond(true))
          .thenComparingLong(CgroupNode::objects)
          .reversed()
          .thenComparing(CgroupNode::path);

  private static final Comparator<Peer> PEERS =
      Comparator.comparingLong(Peer::connections)
          .reversed()
          .thenComparing(Peer::latest, Comparator.reverseOrder())
          .thenComparing(Peer::address);

  private final Glyphs glyphs;
  private @Nullable Reading drawn;
  private List<Part<?>> parts = List.of();

  BusiestSection(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  /** Whom queue pairs and address handles lead to. */
  private record Peer(String address, long connections, long broken, Instant latest) {
    static Peer of(Peering peering) {
      boolean isBroken =
          peering instanceof PeerConnection pair
              && pair.state().filter(BROKEN::contains).isPresent();
      return new Peer(
          ConnectionWords.peer(peering),
          1,
          isBroken ? 1 : 0,
          peering.since().orElse(Instant.EPOCH));
    }

    Peer plus(Peer other) {
      return new Peer(
          address,
          connections + other.connections,
          broken + other.broken,
          latest.isAfter(other.latest) ? latest : other.latest);
    }
  }

  private record Part<R>(Table<R> table, List<R> rows) {
    int draw(Area area) {
      return table.sheet(area, rows.subList(0, Math.min(rows.size(), area.height() - 1)));
    }
  }

  /** Draws as much as there is room for in so many rows; returns how many it took. */
  int draw(Area area, Reading reading, int room) {
    if (room < LEAST) {
      return 0;
    }
    List<Part<?>> shown = parts(reading);
    int beside = Math.clamp(area.width() / (WIDTH + GAP), 1, Math.max(1, shown.size()));
    int width = (area.width() + GAP) / beside - GAP;
    int lines = (shown.size() + beside - 1) / beside;
    int y = 0;
    for (int line = 0; line < lines; line++) {
      int top = y == 0 ? 0 : y + 1;
      int rows = Math.min(MOST + 1, (room - top + 1) / (lines - line) - 1);
      if (rows < LEAST) {
        break;
      }
      for (int i = line * beside; i < Math.min(shown.size(), (line + 1) * beside); i++) {
        Area part = area.part((i - line * beside) * (width + GAP), top, width, rows);
        y = Math.max(y, top + shown.get(i).draw(part));
      }
    }
    return y;
  }

  /** Those that have rows; put in order once for a reading, which is drawn at every key. */
  @SuppressWarnings("ReferenceEquality") // the same reading, not one that looks like it
  private List<Part<?>> parts(Reading reading) {
    if (reading != drawn) {
      parts =
          Stream.<Part<?>>of(cgroups(reading), processes(reading), peers(reading))
              .filter(part -> !part.rows().isEmpty())
              .toList();
      drawn = reading;
    }
    return parts;
  }

  private Part<CgroupNode> cgroups(Reading reading) {
    List<CgroupNode> rows = CgroupsView.flat(reading).stream().sorted(CGROUPS).limit(MOST).toList();
    return part(
        rows,
        List.of(
            Column.text("BUSY CGROUPS", 14, CgroupNode::label)
                .aligned(Column.Alignment.LEFT_END)
                .wide(1),
            Column.count("QP", 5, node -> node.activity().total().live(ResourceType.QP)),
            Column.<CgroupNode>count("MR", 5, node -> node.activity().total().live(ResourceType.MR))
                .from(46),
            Column.<CgroupNode>bytes(
                    "BYTES", 6, node -> node.activity().total().total(Size.MR_BYTES))
                .from(50),
            Column.rate("CALLS/s", 7, node -> node.perSecond(false)),
            Column.<CgroupNode>rate("FAIL/s", 6, node -> node.perSecond(true))
                .styled(node -> node.perSecond(true) > 0 ? Style.CRITICAL : Style.DIM)));
  }

  private Part<ProcessActivity> processes(Reading reading) {
    List<ProcessActivity> rows =
        reading.details().processes().stream()
            .sorted(ProcessActivity.BUSIEST_FIRST)
            .limit(MOST)
            .toList();
    return part(
        rows,
        List.of(
            Column.<ProcessActivity>text(
                    "BUSY PROCESSES",
                    12,
                    process -> Printable.of(process.comm()) + " " + process.pid())
                .wide(1),
            Column.count("QP", 5, process -> process.live(ResourceType.QP)),
            Column.<ProcessActivity>count("MR", 5, process -> process.live(ResourceType.MR))
                .from(46),
            Column.<ProcessActivity>bytes("BYTES", 6, ProcessActivity::mrBytes).from(50),
            Column.rate(
                "CALLS/s", 7, process -> ProcessesView.perSecond(process.allCalls(), reading)),
            Column.<ProcessActivity>rate(
                    "FAIL/s", 6, process -> ProcessesView.perSecond(process.failed(), reading))
                .styled(process -> process.failed() > 0 ? Style.CRITICAL : Style.DIM)));
  }

  private Part<Peer> peers(Reading reading) {
    Map<String, Peer> byAddress = new HashMap<>();
    for (Peering peering : Peering.of(reading.details().inventory(), reading.details().facts())) {
      if (peering.address().isPresent()) {
        Peer peer = Peer.of(peering);
        byAddress.merge(peer.address(), peer, Peer::plus);
      }
    }
    List<Peer> rows = byAddress.values().stream().sorted(PEERS).limit(MOST).toList();
    return part(
        rows,
        List.of(
            Column.text("BUSY PEERS", 18, Peer::address).aligned(Column.Alignment.LEFT_END).wide(1),
            Column.count("CONNS", 5, Peer::connections),
            Column.<Peer>count("ERR", 4, Peer::broken)
                .styled(peer -> peer.broken() > 0 ? Style.CRITICAL : Style.DIM),
            Column.number("LATEST", 6, peer -> 1, peer -> age(peer, reading))));
  }

  private static String age(Peer peer, Reading reading) {
    return peer.latest().equals(Instant.EPOCH)
        ? "?"
        : Units.span(Duration.between(peer.latest(), reading.snapshot().time()));
  }

  private <R> Part<R> part(List<R> rows, List<Column<R>> columns) {
    return new Part<>(new Table<>(columns, row -> "", row -> List.of(), "", glyphs), rows);
  }
}
