// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

import com.googlecode.lanterna.TerminalSize;
import com.googlecode.lanterna.terminal.ansi.ANSITerminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * A terminal that is written to and never asked: Lanterna's own way to learn the size waits for an
 * answer, and its {@code UnixTerminal} leaves the screen in a shutdown hook of its own, while
 * others may still be drawing.
 */
final class Tty extends ANSITerminal {
  /** Presses, releases and the wheel (1000), as numbers (1006). */
  private static final String MOUSE_ON = "\u001b[?1000h\u001b[?1006h";

  private static final String MOUSE_OFF = "\u001b[?1006l\u001b[?1000l";

  /** What leaves the screen, whatever state it is in. */
  static final String LEAVE = MOUSE_OFF + "\u001b[m\u001b[?25h\u001b[?1049l";

  private final Supplier<Display.Size> size;

  Tty(InputStream in, OutputStream out, Charset charset, Supplier<Display.Size> size) {
    super(in, out, charset);
    this.size = size;
    getInputDecoder().addProfile(() -> List.of(new SgrMousePattern()));
  }

  @Override
  protected TerminalSize findTerminalSize() {
    return new TerminalSize(size.get().columns(), size.get().rows());
  }

  @Override
  public void enterPrivateMode() throws IOException {
    super.enterPrivateMode();
    writeToTerminal(MOUSE_ON.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void exitPrivateMode() throws IOException {
    writeToTerminal(MOUSE_OFF.getBytes(StandardCharsets.US_ASCII));
    super.exitPrivateMode();
  }

  /** Lanterna's own adds NULs behind letters of two bytes, and draws with VT100's line set. */
  @Override
  protected byte[] translateCharacter(char input) {
    return String.valueOf(input).getBytes(getCharset());
  }
}
