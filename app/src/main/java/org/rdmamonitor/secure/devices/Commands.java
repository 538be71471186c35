// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs programs; {@link #REAL} does. */
@FunctionalInterface
public interface Commands {
  /**
   * How a program ended.
   *
   * @param status its exit status; 127 if there is no such program
   * @param output what it said, on both streams, without the last line's end
   */
  record Result(int status, String output) {
    static final int NOT_FOUND = 127;

    /** Whether there is no such program. */
    boolean isAbsent() {
      return status == NOT_FOUND;
    }
  }

  /** Runs programs of this host. */
  Commands REAL = Commands::execute;

  /** Runs a program to its end. */
  Result run(List<String> words);

  private static Result execute(List<String> words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new Result(process.waitFor(), output);
    } catch (IOException absent) {
      return new Result(Result.NOT_FOUND, "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Result(1, "interrupted");
    }
  }
}
