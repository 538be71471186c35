// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.device.DeviceTestbeds.Choice;
import org.rdmamonitor.litmus.hosts.AddressBook;
import org.rdmamonitor.litmus.hosts.HostAddress;
import org.rdmamonitor.litmus.hosts.NodeAddress;
import org.rdmamonitor.litmus.hosts.PairAddress;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.ProtectionDomain;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.SharedWords;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/**
 * Rows of words, of which every host has copies: each host writes its own row to the others with
 * inline RDMA WRITEs, over queue pairs and in memory that no test uses. Safe for threads.
 */
final class DeviceRows implements Testbed.Rows, AutoCloseable {
  /** How many RDMA WRITEs to one host may be under way. */
  private static final int DEPTH = 16;

  private static final int ROW_BYTES = 64;
  private static final int USED_BYTES = WORDS * Long.BYTES;
  private static final Set<Access> RIGHTS = Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Resources open = new Resources("not all of a test's RDMA resources could be freed");
  private final Part part;
  private final Address address;
  private final NodeAddress place;
  private final MemoryRegion region;
  private final SharedWords words;
  private final CompletionQueue queue;
  private final List<Integer> others;
  private final List<QueuePair> pairs = new ArrayList<>();
  private final List<PairAddress> pairAddresses = new ArrayList<>();
  private final Completions completions;

  /** A WRITE request for each other host. */
  private final WorkRequests writes;

  /** By other host: WRITEs under way. */
  private final int[] under;

  /** Set while a push is under way, and for good once one has failed. */
  private boolean isBroken;

  /** Makes memory and queue pairs, which are connected later. */
  DeviceRows(Verbs verbs, Choice choice, Part part) {
    this.part = part;
    this.address = choice.address();
    this.others =
        IntStream.range(0, part.hosts()).filter(host -> host != part.self()).boxed().toList();
    this.under = new int[others.size()];
    this.completions = Completions.of(DEPTH);
    this.writes = WorkRequests.of(others.size());
    try {
      VerbsContext context = open.keep(verbs.open(choice.device()));
      ProtectionDomain domain = open.keep(context.protectionDomain());
      HostMemory memory = open.keep(HostMemory.allocate(row(part.hosts())));
      words = memory.words();
      region = open.keep(domain.register(memory, RIGHTS));
      place = QueuePairConnections.address(address, context.attributes(), region);
      queue = open.keep(context.completionQueue(DEPTH * others.size()));
      QueuePairOptions options =
          new QueuePairOptions(Transport.RC, queue, queue, DEPTH, 0, 1, USED_BYTES, false);
      for (int i = 0; i < others.size(); i++) {
        QueuePair pair = open.keep(domain.queuePair(options));
        pair.initialize(address.port().number(), RIGHTS, 0);
        pairs.add(pair);
        pairAddresses.add(new PairAddress(pair.number(), QueuePairConnections.psn()));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  HostAddress.Rows toOthers() {
    return new HostAddress.Rows(place, pairAddresses);
  }

  void connect(AddressBook book) {
    long own = region.start() + row(part.self());
    for (int i = 0; i < others.size(); i++) {
      int host = others.get(i);
      NodeAddress there = book.rows(host).orElseThrow();
      Connection connection =
          QueuePairConnections.connection(
              address, pairAddresses.get(i).psn(), there, book.rows(host, part.self()), 1);
      pairs.get(i).readyToReceive(connection);
      pairs.get(i).readyToSend(connection);
      writes
          .write(i, own, USED_BYTES, region.lkey(), there.start() + row(part.self()), there.rkey())
          .inline(i, true)
          .id(i, i);
    }
  }

  private static long row(int host) {
    return (long) host * ROW_BYTES;
  }

  /**
   * Checks that the other hosts are reached.
   *
   * @throws TestbedException if they are not
   */
  synchronized void attempt() {
    try {
      push();
      if (!pollUntil(() -> IntStream.of(under).sum() == 0)) {
        throw TestbedException.unfit("the device here and those of other hosts do not connect");
      }
    } catch (VerbsException e) {
      throw TestbedException.unfit(
          "the device here does not reach those of other hosts: " + e.getMessage());
    }
  }

  @Override
  public long load(int host, int word) {
    return words.load(row(host) + (long) word * Long.BYTES);
  }

  @Override
  public void store(int word, long value) {
    words.store(row(part.self()) + (long) word * Long.BYTES, value);
  }

  /**
   * {@inheritDoc}
   *
   * @throws TestbedException if a host has not taken earlier WRITEs for ten seconds. Soft-RoCE does
   *     not always give up those under way to a host whose program was killed.
   */
  @Override
  public synchronized void push() {
    // Another caller has waited in vain already, and this one need not wait for the same.
    if (isBroken) {
      throw TestbedException.failed("RDMA WRITEs to another host have failed before");
    }
    isBroken = true;
    poll();
    for (int i = 0; i < under.length; i++) {
      int other = i;
      if (!pollUntil(() -> under[other] < DEPTH)) {
        throw TestbedException.failed(
            "RDMA WRITEs to another host do not complete within %d s"
                .formatted(PATIENCE.toSeconds()));
      }
      pairs.get(i).postSend(writes, i, 1);
      under[i]++;
    }
    isBroken = false;
  }

  /** Polls until the condition holds; false if it does not within {@code PATIENCE}. */
  private boolean pollUntil(BooleanSupplier isSo) {
    long start = System.nanoTime();
    while (!isSo.getAsBoolean()) {
      boolean isLast = System.nanoTime() - start > PATIENCE.toNanos();
      poll();
      if (isLast) {
        return isSo.getAsBoolean();
      }
      Thread.onSpinWait();
    }
    return true;
  }

  private void poll() {
    int count = queue.poll(completions);
    // All completions are counted before the first failed one throws.
    for (int i = 0; i < count; i++) {
      under[(int) completions.id(i)]--;
    }
    for (int i = 0; i < count; i++) {
      completions.check(i, "an RDMA WRITE to another host");
    }
  }

  @Override
  public void close() {
    open.close();
  }
}
