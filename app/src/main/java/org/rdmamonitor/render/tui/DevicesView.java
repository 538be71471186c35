// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.QueuePairsByType;
import org.rdmamonitor.model.Snapshot.DeviceActivity;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** The devices, port by port, and below them interfaces of {@code rdma-secure ethernet}. */
final class DevicesView implements Panel {
  /**
   * {@code port_*_data} counts words of four bytes
   * (Documentation/ABI/stable/sysfs-class-infiniband).
   */
  private static final int WORD = 4;

  private final Glyphs glyphs;

  DevicesView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  /** A port of a device; only the device if its ports are not known. */
  private record Row(DeviceActivity device, @Nullable Port port, Map<String, Long> before) {
    String name() {
      String name = Printable.of(device.device().label());
      return port == null ? name : name + "/" + port.number();
    }

    String of(Function<Port, String> what) {
      String text = port == null ? "" : what.apply(port);
      return text.isEmpty() ? "-" : Printable.of(text);
    }

    long live(ResourceType type) {
      return device.activity().total().live(type);
    }

    /** A counter's growth since the reading before; -1 where it is not known. */
    long growth(String counter) {
      Long now = port == null ? null : port.counters().get(counter);
      Long then = before.get(counter);
      return now == null || then == null ? -1 : Math.max(0, now - then);
    }

    long errors() {
      return port == null
          ? 0
          : port.counters().entrySet().stream()
              .filter(entry -> isError(entry.getKey()))
              .mapToLong(Map.Entry::getValue)
              .sum();
    }

    static boolean isError(String counter) {
      return counter.contains("err") || counter.contains("discard") || counter.contains("drop");
    }
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<Row> table = table(reading);
    EthernetSheet ethernet = new EthernetSheet(reading, state.place().filter(), glyphs);
    int below = Math.min(ethernet.height(), area.height() / 2);
    if (below > 0) {
      ethernet.draw(area.part(0, area.height() - below, area.width(), below));
    }
    Area above = area.part(0, 0, area.width(), area.height() - below);
    return table.draw(above, table.arrange(rows(reading), state.place()), state.place());
  }

  private static List<Row> rows(Reading reading) {
    List<Row> rows = new ArrayList<>();
    for (DeviceActivity device : reading.snapshot().devices()) {
      List<Port> ports = reading.details().facts(device.device()).ports();
      for (Port port : ports) {
        rows.add(new Row(device, port, before(reading, device.device(), port.number())));
      }
      if (ports.isEmpty()) {
        rows.add(new Row(device, null, Map.of()));
      }
    }
    return rows;
  }

  private static Map<String, Long> before(Reading reading, Device device, int port) {
    return reading.before().facts(device).ports().stream()
        .filter(old -> old.number() == port)
        .findFirst()
        .map(Port::counters)
        .orElse(Map.of());
  }

  private Table<Row> table(Reading reading) {
    List<Column<Row>> columns = new ArrayList<>();
    columns.add(Column.text("DEV/PORT", 10, Row::name).wide(1));
    columns.add(Column.<Row>text("STATE", 7, row -> row.of(Port::state)).styled(this::stateStyle));
    columns.add(Column.<Row>text("PHYSICAL", 9, row -> row.of(Port::physicalState)).from(110));
    columns.add(Column.<Row>text("LAYER", 10, row -> row.of(Port::linkLayer)).from(110));
    columns.add(Column.<Row>text("RATE", 8, row -> shortRate(row.of(Port::rate))));
    columns.add(Column.<Row>text("NETDEV", 7, row -> row.of(Port::netdev)).wide(1));
    for (ResourceType type : ResourceType.values()) {
      int from =
          switch (type) {
            case QP -> 0;
            case MR -> 90;
            case PD, CQ -> 110;
            case CM_ID, SRQ, CTX -> 140;
          };
      columns.add(Column.<Row>count(type.name(), 5, row -> row.live(type)).from(from));
    }
    columns.add(
        Column.<Row>number("FULLEST", 8, row -> used(row, reading), row -> fullest(row, reading))
            .styled(row -> fullestStyle(row, reading)));
    columns.add(
        Column.rate(
            "CALLS/s",
            7,
            row -> Arrays.stream(Verb.values()).mapToDouble(row.device.activity()::rate).sum()));
    columns.add(traffic("RX B/s", "port_rcv_data", reading));
    columns.add(traffic("TX B/s", "port_xmit_data", reading));
    columns.add(
        Column.<Row>count("ERRORS", 6, Row::errors)
            .styled(row -> row.errors() > 0 ? Style.WARNING : Style.DIM)
            .from(90));
    return new Table<>(
        columns, Row::name, row -> details(row, reading), "There is no RDMA device.", glyphs);
  }

