// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.activity.Latency;
import org.rdmamonitor.model.call.Errno;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.text.HealthLines;
import org.rdmamonitor.render.tui.BusiestSection.Section;
import org.rdmamonitor.render.tui.ScreenLayout.Target;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Cells;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.render.words.Unwatched;
import org.rdmamonitor.units.Times;

/** The host: its objects and their headroom, its calls, and what is wrong. */
final class OverviewView implements Panel {
  /** From this width on, what is wrong is beside the objects; otherwise below. */
  private static final int BESIDE = 78;

  /** The width of the objects' table without a gauge. */
  private static final int NARROW = 52;

  /** From this width of the objects' table on, it has a gauge. */
  private static final int GAUGED = 71;

  /** From this width of the objects' table on, it has the name of the device too. */
  private static final int WIDE = 82;

  /** The least width of what is wrong if the objects' table is wider than its least. */
  private static final int PROBLEMS = 56;

  private static final int GAUGE = 18;

  /** How many rows of the screen the busiest get before the programs of the monitor get any. */
  private static final int BUSIEST = 25;

  /** From this height on there are blank lines between the sections. */
  private static final int AIRY = 26;

  private final Glyphs glyphs;
  private final BusiestSection busiest;

  OverviewView(Glyphs glyphs) {
    this.glyphs = glyphs;
    this.busiest = new BusiestSection(glyphs);
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Canvas page = new Canvas(area.width(), Math.max(area.height(), 200));
    Section drawn = draw(page.all(), reading, area.height());
    int end = drawn.rows();
    int most = Math.max(0, end - area.height());
    int top = Math.clamp(state.place().cursor(), 0, most);
    for (int y = 0; y < area.height(); y++) {
      for (int x = 0; x < area.width(); x++) {
        area.canvas()
            .set(area.left() + x, area.top() + y, page.sign(x, top + y), page.style(x, top + y));
      }
    }
    List<Target> targets =
        drawn.targets().stream()
            .filter(target -> target.y() >= top && target.y() < top + area.height())
            .map(target -> target.moved(area.left(), area.top() - top))
            .toList();
    return new ScreenLayout(
        state.place().settled(top, "", 0), "", most + 1, area.height(), List.of(), targets);
  }

  /**
   * Draws everything.
   *
   * @param height rows that are seen at a time
   */
  private Section draw(Area area, Reading reading, int height) {
    boolean airy = height >= AIRY;
    int gap = airy ? 1 : 0;
    int y;
    if (area.width() >= BESIDE) {
      int left = objectsWidth(area.width() - PROBLEMS - 2);
      Area right = area.part(left + 2, 0, area.width() - left - 2, area.height());
      int objects = objects(area.part(0, 0, left, area.height()), reading);
      int rows = area.width() < 100 || !airy ? objects : objects + 2;
      y = Math.max(objects, problems(right, reading, rows)) + gap;
    } else {
      y = objects(area, reading) + gap;
      y += problems(below(area, y), reading, 4) + gap;
    }
    y += calls(below(area, y), reading) + gap;
    CostSection cost = new CostSection(glyphs);
    // The line about the monitor comes last.
    int room = height - y - gap - 1;
    int programs = cost.height(reading, airy) - 1;
    Section who =
        busiest.draw(below(area, y), reading, Math.max(Math.min(room, BUSIEST), room - programs));
    y += who.rows() > 0 ? who.rows() + gap : 0;
    return new Section(y + cost.draw(below(area, y), reading, airy), who.targets());
  }

  /** The width of the objects' table if this much is available for it. */
  private static int objectsWidth(int most) {
    return most >= WIDE ? WIDE : most >= GAUGED ? GAUGED : NARROW;
  }

  private static Area below(Area area, int y) {
    return area.part(0, y, area.width(), area.height() - y);
  }

  private record Resource(
      ResourceType type, Counts total, double made, double gone, Optional<Headroom> room) {
    static Resource of(ResourceType type, Snapshot snapshot) {
      double seconds = snapshot.host().seconds();
      Counts delta = snapshot.host().delta();
      return new Resource(
          type,
          snapshot.host().total(),
          seconds > 0 ? delta.created(type) / seconds : 0,
          seconds > 0 ? delta.destroyed(type) / seconds : 0,
          Headroom.least(snapshot, type));
    }
  }

