// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.FleetScenes;
import org.rdmamonitor.Golden;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetCgroup;
import org.rdmamonitor.fleet.FleetDevice;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetProblem;
import org.rdmamonitor.fleet.FleetProblem.Kind;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostConnections;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostHistory;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.fleet.ListedConnection;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;

/** Whole screens of fleets. */
class FleetViewsTest {
  private static final Display.Size SMALL = new Display.Size(80, 24);
  private static final Display.Size LARGE = new Display.Size(200, 50);
  private static final Instant NOW = Instant.parse("2026-11-26T12:00:00Z");
  private static final TuiState START =
      TuiState.start(FleetView.HOSTS, Duration.ofSeconds(15), Theme.DEFAULT);

  private static final List<HostState> ODD =
      List.of(
          HostState.DOWN,
          HostState.GONE,
          HostState.SUSPECT,
          HostState.FOREIGN,
          HostState.STALE,
          HostState.SLOW);

  private final FleetFrame frame = new FleetFrame(Glyphs.UNICODE);

  static Stream<Arguments> everyViewInTwoSizes() {
    return Arrays.stream(FleetView.values())
        .flatMap(view -> Stream.of(SMALL, LARGE).map(size -> Arguments.of(view, size)));
  }

  @ParameterizedTest
  @MethodSource("everyViewInTwoSizes")
  void threeHostsAndWhatOneHas(FleetView view, Display.Size size) throws IOException {
    check(reading(three(), true), START.with(view), size, view.word());
  }

  @ParameterizedTest
  @MethodSource("everyViewInTwoSizes")
  void theDetailsOfARow(FleetView view, Display.Size size) throws IOException {
    FleetReading reading = reading(three(), true);
    TuiState at = START.with(view).with(ViewPosition.START.at(view == FleetView.HOSTS ? 2 : 0));
    ScreenLayout layout = frame.draw(size, reading, at).layout();
    TuiState open = Keys.press(at.with(layout.place()), Input.Key.ENTER, layout).state();

    check(reading, open, size, view.word() + "-detail");
  }

  @Test
  void whatAHostHasIsReadLater() throws IOException {
    check(reading(three(), false), START.with(FleetView.CGROUPS), SMALL, "cgroups-later");
  }

  @Test
  void aServerThatDoesNotAnswerIsSaid() throws IOException {
    FleetReading reading =
        new FleetReading(
            three(),
            Optional.empty(),
            Optional.empty(),
            "it does not answer",
            "1.2.3",
            Readings.ZONE);

    check(reading, START.saying("it does not answer"), SMALL, "trouble");
  }

  @Test
  void theHelp() throws IOException {
    check(reading(three(), true), START.help(true), SMALL, "help");
  }

  @ParameterizedTest
  @EnumSource(
      value = FleetView.class,
      names = {"CGROUPS", "PROBLEMS"})
  void cgroupsAreFoundByTheirNamesAndByTheirPaths(FleetView view) {
    for (String filter : List.of("pod ml/trainer-0 worker", "/tenant-5.slice")) {
      String text =
          frame.export(
              80,
              reading(three(), true),
              START.with(view).with(ViewPosition.START.filtered(Filter.of(filter))));

      assertThat(text.lines()).hasSize(2);
      assertThat(text).contains("pod ml/trainer-0 worker").doesNotContain("/tenant-5.slice");
    }
  }

  @Test
  void whatAHostThatIsDownHasIsNotKnown() throws IOException {
    ScreenLayout layout = frame.draw(SMALL, down(), START).layout();

    check(down(), Keys.press(START, Input.Key.ENTER, layout).state(), SMALL, "hosts-down");
  }

  @Test
  void theProblemsOfAHostThatIsDownAreNotKnown() throws IOException {
    check(down(), START.with(FleetView.PROBLEMS), SMALL, "problems-down");
  }

