// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.RunSettings;
import org.rdmamonitor.litmus.run.Widening;

/**
 * What a leader says, and what hosts answer. Each frame checks its fields when it is made; {@link
 * Frames} encodes them.
 */
sealed interface Frame {
  /** The version of the protocol. */
  int VERSION = 1;

  int MOST_HOSTS = 16;
  int MOST_ITERATIONS = 1_000_000;
  int MOST_TEXT = 30_000;
  int MOST_SENTENCE = 500;

  /** The leader's first word. */
  record Hello(int version) implements Frame {}

  /** The answer to {@link Hello}. */
  record Here(List<String> devices) implements Frame {
    public Here {
      devices = List.copyOf(devices);
    }
  }

  /**
   * A test, which the host parses and plans itself.
   *
   * @param part of the host
   * @param size the most iterations of a run
   * @param limitMillis as in {@link RunSettings}
   */
  record Test(Part part, int size, long seed, long limitMillis, boolean isPinned, String text)
      implements Frame {
    private static final long MOST_MILLIS = Duration.ofHours(1).toMillis();

    public Test {
      RangeCheck.range("number of hosts", part.hosts(), 2, MOST_HOSTS);
      RangeCheck.range("iterations of a run", size, 1, MOST_ITERATIONS);
      RangeCheck.range("limit of a wait", limitMillis, 1, MOST_MILLIS);
    }

    RunSettings settings() {
      return new RunSettings(
          size, size, List.of(Widening.NONE), seed, Duration.ofMillis(limitMillis), isPinned);
    }
  }

  /** Make memory and queue pairs. */
  record Make(boolean isQueueing) implements Frame {}

  /** They are made. */
  record Made(HostAddress address) implements Frame {}

  /** Connect them with those of all hosts, by their numbers. */
  record Connect(List<HostAddress> hosts) implements Frame {
    public Connect {
      hosts = List.copyOf(hosts);
    }
  }

  /** All are connected: make sure that others are reached. */
  record Attempt() implements Frame {}

  /** Initialize memory for a run. */
  record Begin(long run, int size, Widening widening) implements Frame {
    private static final long MOST_RUNS = 1L << 40;

    public Begin {
      RangeCheck.range("run", run, 0, MOST_RUNS);
      RangeCheck.range("iterations", size, 1, MOST_ITERATIONS);
    }
  }

  /** All memory is initialized: do the run. */
  record Start() implements Frame {}

  /** This many iterations are done, and everything is in memory. */
  record Over(int done) implements Frame {
    public Over {
      RangeCheck.range("iterations done", done, 0, MOST_ITERATIONS);
    }
  }

  /** The run is over on all hosts: tell the outcomes of this many iterations. */
  record Collect(int iterations) implements Frame {
    public Collect {
      RangeCheck.range("iterations", iterations, 0, MOST_ITERATIONS);
    }
  }

  /** The outcomes of the next iterations. */
  record Values(ByteBuffer bytes) implements Frame {}

  /** What was asked for is done. */
  record Done() implements Frame {}

  /** It cannot be done; only {@link Close} may follow. */
  record Failed(boolean isPrerequisite, String sentence) implements Frame {}

  /** Free all that the test has. */
  record Close() implements Frame {}

  /** No more tests. */
  record Bye() implements Frame {}
}
