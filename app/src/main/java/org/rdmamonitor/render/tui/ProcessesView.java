// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Times;

/** The processes that own objects or made calls, those with the most calls first. */
final class ProcessesView implements Panel {
  private final Glyphs glyphs;

  ProcessesView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<ProcessActivity> table = table(reading);
    return table.draw(area, table.arrange(busiest(reading), state.place()), state.place());
  }

  /** All, the busiest first. */
  static List<ProcessActivity> busiest(Reading reading) {
    return reading.details().processes().stream().sorted(ProcessActivity.BUSIEST_FIRST).toList();
  }

  Table<ProcessActivity> table(Reading reading) {
    List<Column<ProcessActivity>> columns = new ArrayList<>();
    columns.add(Column.number("PID", 7, ProcessActivity::pid, process -> "" + process.pid()));
    columns.add(Column.<ProcessActivity>text("NAME", 12, process -> Printable.of(process.comm())));
    columns.add(Column.rate("CALLS/s", 7, process -> reading.perSecond(process.allCalls())));
    columns.add(
        Column.<ProcessActivity>rate("FAIL/s", 6, process -> reading.perSecond(process.failed()))
            .styled(process -> process.failed() > 0 ? Style.CRITICAL : Style.DIM));
    for (ResourceType type : ResourceType.values()) {
      boolean always = type == ResourceType.QP || type == ResourceType.MR;
      columns.add(
          Column.<ProcessActivity>count(type.name(), 5, process -> process.live(type))
              .from(always ? 0 : type == ResourceType.CQ ? 90 : 120));
    }
    columns.add(Column.bytes("BYTES", 6, ProcessActivity::mrBytes));
    columns.add(
        Column.<ProcessActivity>number(
                "CPU", 6, process -> process.cpu().toMillis(), process -> cpu(process.cpu()))
            .from(100));
    columns.add(
        Column.number(
            "IDLE",
            5,
            process -> idle(process, reading).toSeconds(),
            process -> Times.span(idle(process, reading))));
    columns.add(
        Column.<ProcessActivity>text("CGROUP", 14, process -> reading.shortCgroup(process.cgroup()))
            .wide(2)
            .aligned(Column.Alignment.LEFT_END));
    return new Table<>(
        columns,
        process -> "" + process.pid(),
        process -> details(process, reading),
        "No process owns objects or made calls.",
        glyphs);
  }

  private static String cpu(Duration cpu) {
    return cpu.isZero() ? "-" : Times.span(cpu);
  }

  private static Duration idle(ProcessActivity process, Reading reading) {
    return Duration.between(process.lastActive(), reading.snapshot().time());
  }

  private static List<Fact> details(ProcessActivity process, Reading reading) {
    StringJoiner objects = new StringJoiner(", ");
    for (ResourceType type : ResourceType.values()) {
      if (process.live(type) > 0) {
        objects.add(process.live(type) + " " + type);
      }
    }
    StringJoiner calls = new StringJoiner(", ");
    for (Verb verb : Verb.values()) {
      long count = process.calls().getOrDefault(verb, 0L);
      if (count > 0) {
        calls.add(verb + " " + Units.rate(reading.perSecond(count)) + "/s");
      }
    }
    return List.of(
        new Fact("Process", Printable.of(process.comm()) + ", pid " + process.pid()),
        new Fact("Cgroup", reading.cgroup(process.cgroup())),
        new Fact("Objects", orNone(objects)),
        new Fact("Memory regions", process.mrBytes() + " bytes"),
        new Fact("Calls", orNone(calls)),
        new Fact("Processor time", cpu(process.cpu())),
        new Fact("Last active", reading.time(process.lastActive())));
  }

  private static String orNone(StringJoiner parts) {
    return parts.length() == 0 ? "none" : parts.toString();
  }
}
