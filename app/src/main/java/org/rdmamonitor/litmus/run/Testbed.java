// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;

/**
 * What a test runs on: the memory of its nodes, and a connected queue pair for each thread and node
 * that it reaches. Closed when no thread uses it any more.
 */
public interface Testbed extends AutoCloseable {
  /** Makes a testbed. */
  interface Maker {
    /**
     * For a test.
     *
     * @param instances that memory is for
     * @param isQueueing whether a queue pair has one READ or atomic under way at a time; else as
     *     many as the device allows
     */
    Testbed make(TestPlan plan, int instances, boolean isQueueing);

    /** The names of the devices that it is made of. */
    List<String> devices();
  }

  /** The memory of a node, by words; safe for any number of threads. */
  public interface Memory {
    long load(int word);

    void store(int word, long value);

    /** The value before, as by a locked instruction. */
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
     * @param slot where the instance has its memory
     * @param request index in the plan
     * @param ahead READs of no consequence before it, up to {@link #MOST_AHEAD}, which complete
     *     invisibly
     * @param bytes of each of those, 1 to {@link #MOST_BYTES}
     * @param isFenced whether it waits for them, even where the plan says nothing
     */
    void post(int slot, int request, int ahead, int bytes, boolean isFenced);

    /** Posts a READ that completes when all that was posted before is in memory. */
    void flush();

    /**
     * Takes completions, without waiting.
     *
     * @return how many
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

    /** Where there is nobody else. */
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

    /** A word of another host's row, as far as it is known here. */
    long load(int host, int word);

    /** Changes a word of this host's row; the others see it after {@link #push}. */
    void store(int word, long value);

    /**
     * Has all others see this host's row as it is now, or as it is later.
     *
     * @throws RuntimeException if an earlier time failed
     */
    void push();
  }

  /** Of a node, by its index. */
  Memory memory(int node);

  /** By its index in the plan. */
  Lane lane(int index);

  /** What the hosts tell each other during a run. */
  default Rows rows() {
    return Rows.ALONE;
  }

  /** Has the calling thread run on one processor; the index is taken modulo their number. */
  void pin(int processor);

  @Override
  void close();
}
