// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

import com.googlecode.lanterna.SGR;
import com.googlecode.lanterna.TextCharacter;
import com.googlecode.lanterna.input.KeyStroke;
import com.googlecode.lanterna.input.MouseAction;
import com.googlecode.lanterna.screen.Screen.RefreshType;
import com.googlecode.lanterna.screen.TerminalScreen;
import com.googlecode.lanterna.terminal.Terminal;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;

/** Canvases on a Lanterna screen, of which only what has changed is written; and its keys. */
final class LanternaScreen {
  private static final int WHEEL_LINES = 3;

  private final TerminalScreen screen;
  private @Nullable Canvas shown;
  private @Nullable Theme shownTheme;

  LanternaScreen(Terminal terminal) throws IOException {
    screen = new TerminalScreen(terminal);
    screen.setCursorPosition(null);
  }

  void start() throws IOException {
    screen.startScreen();
  }

  void stop() throws IOException {
    screen.stopScreen();
  }

  Optional<Input> poll() throws IOException {
    for (KeyStroke key = screen.pollInput(); key != null; key = screen.pollInput()) {
      Optional<Input> input = input(key);
      if (input.isPresent()) {
        return input;
      }
    }
    return Optional.empty();
  }

  static Optional<Input> input(KeyStroke key) {
    return switch (key.getKeyType()) {
      case Character -> character(key);
      case ArrowUp -> Optional.of(Input.Key.UP);
      case ArrowDown -> Optional.of(Input.Key.DOWN);
      case ArrowLeft -> Optional.of(Input.Key.LEFT);
      case ArrowRight -> Optional.of(Input.Key.RIGHT);
      case PageUp -> Optional.of(Input.Key.PAGE_UP);
      case PageDown -> Optional.of(Input.Key.PAGE_DOWN);
      case Home -> Optional.of(Input.Key.HOME);
      case End -> Optional.of(Input.Key.END);
      case Tab -> Optional.of(Input.Key.TAB);
      case ReverseTab -> Optional.of(Input.Key.SHIFT_TAB);
      case Enter -> Optional.of(Input.Key.ENTER);
      case Escape -> Optional.of(Input.Key.ESCAPE);
      case Backspace, Delete -> Optional.of(Input.Key.BACKSPACE);
      case EOF -> Optional.of(Input.Key.HANGUP);
      case MouseEvent -> key instanceof MouseAction mouse ? mouse(mouse) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<Input> character(KeyStroke key) {
    char sign = key.getCharacter();
    if (key.isCtrlDown()) {
      return switch (sign) {
        case 'z' -> Optional.of(Input.Key.SUSPEND);
        case 'c' -> Optional.of(Input.Key.INTERRUPT);
        case 'l' -> Optional.of(Input.Key.REDRAW);
        default -> Optional.empty();
      };
    }
    return key.isAltDown() ? Optional.empty() : Optional.of(new Input.Typed(sign));
  }

  private static Optional<Input> mouse(MouseAction mouse) {
    return switch (mouse.getActionType()) {
      case CLICK_DOWN ->
          mouse.getButton() == 1
              ? Optional.of(
                  new Input.Click(mouse.getPosition().getColumn(), mouse.getPosition().getRow()))
              : Optional.empty();
      case SCROLL_UP -> Optional.of(new Input.Wheel(-WHEEL_LINES));
      case SCROLL_DOWN -> Optional.of(new Input.Wheel(WHEEL_LINES));
      case CLICK_RELEASE, DRAG, MOVE -> Optional.empty();
    };
  }

  void show(Canvas canvas, Theme theme, boolean anew) throws IOException {
    Canvas before = shown;
    boolean resized =
        before == null || before.width() != canvas.width() || before.height() != canvas.height();
    boolean all = anew || resized || theme != shownTheme;
    if (resized) {
      screen.getTerminal().getTerminalSize();
      screen.doResizeIfNecessary();
    }
    for (int y = 0; y < canvas.height(); y++) {
      for (int x = 0; x < canvas.width(); x++) {
        boolean same =
            !all
                && before != null
                && before.sign(x, y) == canvas.sign(x, y)
                && before.style(x, y) == canvas.style(x, y);
        if (!same && canvas.sign(x, y) != Canvas.CONTINUED) {
          screen.setCharacter(x, y, cell(canvas, theme, x, y));
        }
      }
    }
    screen.refresh(resized || anew ? RefreshType.COMPLETE : RefreshType.DELTA);
    shown = canvas;
    shownTheme = theme;
  }

  private static TextCharacter cell(Canvas canvas, Theme theme, int x, int y) {
    Theme.Appearance look = theme.look(canvas.style(x, y));
    return TextCharacter.fromCharacter(
        canvas.sign(x, y),
        look.foreground(),
        look.background(),
        look.modifiers().toArray(SGR[]::new))[0];
  }
}
