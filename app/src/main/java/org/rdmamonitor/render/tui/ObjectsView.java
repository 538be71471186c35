// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.Inventory;
import org.rdmamonitor.model.LiveObject;
import org.rdmamonitor.model.LiveObject.CompletionQueue;
import org.rdmamonitor.model.LiveObject.Connection;
import org.rdmamonitor.model.LiveObject.QueuePair;
import org.rdmamonitor.model.LiveObject.Region;
import org.rdmamonitor.model.QueuePairState;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** The objects one by one. */
final class ObjectsView implements Panel {
  private final Glyphs glyphs;
  private final Arrangement<LiveObject> arrangement = new Arrangement<>();

  ObjectsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<LiveObject> table = table(reading);
    List<LiveObject> objects = reading.details().inventory().objects();
    long more = reading.details().inventory().leftOutCount();
    if (more > 0) {
      area.put(
          1, area.height() - 1, "and %d more, which are only counted".formatted(more), Style.KEY);
    }
    return table.draw(
        more > 0 ? area.part(0, 0, area.width(), area.height() - 1) : area,
        arrangement.of(reading, table, objects, state.place()),
        state.place());
  }

  private Table<LiveObject> table(Reading reading) {
    boolean listed = !reading.details().inventory().time().equals(Inventory.NONE.time());
    return new Table<>(
        List.of(
            Column.<LiveObject>text("TYPE", 5, object -> object.type().name())
                .by(Comparator.comparing(LiveObject::type)),
            Column.<LiveObject>number(
                "ID", 7, LiveObject::id, object -> Integer.toUnsignedString(object.id())),
            Column.<LiveObject>text("DEVICE", 8, object -> reading.device(object.device())),
            Column.<LiveObject>text("KIND", 6, ObjectsView::kind).from(92),
            Column.text("STATE", 7, ObjectsView::state).styled(ObjectsView::stateStyle),
            Column.<LiveObject>number(
                "PEER", 7, object -> peer(object).orElse(-1), object -> known(peer(object))),
            Column.<LiveObject>number(
                "SQ-PSN", 8, object -> sqPsn(object).orElse(-1), object -> known(sqPsn(object))),
            Column.<LiveObject>number(
                "RQ-PSN", 8, object -> rqPsn(object).orElse(-1), object -> known(rqPsn(object))),
            Column.<LiveObject>number(
                "BYTES",
                6,
                ObjectsView::bytes,
                object -> object.detail() instanceof Region ? Bytes.cell(bytes(object)) : "-"),
            Column.<LiveObject>number(
                "PID", 7, LiveObject::pid, object -> object.pid() == 0 ? "-" : "" + object.pid()),
            Column.<LiveObject>text("OWNER", 8, object -> Printable.of(object.owner())).wide(1),
            Column.<LiveObject>text("CGROUP", 16, object -> reading.shortCgroup(object.cgroup()))
                .wide(2)
                .aligned(Column.Alignment.LEFT_END)
                .from(110),
            Column.<LiveObject>text("DETAILS", 20, ObjectsView::summary).wide(4).from(140)),
        object -> object.type() + " " + object.device() + " " + object.id(),
        object -> details(object, reading),
        listed ? "There are no objects." : "The objects were not listed yet.",
        glyphs);
  }

  private static String known(OptionalInt number) {
    return number.isPresent() ? Integer.toUnsignedString(number.getAsInt()) : "-";
  }

  private static String kind(LiveObject object) {
    return switch (object.detail()) {
      case QueuePair qp -> qp.type().name();
      case Connection connection -> connection.portSpace();
      default -> "-";
    };
  }

  private static String state(LiveObject object) {
    return switch (object.detail()) {
      case QueuePair qp -> qp.state().map(QueuePairState::name).orElse("-");
      case Connection connection -> connection.state();
      default -> "-";
    };
  }

  private static Style stateStyle(LiveObject object) {
    if (!(object.detail() instanceof QueuePair qp)) {
      return object.detail() instanceof Connection ? Style.TEXT : Style.DIM;
    }
    Optional<QueuePairState> state = qp.state();
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

  private static OptionalInt peer(LiveObject object) {
    return object.detail() instanceof QueuePair qp ? qp.rqpn() : OptionalInt.empty();
  }

  private static OptionalInt sqPsn(LiveObject object) {
    return object.detail() instanceof QueuePair qp ? qp.sqPsn() : OptionalInt.empty();
  }

  private static OptionalInt rqPsn(LiveObject object) {
    return object.detail() instanceof QueuePair qp ? qp.rqPsn() : OptionalInt.empty();
  }

  private static long bytes(LiveObject object) {
    return object.detail() instanceof Region region ? region.length() : 0;
  }

  private static String summary(LiveObject object) {
    return switch (object.detail()) {
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

  private static List<Fact> details(LiveObject object, Reading reading) {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Object",
            "%s %s on %s"
                .formatted(
                    object.type(),
                    Integer.toUnsignedString(object.id()),
                    reading.device(object.device()))));
    facts.add(
        new Fact(
            "Owner",
            object.pid() == 0
                ? "the kernel (" + Printable.of(object.owner()) + ")"
                : Printable.of(object.owner()) + ", pid " + object.pid()));
    facts.add(new Fact("Cgroup", reading.cgroup(object.cgroup())));
    switch (object.detail()) {
      case LiveObject.None none -> {}
      case QueuePair qp -> {
        facts.add(
            new Fact(
                "Queue pair",
                "%s %s, number %s, port %d, pd %s"
                    .formatted(
                        qp.type(),
                        state(object),
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
          facts.add(new Fact("Completions", summary(object) + ", context " + known(cq.ctxn())));
      case Connection connection ->
          facts.add(
              new Fact(
                  "Connection",
                  "%s %s, %s, queue pair %s"
                      .formatted(
                          connection.portSpace(),
                          connection.state(),
                          summary(object),
                          known(connection.lqpn()))));
    }
    facts.add(new Fact("Listed at", reading.time(reading.details().inventory().time())));
    return facts;
  }
}
