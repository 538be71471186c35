// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;

/** Whole screens. */
class ViewsTest {
  private static final Display.Size SMALL = new Display.Size(80, 24);
  private static final Display.Size LARGE = new Display.Size(200, 50);

  private final ScreenFrame frame = new ScreenFrame(Glyphs.UNICODE);

  static Stream<Arguments> everyViewInTwoSizes() {
    return Arrays.stream(View.values())
        .flatMap(view -> Stream.of(SMALL, LARGE).map(size -> Arguments.of(view, size)));
  }

  @ParameterizedTest
  @MethodSource("everyViewInTwoSizes")
  void aBusyHost(View view, Display.Size size) throws IOException {
    check(frame, Readings.busy(), Readings.START.with(view), size, view.word());
  }

  @ParameterizedTest
  @EnumSource(
      value = View.class,
      names = {"OVERVIEW"},
      mode = EnumSource.Mode.EXCLUDE)
  void theDetailsOfTheSecondRow(View view) throws IOException {
    Reading reading = Readings.busy();
    TuiState start = Readings.START.with(view);
    TuiState second = start.with(ViewPosition.START.at(1));
    ScreenLayout layout = frame.draw(SMALL, reading, second).layout();
    TuiState open = Keys.press(second, Input.Key.ENTER, layout).state();

    check(frame, reading, open, SMALL, view.word() + "-detail");
  }

  @Test
  void theHelp() throws IOException {
    check(frame, Readings.busy(), Readings.START.help(true), SMALL, "help");
  }

  @ParameterizedTest
  @EnumSource(
      value = View.class,
      names = {"OVERVIEW", "FINDINGS"})
  void whatWasRefused(View view) throws IOException {
    check(frame, Readings.enforced(), Readings.START.with(view), SMALL, view.word() + "-enforced");
  }

