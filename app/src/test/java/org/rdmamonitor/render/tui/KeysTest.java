// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.render.tui.Keys.Effect;
import org.rdmamonitor.render.tui.Keys.KeyResult;
import org.rdmamonitor.render.tui.ScreenLayout.GoTo;
import org.rdmamonitor.render.tui.ScreenLayout.ShowView;
import org.rdmamonitor.render.tui.ScreenLayout.SortBy;
import org.rdmamonitor.render.tui.ScreenLayout.Target;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Input;

class KeysTest {
  private static final List<String> COLUMNS = List.of("PID", "NAME", "MR");

  /** A table of 100 rows of which 20 are shown, the cursor on row 50. */
  private static final ScreenLayout TABLE =
      new ScreenLayout(
          ViewPosition.START.at(50),
          "row 50",
          100,
          20,
          COLUMNS,
          List.of(
              new Target(0, 0, 12, new ShowView(View.DEVICES)),
              new Target(0, 1, 5, new SortBy("PID")),
              new Target(0, 2, 80, new GoTo(31))));

  private static final TuiState PROCESSES =
      Readings.START.with(View.PROCESSES).with(ViewPosition.START.at(50));

  @ParameterizedTest
  @CsvSource({
    "UP, 49",
    "DOWN, 51",
    "PAGE_UP, 31",
    "PAGE_DOWN, 69",
    "HOME, 0",
    "END, 99",
  })
  void arrowsMoveTheCursor(Input.Key key, int row) {
    assertThat(press(PROCESSES, key).place().cursor()).isEqualTo(row);
  }

  @ParameterizedTest
  @CsvSource({"j, 51", "k, 49", "g, 0", "G, 99"})
  void lettersMoveTheCursor(char sign, int row) {
    assertThat(type(PROCESSES, sign).place().cursor()).isEqualTo(row);
  }

  @Test
  void theCursorStaysOnTheTable() {
    ScreenLayout end =
        new ScreenLayout(ViewPosition.START.at(99), "last", 100, 20, COLUMNS, List.of());
    ScreenLayout empty = new ScreenLayout(ViewPosition.START, "", 0, 20, COLUMNS, List.of());

    assertThat(Keys.press(PROCESSES, Input.Key.DOWN, end).state().place().cursor()).isEqualTo(99);
    assertThat(Keys.press(PROCESSES, Input.Key.DOWN, empty).state().place().cursor()).isZero();
    assertThat(Keys.press(PROCESSES, Input.Key.UP, empty).state().place().cursor()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "TAB, DEVICES",
    "RIGHT, DEVICES",
    "SHIFT_TAB, CGROUPS",
    "LEFT, CGROUPS",
  })
  void tabGoesFromViewToView(Input.Key key, View view) {
    assertThat(press(PROCESSES, key).view()).isEqualTo(view);
  }

  @Test
  void theViewsFormARing() {
    TuiState last = Readings.START.with(View.CONNECTIONS);

    assertThat(press(last, Input.Key.TAB).view()).isEqualTo(View.OVERVIEW);
    assertThat(press(Readings.START, Input.Key.SHIFT_TAB).view()).isEqualTo(View.CONNECTIONS);
  }

  @ParameterizedTest
  @CsvSource({
    "1, OVERVIEW",
    "2, CGROUPS",
    "3, PROCESSES",
    "4, DEVICES",
    "5, EVENTS",
    "6, OBJECTS",
    "7, FINDINGS",
    "8, CONNECTIONS",
    "9, PROCESSES",
    "0, PROCESSES",
  })
  void numbersAreViews(char sign, View view) {
    assertThat(type(PROCESSES, sign).view()).isEqualTo(view);
  }

  @Test
  void everyViewKeepsItsPlace() {
    TuiState there = type(PROCESSES, '5').with(ViewPosition.START.at(7));

    assertThat(type(there, '3').place().cursor()).isEqualTo(50);
    assertThat(type(type(there, '3'), '5').place().cursor()).isEqualTo(7);
  }

  @Test
  void sortingGoesThroughTheColumnsAndBackToTheViewsOwnOrder() {
    TuiState state = PROCESSES;
    for (String column : List.of("PID", "NAME", "MR", "", "PID")) {
      state = type(state, 's');
      assertThat(state.place().sort()).isEqualTo(column);
    }
  }

