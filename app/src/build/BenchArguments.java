// SPDX-License-Identifier: MIT

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes the argument file with which java runs the microbenchmarks: "java @FILE
 * org.openjdk.jmh.Main". JMH hands these options on to the JVMs that it forks.
 *
 * <p>Usage: BenchArguments FILE CLASS-PATH
 */
final class BenchArguments {
  public static void main(String[] args) throws IOException {
    Files.write(
        Path.of(args[0]),
        List.of("--enable-native-access=ALL-UNNAMED", "-cp", '"' + args[1] + '"'));
  }

  private BenchArguments() {}
}
