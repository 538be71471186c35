// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;

class TableTest {
  private record Row(String name, long size) {}

  private static final List<Row> ROWS =
      List.of(new Row("beta", 5), new Row("Alpha", 70_000_000), new Row("gamma", 0));

  private static final Table<Row> TABLE =
      new Table<>(
          List.of(
              Column.text("NAME", 4, Row::name).wide(1),
              Column.count("SIZE", 5, Row::size),
              Column.<Row>text("MORE", 6, row -> "more").from(30)),
          Row::name,
          row -> List.of(new Fact("Name", row.name())),
          "Nothing.",
          Glyphs.ASCII);

  @ParameterizedTest
  @CsvSource({
    "'', false, beta Alpha gamma",
    "'', true, gamma Alpha beta",
    "NAME, false, Alpha beta gamma",
    "NAME, true, gamma beta Alpha",
    "SIZE, false, Alpha beta gamma",
    "SIZE, true, gamma beta Alpha",
    "GONE, false, beta Alpha gamma",
  })
  void rowsAreSortedByAColumn(String column, boolean reversed, String names) {
    ViewPosition place = ViewPosition.START.sortedBy(column);

    assertThat(names(reversed ? place.turned() : place)).isEqualTo(names);
  }

  @ParameterizedTest
  @CsvSource({
    "'', beta Alpha gamma",
    "!, beta Alpha gamma",
    "A$, beta Alpha gamma",
    "^a, Alpha",
    "!^a, beta gamma",
    "70.0M, Alpha",
    "!m{2}|70, beta",
    "nowhere, ''",
  })
  void aFilterIsLookedForInEveryColumn(String filter, String names) {
    assertThat(names(ViewPosition.START.filtered(Filter.of(filter)))).isEqualTo(names);
  }

  @Test
  void columnsAreAlignedAndThoseWithoutRoomLeftOut() {
    assertThat(draw(20, 4, ViewPosition.START))
        .isEqualTo(
            """
            NAME            SIZE
            beta               5
            Alpha          70.0M
            gamma              0
            """);
    assertThat(draw(30, 2, ViewPosition.START))
        .isEqualTo(
            """
            NAME               SIZE MORE
            beta                  5 more
            """);
  }

  @Test
  void theColumnThatIsSortedByHasASign() {
    assertThat(draw(20, 1, ViewPosition.START.sortedBy("SIZE")))
        .isEqualTo("NAME           vSIZE\n");
    assertThat(draw(20, 1, ViewPosition.START.sortedBy("NAME").turned()))
        .isEqualTo("NAME^           SIZE\n");
  }

  @Test
  void theRowsScrollWithTheCursor() {
    List<Row> rows = rows(100);
    ViewPosition place = ViewPosition.START;
    for (int cursor : List.of(0, 4, 5, 99, 95, 94, 50, 0)) {
      ScreenLayout layout = TABLE.draw(new Canvas(20, 6).all(), rows, place.at(cursor));
      place = layout.place();
      assertThat(place.cursor()).isEqualTo(cursor);
      assertThat(place.top()).isBetween(Math.max(0, cursor - 4), cursor);
      assertThat(layout.page()).isEqualTo(5);
    }
  }

  @Test
  void theCursorFollowsItsRowButStaysAtTheTop() {
    List<Row> rows = rows(10);
    List<Row> later = new ArrayList<>(List.of(new Row("new", 1)));
    later.addAll(rows);

    ViewPosition third =
        TABLE.draw(new Canvas(20, 9).all(), rows, ViewPosition.START.at(3)).place();
    ViewPosition top = TABLE.draw(new Canvas(20, 9).all(), rows, ViewPosition.START).place();

    assertThat(TABLE.draw(new Canvas(20, 9).all(), later, third).key()).isEqualTo("row 3");
    assertThat(TABLE.draw(new Canvas(20, 9).all(), later, top).key()).isEqualTo("new");
  }

  @Test
  void theCursorOfARowThatIsGoneStaysOnTheTable() {
    ViewPosition last =
        TABLE.draw(new Canvas(20, 9).all(), rows(10), ViewPosition.START.at(9)).place();

    assertThat(TABLE.draw(new Canvas(20, 9).all(), rows(3), last).key()).isEqualTo("row 2");
    assertThat(TABLE.draw(new Canvas(20, 9).all(), List.of(), last).key()).isEmpty();
  }

  @Test
  void anEmptyTableSaysWhy() {
    Canvas canvas = new Canvas(50, 4);
    TABLE.draw(canvas.all(), List.of(), ViewPosition.START);
    assertThat(canvas.text()).contains("Nothing.");

    Canvas filtered = new Canvas(50, 4);
    TABLE.draw(filtered.all(), List.of(), ViewPosition.START.filtered(Filter.of("x")));
    assertThat(filtered.text()).contains("Nothing matches the filter");
  }

  @Test
  void detailsOfARowThatIsGoneSaySo() {
    Canvas canvas = new Canvas(60, 12);
    ScreenLayout layout = TABLE.draw(canvas.all(), ROWS, ViewPosition.START.opened("delta"));

    assertThat(canvas.text()).contains("It is there no more");
    // So that they are back if the row is, and so that Enter closes them.
    assertThat(layout.key()).isEqualTo("delta");
    assertThat(layout.place().key()).isEqualTo("delta");
    assertThat(canvas.style(0, 1)).isNotEqualTo(Style.SELECTED);
  }

  @Test
  void detailsAreThoseOfTheRowThatIsHighlightedWhateverComesBeforeIt() {
    List<Row> rows = rows(3);
    List<Row> later = new ArrayList<>(List.of(new Row("new", 1)));
    later.addAll(rows);
    ViewPosition open =
        TABLE.draw(new Canvas(60, 12).all(), rows, ViewPosition.START.opened("row 0")).place();

    Canvas canvas = new Canvas(60, 12);
    ScreenLayout layout = TABLE.draw(canvas.all(), later, open);
    assertThat(layout.key()).isEqualTo("row 0");
    assertThat(canvas.style(0, 1)).isNotEqualTo(Style.SELECTED);
    assertThat(canvas.style(0, 2)).isEqualTo(Style.SELECTED);
    assertThat(canvas.text()).containsPattern("Name +row 0");
    assertThat(TABLE.draw(new Canvas(60, 12).all(), later, open.at(0)).key()).isEqualTo("new");
  }

  private static String names(ViewPosition place) {
    return String.join(" ", TABLE.arrange(ROWS, place).stream().map(Row::name).toList());
  }

  private static String draw(int width, int height, ViewPosition place) {
    Canvas canvas = new Canvas(width, height);
    TABLE.draw(canvas.all(), ROWS, place);
    return canvas.text();
  }

  private static List<Row> rows(int count) {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(new Row("row " + i, i));
    }
    return rows;
  }

  @Test
  void aPartOfTheColumnsHasWhatFitsInTheOrderThatIsAskedFor() {
    Table<Row> part = TABLE.only(column -> column.width(6), "NAME", "MORE", "SIZE");
    Canvas canvas = new Canvas(14, 3);

    assertThat(part.sheet(canvas.all(), ROWS.subList(0, 2), ViewPosition.START.sortedBy("NAME")))
        .isEqualTo(3);
    assertThat(canvas.text().lines())
        .containsExactly("NAMEv   MORE", "beta    more", "Alpha   more");
    assertThatThrownBy(() -> TABLE.only(column -> column, "NAMES"))
        .isInstanceOf(NoSuchElementException.class);
  }
}
