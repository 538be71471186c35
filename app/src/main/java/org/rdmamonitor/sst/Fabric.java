// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

/**
 * The memory of one member, and its queue pairs to the others: one reliable connection to each.
 * Every member has memory of the same {@link TableLayout}. Offsets are in bytes and multiples of
 * eight; members are numbered from 0.
 *
 * <p>The operations are those of the memory model (rdma-litmus(5)): those to one peer are on one
 * queue pair, in the order of their posting, those to different peers are not ordered at all. For
 * one thread.
 */
public interface Fabric {
  /** Where a put takes its data from. */
  enum Source {
    /** From this member's memory, at any time until the put has completed. */
    MEMORY,
    /** From this member's memory as it is now; up to {@link Fabric#inlineBytes} bytes. */
    INLINE
  }

  /** How many members there are, this one included; from 2. */
  int members();

  /** The number of this one. */
  int self();

  /** Eight bytes of this member's memory; no later access comes before this one (acquire). */
  long load(int offset);

  /** Stores eight bytes there; no earlier access comes after this one (release). */
  void store(int offset, long value);

  /**
   * Posts an RDMA WRITE of a part of this member's memory to the same place at a peer. Its
   * completion tells that the data was read here, not that it is visible there.
   *
   * @throws RuntimeException if the device refuses, or an operation before it has failed
   */
  void put(int peer, int offset, int bytes, Source source);

  /**
   * Posts an RDMA READ of a peer's memory into this member's. Once completed, what was put to that
   * peer before is visible there.
   *
   * @param from where, at the peer
   * @param to where, here
   * @throws RuntimeException as {@link #put}
   */
  void get(int peer, int from, int to, int bytes);

  /**
   * Takes the completions that are there, without waiting.
   *
   * @return operations that were posted and whose completions were not taken, of all peers
   * @throws RuntimeException if an operation has failed, as when the peer is gone
   */
  int poll();

  /** The most bytes of an inline put, from eight. */
  int inlineBytes();
}
