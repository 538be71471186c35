// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.state;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;

/** Limits in a file, one on each line; what follows a # at the beginning of a line is ignored. */
public final class LimitsFile {
  private static final String HEADING =
      """
      # Limits of 'rdma-monitor quota serve', written by 'rdma-monitor quota set --save'.
      # KEY=LIMIT, as in qp=1000, *:mr-bytes=8G, /system.slice:qp=unlimited
      """;

  private LimitsFile() {}

  /**
   * What a file says.
   *
   * @param errors each as {@code FILE:LINE: what is wrong}
   */
  public record Content(List<Limit> limits, List<String> errors) {}

  /** Reads a file; one that does not exist says nothing. */
  public static Content read(Path path) throws IOException {
    List<Limit> limits = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    if (Files.notExists(path, LinkOption.NOFOLLOW_LINKS)) {
      return new Content(limits, errors);
    }
    int number = 0;
    for (String line : Files.readAllLines(path)) {
      number++;
      String text = line.strip();
      Optional<Limit> limit = Limit.parse(text);
      if (limit.isPresent()) {
        limits.add(limit.get());
      } else if (!text.isEmpty() && !text.startsWith("#")) {
        errors.add(
            "%s:%d: '%s' is no limit, such as %s"
                .formatted(path, number, text, Limit.example(text)));
      }
    }
    return new Content(limits, errors);
  }

  /** Writes a file anew; whoever reads it meanwhile sees the old one or the new one. */
  public static void write(Path path, QuotaLimits limits) throws IOException {
    StringBuilder text = new StringBuilder(HEADING);
    limits.all().forEach(limit -> text.append(limit.text()).append('\n'));
    Path absolute = path.toAbsolutePath();
    Path directory = absolute.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    Replacement.write(absolute, "rw-r--r--", text.toString(), true).close();
  }
}
