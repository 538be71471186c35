// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

import com.googlecode.lanterna.terminal.Terminal;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;

/**
 * The terminal of this process. It is left as it was when this is closed; and if the JVM shuts down
 * and this is not closed in time, because whoever draws is stuck, then from a shutdown hook.
 */
public final class TtyDisplay implements Display {
  private static final int BUFFER = 1 << 16;

  /** How long the shutdown waits for the display to be closed in the regular way. */
  private static final Duration PATIENCE = Duration.ofMillis(1500);

  /** How long it then takes at most; a terminal that does not read is left alone. */
  private static final Duration LAST_ATTEMPT = Duration.ofMillis(500);

  /** Far more than it takes until a signal stops this process. */
  private static final Duration SIGNAL_DELAY = Duration.ofMillis(100);

  private static final Size USUAL = new Size(80, 24);

  private final TtyMode mode;
  private final OutputStream out;
  private final Supplier<Size> size;
  private final LanternaScreen screen;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread hook = new Thread(this::restoreAtShutdown, "restore terminal");

  private TtyDisplay(TtyMode mode, OutputStream out, Terminal tty, Supplier<Size> size)
      throws IOException {
    this.mode = mode;
    this.out = out;
    this.size = size;
    screen = new LanternaScreen(tty);
  }

  /**
   * Takes the terminal over.
   *
   * @param in standard input
   * @param out standard output
   * @param charset of the terminal
   * @param size asks the kernel for the size; zeros where it is not known
   * @throws IOException if it is not a terminal after all
   */
  public static TtyDisplay open(
      InputStream in, OutputStream out, Charset charset, Supplier<Size> size) throws IOException {
    Supplier<Size> known =
        () -> {
          Size now = size.get();
          return now.columns() > 0 && now.rows() > 0 ? now : USUAL;
        };
    TtyMode mode = TtyMode.raw();
    Tty tty = new Tty(in, new BufferedOutputStream(out, BUFFER), charset, known);
    TtyDisplay display = new TtyDisplay(mode, out, tty, known);
    Runtime.getRuntime().addShutdownHook(display.hook);
    try {
      display.screen.start();
    } catch (IOException e) {
      display.close();
      throw e;
    }
    return display;
  }

  @Override
  public Size size() {
    return size.get();
  }

  @Override
  public Optional<Input> poll() throws IOException {
    return screen.poll();
  }

  @Override
  public void show(Canvas canvas, Theme theme, boolean anew) throws IOException {
    screen.show(canvas, theme, anew);
  }

  @Override
  public void suspend() throws IOException {
    screen.stop();
    mode.restore();
    // As the terminal would do it where Ctrl-Z is no key; the shell sees it, and sends SIGCONT
    // later.
    String self = Long.toString(ProcessHandle.current().pid());
    Process kill = new ProcessBuilder("kill", "-s", "STOP", self).inheritIO().start();
    try {
      kill.waitFor();
      Thread.sleep(SIGNAL_DELAY);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    mode.set();
    screen.start();
  }

  @Override
  public void close() {
    if (closed.getCount() == 0) {
      return;
    }
    try {
      screen.stop();
    } catch (IOException gone) {
      // The terminal was closed: there is nothing to leave as it was.
    } finally {
      restoreMode();
      closed.countDown();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook sees that this is closed.
    }
  }

  private void restoreMode() {
    try {
      mode.restore();
    } catch (IOException gone) {
      // as above
    }
  }

  private void restoreAtShutdown() {
    try {
      if (closed.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      Thread attempt = Thread.ofPlatform().daemon().start(this::leave);
      attempt.join(LAST_ATTEMPT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Restores the terminal without the screen and its locks: the thread that did not close it in
   * time may be stuck while it holds them.
   */
  private void leave() {
    restoreMode();
    try {
      out.write(Tty.LEAVE.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    } catch (IOException gone) {
      // as above
    }
  }
}
