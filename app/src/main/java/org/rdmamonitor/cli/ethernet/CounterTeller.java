// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.ethernet.CounterFile;
import org.rdmamonitor.nativelib.ethernet.EthernetPort;
import org.rdmamonitor.nativelib.ethernet.PortCount;

/**
 * Tells a monitor of this host what goes through a port. Where it cannot, that is said once, and
 * frames go on. For one thread.
 */
final class CounterTeller implements AutoCloseable {
  /** More often than a monitor reads, as a rule. */
  private static final long PERIOD = Duration.ofMillis(400).toNanos();

  private final EthernetTools tools;
  private final Optional<CounterFile> file;
  private @Nullable Long told;
  private boolean hasComplained;

  CounterTeller(EthernetTools tools, CounterFile.Subject of) {
    this.tools = tools;
    this.file = begin(of);
  }

  private Optional<CounterFile> begin(CounterFile.Subject of) {
    try {
      return Optional.of(CounterFile.begin(tools.root(), of));
    } catch (IOException e) {
      complain(e);
      return Optional.empty();
    }
  }

  /** To be called every now and then. */
  void look(EthernetPort port, PortLoops run) {
    if (file.isEmpty() || (told != null && System.nanoTime() - told < PERIOD)) {
      return;
    }
    told = System.nanoTime();
    try {
      // The port first: what it has beyond its queues is not what came between the two.
      Map<PortCount, Long> all = port.counts();
      file.get().write(Instant.now(), run.each(), port.queueCounts(), all);
    } catch (IOException e) {
      complain(e);
    }
  }

  private void complain(IOException e) {
    if (!hasComplained) {
      hasComplained = true;
      tools
          .err()
          .println(
              "rdma-secure: rdma-monitor does not see these counters (%s); frames go on"
                  .formatted(e));
      tools.err().flush();
    }
  }

  @Override
  public void close() {
    try {
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (IOException e) {
      complain(e);
    }
  }
}
