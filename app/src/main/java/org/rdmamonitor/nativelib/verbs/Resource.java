// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Something that verbs make. It counts what was made from it, so that it is not destroyed under
 * them.
 */
abstract class Resource implements AutoCloseable {
  private final String name;
  private final List<Resource> parents;
  private final AtomicInteger children = new AtomicInteger();
  private long address;

  /**
   * A new object.
   *
   * @param name for messages: {@code queue pair 17}
   * @param address of libibverbs's struct
   * @param parents what it is made from
   */
  Resource(String name, long address, Resource... parents) {
    this.name = name;
    this.address = address;
    this.parents = List.of(parents);
    this.parents.forEach(parent -> parent.children.incrementAndGet());
  }

  /** The address of the struct: one comparison, for the hot path. */
  final long address() {
    long known = address;
    if (known == 0) {
      throw closed();
    }
    return known;
  }

  /** The struct, for generated functions. */
  final MemorySegment struct() {
    return MemorySegment.ofAddress(address());
  }

  private IllegalStateException closed() {
    return new IllegalStateException(name + " is closed");
  }

  /** Destroys it; the status is a positive errno or 0. */
  abstract int destroy(MemorySegment struct);

  /**
   * Destroys it; does nothing if that was done already.
   *
   * @throws IllegalStateException if objects that were made from it are open
   * @throws VerbsException if the driver refuses; it stays open
   */
  @Override
  public final synchronized void close() {
    if (address == 0) {
      return;
    }
    int open = children.get();
    if (open > 0) {
      throw new IllegalStateException(
          "%s is closed before %s".formatted(name, open == 1 ? "what uses it" : open + " users"));
    }
    VerbsException.check("destroy " + name, destroy(struct()));
    address = 0;
    parents.forEach(parent -> parent.children.decrementAndGet());
  }

  @Override
  public final String toString() {
    return name;
  }
}
