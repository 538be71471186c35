// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.render.tui.canvas.Theme;

/**
 * What a person chose.
 *
 * @param view that is shown
 * @param positions by view; {@link ViewPosition#START} for those that were not visited
 * @param typing the filter that is being typed, if one is
 * @param paused whether the screen stays as it is
 * @param help whether the keys are explained
 * @param tree whether cgroups are shown as a tree
 * @param interval between readings
 * @param theme of colors
 * @param message what is to be told, until the next key
 */
public record TuiState(
    Tab view,
    Map<Tab, ViewPosition> positions,
    Optional<String> typing,
    boolean paused,
    boolean help,
    boolean tree,
    Duration interval,
    Theme theme,
    String message) {

  public TuiState {
    positions = Map.copyOf(positions);
  }

  /** What is shown before any key was pressed. */
  public static TuiState start(Tab view, Duration interval, Theme theme) {
    return new TuiState(view, Map.of(), Optional.empty(), false, false, true, interval, theme, "");
  }

  ViewPosition place() {
    return place(view);
  }

  /** Where the person is in another view. */
  ViewPosition place(Tab other) {
    return positions.getOrDefault(other, ViewPosition.START);
  }

  TuiState with(ViewPosition place) {
    Map<Tab, ViewPosition> changed = new HashMap<>(positions);
    changed.put(view, place);
    return new TuiState(view, changed, typing, paused, help, tree, interval, theme, message);
  }

  TuiState with(Tab other) {
    return new TuiState(other, positions, typing, paused, help, tree, interval, theme, message);
  }

  TuiState with(Theme other) {
    return new TuiState(view, positions, typing, paused, help, tree, interval, other, message);
  }

  TuiState with(Duration changed) {
    return new TuiState(view, positions, typing, paused, help, tree, changed, theme, message);
  }

  TuiState typing(Optional<String> text) {
    return new TuiState(view, positions, text, paused, help, tree, interval, theme, message);
  }

  TuiState paused(boolean now) {
    return new TuiState(view, positions, typing, now, help, tree, interval, theme, message);
  }

  TuiState help(boolean shown) {
    return new TuiState(view, positions, typing, paused, shown, tree, interval, theme, message);
  }

  TuiState tree(boolean asTree) {
    return new TuiState(view, positions, typing, paused, help, asTree, interval, theme, message);
  }

  TuiState saying(String text) {
    return new TuiState(view, positions, typing, paused, help, tree, interval, theme, text);
  }
}
