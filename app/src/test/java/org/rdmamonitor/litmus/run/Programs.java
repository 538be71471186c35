// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusTest;

/** Litmus tests for runs. */
public final class Programs {
  private static final Path SAMPLES = Path.of("../samples/litmus");

  private Programs() {}

  /** A sample, by its name. */
  public static LitmusTest sample(String name) throws Exception {
    return LitmusParser.parse(name, Files.readString(SAMPLES.resolve(name + ".litmus")));
  }

  /** The names of all samples. */
  public static Stream<String> samples() throws Exception {
    return Files.readAllLines(SAMPLES.resolve("@all")).stream()
        .filter(line -> line.endsWith(".litmus"))
        .map(line -> line.replace(".litmus", ""));
  }

  /** A test with these locations, rows and condition. */
  public static LitmusTest program(String locations, String condition, String... rows)
      throws Exception {
    String program = String.join(" ;\n", rows) + " ;\n";
    return LitmusParser.parse("T", "RDMA T\n{ " + locations + " }\n" + program + condition);
  }
}
