// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Input;

/** What keys and the mouse do: the next state is a function of the present one and the input. */
final class Keys {
  /** What is to be done besides. */
  enum Effect {
    NONE,
    QUIT,
    /** Quit as by Ctrl-C. */
    INTERRUPT,
    EXPORT,
    /** Give the terminal back until the process is continued. */
    SUSPEND,
    /** Draw the whole screen anew. */
    REDRAW
  }

  record KeyResult(TuiState state, Effect effect) {}

  /** Choices of {@code +} and {@code -}. */
  static final List<Duration> INTERVALS =
      List.of(
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          Duration.ofMillis(500),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60));

  private final TuiState state;
  private final ScreenLayout layout;

  private Keys(TuiState state, ScreenLayout layout) {
    this.state = state;
    this.layout = layout;
  }

  /** What comes of an input, given how the screen was laid out when the person saw it. */
  static KeyResult press(TuiState before, Input input, ScreenLayout layout) {
    Keys keys = new Keys(before.saying(""), layout);
    return switch (input) {
      case Input.Key key when key == Input.Key.INTERRUPT -> keys.effect(Effect.INTERRUPT);
      case Input.Key key when key == Input.Key.HANGUP -> keys.effect(Effect.QUIT);
      case Input.Key key when key == Input.Key.SUSPEND -> keys.effect(Effect.SUSPEND);
      case Input.Key key when key == Input.Key.REDRAW -> keys.effect(Effect.REDRAW);
      case Input.Key key when before.typing().isPresent() ->
          keys.state(keys.edit(key, before.typing().get()));
      case Input.Typed typed when before.typing().isPresent() ->
          keys.state(keys.type(before.typing().get() + typed.sign()));
      case Input.Key key -> keys.state(keys.named(key));
      case Input.Typed typed -> keys.typed(typed.sign());
      case Input.Click click -> keys.state(keys.act(layout.at(click.x(), click.y())));
      case Input.Wheel wheel -> keys.state(keys.move(wheel.lines()));
    };
  }

  private KeyResult state(TuiState next) {
    return new KeyResult(next, Effect.NONE);
  }

  private KeyResult effect(Effect effect) {
    return new KeyResult(state, effect);
  }

  private TuiState edit(Input.Key key, String text) {
    return switch (key) {
      case ENTER -> state.typing(Optional.empty());
      case ESCAPE -> state.typing(Optional.empty()).with(state.place().filtered(Filter.ALL));
      case BACKSPACE ->
          text.isEmpty()
              ? state.typing(Optional.empty())
              : type(text.substring(0, text.length() - 1));
      case UP, DOWN, PAGE_UP, PAGE_DOWN -> named(key);
      default -> state;
    };
  }

  /** Uses the filter as far as it is typed; while it is not valid, the one before is used. */
  private TuiState type(String text) {
    TuiState typed = state.typing(Optional.of(text));
    try {
      return typed.with(state.place().filtered(Filter.of(text)));
    } catch (PatternSyntaxException e) {
      return typed.saying("not a regular expression: " + e.getDescription());
    }
  }

  private TuiState named(Input.Key key) {
    return switch (key) {
      case UP -> move(-1);
      case DOWN -> move(1);
      case PAGE_UP -> move(-Math.max(1, layout.page() - 1));
      case PAGE_DOWN -> move(Math.max(1, layout.page() - 1));
      case HOME -> move(-layout.rows());
      case END -> move(layout.rows());
      case TAB, RIGHT -> show(state.view().plus(1));
      case SHIFT_TAB, LEFT -> show(state.view().plus(-1));
      case ENTER -> detail();
      case ESCAPE -> back();
      case BACKSPACE, INTERRUPT, SUSPEND, REDRAW, HANGUP -> state;
    };
  }

  private KeyResult typed(char sign) {
    if (sign >= '1' && sign <= '0' + state.view().all().size()) {
      return state(show(state.view().all().get(sign - '1')));
    }
    return switch (sign) {
      case 'q', 'Q' -> state.help() ? state(state.help(false)) : effect(Effect.QUIT);
      case 'e' -> effect(Effect.EXPORT);
      case 'j' -> state(move(1));
      case 'k' -> state(move(-1));
      case 'g' -> state(move(-layout.rows()));
      case 'G' -> state(move(layout.rows()));
      case '/' -> state(state.help(false).typing(Optional.of(state.place().filter().text())));
      case 's' -> state(sortByNext());
      case 'r' -> state(state.with(state.place().turned()));
      case 'p', ' ' -> state(state.paused(!state.paused()));
      case 't' -> state(state.tree(!state.tree()));
      case '+', '=' -> state(interval(longer()));
      case '-', '_' -> state(interval(shorter()));
      case '?', 'h' -> state(state.help(!state.help()));
      case 'T' -> {
        Theme theme = state.theme().next();
        yield state(state.with(theme).saying("theme " + theme.word()));
      }
      default -> state(state);
    };
  }

  private TuiState show(Tab view) {
    return state.help(false).with(view);
  }

  private TuiState move(int rows) {
    if (state.help()) {
      return state;
    }
    int last = Math.max(0, layout.rows() - 1);
    return state.with(state.place().at(Math.clamp((long) layout.place().cursor() + rows, 0, last)));
  }

  private TuiState detail() {
    if (state.help()) {
      return state.help(false);
    }
    ViewPosition place = state.place();
    if (place.isOpen()) {
      return state.with(place.closed());
    }
    return layout.key().isEmpty() ? state : state.with(place.opened(layout.key()));
  }

  /** Closes what was opened last: the help, the details, the filter. */
  private TuiState back() {
    if (state.help()) {
      return state.help(false);
    }
    ViewPosition place = state.place();
    return state.with(place.isOpen() ? place.closed() : place.filtered(Filter.ALL));
  }

  /** After the last column comes the view's own order. */
  private TuiState sortByNext() {
    int next = layout.columns().indexOf(state.place().sort()) + 1;
    return state.with(
        state.place().sortedBy(next < layout.columns().size() ? layout.columns().get(next) : ""));
  }

  private TuiState interval(Duration interval) {
    return state.with(interval);
  }

  private Duration longer() {
    return INTERVALS.stream()
        .filter(choice -> choice.compareTo(state.interval()) > 0)
        .findFirst()
        .orElse(state.interval());
  }

  private Duration shorter() {
    return INTERVALS.reversed().stream()
        .filter(choice -> choice.compareTo(state.interval()) < 0)
        .findFirst()
        .orElse(state.interval());
  }

  private TuiState act(ScreenLayout.@Nullable Act act) {
    return switch (act) {
      case null -> state;
      case ScreenLayout.ShowView tab -> show(tab.view());
      case ScreenLayout.SortBy heading -> sortBy(heading.column());
      case ScreenLayout.GoTo row -> state.with(state.place().at(row.row()));
    };
  }

  /** A second click turns the order round. */
  private TuiState sortBy(String column) {
    ViewPosition place = state.place();
    return state.with(place.sort().equals(column) ? place.turned() : place.sortedBy(column));
  }
}
