// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.verbs;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.PortInfo.LinkLayer;
import org.rdmamonitor.nativelib.verbs.ProtectionDomain;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.sst.Fabric;
import org.rdmamonitor.sst.TableLayout;

/**
 * One member's memory, and its queue pairs to the others. Made in three steps: {@link #open}, tell
 * each peer the {@link #address} that is for it, {@link #connect} to that of each; only when all
 * members have connected may anything be posted. For one thread.
 *
 * <p>The protection domain is its own, so that its rkey works for the other members and nobody
 * else.
 */
public final class VerbsFabric implements Fabric, AutoCloseable {
  /** Operations to a peer that may be under way. */
  private static final int DEPTH = 64;

  private static final int INLINE_BYTES = TableLayout.LINE;
  private static final int MOST_READS = 16;
  private static final Set<Access> RIGHTS =
      Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ);
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final LocalPort place;
  private final int self;
  private final int reads;
  private final HostMemory memory;
  private final ByteBuffer words;
  private final MemoryRegion region;
  private final CompletionQueue queue;
  private final @Nullable Link[] links;
  private final Completions completions = Completions.of(DEPTH);
  private final Resources open = new Resources("not all could be freed");
  private int outstanding;

  private VerbsFabric(LocalPort place, TableLayout layout, int self) {
    this.place = place;
    this.self = self;
    this.links = new Link[layout.members()];
    try {
      DeviceAttributes device = place.context().attributes();
      reads = Math.clamp(Math.min(device.maxReads(), device.maxReadsAsked()), 1, MOST_READS);
      ProtectionDomain domain = open.keep(place.context().protectionDomain());
      int peers = layout.members() - 1;
      queue = open.keep(place.context().completionQueue(peers * DEPTH));
      memory = open.keep(HostMemory.allocate(layout.bytes()));
      words = memory.buffer(0, layout.bytes());
      region = open.keep(domain.register(memory, RIGHTS));
      QueuePairOptions options =
          new QueuePairOptions(Transport.RC, queue, queue, DEPTH, 0, 1, INLINE_BYTES, false);
      for (int peer = 0; peer < layout.members(); peer++) {
        if (peer == self) {
          continue;
        }
        Link link = new Link(open.keep(domain.queuePair(options)), peer);
        link.initialize(place.port().number(), RIGHTS);
        links[peer] = link;
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Makes all of it; nothing is connected yet.
   *
   * @param layout the same at all members
   * @param self the number of this member, from 0
   * @throws VerbsException if the device or a limit of the system refuses; nothing is left then
   */
  public static VerbsFabric open(LocalPort place, TableLayout layout, int self) {
    return new VerbsFabric(place, layout, self);
  }

  /**
   * What a peer has to be told.
   *
   * @param psn at random, 24 bits, never 0: who knows it could inject packets
   */
  public PeerAddress address(int peer, int psn) {
    Link link = link(peer);
    return new PeerAddress(
        link.number(),
        link.psn(psn),
        place.gid().gid(),
        place.port().linkLayer() == LinkLayer.ETHERNET ? 0 : place.port().lid(),
        place.port().activeMtu(),
        reads,
        region.start(),
        region.rkey());
  }

  /**
   * Connects to a peer, after {@link #address} was called for it.
   *
   * @param peer its number
   * @throws VerbsException if the device refuses, as where the address cannot be resolved
   */
  public void connect(int peer, PeerAddress address) {
    link(peer).connect(place, address, reads);
  }

  @Override
  public int members() {
    return links.length;
  }

  @Override
  public int self() {
    return self;
  }

  @Override
  public long load(int offset) {
    return (long) LONGS.getAcquire(words, offset);
  }

  @Override
  public void store(int offset, long value) {
    LONGS.setRelease(words, offset, value);
  }

  @Override
  public void put(int peer, int offset, int bytes, Source source) {
    Link link = room(peer);
    link.write(memory.start() + offset, region.lkey(), offset, bytes, source == Source.INLINE);
    outstanding++;
  }

  @Override
  public void get(int peer, int from, int to, int bytes) {
    Link link = room(peer);
    link.read(memory.start() + to, region.lkey(), from, bytes);
    outstanding++;
  }

  private Link link(int peer) {
    Link link = links[peer];
    if (link == null) {
      throw new IllegalArgumentException("member %d has no connection to itself".formatted(peer));
    }
    return link;
  }

  /**
   * The queue pair to a peer, once something more fits into it; what is under way is never lost.
   */
  private Link room(int peer) {
    Link link = link(peer);
    while (link.isFull(DEPTH)) {
      poll();
    }
    return link;
  }

  @Override
  public int poll() {
    if (outstanding == 0) {
      return 0;
    }
    int count = queue.poll(completions);
    for (int i = 0; i < count; i++) {
      long id = completions.id(i);
      if (!completions.isSuccess(i)) {
        completions.check(i, Link.what(id));
      }
      link(Link.peer(id)).completed();
    }
    outstanding -= count;
    return outstanding;
  }

  @Override
  public int inlineBytes() {
    return INLINE_BYTES;
  }

  /** Frees all of it, the last made first, whatever fails on the way. */
  @Override
  public void close() {
    open.close();
  }
}
