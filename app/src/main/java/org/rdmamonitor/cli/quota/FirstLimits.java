// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.LimitKey;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.Resource;
import org.rdmamonitor.quota.state.LimitsFile;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The limits that a collector begins with: options over environment over file over default. */
final class FirstLimits {
  private static final Limit DEFAULT = new Limit(LimitKey.host(Resource.QP), 1000);

  /** Those of the library whose programs ask; memory is in bytes. */
  private static final Map<String, Resource> VARIABLES =
      Map.of(
          "RDMA_INTERCEPT_MAX_GLOBAL_QP", Resource.QP,
          "RDMA_INTERCEPT_MAX_GLOBAL_MR", Resource.MR,
          "RDMA_INTERCEPT_MAX_GLOBAL_MEMORY", Resource.MR_BYTES);

  private FirstLimits() {}

  /**
   * All of them.
   *
   * @throws QuotaFailure if the file is wrong or cannot be read
   * @throws ParameterException if a variable is wrong
   */
  static QuotaLimits of(
      Path file, Map<String, String> environment, List<Limit> given, CommandLine commandLine)
      throws QuotaFailure {
    return QuotaLimits.of(List.of(DEFAULT))
        .with(saved(file))
        .with(ofEnvironment(environment, commandLine))
        .with(given);
  }

  /**
   * Those of a file.
   *
   * @throws QuotaFailure if it is wrong or cannot be read
   */
  static List<Limit> saved(Path file) throws QuotaFailure {
    LimitsFile.Content content;
    try {
      content = LimitsFile.read(file);
    } catch (IOException e) {
      throw QuotaFailure.configuration(
          List.of("%s cannot be read: %s".formatted(file, e.getMessage())));
    }
    if (!content.errors().isEmpty()) {
      throw QuotaFailure.configuration(content.errors());
    }
    return content.limits();
  }

  private static List<Limit> ofEnvironment(
      Map<String, String> environment, CommandLine commandLine) {
    List<Limit> result = new ArrayList<>();
    VARIABLES.forEach((name, resource) -> {
      String word = environment.getOrDefault(name, "");
      if (!word.isEmpty()) {
        Optional<Limit> limit = Limit.parse(resource.key() + "=" + word);
        result.add(
            limit.orElseThrow(() ->
                new ParameterException(
                    commandLine,
                    "%s: '%s' is neither %s, none nor unlimited"
                        .formatted(name, word, number(resource)))));
      }
    });
    return result;
  }

  private static String number(Resource resource) {
    return resource.isBytes()
        ? "a whole number with nothing or one of K, M, G, T behind it"
        : "a whole number";
  }
}