  private int objects(Area area, Reading reading) {
    Snapshot snapshot = reading.snapshot();
    boolean wide = area.width() >= WIDE;
    Table<Resource> table =
        sheet(
            List.of(
                Column.text("OBJECT", 6, row -> row.type().name()),
                Column.<Resource>count("NOW", 6, row -> row.total().live(row.type()))
                    .styled(row -> nowStyle(row, reading)),
                Column.<Resource>text("HEADROOM", GAUGE, row -> gauge(row))
                    .styled(OverviewView::roomStyle)
                    .from(GAUGED),
                Column.<Resource>number(
                        "USED",
                        4,
                        row -> 1,
                        row -> row.room().map(room -> Units.percent(room.used())).orElse("-"))
                    .styled(OverviewView::roomStyle),
                Column.<Resource>number(
                        "OF",
                        5,
                        row -> 1,
                        row -> row.room().map(r -> Units.count(r.most())).orElse("-"))
                    .styled(row -> row.room().isPresent() ? Style.TEXT : Style.DIM)
                    .from(NARROW),
                Column.<Resource>text(
                        "DEVICE", 8, row -> row.room().map(Headroom::device).orElse("-"))
                    .from(WIDE),
                Column.<Resource>rate("MADE/s", 6, Resource::made),
                Column.<Resource>rate("GONE/s", 6, Resource::gone),
                Column.<Resource>number(
                        "NET/s",
                        5,
                        row -> Headroom.growth(snapshot.host(), row.type()),
                        row -> Units.change(Headroom.growth(snapshot.host(), row.type())))
                    .from(46),
                Column.<Resource>number("FULL IN", 7, row -> 1, OverviewView::fullIn)
                    .styled(row -> fullIn(row).equals("-") ? Style.DIM : roomStyle(row))));
    List<Resource> rows =
        Arrays.stream(ResourceType.values()).map(type -> Resource.of(type, snapshot)).toList();
    int used = table.sheet(area, rows);
    if (!wide) {
      return used;
    }
    area.put(0, used, SizeWords.sentence(snapshot.host().total()), Style.DIM);
    return used + 1;
  }

  private static Style nowStyle(Resource row, Reading reading) {
    if (reading.verdict().flags(new Rule.Count(row.type()))) {
      return Style.CRITICAL;
    }
    return row.total().live(row.type()) == 0 ? Style.DIM : Style.TEXT;
  }

  private String gauge(Resource row) {
    return row.room().map(room -> glyphs.gauge(room.used(), GAUGE)).orElse("");
  }

  private static Style roomStyle(Resource row) {
    return row.room().filter(room -> room.live() > 0).map(Headroom::style).orElse(Style.DIM);
  }

  private static String fullIn(Resource row) {
    return row.room().flatMap(Headroom::fullIn).map(Times::span).orElse("-");
  }

  /** Draws what is wrong in so many rows at most; returns how many it took. */
  private int problems(Area area, Reading reading, int most) {
    List<Problem> problems = Problem.of(reading.verdict(), reading.snapshot());
    List<String> health = HealthLines.of(reading.snapshot().health());
    area.put(0, 0, "ATTENTION", Style.HEADING);
    if (problems.isEmpty() && health.isEmpty()) {
      area.put(0, 1, "Nothing found.", Style.GOOD);
      return 2;
    }
    int y = 1;
    int kept = health.isEmpty() ? 0 : Math.min(health.size(), Math.max(1, most / 3));
    for (int i = 0; i < problems.size(); i++) {
      if (y >= most - kept - 1 && i < problems.size() - 1) {
        area.put(
            0, y++, (problems.size() - i) + " more: press " + View.FINDINGS.number(), Style.KEY);
        break;
      }
      Problem problem = problems.get(i);
      int x = area.put(0, y, sign(problem) + " " + problem.rule() + " ", problem.style());
      String text =
          problem.isLimit() ? problem.evidence() : problem.title() + ": " + problem.subject();
      area.put(x, y++, Cells.fit(text, area.width() - x, glyphs.ellipsis()), Style.TEXT);
    }
    for (int i = 0; i < health.size() && y < most; i++) {
      String line = health.get(i).replaceAll(" +", " ");
      area.put(0, y++, Cells.fit(line, area.width(), glyphs.ellipsis()), Style.NOTICE);
    }
    return y;
  }

