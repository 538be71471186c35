// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;

/**
 * Writes random programs with remote atomics as litmus files, with a list {@code @all}, for the lab
 * to run: {@code DIRECTORY COUNT SEED}.
 */
final class RandomFiles {
  private static final int MOST_INSTRUCTIONS = 6;

  private RandomFiles() {}

  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    int count = Integer.parseInt(args[1]);
    List<String> names = new ArrayList<>();
    for (long seed = Long.parseLong(args[2]); names.size() < count; seed++) {
      LitmusTest test = new RandomPrograms(seed).program(MOST_INSTRUCTIONS);
      if (RandomPrograms.hasRemoteAtomic(test) && isRunnable(test)) {
        names.add("R" + seed + ".litmus");
        Files.writeString(
            directory.resolve(names.getLast()), LitmusWriter.text(named("R" + seed, test)));
      }
    }
    Files.write(directory.resolve("@all"), names);
  }

  /** A location that is on no node can be seen by an observer only, not on devices. */
  private static boolean isRunnable(LitmusTest test) {
    return test.locations().stream().noneMatch(location -> location.isAuxiliary());
  }

  private static LitmusTest named(String name, LitmusTest test) {
    return new LitmusTest(
        name,
        test.comment(),
        Map.of(),
        test.locations(),
        test.threads(),
        test.shown(),
        test.quantifier(),
        test.condition());
  }
}