  private static Column<Row> traffic(String name, String counter, Reading reading) {
    return Column.<Row>number(
        name,
        6,
        row -> row.growth(counter),
        row ->
            row.growth(counter) < 0 || reading.seconds() <= 0
                ? "-"
                : Bytes.cell(Math.round(row.growth(counter) * WORD / reading.seconds())));
  }

  private Style stateStyle(Row row) {
    if (row.port == null) {
      return Style.DIM;
    }
    return row.port.state().equals("ACTIVE") ? Style.GOOD : Style.WARNING;
  }

  /** {@code 100 Gb/sec (4X EDR)} as {@code 100 Gb/s}. */
  private static String shortRate(String rate) {
    return rate.replaceFirst("/sec.*", "/s");
  }

  private static Optional<Headroom> headroom(Row row, ResourceType type, Reading reading) {
    return Headroom.of(reading.snapshot(), row.device, type);
  }

  private static Optional<ResourceType> fullestType(Row row, Reading reading) {
    return Arrays.stream(ResourceType.values())
        .filter(type -> headroom(row, type, reading).isPresent())
        .max(Comparator.comparingDouble(type -> headroom(row, type, reading).get().used()));
  }

  private static double used(Row row, Reading reading) {
    return fullestType(row, reading)
        .flatMap(type -> headroom(row, type, reading))
        .map(Headroom::used)
        .orElse(-1.0);
  }

  private static String fullest(Row row, Reading reading) {
    return fullestType(row, reading)
        .map(type -> type.name() + " " + Units.percent(used(row, reading)))
        .orElse("-");
  }

  private static Style fullestStyle(Row row, Reading reading) {
    Style style =
        fullestType(row, reading)
            .flatMap(type -> headroom(row, type, reading))
            .map(Headroom::style)
            .orElse(Style.DIM);
    return style == Style.GRAPH ? Style.TEXT : style;
  }

  private List<Fact> details(Row row, Reading reading) {
    List<Fact> facts = new ArrayList<>();
    if (row.port == null) {
      facts.add(new Fact("Port", "not known"));
    } else {
      facts.add(
          new Fact(
              "Port",
              "%s: %s, %s, %s, %s, netdev %s"
                  .formatted(
                      row.name(),
                      row.of(Port::state),
                      row.of(Port::physicalState),
                      row.of(Port::linkLayer),
                      row.of(Port::rate),
                      row.of(Port::netdev))));
    }
    List<String> objects = new ArrayList<>();
    for (ResourceType type : ResourceType.values()) {
      String most =
          headroom(row, type, reading)
              .map(room -> " of " + room.most() + " (" + Units.percent(room.used()) + ")")
              .orElse("");
      objects.add(type + " " + row.live(type) + most);
    }
    facts.add(new Fact("Objects", String.join(", ", objects)));
    String types =
        QueuePairsByType.text(
            QueuePairsByType.of(reading.details().inventory())
                .ofDevice(row.device.device().index()));
    if (!types.isEmpty()) {
      facts.add(new Fact("Queue pairs", types));
    }
    if (row.port != null) {
      facts.add(new Fact("Counters", counters(row)));
    }
    return facts;
  }

  /** All counters that are not 0, with what they grew by. */
  private static String counters(Row row) {
    Map<String, Long> sorted = new TreeMap<>();
    if (row.port != null) {
      sorted.putAll(row.port.counters());
    }
    List<String> parts = new ArrayList<>();
    sorted.forEach((name, value) -> {
      if (value != 0) {
        long growth = row.growth(name);
        parts.add(Printable.of(name) + " " + value + (growth > 0 ? " (+" + growth + ")" : ""));
      }
    });
    return parts.isEmpty() ? "all are 0" : String.join(", ", parts);
  }
}