  private static String sign(Problem problem) {
    return switch (problem.style()) {
      case CRITICAL -> "!!";
      case WARNING -> "! ";
      default -> "i ";
    };
  }

  private int calls(Area area, Reading reading) {
    Snapshot snapshot = reading.snapshot();
    Map<Verb, String> unwatched = Unwatched.verbs(snapshot);
    int history = Math.max(10, (area.width() - 44) * 2 / 3);
    List<Verb> shown = snapshot.host().total().verbsInTables();
    int name = shown.stream().mapToInt(verb -> verb.name().length()).max().orElse(0);
    Table<Verb> table =
        sheet(
            List.of(
                Column.<Verb>text("CALL", name, Verb::name),
                Column.<Verb>number(
                        "PER SEC",
                        7,
                        snapshot.host()::rate,
                        verb -> unwatched.containsKey(verb) ? "n/a" : perSecond(verb, snapshot))
                    .styled(verb -> rateStyle(verb, reading)),
                Column.<Verb>text(
                        "HISTORY",
                        history,
                        verb ->
                            glyphs.sparkline(
                                reading.rates().getOrDefault(verb, new double[0]), history))
                    .styled(verb -> Style.GRAPH),
                latency("P50", reading, Latency::p50),
                latency("P99", reading, Latency::p99),
                latency("MAX", reading, Latency::max).from(120),
                Column.<Verb>rate("FAIL/s", 6, verb -> failures(verb, snapshot))
                    .styled(verb -> failures(verb, snapshot) > 0 ? Style.CRITICAL : Style.DIM),
                Column.<Verb>count("TOTAL", 7, verb -> snapshot.host().total().calls(verb))
                    .from(100),
                Column.<Verb>text("ERRORS", 6, verb -> errors(verb, snapshot))
                    .wide(1)
                    .styled(verb -> Style.WARNING)));
    return table.sheet(area, shown);
  }

  /** Not known before there was an interval. */
  private static String perSecond(Verb verb, Snapshot snapshot) {
    return snapshot.host().seconds() > 0 ? Units.rate(snapshot.host().rate(verb)) : "-";
  }

  private Column<Verb> latency(String name, Reading reading, ToLongFunction<Latency> value) {
    Map<Verb, Latency> latency = reading.details().latency();
    return Column.<Verb>number(
        name,
        6,
        verb -> latency.getOrDefault(verb, Latency.NONE).count(),
        verb ->
            latency.containsKey(verb)
                ? Units.nanos(value.applyAsLong(latency.get(verb)), glyphs)
                : "-");
  }

  private static Style rateStyle(Verb verb, Reading reading) {
    if (reading.verdict().flags(verb, reading.snapshot().host())) {
      return Style.CRITICAL;
    }
    return reading.snapshot().host().rate(verb) == 0 ? Style.DIM : Style.TEXT;
  }

  private static double failures(Verb verb, Snapshot snapshot) {
    double seconds = snapshot.host().seconds();
    return seconds > 0 ? snapshot.host().delta().failed(verb) / seconds : 0;
  }

  /** Those of the interval, the most frequent first. */
  private static String errors(Verb verb, Snapshot snapshot) {
    return snapshot.errors().getOrDefault(verb, Map.of()).entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .map(entry -> entry.getValue() + " " + Errno.name(entry.getKey()))
        .collect(Collectors.joining(", "));
  }

  private <R> Table<R> sheet(List<Column<R>> columns) {
    return new Table<>(columns, row -> "", row -> List.of(), "", glyphs);
  }
}