  @Test
  void theOrderIsTurnedRoundAndANewColumnStartsAnew() {
    TuiState turned = type(type(PROCESSES, 's'), 'r');

    assertThat(turned.place().reversed()).isTrue();
    assertThat(type(turned, 'r').place().reversed()).isFalse();
    assertThat(type(turned, 's').place().reversed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "+, 1000, 2000",
    "=, 1000, 2000",
    "-, 1000, 500",
    "+, 60000, 60000",
    "-, 100, 100",
    "+, 1500, 2000",
    "-, 1500, 1000",
    "-, 86400000, 60000",
    "+, 86400000, 86400000",
  })
  void theIntervalHasSteps(char sign, long millis, long expected) {
    TuiState state = PROCESSES.with(Duration.ofMillis(millis));

    assertThat(type(state, sign).interval()).hasMillis(expected);
  }

  @ParameterizedTest
  @ValueSource(chars = {'p', ' '})
  void pauseGoesOnAndOff(char sign) {
    assertThat(type(PROCESSES, sign).paused()).isTrue();
    assertThat(type(type(PROCESSES, sign), sign).paused()).isFalse();
  }

  @Test
  void cgroupsAreATreeOrFlat() {
    assertThat(type(PROCESSES, 't').tree()).isFalse();
    assertThat(type(type(PROCESSES, 't'), 't').tree()).isTrue();
  }

  @Test
  void themesFollowEachOther() {
    TuiState state = PROCESSES;
    for (Theme theme : List.of(Theme.LIGHT, Theme.COLORBLIND, Theme.MONO, Theme.DEFAULT)) {
      state = type(state, 'T');
      assertThat(state.theme()).isEqualTo(theme);
      assertThat(state.message()).isEqualTo("theme " + theme.word());
    }
  }

  @ParameterizedTest
  @CsvSource({"q, QUIT", "Q, QUIT", "e, EXPORT", "x, NONE", "j, NONE"})
  void someKeysDoMore(char sign, Effect effect) {
    assertThat(Keys.press(PROCESSES, new Input.Typed(sign), TABLE).effect()).isEqualTo(effect);
  }

  @ParameterizedTest
  @CsvSource({"INTERRUPT, INTERRUPT", "HANGUP, QUIT", "REDRAW, REDRAW", "SUSPEND, SUSPEND"})
  void someKeysAreHeardWhateverIsOpen(Input.Key key, Effect effect) {
    for (TuiState state :
        List.of(
            PROCESSES,
            PROCESSES.help(true),
            PROCESSES.typing(Optional.of("x")),
            PROCESSES.paused(true))) {
      assertThat(Keys.press(state, key, TABLE).effect()).isEqualTo(effect);
    }
  }

  @Test
  void enterOpensTheDetailsOfTheRowAndClosesThem() {
    TuiState open = press(PROCESSES, Input.Key.ENTER);

    assertThat(open.place().isOpen()).isTrue();
    assertThat(open.place().key()).isEqualTo("row 50");
    assertThat(press(open, Input.Key.ENTER).place().isOpen()).isFalse();
  }

  @Test
  void detailsGoWithTheCursor() {
    TuiState open = PROCESSES.with(PROCESSES.place().opened("row 50"));

    ViewPosition next = press(open, Input.Key.DOWN).place();
    assertThat(next.isOpen()).isTrue();
    assertThat(next.key()).isEmpty();
    assertThat(next.cursor()).isEqualTo(TABLE.place().cursor() + 1);
  }

  @Test
  void nothingIsOpenedWhereThereIsNoRow() {
    ScreenLayout empty = new ScreenLayout(ViewPosition.START, "", 0, 5, List.of(), List.of());

    assertThat(Keys.press(PROCESSES, Input.Key.ENTER, empty).state()).isEqualTo(PROCESSES);
  }

  @Test
  void escapeClosesOneThingAfterTheOther() {
    TuiState state =
        PROCESSES.with(PROCESSES.place().opened("row 3").filtered(Filter.of("x"))).help(true);

    state = press(state, Input.Key.ESCAPE);
    assertThat(state.help()).isFalse();
    assertThat(state.place().isOpen()).isTrue();
    state = press(state, Input.Key.ESCAPE);
    assertThat(state.place().isOpen()).isFalse();
    assertThat(state.place().filter().text()).isEqualTo("x");
    state = press(state, Input.Key.ESCAPE);
    assertThat(state.place().filter().isAll()).isTrue();
  }

