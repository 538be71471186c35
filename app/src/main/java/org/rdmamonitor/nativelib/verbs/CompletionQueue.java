// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** Where completions of work requests are reported. To be polled by one thread at a time. */
public final class CompletionQueue extends Resource {
  /** The most polls of one {@link #spin}. */
  public static final int MOST_SPINS = 1_000;

  private CompletionQueue(VerbsContext context, long address) {
    super("completion queue", address, context);
  }

  static CompletionQueue create(VerbsContext context, int entries) {
    Ranges.check("number of completions", entries, 1, Integer.MAX_VALUE);
    long made =
        Queries.made(
            "make a completion queue of %d entries".formatted(entries),
            into -> RdmaVerbs.rv_create_cq(context.struct(), entries, into));
    return new CompletionQueue(context, made);
  }

  /**
   * Takes completions, without waiting and without allocating.
   *
   * @param into receives them, in place of those of the poll before
   * @return how many, 0 if there is none
   * @throws VerbsException if the queue is broken
   */
  public int poll(Completions into) {
    int count;
    try {
      count = (int) HotCalls.POLL.invokeExact(address(), into.capacity(), into.start());
    } catch (Throwable e) {
      throw HotCalls.unexpected(e);
    } finally {
      // Its array is passed as a number, which does not keep it alive.
      Reference.reachabilityFence(into);
    }
    return taken(count);
  }

  /**
   * Takes completions like {@link #poll}, but repeats polling while there is none, which finds one
   * sooner than a caller's loop would.
   *
   * @param polls at most, from 1 to {@value #MOST_SPINS}: the JVM cannot stop the thread meanwhile
   */
  public int spin(Completions into, int polls) {
    Ranges.check("number of polls", polls, 1, MOST_SPINS);
    int count;
    try {
      count = (int) HotCalls.SPIN.invokeExact(address(), into.capacity(), into.start(), polls);
    } catch (Throwable e) {
      throw HotCalls.unexpected(e);
    } finally {
      Reference.reachabilityFence(into);
    }
    return taken(count);
  }

  private static int taken(int count) {
    if (count < 0) {
      throw new VerbsException("poll a completion queue", count == -1 ? LibC.EIO() : -count);
    }
    return count;
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_destroy_cq(struct);
  }
}
