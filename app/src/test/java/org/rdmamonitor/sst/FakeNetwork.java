// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.BooleanSupplier;
import org.rdmamonitor.sst.Fabric.Source;

/**
 * Members in one process, whose memory is arrays and whose queue pairs are queues. A thread does
 * what is queued, in order on each queue and in random order between them, so that what was posted
 * happens late, as with a device.
 */
public final class FakeNetwork implements AutoCloseable {
  private static final int DEPTH = 64;

  private final List<AtomicLongArray> memories = new ArrayList<>();
  private final List<Member> members = new ArrayList<>();
  private final List<Pair> pairs = new ArrayList<>();
  private volatile boolean isClosed;

  private record Work(Runnable effect) {}

  private static final class Pair {
    final int to;
    final Queue<Work> queue = new ConcurrentLinkedQueue<>();
    final AtomicInteger outstanding = new AtomicInteger();
    volatile BooleanSupplier isHeld = () -> false;
    volatile boolean isBroken;

    Pair(int to) {
      this.to = to;
    }
  }

  public FakeNetwork(TableLayout layout, long seed) {
    for (int member = 0; member < layout.members(); member++) {
      memories.add(new AtomicLongArray(layout.bytes() / Long.BYTES));
      members.add(new Member(member, layout.members()));
    }
    Thread.ofPlatform().daemon().name("nic").start(() -> work(new Random(seed)));
  }

  public List<Member> members() {
    return List.copyOf(members);
  }

  /** From now on nothing of a queue pair happens as long as this is true. */
  void hold(int from, int to, BooleanSupplier isHeld) {
    members.get(from).pairs[to].isHeld = isHeld;
  }

  /** From now on whatever is asked of a member fails. */
  void kill(int member) {
    pairs.stream().filter(pair -> pair.to == member).forEach(pair -> pair.isBroken = true);
  }

  long value(int member, int offset) {
    return memories.get(member).get(offset / Long.BYTES);
  }

  private void work(Random random) {
    while (!isClosed) {
      Pair pair = pairs.get(random.nextInt(pairs.size()));
      Work work = pair.queue.peek();
      if (work == null) {
        Thread.onSpinWait();
      } else if (!pair.isHeld.getAsBoolean() && !pair.isBroken) {
        work.effect.run();
        pair.queue.remove();
        pair.outstanding.decrementAndGet();
      }
    }
  }

  @Override
  public void close() {
    isClosed = true;
  }

  /** One member's. */
  public final class Member implements Fabric {
    private final int self;
    private final Pair[] pairs;

    Member(int self, int count) {
      this.self = self;
      this.pairs = new Pair[count];
      for (int peer = 0; peer < count; peer++) {
        pairs[peer] = new Pair(peer);
        if (peer != self) {
          FakeNetwork.this.pairs.add(pairs[peer]);
        }
      }
    }

    @Override
    public int members() {
      return pairs.length;
    }

    @Override
    public int self() {
      return self;
    }

    @Override
    public long load(int offset) {
      return memories.get(self).getAcquire(offset / Long.BYTES);
    }

    @Override
    public void store(int offset, long value) {
      memories.get(self).setRelease(offset / Long.BYTES, value);
    }

    @Override
    public void put(int peer, int offset, int bytes, Source source) {
      long[] now = new long[bytes / Long.BYTES];
      for (int i = 0; i < now.length; i++) {
        now[i] = load(offset + i * Long.BYTES);
      }
      AtomicLongArray there = memories.get(peer);
      int first = offset / Long.BYTES;
      post(
          peer,
          () -> {
            for (int i = 0; i < now.length; i++) {
              boolean isInline = source == Source.INLINE;
              there.setRelease(first + i, isInline ? now[i] : load(offset + i * Long.BYTES));
            }
          });
    }

    @Override
    public void get(int peer, int from, int to, int bytes) {
      AtomicLongArray there = memories.get(peer);
      post(
          peer,
          () -> {
            for (int i = 0; i < bytes; i += Long.BYTES) {
              store(to + i, there.getAcquire((from + i) / Long.BYTES));
            }
          });
    }

    private void post(int peer, Runnable effect) {
      while (pairs[peer].outstanding.get() == DEPTH) {
        poll();
        Thread.onSpinWait();
      }
      pairs[peer].outstanding.incrementAndGet();
      pairs[peer].queue.add(new Work(effect));
    }

    @Override
    public int poll() {
      int outstanding = 0;
      for (int peer = 0; peer < pairs.length; peer++) {
        int ofPeer = pairs[peer].outstanding.get();
        if (pairs[peer].isBroken && ofPeer > 0) {
          throw new IllegalStateException("member " + peer + " is gone");
        }
        outstanding += ofPeer;
      }
      return outstanding;
    }

    @Override
    public int inlineBytes() {
      return TableLayout.LINE;
    }
  }
}
