// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.limits.Rule;

/**
 * librdma_intercept(7) has the library's variables with their defaults, and the calls that it
 * counts.
 */
class InterceptPageTest {
  private static final Path SOURCES = Path.of("../native/intercept");
  private static final String CALL = "\\b(?:ibv|mlx5dv)_\\w+";

  private final String page = Files.readString(Path.of("../man/librdma_intercept.7"));

  InterceptPageTest() throws IOException {}

  @Test
  void theVariablesAreThoseOfTheLibraryWithTheirDefaults() throws IOException {
    List<String> variables =
        found("\\{\"(RDMA_INTERCEPT_\\w+)\", \"([^\"]*)\"", source("settings.c"));

    assertThat(variables).isNotEmpty();
    assertThat(found("(?m)^\\.TP\n\\.BR (RDMA_INTERCEPT_\\w+) \" \\(([^)]*)\\)\"$", page))
        .containsExactlyInAnyOrderElementsOf(variables);
  }

  @Test
  void theNamesOfLimitsAreThoseOfRules() throws IOException {
    Set<String> names =
        words("RDMA_INTERCEPT_[A-Z]+_(?:COUNT|BYTES|ENTRIES)\\b", source("settings.c"));

    assertThat(Rule.all()).extracting(rule -> "RDMA_INTERCEPT_" + rule.name()).containsAll(names);
    assertThat(names).hasSize(7);
    assertThat(words("RDMA_INTERCEPT_[A-Z]+_(?:COUNT|BYTES|ENTRIES)\\b", page)).isEqualTo(names);
  }

  @Test
  void everyCountedCallIsNamed() throws IOException {
    Set<String> calls = words(CALL, source("library.h"));
    found("(?m)^\tDO\\((\\w+)()\\)", source("context.h"))
        .forEach(operation -> calls.add("ibv_" + operation.strip()));

    assertThat(calls).contains("ibv_create_qp", "ibv_create_qp_ex");
    assertThat(words(CALL, section("Counted calls"))).isEqualTo(calls);
  }

  private static String source(String name) throws IOException {
    return Files.readString(SOURCES.resolve(name));
  }

  private String section(String title) {
    int start = page.indexOf("\n.SS \"" + title + "\"\n");
    assertThat(start).isNotNegative();
    return page.substring(start, page.indexOf("\n.SH ", start));
  }

  /** Both groups of each match. */
  private static List<String> found(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(match -> match.group(1) + " " + match.group(2))
        .toList();
  }

  private static Set<String> words(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
