// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.Snapshot.Details;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.terminal.Display;

/**
 * The screen of one host, and the keys. Give it every snapshot, and call {@link #attend} often: it
 * reads the keys and draws if anything has changed.
 */
public final class Tui {
  /** What the person wants. */
  public enum Wish {
    STAY,
    QUIT,
    /** To end as by Ctrl-C. */
    INTERRUPT
  }

  /**
   * What the screen says of its surroundings.
   *
   * @param host where this runs
   * @param zone of the times
   * @param directory that exports are written into
   * @param ascii whether lines and graphs are drawn in ASCII
   */
  public record Setting(Host host, ZoneId zone, Path directory, boolean ascii) {
    Glyphs glyphs() {
      return ascii ? Glyphs.ASCII : Glyphs.UNICODE;
    }
  }

  private final Setting setting;
  private final Screen<Reading> screen;
  private final History history = new History();
  private @Nullable Details before;

  public Tui(Display display, TuiState start, Setting setting) {
    this.setting = setting;
    this.screen =
        new Screen<>(display, start, setting.directory(), new ScreenFrame(setting.glyphs()));
  }

  /** Takes in the next snapshot. While the screen is paused, it is kept for later. */
  public void add(Snapshot snapshot, Verdict verdict) {
    history.add(snapshot);
    screen.add(
        new Reading(
            snapshot,
            verdict,
            before == null ? snapshot.details() : before,
            history.rates(),
            history.events(),
            setting.host(),
            setting.zone()));
    before = snapshot.details();
  }

  /** Has the screen say something until the next key. */
  public void tell(String message) {
    screen.tell(message);
  }

  /** The time between readings that the person wants. */
  public Duration interval() {
    return screen.interval();
  }

  /**
   * Reads what the person did and draws what has changed.
   *
   * @throws IOException if the terminal cannot be written to
   */
  public Wish attend() throws IOException {
    return screen.attend();
  }
}
