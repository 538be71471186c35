// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_row;

/** Both sides list the sizes that are counted; neither is generated from the other. */
class CountedSizeTest {
  private static final Pattern ROW =
      Pattern.compile("\tX\\((RM_\\w+), (RM_\\w+), (\\w+), (\\d+)\\)");

  @Test
  void theyAreThoseOfTheProgramsInTheKernel() throws IOException {
    List<CountedSize> listed =
        ROW.matcher(Files.readString(Path.of("../bpf/slots.bpf.h")))
            .results()
            .map(CountedSizeTest::of)
            .toList();

    assertThat(listed).isNotEmpty();
    assertThat(
            IntStream.range(-1, RdmaMonitorAbi.RM_HOLDINGS())
                .mapToObj(CountedSize::of)
                .filter(Objects::nonNull))
        .containsExactlyInAnyOrderElementsOf(listed);
  }

  private static CountedSize of(MatchResult row) {
    return new CountedSize(
        (int) number(RdmaMonitorAbi.class, row.group(1)),
        (int) number(RdmaMonitorAbi.class, row.group(2)),
        1L << Integer.parseInt(row.group(4)),
        number(rm_row.class, row.group(3) + "$offset"));
  }

  private static long number(Class<?> generated, String name) {
    try {
      return ((Number) generated.getMethod(name).invoke(null)).longValue();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the generated " + name, e);
    }
  }
}
