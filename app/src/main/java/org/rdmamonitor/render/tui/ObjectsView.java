// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.CompletionQueue;
import org.rdmamonitor.model.resource.LiveObject.Connection;
import org.rdmamonitor.model.resource.LiveObject.Detail;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.LiveObject.Region;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** The objects one by one, and behind them the flow rules. */
final class ObjectsView implements Panel {
  /** An object that the kernel lists, or a flow rule. */
  private sealed interface Row {
    String type();

    int device();

    int id();

    int pid();

    String owner();

    long cgroup();
  }

  private record Listed(LiveObject object) implements Row {
    @Override
    public String type() {
      return object.type().name();
    }

    @Override
    public int device() {
      return object.device();
    }

    @Override
    public int id() {
      return object.id();
    }

    @Override
    public int pid() {
      return object.pid();
    }

    @Override
    public String owner() {
      return object.owner();
    }

    @Override
    public long cgroup() {
      return object.cgroup();
    }
  }

  private record Rule(FlowRule rule) implements Row {
    @Override
    public String type() {
      return "FLOW";
    }

    @Override
    public int device() {
      return rule.device();
    }

    @Override
    public int id() {
      return rule.handle();
    }

    @Override
    public int pid() {
      return rule.maker().pid();
    }

    @Override
    public String owner() {
      return rule.maker().comm();
    }

    @Override
    public long cgroup() {
      return rule.maker().cgroup();
    }
  }

  /** Flow rules come last. */
  private static final Comparator<Row> BY_TYPE =
      Comparator.comparing((Row row) -> row instanceof Rule)
          .thenComparing(
              row -> row instanceof Listed listed ? listed.object.type() : ResourceType.QP);

  private final Glyphs glyphs;
  private final Arrangement<Row> arrangement = new Arrangement<>();

  ObjectsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<Row> table = table(reading);
    long more = reading.details().inventory().leftOutCount();
    if (more > 0) {
      area.put(
          1, area.height() - 1, "and %d more, which are only counted".formatted(more), Style.KEY);
    }
    return table.draw(
        more > 0 ? area.part(0, 0, area.width(), area.height() - 1) : area,
        arrangement.of(reading, table, rows(reading), state.place()),
        state.place());
  }

  /** Several processes can have a flow rule of the same handle. */
  private static String identity(Row row) {
    String identity = row.type() + " " + row.device() + " " + row.id();
    return row instanceof Rule(FlowRule rule) ? identity + " " + rule.made() : identity;
  }

  private static List<Row> rows(Reading reading) {
    List<Row> rows = new ArrayList<>();
    reading.details().inventory().objects().forEach(object -> rows.add(new Listed(object)));
    reading.details().flowRules().forEach(rule -> rows.add(new Rule(rule)));
    return rows;
  }

  private Table<Row> table(Reading reading) {
    boolean listed = !reading.details().inventory().time().equals(Inventory.NONE.time());
    return new Table<>(
        List.of(
            Column.<Row>text("TYPE", 5, Row::type).by(BY_TYPE),
            Column.<Row>number("ID", 7, Row::id, object -> Integer.toUnsignedString(object.id())),
            Column.<Row>text("DEVICE", 8, object -> reading.device(object.device())),
            Column.<Row>text("KIND", 10, ObjectsView::kind).from(96),
            Column.text("STATE", 7, ObjectsView::state).styled(ObjectsView::stateStyle),
            Column.<Row>number(
                "PEER", 7, object -> peer(object).orElse(-1), object -> known(peer(object))),
            Column.<Row>number(
                "SQ-PSN", 8, object -> sqPsn(object).orElse(-1), object -> known(sqPsn(object))),
            Column.<Row>number(
                "RQ-PSN", 8, object -> rqPsn(object).orElse(-1), object -> known(rqPsn(object))),
            Column.<Row>number(
                "BYTES",
                6,
                row -> length(row).orElse(0),
                row -> length(row).isPresent() ? Bytes.cell(length(row).getAsLong()) : "-"),
            Column.<Row>number(
                "PID", 7, Row::pid, object -> object.pid() == 0 ? "-" : "" + object.pid()),
            Column.<Row>text("OWNER", 8, object -> Printable.of(object.owner())).wide(1),
            Column.<Row>text("CGROUP", 16, object -> reading.shortCgroup(object.cgroup()))
                .wide(2)
                .aligned(Column.Alignment.LEFT_END)
                .from(110),
            Column.<Row>text("DETAILS", 20, ObjectsView::summary).wide(4).from(140)),
        ObjectsView::identity,
        object -> details(object, reading),
        listed ? "There are no objects." : "The objects were not listed yet.",
        glyphs);
  }

  private static String known(OptionalInt number) {
    return number.isPresent() ? Integer.toUnsignedString(number.getAsInt()) : "-";
  }

  /** What the kernel lists; empty for flow rules. */
  private static Optional<Detail> detail(Row row) {
    return row instanceof Listed(LiveObject object)
        ? Optional.of(object.detail())
        : Optional.empty();
  }

  private static Optional<QueuePair> queuePair(Row row) {
    return detail(row).filter(QueuePair.class::isInstance).map(QueuePair.class::cast);
  }

  private static String kind(Row row) {
    return switch (row) {
      case Rule(FlowRule rule) -> rule.match().kind().name();
      case Listed(LiveObject object) ->
          switch (object.detail()) {
            case QueuePair qp -> qp.type().name();
            case Connection connection -> connection.portSpace();
            default -> "-";
          };
    };
  }

  private static String state(Row row) {
    return detail(row)
        .map(detail ->
            switch (detail) {
              case QueuePair qp -> qp.state().map(QueuePairState::name).orElse("-");
              case Connection connection -> connection.state();
              default -> "-";
            })
        .orElse("-");
  }

  private static Style stateStyle(Row row) {
    if (detail(row).filter(Connection.class::isInstance).isPresent()) {
      return Style.TEXT;
    }
    return style(queuePair(row).flatMap(QueuePair::state));
  }

  /** How the state of a queue pair is shown. */
  static Style style(Optional<QueuePairState> state) {
    if (state.isEmpty()) {
      return Style.DIM;
    }
    return switch (state.get()) {
      case RTS -> Style.GOOD;
      case RESET, INIT -> Style.WARNING;
      case SQE, ERR -> Style.CRITICAL;
      case RTR, SQD -> Style.TEXT;
    };
  }

  private static OptionalInt peer(Row row) {
    return queuePair(row).map(QueuePair::rqpn).orElse(OptionalInt.empty());
  }

  private static OptionalInt sqPsn(Row row) {
    return queuePair(row).map(QueuePair::sqPsn).orElse(OptionalInt.empty());
  }

  private static OptionalInt rqPsn(Row row) {
    return queuePair(row).map(QueuePair::rqPsn).orElse(OptionalInt.empty());
  }

  private static OptionalLong length(Row row) {
    return detail(row).orElse(LiveObject.None.NONE) instanceof Region region
        ? OptionalLong.of(region.length())
        : OptionalLong.empty();
  }

  private static String summary(Row row) {
    return switch (row) {
      case Rule(FlowRule rule) -> Printable.of(rule.match().text());
      case Listed(LiveObject object) -> summary(object.detail());
    };
  }

  private static String summary(Detail detail) {
    return switch (detail) {
      case LiveObject.None none -> "";
      case QueuePair qp -> "port " + qp.port() + ", pd " + known(qp.pdn());
      case Region region -> "pd " + known(region.pdn()) + ", rkey " + key(region.rkey());
      case CompletionQueue cq -> "%d entries, %d users".formatted(cq.entries(), cq.users());
      case Connection connection ->
          address(connection.source()) + " to " + address(connection.destination());
    };
  }

  private static String address(String address) {
    return address.isEmpty() ? "-" : Printable.of(address);
  }

  private static String key(OptionalInt key) {
    return key.isPresent() ? "0x%08x".formatted(key.getAsInt()) : "-";
  }

  private static List<Fact> details(Row object, Reading reading) {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Object",
            "%s %s on %s"
                .formatted(
                    object.type(),
                    Integer.toUnsignedString(object.id()),
                    reading.device(object.device()))));
    facts.add(new Fact("Owner", OwnerWords.of(object.pid(), object.owner(), object.cgroup())));
    facts.add(new Fact("Cgroup", reading.cgroup(object.cgroup())));
    switch (object) {
      case Rule(FlowRule rule) -> {
        facts.add(new Fact("Flow rule", summary(object)));
        facts.add(new Fact("Made at", reading.time(rule.made())));
      }
      case Listed(LiveObject listed) -> {
        facts.addAll(facts(listed.detail(), state(object)));
        facts.add(new Fact("Listed at", reading.time(reading.details().inventory().time())));
      }
    }
    return facts;
  }

  private static List<Fact> facts(Detail detail, String state) {
    List<Fact> facts = new ArrayList<>();
    switch (detail) {
      case LiveObject.None none -> {}
      case QueuePair qp -> {
        facts.add(
            new Fact(
                "Queue pair",
                "%s %s, number %s, port %d, pd %s"
                    .formatted(
                        qp.type(),
                        state,
                        Integer.toUnsignedString(qp.lqpn()),
                        qp.port(),
                        known(qp.pdn()))));
        facts.add(
            new Fact(
                "Peer",
                "queue pair %s, sq-psn %s, rq-psn %s"
                    .formatted(known(qp.rqpn()), known(qp.sqPsn()), known(qp.rqPsn()))));
      }
      case Region region -> {
        facts.add(
            new Fact(
                "Region",
                "%d bytes, from %s, pd %s"
                    .formatted(
                        region.length(),
                        region.iova().map("0x%x"::formatted).orElse("-"),
                        known(region.pdn()))));
        facts.add(new Fact("Keys", "rkey " + key(region.rkey()) + ", lkey " + key(region.lkey())));
      }
      case CompletionQueue cq ->
          facts.add(new Fact("Completions", summary(detail) + ", context " + known(cq.ctxn())));
      case Connection connection ->
          facts.add(
              new Fact(
                  "Connection",
                  "%s %s, %s, queue pair %s"
                      .formatted(
                          connection.portSpace(),
                          connection.state(),
                          summary(detail),
                          known(connection.lqpn()))));
    }
    return facts;
  }
}