  @Test
  void hostsOfSeveralJobsAreToldApartInEightyColumns() {
    FleetSnapshot fleet =
        new FleetSnapshot(
            NOW,
            "http://server",
            Stream.of("nodes n1:19879", "pods n1:19879", "pods n2:19879")
                .map(words -> words.split(" ", -1))
                .map(words ->
                    new FleetHost(
                        new HostId("rdma-monitor-" + words[0], words[1]),
                        HostState.UP,
                        "",
                        "0.1.0",
                        Optional.of(NOW),
                        FigureSet.NONE))
                .toList(),
            List.of());

    assertThat(frame.export(80, reading(fleet, false), START).lines().skip(1))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("n1:19879 rdma-mo"),
            line -> assertThat(line).startsWith("n1:19879 rdma-mo"),
            line -> assertThat(line).startsWith("n2:19879  "));
  }

  @Test
  void howManyConnectionsAreUnknownIsToldInEightyColumns() {
    FleetConnections all = connections();
    FleetConnections many =
        new FleetConnections(
            all.time(),
            all.joined(),
            all.connections().stream()
                .flatMap(connection -> Collections.nCopies(12_345, connection).stream())
                .toList(),
            all.findings(),
            0,
            List.of());
    FleetReading reading =
        new FleetReading(three(), Optional.empty(), Optional.of(many), "", "1.2.3", Readings.ZONE);

    assertThat(frame.draw(SMALL, reading, START.with(FleetView.CONNECTIONS)).canvas().text())
        .contains("missing 12345, unknown 12345, known 12345  ");
  }

  @ParameterizedTest
  @MethodSource("twoSizes")
  void fiveHundredHosts(Display.Size size) throws IOException {
    check(reading(many(500), false), START, size, "500");
  }

  @Test
  void fiveHundredHostsAreFilteredAndSorted() throws IOException {
    ViewPosition place = ViewPosition.START.filtered(Filter.of("node0+[12]\\d\\d")).sortedBy("MR");

    check(reading(many(500), false), START.with(place), SMALL, "500-filter");
  }

  @Test
  void allRowsAreExported() {
    String text = frame.export(200, reading(many(500), false), START);

    assertThat(text.lines()).hasSize(501);
  }

  static Stream<Display.Size> twoSizes() {
    return Stream.of(SMALL, LARGE);
  }

  private void check(FleetReading reading, TuiState state, Display.Size size, String name)
      throws IOException {
    Golden.assertMatches(
        frame.draw(size, reading, state).canvas().text(),
        "tui/fleet/%s-%dx%d.txt".formatted(name, size.columns(), size.rows()));
  }

  private static FleetReading reading(FleetSnapshot fleet, boolean detailed) {
    return new FleetReading(
        fleet,
        detailed ? Optional.of(details()) : Optional.empty(),
        detailed ? Optional.of(connections()) : Optional.empty(),
        "",
        "1.2.3",
        Readings.ZONE);
  }

  /** With what is known of the host that is down. */
  private static FleetReading down() {
    HostDetails details =
        new HostDetails(
            id("n3.example:19879"),
            List.of(),
            List.of(),
            List.of(),
            new HostHistory(NOW, Duration.ofMinutes(1), Map.of()),
            List.of());
    return new FleetReading(
        three(), Optional.of(details), Optional.empty(), "", "1.2.3", Readings.ZONE);
  }

  private static HostId id(String instance) {
    return new HostId("rdma-monitor", instance);
  }

  private static FleetSnapshot three() {
    return new FleetSnapshot(
        NOW,
        "http://prometheus.example:9090",
        List.of(
            new FleetHost(
                id("n1.example:19879"),
                HostState.UP,
                "",
                "0.1.0",
                Optional.of(NOW.minusSeconds(3)),
                figures(14, 1234.75)),
            new FleetHost(
                id("n2\u001b[2J.example:19879"),
                HostState.SUSPECT,
                "it says that QP is -3",
                "0.1.0",
                Optional.of(NOW.minusSeconds(2)),
                new FigureSet(Map.of(Figure.MR, 2.0, Figure.CRITICAL, 0.0))),
            new FleetHost(
                id("n3.example:19879"),
                HostState.DOWN,
                "Get \"http://n3.example:19879/metrics\": dial tcp 10.1.0.3:19879: connect:"
                    + " connection refused",
                "",
                Optional.of(NOW.minusSeconds(732)),
                FigureSet.NONE)),
        List.of());
  }

  private static FleetSnapshot many(int hosts) {
    List<FleetHost> all = new ArrayList<>();
    for (int i = 0; i < hosts; i++) {
      HostState state = i % 97 == 0 ? ODD.get(i / 97 % ODD.size()) : HostState.UP;
      boolean told = state != HostState.DOWN && state != HostState.GONE;
      all.add(
          new FleetHost(
              id("node%05d:19879".formatted(i)),
              state,
              state == HostState.UP ? "" : "a reason",
              told ? "0.1.0" : "",
              Optional.of(NOW.minusSeconds(told ? i % 15 : 60L * i)),
              told ? figures(i, i * 1.5) : FigureSet.NONE));
    }
    return new FleetSnapshot(NOW, "http://prometheus.example:9090", all, List.of());
  }

  private static FigureSet figures(int qp, double calls) {
    Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    figures.put(Figure.QP, (double) qp);
    figures.put(Figure.PD, (double) Math.round(qp / 2.0));
    figures.put(Figure.CQ, qp * 2.0);
    figures.put(Figure.MR, (double) Math.round(qp * 336.5));
    figures.put(Figure.CALLS, calls);
    figures.put(Figure.FAILED, qp % 7 == 0 ? 0.5 : 0);
    figures.put(Figure.BREACHES, qp % 50 == 14 ? 1.0 : 0);
    figures.put(Figure.CRITICAL, qp % 100 == 14 ? 1.0 : 0);
    figures.put(Figure.WARNING, 0.0);
    figures.put(Figure.NOTICE, 4.0);
    figures.put(Figure.RESTARTS, 1.0);
    figures.put(Figure.SCRAPE_SECONDS, 0.0125);
    return new FigureSet(figures);
  }

  /**
   * Two connections of n1 with n2, one of which has lost its end, and one with n3, which is down.
   */
  private static FleetConnections connections() {
    FleetSnapshot fleet =
        new FleetSnapshot(
            NOW,
            "http://prometheus.example:9090",
            List.of(
                host("n1.example:19879", HostState.UP),
                host("n2\u001b[2J.example:19879", HostState.UP),
                host("n3.example:19879", HostState.DOWN)),
            List.of());
    return FleetConnections.of(
        fleet,
        List.of(
            told(
                "n1.example:19879",
                "::ffff:10.1.0.1",
                end(17, "::ffff:10.1.0.1", 331, "::ffff:10.1.0.2", 1024),
                end(18, "::ffff:10.1.0.1", 332, "::ffff:10.1.0.2", 1024),
                end(19, "::ffff:10.1.0.1", 4_000_000_000L, "::ffff:10.1.0.3", 1024)),
            told(
                "n2\u001b[2J.example:19879",
                "::ffff:10.1.0.2",
                end(331, "::ffff:10.1.0.2", 17, "::ffff:10.1.0.1", 4096)),
            new HostConnections(
                id("n3.example:19879"),
                Optional.empty(),
                0,
                Set.of("::ffff:10.1.0.3"),
                List.of(),
                List.of())),
        Set.of());
  }

  private static FleetHost host(String instance, HostState state) {
    return new FleetHost(
        id(instance), state, "", "0.1.0", Optional.of(NOW.minusSeconds(3)), FigureSet.NONE);
  }

  private static HostConnections told(String instance, String address, ListedConnection... ends) {
    return new HostConnections(
        id(instance),
        Optional.of(NOW.minusSeconds(600)),
        0,
        Set.of(address),
        List.of(ends),
        List.of());
  }

  private static ListedConnection end(
      int number, String address, long peer, String peerAddress, int mtu) {
    return FleetScenes.listed(number, address, (int) peer, peerAddress, mtu, NOW.minusSeconds(300));
  }

  private static HostDetails details() {
    return new HostDetails(
        id("n1.example:19879"),
        List.of(
            new FleetDevice(
                "mlx5_0",
                new FigureSet(
                    Map.of(Figure.QP, 10.0, Figure.MAX_QP, 262144.0, Figure.CALLS, 1200.0))),
            new FleetDevice("rxe0", new FigureSet(Map.of(Figure.QP, 4.0)))),
        IntStream.range(0, 7)
            .mapToObj(i ->
                new FleetCgroup(
                    "/tenant-%d.slice".formatted(i) + (i == 3 ? "/evil\u001b[H" : ""),
                    i == 5 ? "pod ml/trainer-0 worker" : "",
                    new FigureSet(
                        Map.of(
                            Figure.QP, 2.0 * i,
                            Figure.MR_BYTES, 65536.0 * i,
                            Figure.CALLS, 170.5 * i))))
            .toList(),
        List.of(
            new FleetProblem(Kind.BREACH, "breach", "QP_COUNT", "", "", 1),
            new FleetProblem(
                Kind.BREACH, "breach", "MR_REG", "/tenant-5.slice", "pod ml/trainer-0 worker", 1),
            new FleetProblem(Kind.FINDING, "critical", "R3", "", "", 1),
            new FleetProblem(Kind.FINDING, "notice", "R6", "", "", 4)),
        new HostHistory(
            NOW.minusSeconds(3540),
            Duration.ofMinutes(1),
            Map.of(
                Figure.QP,
                IntStream.range(0, 60)
                    .mapToObj(i ->
                        i < 20 ? OptionalDouble.empty() : OptionalDouble.of(Math.floor(i / 4.0)))
                    .toList(),
                Figure.CALLS,
                IntStream.range(0, 60)
                    .mapToObj(i -> OptionalDouble.of(i * i % 1300 + 0.5))
                    .toList())),
        List.of());
  }
}