  @ParameterizedTest
  @EnumSource(
      value = View.class,
      names = {"OVERVIEW", "EVENTS", "OBJECTS"})
  void flowRules(View view) throws IOException {
    check(frame, Readings.flows(), Readings.START.with(view), LARGE, view.word() + "-flows");
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "200, 50"})
  void asynchronousEventsAreAmongTheCalls(int columns, int rows) throws IOException {
    TuiState events = Readings.START.with(View.EVENTS);
    Display.Size size = new Display.Size(columns, rows);
    check(frame, Readings.asynchronous(), events, size, "events-async");
  }

  @ParameterizedTest
  @CsvSource({"8, rejected", "5, queue-pair", "3, port", "11, completion"})
  void theDetailsOfAnAsynchronousEvent(int row, String name) throws IOException {
    checkDetails(Readings.asynchronous(), View.EVENTS, row, "events-detail-" + name);
  }

  @ParameterizedTest
  @CsvSource({"130, 40", "200, 60", "80, 50", "40, 60"})
  void theBusiestAreInTheOverviewWhereThereIsRoom(int columns, int rows) throws IOException {
    Display.Size size = new Display.Size(columns, rows);
    check(frame, Readings.busy(), Readings.START, size, "overview");
  }

  @ParameterizedTest
  @CsvSource({"130, 40", "200, 60"})
  void theBusiestPeers(int columns, int rows) throws IOException {
    Display.Size size = new Display.Size(columns, rows);
    check(frame, Readings.talking(), Readings.START, size, "overview-connections");
  }

  @ParameterizedTest
  @CsvSource({"130, 40", "200, 60"})
  void thereAreNoBusiestWhereNothingGoesOn(int columns, int rows) throws IOException {
    Display.Size size = new Display.Size(columns, rows);
    check(frame, Readings.nothing(), Readings.START, size, "overview-nothing");
  }

  @ParameterizedTest
  @CsvSource({"131, 40", "300, 100", "79, 60", "40, 70"})
  void aClickOnATitleShowsTheView(int columns, int rows) {
    Frame.Drawn drawn =
        frame.draw(new Display.Size(columns, rows), Readings.talking(), Readings.START);
    String[] lines = drawn.canvas().text().split("\n", -1);
    for (View view : List.of(View.CGROUPS, View.PROCESSES)) {
      String title = "─ " + view.number() + " " + view.title() + " ─";
      int y = IntStream.range(0, rows).filter(i -> lines[i].contains(title)).findFirst().orElse(0);
      int x = lines[y].indexOf(title) + 2;

      assertThat(drawn.layout().at(x, y)).isEqualTo(new ScreenLayout.ShowView(view));
      assertThat(drawn.layout().at(x, y + 1)).isNull();
    }
  }

  @Test
  void theBusiestLieByTheRoomAlone() {
    for (int width : new int[] {1, 20, 39, 40, 80, 130, 200, 300}) {
      for (int room : new int[] {-3, 0, 4, 5, 12, 17, 40, 100}) {
        BusiestSection.Section busy = section(width, room, Readings.busy());

        assertThat(busy.rows()).isLessThanOrEqualTo(Math.max(0, room));
        assertThat(section(width, room, Readings.nothing())).isEqualTo(busy);
        assertThat(section(width, room, Readings.talking())).isEqualTo(busy);
      }
    }
  }

  private static BusiestSection.Section section(int width, int room, Reading reading) {
    return new BusiestSection(Glyphs.UNICODE).draw(new Canvas(width, 100).all(), reading, room);
  }

  @Test
  void aTitleThatIsScrolledAwayCannotBeClicked() {
    TuiState scrolled = Readings.START.with(ViewPosition.START.at(1000));
    Frame.Drawn drawn = frame.draw(new Display.Size(130, 40), Readings.busy(), scrolled);
    String[] lines = drawn.canvas().text().split("\n", -1);
    int y =
        IntStream.range(0, 40).filter(i -> lines[i].contains("2 Cgroups ─")).findFirst().orElse(0);

    assertThat(drawn.layout().place().cursor()).isPositive();
    assertThat(drawn.layout().at(4, y)).isEqualTo(new ScreenLayout.ShowView(View.CGROUPS));
    assertThat(drawn.layout().targets())
        .allMatch(target -> target.y() == 0 || lines[target.y()].contains("─"));
  }

  @Test
  void theBusiestNeverGrowBeyondTheScreen() {
    Reading reading = Readings.busy();
    for (int rows = 10; rows < 70; rows++) {
      for (int columns : new int[] {40, 79, 118, 300}) {
        Display.Size size = new Display.Size(columns, rows);
        String text = frame.draw(size, reading, Readings.START).canvas().text();
        assertThat(text.split("\n", -1)).hasSize(rows + 1);
        if (text.contains(" 2 Cgroups ─")) {
          assertThat(text).as("%d by %d", columns, rows).contains("MONITOR ");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "200, 50"})
  void connectionsHaveBothTheirEnds(int columns, int rows) throws IOException {
    TuiState connections = Readings.START.with(View.CONNECTIONS);
    Display.Size size = new Display.Size(columns, rows);
    check(frame, Readings.first(Scenes.connections()), connections, size, "connections-both");
  }

  @ParameterizedTest
  @CsvSource({"0, managed", "3, older", "6, lid", "8, handle"})
  void theDetailsOfAConnection(int row, String name) throws IOException {
    Reading reading = Readings.first(Scenes.connections());
    checkDetails(reading, View.CONNECTIONS, row, "connections-detail-" + name);
  }

  private void checkDetails(Reading reading, View view, int row, String name) throws IOException {
    TuiState at = Readings.START.with(view).with(ViewPosition.START.at(row));
    ScreenLayout layout = frame.draw(SMALL, reading, at).layout();
    TuiState open = Keys.press(at, Input.Key.ENTER, layout).state();

    check(frame, reading, open, SMALL, name);
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "200, 50"})
  void interfacesOfEthernetAreBelowTheDevices(int columns, int rows) throws IOException {
    TuiState devices = Readings.START.with(View.DEVICES);
    Display.Size size = new Display.Size(columns, rows);
    check(frame, Readings.ethernet(), devices, size, "devices-ethernet");
  }

  @Test
  void interfacesOfEthernetLeaveHalfOfASmallScreenToTheDevices() {
    TuiState devices = Readings.START.with(View.DEVICES);
    String text =
        frame.draw(new Display.Size(80, 12), Readings.ethernet(), devices).canvas().text();

    assertThat(text).contains("rxe0").contains("and 5 more; a filter (/) chooses");
    for (int rows = 10; rows < 30; rows++) {
      Display.Size size = new Display.Size(60, rows);
      assertThat(frame.draw(size, Readings.ethernet(), devices).canvas().text().split("\n", -1))
          .hasSize(rows + 1);
    }
  }

  @Test
  void theFilterChoosesInterfacesOfEthernetToo() {
    ViewPosition place = ViewPosition.START.filtered(Filter.of("rdma-0|ring_full"));
    TuiState devices = Readings.START.with(View.DEVICES).with(place);
    String text = frame.draw(SMALL, Readings.ethernet(), devices).canvas().text();

    assertThat(text).contains("rdma-0").contains("not_ours").doesNotContain("ens1f0np0");
    assertThat(text).doesNotContain("\u001b");
  }

  @Test
  void theDetailsOfAFlowRule() throws IOException {
    Reading reading = Readings.flows();
    TuiState start = Readings.START.with(View.OBJECTS);
    int rows = frame.draw(SMALL, reading, start).layout().rows();
    TuiState last = start.with(ViewPosition.START.at(rows - 1));
    ScreenLayout layout = frame.draw(SMALL, reading, last).layout();
    TuiState open = Keys.press(last, Input.Key.ENTER, layout).state();

    check(frame, reading, open, SMALL, "objects-flow-detail");
  }

  @Test
  void cgroupsOneByOne() throws IOException {
    TuiState flat = Readings.START.with(View.CGROUPS).tree(false);
    check(frame, Readings.busy(), flat, SMALL, "cgroups-flat");
  }

  @Test
  void asciiOnly() throws IOException {
    ScreenFrame ascii = new ScreenFrame(Glyphs.ASCII);
    check(ascii, Readings.busy(), Readings.START, SMALL, "overview-ascii");
    for (View view : View.values()) {
      String text = ascii.draw(LARGE, Readings.busy(), Readings.START.with(view)).canvas().text();
      assertThat(text.chars()).as("%s", view).allMatch(c -> c < 0x7f);
    }
  }

  @ParameterizedTest
  @EnumSource(View.class)
  void aHostWithoutRdma(View view) throws IOException {
    check(frame, Readings.nothing(), Readings.START.with(view), SMALL, view.word() + "-nothing");
  }

  @Test
  void aFirstReadingWithoutDetails() throws IOException {
    check(frame, Readings.first(Scenes.busy()), Readings.START, SMALL, "overview-first");
  }

  @Test
  void whatIsTypedIsShownAndAppliedAtOnce() throws IOException {
    TuiState state = Readings.START.with(View.EVENTS);
    ScreenLayout layout = frame.draw(SMALL, Readings.busy(), state).layout();
    String typed = "/!postgres|nvme";
    for (int i = 0; i < typed.length(); i++) {
      state = Keys.press(state, new Input.Typed(typed.charAt(i)), layout).state();
    }
    check(frame, Readings.busy(), state, SMALL, "events-filter");
  }

  @ParameterizedTest
  @CsvSource({"39, 24", "80, 9", "1, 1", "20, 5"})
  void aTerminalThatIsTooSmallIsTold(int columns, int rows) {
    String text =
        frame
            .draw(new Display.Size(columns, rows), Readings.busy(), Readings.START)
            .canvas()
            .text();

    assertThat(text).startsWith("terminal too small".substring(0, Math.min(18, columns)));
  }

  @ParameterizedTest
  @MethodSource("everyViewInTwoSizes")
  void everySizeCanBeDrawn(View view) {
    Reading reading = Readings.busy();
    for (int columns : new int[] {40, 41, 54, 79, 80, 97, 118, 131, 160, 198, 300}) {
      for (int rows : new int[] {10, 11, 17, 25, 31, 100}) {
        Display.Size size = new Display.Size(columns, rows);
        String[] lines =
            frame.draw(size, reading, Readings.START.with(view)).canvas().text().split("\n", -1);
        assertThat(lines).hasSize(rows + 1);
        assertThat(lines[0]).contains(view.number() + " " + view.title());
        assertThat(lines[rows - 2]).startsWith(" 11:46:20  every 1s");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(View.class)
  void noTextFromOutsideReachesTheTerminalUnescaped(View view) {
    TuiState state = Readings.START.with(view);
    Reading reading = Readings.busy();
    ScreenLayout layout = frame.draw(LARGE, reading, state).layout();
    for (int row = 0; row < Math.max(1, layout.rows()); row += 3) {
      TuiState at = state.with(ViewPosition.START.at(row));
      at = Keys.press(at, Input.Key.ENTER, frame.draw(LARGE, reading, at).layout()).state();

      assertThat(frame.draw(LARGE, reading, at).canvas().text()).doesNotContain("\u001b");
    }
  }

  private static void check(
      ScreenFrame frame, Reading reading, TuiState state, Display.Size size, String name)
      throws IOException {
    Golden.assertMatches(
        frame.draw(size, reading, state).canvas().text(),
        "tui/%s-%dx%d.txt".formatted(name, size.columns(), size.rows()));
  }
}
