// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a person chose.
 *
 * @param view that is shown
 * @param places by view; {@link ViewPosition#START} for those that were not visited
 * @param typing the filter that is being typed, if one is
 * @param paused whether the screen stays as it is
 * @param help whether the keys are explained
 * @param tree whether cgroups are shown as a tree
 * @param interval between readings
 * @param theme of colors
 * @param message what is to be told, until the next key
 */
public record TuiState(
    View view,
    Map<View, ViewPosition> places,
    Optional<String> typing,
    boolean paused,
    boolean help,
    boolean tree,
    Duration interval,
    Theme theme,
    String message) {

  public TuiState {
    places = Map.copyOf(places);
  }

  /** What is shown before any key was pressed. */
  public static TuiState start(View view, Duration interval, Theme theme) {
    return new TuiState(view, Map.of(), Optional.empty(), false, false, true, interval, theme, "");
  }

  ViewPosition place() {
    return places.getOrDefault(view, ViewPosition.START);
  }

  TuiState with(ViewPosition place) {
    Map<View, ViewPosition> changed = new EnumMap<>(View.class);
    changed.putAll(places);
    changed.put(view, place);
    return new TuiState(view, changed, typing, paused, help, tree, interval, theme, message);
  }

  TuiState with(View other) {
    return new TuiState(other, places, typing, paused, help, tree, interval, theme, message);
  }

  TuiState with(Theme other) {
    return new TuiState(view, places, typing, paused, help, tree, interval, other, message);
  }

  TuiState with(Duration changed) {
    return new TuiState(view, places, typing, paused, help, tree, changed, theme, message);
  }

  TuiState typing(Optional<String> text) {
    return new TuiState(view, places, text, paused, help, tree, interval, theme, message);
  }

  TuiState paused(boolean now) {
    return new TuiState(view, places, typing, now, help, tree, interval, theme, message);
  }

  TuiState help(boolean shown) {
    return new TuiState(view, places, typing, paused, shown, tree, interval, theme, message);
  }

  TuiState tree(boolean asTree) {
    return new TuiState(view, places, typing, paused, help, asTree, interval, theme, message);
  }

  TuiState saying(String text) {
    return new TuiState(view, places, typing, paused, help, tree, interval, theme, text);
  }
}
