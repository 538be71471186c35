// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

/**
 * The memory of one member, and its queue pairs: one reliable connection to each other member.
 * Every member's memory has the same {@link TableLayout}. Offsets are in bytes and are multiples of
 * eight; members are numbered from 0.
 *
 * <p>The operations are those of the memory model (rdma-litmus(5)): operations to one peer are on
 * one queue pair, in the order of their posting; operations to different peers are not ordered at
 * all. For one thread.
 */
public interface Fabric {
  /** Where a put takes its data from. */
  enum Source {
    /** From this member's memory, at any time until the put has completed. */
    MEMORY,
    /** From this member's memory as it is at posting; up to {@link Fabric#inlineBytes} bytes. */
    INLINE
  }

  /** How many members there are, this one included; from 2. */
  int members();

  /** The number of this member. */
  int self();

  /**
   * Loads eight bytes of this member's memory; no later access is done before this one (acquire).
   */
  long load(int offset);

  /** Stores eight bytes there; every earlier access is done before this one (release). */
  void store(int offset, long value);

  /**
   * Posts an RDMA WRITE of a part of this member's memory to the same offset at a peer. Its
   * completion means that the data was read here, not that it is visible there.
   *
   * @throws RuntimeException if the device refuses, or an earlier operation has failed
   */
  void put(int peer, int offset, int bytes, Source source);

  /**
   * Posts an RDMA READ of a peer's memory into this member's. Once it has completed, everything
   * that was put to that peer before it is visible there.
   *
   * @param from offset at the peer
   * @param to offset here
   * @throws RuntimeException as {@link #put}
   */
  void get(int peer, int from, int to, int bytes);

  /**
   * Takes the completions that have come, without waiting.
   *
   * @return how many posted operations, to all peers, have not yet completed
   * @throws RuntimeException if an operation has failed, for example because the peer is gone
   */
  int poll();

  /** The most bytes that an inline put takes; at least eight. */
  int inlineBytes();
}
