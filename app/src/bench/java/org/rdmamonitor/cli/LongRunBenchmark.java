// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;
import org.rdmamonitor.SyntheticLoad;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.loop.MonitorLoop;
import org.rdmamonitor.cli.loop.TuiLoop;
import org.rdmamonitor.cli.process.ScriptedPace;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.render.tui.TuiState;
import org.rdmamonitor.render.tui.View;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.render.tui.terminal.Input;
import org.rdmamonitor.source.Source;

/**
 * Memory over eight hours of load on the screen, in time that passes as fast as it is worked
 * through: a reading a second, every one drawn, the views taking turns. Prints what is in use after
 * a collection, at the end of each hour.
 */
public final class LongRunBenchmark {
  private static final int SECONDS_OF_AN_HOUR = 3600;

  private LongRunBenchmark() {}

  /** Runs so many hours (default 8) with so many calls a second (default 100). */
  public static void main(String... args) throws IOException {
    int hours = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    int calls = args.length > 1 ? Integer.parseInt(args[1]) : 100;
    SyntheticLoad load = new SyntheticLoad(1, calls, Duration.ofSeconds(1));
    Tui tui =
        new Tui(
            new Glance(),
            TuiState.start(View.OVERVIEW, Duration.ofSeconds(1), Theme.DEFAULT),
            new Tui.Setting(
                new Host("node7", "6.1.0", "0.1.0"), ZoneOffset.UTC, Path.of(""), false));
    Source source =
        new Source() {
          private int read;

          @Override
          public Sample read() {
            if (read++ % SECONDS_OF_AN_HOUR == 0) {
              System.gc();
              Runtime runtime = Runtime.getRuntime();
              System.out.printf(
                  "after %d h: %.1f MB in use%n",
                  read / SECONDS_OF_AN_HOUR, (runtime.totalMemory() - runtime.freeMemory()) / 1e6);
            }
            return load.next();
          }

          @Override
          public void close() {
            // holds nothing
          }
        };
    new TuiLoop(
            Feed.of(source, new Inspector(Settings.STANDARD, Detectors.all())),
            tui,
            new MonitorLoop.Plan(
                Duration.ofSeconds(1), (long) hours * SECONDS_OF_AN_HOUR + 1, Optional.empty()),
            new ScriptedPace())
        .run();
  }

  /** Sees every drawing, and asks for the next view after some. */
  private static final class Glance implements Display {
    private int shown;
    private boolean turn;

    @Override
    public Size size() {
      return new Size(200, 50);
    }

    @Override
    public Optional<Input> poll() {
      if (turn) {
        turn = false;
        return Optional.of(Input.Key.TAB);
      }
      return Optional.empty();
    }

    @Override
    public void show(Canvas canvas, Theme theme, boolean anew) {
      turn = ++shown % 60 == 0;
    }

    @Override
    public void suspend() {
      // nobody types
    }

    @Override
    public void close() {
      // holds nothing
    }
  }
}
