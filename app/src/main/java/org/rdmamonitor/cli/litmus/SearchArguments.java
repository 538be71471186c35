// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.search.SearchLimits;
import picocli.CommandLine.Option;

/** The options that say how to search. */
final class SearchArguments {
  @Option(
      names = "--no-reduction",
      description = "Follow every step, even where its order cannot show.")
  private boolean unreduced;

  @Option(
      names = "--max-states",
      paramLabel = "N",
      converter = LitmusValues.Count.class,
      description = "Give up after so many states (default: as memory allows).")
  private @Nullable Long mostStates;

  @Option(
      names = "--max-memory",
      paramLabel = "SIZE",
      converter = LitmusValues.ByteSize.class,
      description = "Give up when tables need more (default: 3/4 of the heap).")
  private @Nullable Long mostMemory;

  @Option(
      names = "--threads",
      paramLabel = "N",
      converter = LitmusValues.Threads.class,
      description = "Threads to search with (default: one for each processor).")
  private @Nullable Integer threads;

  /** The option that is about steps, or about how to search them, if one was given. */
  Optional<String> ofSteps() {
    if (unreduced) {
      return Optional.of("--no-reduction");
    }
    if (mostMemory != null) {
      return Optional.of("--max-memory");
    }
    return threads == null ? Optional.empty() : Optional.of("--threads");
  }

  SearchLimits limits() {
    SearchLimits limits = SearchLimits.ofThisProcess();
    if (unreduced) {
      limits = limits.unreduced();
    }
    if (mostStates != null) {
      limits = limits.withStates(mostStates);
    }
    if (mostMemory != null) {
      limits = limits.withBytes(mostMemory);
    }
    return threads == null ? limits : limits.withThreads(threads);
  }
}
