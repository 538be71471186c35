// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.rdmamonitor.units.Bytes;

/**
 * A column of a table.
 *
 * @param name its heading
 * @param width cells; of a wide column the least
 * @param share of the cells that are left over; 0 for a column of fixed width
 * @param from the width of a table from which on it is shown
 * @param alignment of its text
 * @param order what sorting by it does: text rises, numbers fall
 * @param text of a row
 * @param style of a row's text
 */
public record Column<R>(
    String name,
    int width,
    int share,
    int from,
    Alignment alignment,
    Comparator<R> order,
    Function<R, String> text,
    Function<R, Style> style) {

  public enum Alignment {
    LEFT,
    RIGHT,
    /** Left; of what is too long, the end is shown. */
    LEFT_END
  }

  public static <R> Column<R> text(String name, int width, Function<R, String> text) {
    return new Column<>(
        name,
        width,
        0,
        0,
        Alignment.LEFT,
        Comparator.comparing(text, String.CASE_INSENSITIVE_ORDER),
        text,
        row -> Style.TEXT);
  }

  /** A number; zeros are dim. */
  public static <R> Column<R> number(
      String name, int width, ToDoubleFunction<R> value, Function<R, String> text) {
    return new Column<>(
        name,
        width,
        0,
        0,
        Alignment.RIGHT,
        Comparator.comparingDouble(value).reversed(),
        text,
        row -> value.applyAsDouble(row) == 0 ? Style.DIM : Style.TEXT);
  }

  public static <R> Column<R> count(String name, int width, ToDoubleFunction<R> value) {
    return number(name, width, value, row -> Units.count((long) value.applyAsDouble(row)));
  }

  public static <R> Column<R> bytes(String name, int width, ToDoubleFunction<R> value) {
    return number(name, width, value, row -> Bytes.cell((long) value.applyAsDouble(row)));
  }

  public static <R> Column<R> rate(String name, int width, ToDoubleFunction<R> value) {
    return number(name, width, value, row -> Units.rate(value.applyAsDouble(row)));
  }

  /** The column with another width; for a wide column the least. */
  public Column<R> width(int cells) {
    return new Column<>(name, cells, share, from, alignment, order, text, style);
  }

  /** The column, with a share of the cells that are left over. */
  public Column<R> wide(int part) {
    return new Column<>(name, width, part, from, alignment, order, text, style);
  }

  /** The column, shown only in tables of this width and more. */
  public Column<R> from(int tableWidth) {
    return new Column<>(name, width, share, tableWidth, alignment, order, text, style);
  }

  public Column<R> aligned(Alignment other) {
    return new Column<>(name, width, share, from, other, order, text, style);
  }

  public Column<R> by(Comparator<R> other) {
    return new Column<>(name, width, share, from, alignment, other, text, style);
  }

  public Column<R> styled(Function<R, Style> other) {
    return new Column<>(name, width, share, from, alignment, order, text, other);
  }
}
