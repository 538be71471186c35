// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whole outputs, kept in src/test/resources/golden. {@code mvn test -Dgolden.update=true} writes
 * them anew, and fails so that nobody takes that for a test; read the difference before committing.
 */
public final class Golden {
  private static final Path DIRECTORY = Path.of("src/test/resources/golden");

  private Golden() {}

  public static void assertMatches(String actual, String file) throws IOException {
    Path golden = DIRECTORY.resolve(file);
    if (Boolean.getBoolean("golden.update")) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, actual);
      fail("wrote " + golden);
    }
    assertThat(golden).as("write it with -Dgolden.update=true").exists();
    assertThat(actual).as(file).isEqualTo(Files.readString(golden));
  }
}
