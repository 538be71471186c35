// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

/**
 * An instruction of a thread. A location named {@code remote} is on another node than the thread:
 * the node that the queue pair of the request leads to. Other locations are on the thread's own
 * node; those of loads and stores may also be auxiliary.
 */
public sealed interface Instruction {
  /** An instruction that goes over a queue pair. */
  sealed interface Request extends Instruction {}

  /** A request that reads or writes a location of the node that it goes to. */
  sealed interface RemoteAccess extends Request {
    /** The location there. */
    String remote();
  }

  /** {@code x := 1}. */
  record Store(String location, Expression value) implements Instruction {
    @Override
    public String toString() {
      return location + " := " + value;
    }
  }

  /** {@code a := x}. */
  record Load(String register, String location) implements Instruction {
    @Override
    public String toString() {
      return register + " := " + location;
    }
  }

  /** {@code a := cas x, 0, 1}: loads the old value, and replaces the first number by the second. */
  record CompareAndSwap(String register, String location, Expression expected, Expression desired)
      implements Instruction {
    @Override
    public String toString() {
      return register + " := cas " + location + ", " + expected + ", " + desired;
    }
  }

  /** {@code mfence}: waits for the store buffer to be empty. */
  record Fence() implements Instruction {
    @Override
    public String toString() {
      return "mfence";
    }
  }

  /** {@code await x >= 1}: waits until the comparison holds of what a load would give. */
  record Await(String location, Comparison comparison, Expression value) implements Instruction {
    @Override
    public String toString() {
      return "await " + location + " " + comparison.symbol() + " " + value;
    }
  }

  /** {@code poll n2}: waits for the next completion of the queue pair to a node. */
  record Poll(String node) implements Instruction {
    @Override
    public String toString() {
      return "poll " + node;
    }
  }

  /** {@code put z <- x}, an RDMA WRITE. A value in place of a location must be a constant. */
  record Put(String remote, Source source) implements RemoteAccess {
    @Override
    public String toString() {
      return "put " + remote + " <- " + source;
    }
  }

  /** {@code iput z <- x}, an RDMA WRITE with inline data: the processor reads the source. */
  record InlinePut(String remote, Source source) implements RemoteAccess {
    @Override
    public String toString() {
      return "iput " + remote + " <- " + source;
    }
  }

  /** {@code get x <- z}, an RDMA READ. */
  record Get(String location, String remote) implements RemoteAccess {
    @Override
    public String toString() {
      return "get " + location + " <- " + remote;
    }
  }

  /** {@code rfaa x <- z, 1}: adds modulo 2^64, and brings the old value back. */
  record FetchAndAdd(String location, String remote, long addend) implements RemoteAccess {
    @Override
    public String toString() {
      return "rfaa " + location + " <- " + remote + ", " + addend;
    }
  }

  /**
   * {@code rcas x <- z, 0, 1}: replaces the first number by the second, and brings the old value
   * back.
   */
  record RemoteCompareAndSwap(String location, String remote, long expected, long desired)
      implements RemoteAccess {
    @Override
    public String toString() {
      return "rcas " + location + " <- " + remote + ", " + expected + ", " + desired;
    }
  }

  /** {@code rfence n2}: requests posted later to the node wait for those posted before. */
  record RemoteFence(String node) implements Request {
    @Override
    public String toString() {
      return "rfence " + node;
    }
  }
}