  @Test
  void theHelpTakesQAndEnterForClosingIt() {
    TuiState help = type(PROCESSES, '?');
    KeyResult quit = Keys.press(help, new Input.Typed('q'), TABLE);

    assertThat(help.help()).isTrue();
    assertThat(quit.effect()).isEqualTo(Effect.NONE);
    assertThat(quit.state().help()).isFalse();
    assertThat(press(help, Input.Key.ENTER).help()).isFalse();
    assertThat(press(help, Input.Key.DOWN)).isEqualTo(help);
  }

  @Test
  void aFilterIsTypedLive() {
    TuiState state = typeAll(PROCESSES, "/post");

    assertThat(state.typing()).hasValue("post");
    assertThat(state.place().filter().text()).isEqualTo("post");
    assertThat(press(state, Input.Key.BACKSPACE).place().filter().text()).isEqualTo("pos");
    assertThat(press(state, Input.Key.ENTER).typing()).isEmpty();
    assertThat(press(state, Input.Key.ENTER).place().filter().text()).isEqualTo("post");
    assertThat(press(state, Input.Key.ESCAPE).typing()).isEmpty();
    assertThat(press(state, Input.Key.ESCAPE).place().filter().isAll()).isTrue();
  }

  @Test
  void aWrongExpressionSaysSoAndKeepsTheFilterBefore() {
    TuiState state = typeAll(PROCESSES, "/po(");

    assertThat(state.typing()).hasValue("po(");
    assertThat(state.place().filter().text()).isEqualTo("po");
    assertThat(state.message()).isEqualTo("not a regular expression: Unclosed group");
    assertThat(typeAll(state, "s)").place().filter().text()).isEqualTo("po(s)");
    assertThat(typeAll(state, "s)").message()).isEmpty();
  }

  @Test
  void lettersOfAFilterAreNoCommands() {
    TuiState state = typeAll(PROCESSES, "/qspT7");

    assertThat(state.place().filter().text()).isEqualTo("qspT7");
    assertThat(state.view()).isEqualTo(View.PROCESSES);
    assertThat(state.paused()).isFalse();
  }

  @Test
  void aFilterIsGoneOnWithWhereItWasLeft() {
    TuiState state = press(typeAll(PROCESSES, "/post"), Input.Key.ENTER);

    assertThat(typeAll(state, "/g").place().filter().text()).isEqualTo("postg");
  }

  @Test
  void clicksDoWhatLiesThere() {
    assertThat(press(PROCESSES, new Input.Click(11, 0)).view()).isEqualTo(View.DEVICES);
    assertThat(press(PROCESSES, new Input.Click(12, 0))).isEqualTo(PROCESSES);
    assertThat(press(PROCESSES, new Input.Click(79, 2)).place().cursor()).isEqualTo(31);
    assertThat(press(PROCESSES, new Input.Click(79, 9))).isEqualTo(PROCESSES);
  }

  @Test
  void aSecondClickOnAHeadingTurnsTheOrderRound() {
    TuiState once = press(PROCESSES, new Input.Click(2, 1));
    TuiState twice = press(once, new Input.Click(2, 1));

    assertThat(once.place().sort()).isEqualTo("PID");
    assertThat(once.place().reversed()).isFalse();
    assertThat(twice.place().sort()).isEqualTo("PID");
    assertThat(twice.place().reversed()).isTrue();
  }

  @Test
  void theWheelMovesTheCursor() {
    assertThat(press(PROCESSES, new Input.Wheel(3)).place().cursor()).isEqualTo(53);
    assertThat(press(PROCESSES, new Input.Wheel(-3)).place().cursor()).isEqualTo(47);
  }

  @Test
  void aMessageStaysUntilTheNextKey() {
    assertThat(type(PROCESSES.saying("written"), 'j').message()).isEmpty();
  }

  private static TuiState press(TuiState state, Input input) {
    return Keys.press(state, input, TABLE).state();
  }

  private static TuiState type(TuiState state, char sign) {
    return press(state, new Input.Typed(sign));
  }

  private static TuiState typeAll(TuiState state, String text) {
    TuiState typed = state;
    for (int i = 0; i < text.length(); i++) {
      typed = type(typed, text.charAt(i));
    }
    return typed;
  }
}
