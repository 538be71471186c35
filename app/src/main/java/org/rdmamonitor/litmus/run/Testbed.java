// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;

/**
 * What a test runs on: memory for each node, and a connected queue pair for each thread and each
 * node that the thread reaches. Close it when no thread uses it any more.
 */
public interface Testbed extends AutoCloseable {
  /** Makes testbeds. */
  interface Maker {
    /**
     * Makes a testbed for a test.
     *
     * @param instances how many instances of the test it has memory for
     * @param isQueueing whether a queue pair has only one READ or atomic under way at a time;
     *     otherwise as many as the device allows
     */
    Testbed make(TestPlan plan, int instances, boolean isQueueing);

    /** The names of the devices that testbeds use. */
    List<String> devices();
  }

  /** The memory of a node, by words; safe for any number of threads. */
  public interface Memory {
    long load(int word);

    void store(int word, long value);

    /** Compares and exchanges atomically, like a locked instruction; returns the value before. */
    long compareAndExchange(int word, long expected, long desired);
  }

  /** A queue pair; for one thread. */
  interface Lane {
    /** The most READs that {@link #post} posts ahead of a request. */
    int MOST_AHEAD = 16;

    /** The most bytes of such a READ. */
    int MOST_BYTES = 1 << 16;

    /** The most requests that may be posted and not completed, those of one instance included. */
    int room();

    /**
     * Posts a request of an instance.
     *
     * @param slot that the instance has its memory in
     * @param request index in the plan
     * @param ahead how many READs of no consequence to post before it, up to {@link #MOST_AHEAD};
     *     their completions are not seen
     * @param bytes of each of those, 1 to {@link #MOST_BYTES}
     * @param isFenced whether the request waits for them, even if the plan does not say so
     */
    void post(int slot, int request, int ahead, int bytes, boolean isFenced);

    /** Posts a READ that completes when everything posted before it is in memory. */
    void flush();

    /**
     * Takes completions, without waiting.
     *
     * @return how many there were
     * @throws RuntimeException if a request failed
     */
    int completed();
  }

  /**
   * A row of words for each host, which only that host changes, and which the others see a little
   * later; all are 0 at first. Safe for threads.
   */
  public interface Rows {
    /** The words of a row. */
    int WORDS = 3;

    /** The rows of a host without other hosts. */
    Rows ALONE =
        new Rows() {
          @Override
          public long load(int host, int word) {
            throw new IllegalArgumentException("there is no host " + host);
          }

          @Override
          public void store(int word, long value) {}

          @Override
          public void push() {}
        };

    /** A word of another host's row, as it has arrived here. */
    long load(int host, int word);

    /** Changes a word of this host's row; the others see it after {@link #push}. */
    void store(int word, long value);

    /**
     * Writes this host's row, as it is now or later, to all other hosts.
     *
     * @throws RuntimeException if an earlier push failed
     */
    void push();
  }

  /** The memory of a node, by the node's index. */
  Memory memory(int node);

  /** A queue pair, by its index in the plan. */
  Lane lane(int index);

  /** The rows that hosts use to tell each other things during a run. */
  default Rows rows() {
    return Rows.ALONE;
  }

  /**
   * Pins the calling thread to one processor; the index is taken modulo the number of processors.
   */
  void pin(int processor);

  @Override
  void close();
}
