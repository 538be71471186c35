// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;

/** A screen of 80 columns and 24 rows that keeps what it was shown, and a person who types. */
public final class ScriptedDisplay implements Display {
  private final ArrayDeque<List<Input>> script = new ArrayDeque<>();
  private final List<String> screens = new ArrayList<>();
  private final List<Theme> themes = new ArrayList<>();
  private ArrayDeque<Input> pending = new ArrayDeque<>();
  private boolean closed;
  private boolean broken;
  private boolean noTerminal;

  /** After what was typed before is drawn, types this. */
  public ScriptedDisplay thenType(Input... inputs) {
    script.add(List.of(inputs));
    return this;
  }

  public ScriptedDisplay thenType(String text) {
    return thenType(text.chars().mapToObj(c -> new Input.Typed((char) c)).toArray(Input[]::new));
  }

  /** Has nothing be shown any more. */
  public void breakDown() {
    broken = true;
  }

  /** Is no terminal after all. */
  public void failToOpen() {
    noTerminal = true;
  }

  public Display open() throws IOException {
    if (noTerminal) {
      throw new IOException("stty: 'standard input': Inappropriate ioctl for device");
    }
    return this;
  }

  public List<String> screens() {
    return screens;
  }

  public List<Theme> themes() {
    return themes;
  }

  public List<String> lastLines() {
    return Arrays.asList(screens.getLast().split("\n", -1));
  }

  public boolean isClosed() {
    return closed;
  }

  @Override
  public Size size() {
    return new Size(80, 24);
  }

  @Override
  public Optional<Input> poll() {
    return Optional.ofNullable(pending.poll());
  }

  @Override
  public void show(Canvas canvas, Theme theme, boolean anew) throws IOException {
    if (broken) {
      throw new IOException("Input/output error");
    }
    screens.add(canvas.text());
    themes.add(theme);
    if (!script.isEmpty()) {
      pending = new ArrayDeque<>(script.poll());
    }
  }

  @Override
  public void suspend() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    closed = true;
  }
}
