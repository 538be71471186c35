// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CONTRIBUTING.md and SECURITY.md lead to places that are there. */
class ContributingTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern NAMED = Pattern.compile("`([\\w./-]+)`");
  private static final Pattern CLASS = Pattern.compile("[A-Z][a-z]\\w*");
  private static final Pattern SECTION =
      Pattern.compile("([\\w-]+)\\((\\d)\\),\\s+([A-Z]{3,}(?: [A-Z]{3,})*)");
  private static final Path PACKAGES = PROJECT.resolve("app/src/main/java/org/rdmamonitor");

  @ParameterizedTest
  @ValueSource(strings = {"CONTRIBUTING.md", "SECURITY.md"})
  void namesFilesAndClassesThatThereAre(String document) throws IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(PROJECT.resolve("app/src"))) {
      sources = all.toList();
    }
    List<String> missing =
        NAMED
            .matcher(Files.readString(PROJECT.resolve(document)))
            .results()
            .map(found -> found.group(1))
            .filter(ContributingTest::isPlace)
            .distinct()
            .filter(place -> !isThere(place, sources))
            .toList();

    assertThat(missing).isEmpty();
  }

  @Test
  void namesSectionsThatManualsHave() throws IOException {
    String document = Files.readString(PROJECT.resolve("SECURITY.md"));
    List<MatchResult> named = SECTION.matcher(document).results().toList();

    assertThat(named).hasSizeGreaterThan(20);
    for (MatchResult section : named) {
      Path page = PROJECT.resolve("man/" + section.group(1) + "." + section.group(2));
      assertThat(Files.readString(page).replace("\"", ""))
          .contains("\n.SH " + section.group(3) + "\n");
    }
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
