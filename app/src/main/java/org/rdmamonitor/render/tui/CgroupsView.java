// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.QueuePairsByType;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;

/** The cgroups that made calls or own objects, as a tree or one by one. */
final class CgroupsView implements Panel {
  private final Glyphs glyphs;

  CgroupsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<CgroupNode> table = table(reading, state.tree());
    ViewPosition place = state.place();
    List<CgroupActivity> cgroups = shown(reading);
    List<CgroupNode> rows =
        state.tree()
            ? CgroupTree.of(cgroups)
                .rows(order(table, place), row -> table.matches(row, place.filter()), glyphs)
            : table.arrange(flat(reading), place);
    return table.draw(area, rows, place);
  }

  private static List<CgroupActivity> shown(Reading reading) {
    return reading.snapshot().cgroups().stream()
        .filter(cgroup -> cgroup.activity().total().hasCallsOrObjects())
        .toList();
  }

  /** All that made calls or own objects, one by one. */
  static List<CgroupNode> flat(Reading reading) {
    return shown(reading).stream()
        .map(cgroup -> CgroupNode.flat(cgroup.cgroup(), cgroup.activity()))
        .toList();
  }

  /** If there is no order, sorts by path, with what is not a cgroup of the hierarchy last. */
  private static Comparator<CgroupNode> order(Table<CgroupNode> table, ViewPosition place) {
    Comparator<CgroupNode> byPath =
        Comparator.comparing((CgroupNode node) -> !node.path().startsWith("/"))
            .thenComparing(CgroupNode::path);
    if (place.sort().isEmpty()) {
      return place.reversed() ? byPath.reversed() : byPath;
    }
    return table.order(place).thenComparing(byPath);
  }

  /** Of a tree of them, or of them one by one. */
  Table<CgroupNode> table(Reading reading, boolean tree) {
    List<Column<CgroupNode>> columns = new ArrayList<>();
    columns.add(
        Column.text("CGROUP", 20, CgroupNode::label)
            .by(Comparator.comparing(CgroupNode::path))
            .wide(3));
    columns.add(Column.text("KIND", 10, CgroupNode::kind).from(100));
    for (ResourceType type : ResourceType.values()) {
      int from =
          switch (type) {
            case QP, MR -> 0;
            case PD, CQ -> 74;
            case CM_ID, SRQ, CTX -> 130;
          };
      columns.add(
          Column.<CgroupNode>count(type.name(), 5, node -> node.activity().total().live(type))
              .from(from)
              .styled(node -> countStyle(type, node, reading)));
    }
    columns.add(
        Column.<CgroupNode>bytes("BYTES", 6, node -> node.activity().total().total(Size.MR_BYTES))
            .from(48));
    columns.add(
        Column.<CgroupNode>rate("CALLS/s", 7, node -> node.perSecond(false))
            .styled(node -> callStyle(node, reading)));
    columns.add(
        Column.<CgroupNode>rate("FAIL/s", 6, node -> node.perSecond(true))
            .styled(node -> node.perSecond(true) > 0 ? Style.CRITICAL : Style.DIM));
    columns.add(
        Column.<CgroupNode>number(
                "P99",
                6,
                node -> slowest(node, reading),
                node ->
                    node.id().isEmpty() || slowest(node, reading) == 0
                        ? "-"
                        : Units.nanos(slowest(node, reading), glyphs))
            .from(100));
    columns.add(
        Column.text("PATH", 20, CgroupNode::path)
            .wide(4)
            .aligned(Column.Alignment.LEFT_END)
            .from(140));
    return new Table<>(
        columns,
        CgroupNode::path,
        node -> details(node, reading, tree),
        "No cgroup made calls or owns objects.",
        glyphs);
  }

  private static Style countStyle(ResourceType type, CgroupNode node, Reading reading) {
    if (reading.verdict().flags(type, node.path())) {
      return Style.CRITICAL;
    }
    return node.activity().total().live(type) == 0 ? Style.DIM : Style.TEXT;
  }

  private static Style callStyle(CgroupNode node, Reading reading) {
    Activity activity = node.activity();
    boolean flagged =
        Arrays.stream(Verb.values())
            .anyMatch(verb -> reading.verdict().flags(verb, activity, node.path()));
    return flagged ? Style.CRITICAL : node.perSecond(false) == 0 ? Style.DIM : Style.TEXT;
  }

  private static Map<Verb, Latency> latencies(CgroupNode node, Reading reading) {
    return node.id().isEmpty()
        ? Map.of()
        : reading.details().cgroupLatency().getOrDefault(node.id().getAsLong(), Map.of());
  }

  /** The greatest p99 of its verbs, for calls made in the cgroup itself. */
  private static long slowest(CgroupNode node, Reading reading) {
    return latencies(node, reading).values().stream().mapToLong(Latency::p99).max().orElse(0);
  }

  private List<Fact> details(CgroupNode node, Reading reading, boolean tree) {
    Counts total = node.activity().total();
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Cgroup",
            node.path() + (node.id().isPresent() ? ", id " + node.id().getAsLong() : "")));
    if (!node.name().isEmpty()) {
      facts.add(new Fact("Name", node.name()));
    }
    StringJoiner objects = new StringJoiner(", ");
    for (ResourceType type : ResourceType.values()) {
      if (total.live(type) != 0) {
        objects.add(total.live(type) + " " + type);
      }
    }
    facts.add(new Fact("Objects", objects.length() == 0 ? "none" : objects.toString()));
    String types = QueuePairsByType.text(queuePairs(node, reading, tree));
    if (!types.isEmpty()) {
      facts.add(new Fact("Queue pairs", types));
    }
    for (Size size : Size.values()) {
      facts.add(SizeWords.fact(size, total));
    }
    Map<Verb, Latency> latencies = new EnumMap<>(Verb.class);
    latencies.putAll(latencies(node, reading));
    for (Verb verb : Verb.values()) {
      if (total.calls(verb) > 0) {
        facts.add(new Fact(verb.name(), calls(node.activity(), verb, latencies.get(verb))));
      }
    }
    return facts;
  }

  /** Those of a row: of a cgroup, and in a tree of all that are below it. */
  private static Map<QueuePairType, Long> queuePairs(
      CgroupNode node, Reading reading, boolean tree) {
    QueuePairsByType all = QueuePairsByType.of(reading.details().inventory());
    Map<QueuePairType, Long> sum = new EnumMap<>(QueuePairType.class);
    for (CgroupActivity cgroup : reading.snapshot().cgroups()) {
      String path = CgroupNode.pathOf(cgroup.cgroup());
      if (path.equals(node.path()) || (tree && path.startsWith(node.path() + "/"))) {
        all.ofCgroup(cgroup.cgroup().id())
            .forEach((type, count) -> sum.merge(type, count, Long::sum));
      }
    }
    return sum;
  }

  private String calls(Activity activity, Verb verb, @Nullable Latency l) {
    String text =
        "%s/s, %d since the start, %d failed"
            .formatted(
                Units.rate(activity.rate(verb)),
                activity.total().calls(verb),
                activity.total().failed(verb));
    return l == null || l.count() == 0
        ? text
        : text
            + ", p50 %s, p99 %s"
                .formatted(Units.nanos(l.p50(), glyphs), Units.nanos(l.p99(), glyphs));
  }
}
