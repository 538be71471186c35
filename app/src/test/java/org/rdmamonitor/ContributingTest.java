// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CONTRIBUTING.md leads to places that are there. */
class ContributingTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`([\\w./-]+)`");
  private static final Pattern CLASS = Pattern.compile("[A-Z][a-z]\\w*");
  private static final Path PACKAGES = PROJECT.resolve("app/src/main/java/org/rdmamonitor");

  @Test
  void namesFilesAndClassesThatThereAre() throws IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(PROJECT.resolve("app/src"))) {
      sources = all.toList();
    }
    List<String> missing =
        NAMED
            .matcher(Files.readString(PROJECT.resolve("CONTRIBUTING.md")))
            .results()
            .map(found -> found.group(1))
            .filter(ContributingTest::isPlace)
            .distinct()
            .filter(place -> !isThere(place, sources))
            .toList();

    assertThat(missing).isEmpty();
  }

  /** A class, or a path of this project; not one of a machine, nor an option. */
  private static boolean isPlace(String name) {
    return CLASS.matcher(name).matches()
        || (name.contains("/") && !name.startsWith("/") && !name.endsWith("/"));
  }

  /** By its path in the project, or by the end of its path among the packages. */
  private static boolean isThere(String place, List<Path> sources) {
    var ends = FileSystems.getDefault().getPathMatcher("glob:**/" + place + "{,.java,Test.java}");
    return Files.exists(PROJECT.resolve(place))
        || Files.exists(PACKAGES.resolve(place))
        || sources.stream().anyMatch(ends::matches);
  }
}
