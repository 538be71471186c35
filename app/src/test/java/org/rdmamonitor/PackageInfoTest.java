// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What packages say that they may use is what they use: the sentence of each {@code package-info}
 * that begins with {@code May use} or {@code Uses} names all that is imported of this project, and
 * nothing else. {@code units} may be used by all.
 */
class PackageInfoTest {
  private static final Path SOURCES = Path.of("src/main/java/org/rdmamonitor");
  private static final Pattern SENTENCE =
      Pattern.compile("(?:[Mm]ay use|Uses) (.*?)[.:;](?:\\s|$)");
  private static final Pattern NAMED = Pattern.compile("\\{@code ([\\w.]+)}");
  private static final Pattern IMPORT =
      Pattern.compile("(?m)^import (?:static )?org\\.rdmamonitor\\.([a-z]\\w*(?:\\.[a-z]\\w*)*)");

  static Stream<String> packagesThatSayIt() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.endsWith("package-info.java"))
          .map(file -> SOURCES.relativize(file.getParent()).toString().replace('/', '.'))
          .filter(PackageInfoTest::says)
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("packagesThatSayIt")
  void useWhatTheySay(String name) throws IOException {
    Set<String> used = used(name);
    Matcher sentence = sentence(name);
    assertThat(sentence.find()).isTrue();
    List<String> said =
        NAMED.matcher(sentence.group(1)).results().map(found -> found.group(1)).toList();

    assertThat(used)
        .as("used, and not said")
        .filteredOn(one -> !one.equals("units"))
        .allMatch(one -> said.stream().anyMatch(word -> covers(name, word, one)));
    assertThat(said)
        .as("said, and not used")
        .allMatch(word -> used.stream().anyMatch(one -> covers(name, word, one)));
  }

  /**
   * A word names a package with all below it: by its whole name, or from the package itself, or
   * beside it.
   */
  private static boolean covers(String name, String word, String used) {
    int parent = name.lastIndexOf('.');
    return Stream.of(word, name + "." + word, name.substring(0, Math.max(0, parent)) + "." + word)
        .anyMatch(whole -> used.equals(whole) || used.startsWith(whole + "."));
  }

  private static boolean says(String name) {
    Matcher sentence = sentence(name);
    return sentence.find() && !sentence.group(1).contains("every other package");
  }

  private static Matcher sentence(String name) {
    return SENTENCE.matcher(read(directory(name).resolve("package-info.java")));
  }

  private static Set<String> used(String name) throws IOException {
    Set<String> used = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory(name))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        used.addAll(
            IMPORT
                .matcher(Files.readString(file))
                .results()
                .map(MatchResult::group)
                .map(line -> line.replaceFirst(".*org\\.rdmamonitor\\.", ""))
                .map(one -> one.startsWith("nativelib.generated") ? "nativelib.generated" : one)
                .collect(Collectors.toSet()));
      }
    }
    used.remove(name);
    return used;
  }

  private static Path directory(String name) {
    return SOURCES.resolve(name.replace('.', '/'));
  }

  /** A comment as one line. */
  private static String read(Path file) {
    try {
      return Files.readString(file).replaceAll("\\n \\* ?", " ");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
