// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The mode of the terminal that standard input is (termios(3)), by way of stty(1). */
final class TtyMode {
  private final String saved;

  private TtyMode(String saved) {
    this.saved = saved;
  }

  /**
   * Has keys come one by one and unseen, those that send signals and stop the output included.
   *
   * @throws IOException if stty cannot be run, or says that standard input is no terminal
   */
  static TtyMode raw() throws IOException {
    TtyMode mode = new TtyMode(stty("-g"));
    mode.set();
    return mode;
  }

  /** The same again, after it was restored. */
  void set() throws IOException {
    stty("-icanon", "-echo", "-isig", "-ixon", "-iexten", "min", "1", "time", "0");
  }

  void restore() throws IOException {
    stty(saved);
  }

  private static String stty(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of("stty"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectInput(ProcessBuilder.Redirect.INHERIT)
            .redirectErrorStream(true)
            .start();
    try {
      String said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (process.waitFor() != 0) {
        throw new IOException(said);
      }
      return said;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while setting the mode of the terminal", e);
    }
  }
}
