// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;
import org.rdmamonitor.text.FileFailure;
import org.rdmamonitor.text.Printable;

/**
 * A screen and its keys. Give it every reading, and call {@link #attend} often: it reads the keys
 * and draws if anything has changed.
 *
 * @param <R> what there is to be shown
 */
final class Screen<R> {
  private static final DateTimeFormatter FILE_TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT);
  private static final int EXPORT_WIDTH = 200;

  /** Exports contain names of other users' programs, which are nobody else's business. */
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Display display;
  private final Path directory;
  private final Frame<R> frame;
  private TuiState state;
  private @Nullable R latest;
  private @Nullable R shown;
  private ScreenLayout layout =
      new ScreenLayout(ViewPosition.START, "", 0, 0, List.of(), List.of());
  private Display.@Nullable Size drawnSize;
  private boolean changed = true;
  private boolean anew = true;

  /**
   * A screen that shows nothing yet.
   *
   * @param directory that exports are written into
   */
  Screen(Display display, TuiState start, Path directory, Frame<R> frame) {
    this.display = display;
    this.state = start;
    this.directory = directory;
    this.frame = frame;
  }

  /** Takes in the next reading. While the screen is paused, it is kept for later. */
  void add(R reading) {
    latest = reading;
    if (!state.paused() || shown == null) {
      shown = latest;
      changed = true;
    }
  }

  /** What the person has chosen. */
  TuiState state() {
    return state;
  }

  /** Shows a message until the next key. */
  void tell(String message) {
    state = state.saying(message);
    changed = true;
  }

  /** The time between readings that the person wants. */
  Duration interval() {
    return state.interval();
  }

  /**
   * Reads what the person did and draws what has changed.
   *
   * @throws IOException if the terminal cannot be written to
   */
  Tui.Wish attend() throws IOException {
    for (Optional<Input> input = display.poll(); input.isPresent(); input = display.poll()) {
      Keys.KeyResult step = Keys.press(state, input.get(), layout);
      follow(step.state());
      switch (step.effect()) {
        case NONE -> {}
        case QUIT -> {
          return Tui.Wish.QUIT;
        }
        case INTERRUPT -> {
          return Tui.Wish.INTERRUPT;
        }
        case SUSPEND -> {
          display.suspend();
          anew = true;
        }
        case REDRAW -> anew = true;
        case EXPORT -> state = state.saying(export());
      }
      lay();
    }
    Display.Size size = display.size();
    if (changed || anew || !size.equals(drawnSize)) {
      draw(size);
    }
    return Tui.Wish.STAY;
  }

  private void follow(TuiState next) {
    if (state.paused() && !next.paused()) {
      shown = latest;
    }
    state = next;
    changed = true;
  }

  /** Finds out where things are now, which the next key may refer to. */
  private void lay() {
    if (shown != null) {
      settle(frame.draw(display.size(), shown, state).layout());
    }
  }

  private void draw(Display.Size size) throws IOException {
    if (shown == null) {
      return;
    }
    Frame.Drawn drawn = frame.draw(size, shown, state);
    settle(drawn.layout());
    display.show(drawn.canvas(), state.theme(), anew);
    drawnSize = size;
    changed = false;
    anew = false;
  }

  private void settle(ScreenLayout laid) {
    layout = laid;
    state = state.with(laid.place());
  }

  /** Writes the present view into a file; returns what to say of it. */
  private String export() {
    if (shown == null) {
      return "nothing to export yet";
    }
    String name =
        "rdma-monitor-%s-%s.txt"
            .formatted(state.view().word(), FILE_TIME.format(frame.time(shown)));
    String text =
        "rdma-monitor %s: %s%n%n%s"
            .formatted(
                Printable.of(frame.version(shown)),
                frame.heading(shown, state),
                frame.export(EXPORT_WIDTH, shown, state));
    try {
      Path file = directory.resolve(name);
      write(file, text);
      return "written to " + file.toAbsolutePath().normalize();
    } catch (FileAlreadyExistsException e) {
      return "not exported: " + name + " is there already";
    } catch (NoSuchFileException e) {
      return "not exported: the working directory is gone";
    } catch (IOException e) {
      return "not exported: " + FileFailure.reason(e);
    }
  }

  /** Writes a new file that nobody else may read; does not follow a link of this name. */
  private static void write(Path file, String text) throws IOException {
    try (WritableByteChannel channel =
        Files.newByteChannel(
            file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY)) {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }
}
