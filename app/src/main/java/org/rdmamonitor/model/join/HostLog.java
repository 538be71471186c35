// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * Follows the queue pairs of one host through the samples of its recording. Keeps a bounded number
 * of ends; if there are more, it drops those that ended longest ago. Not safe for use by several
 * threads.
 */
public final class HostLog {
  private static final int DEVICES = 4096;
  private static final int ADDRESSES = 1 << 14;

  /** 73 years: no clock has run longer. */
  private static final long MOST_NANOS = Long.MAX_VALUE / 4;

  private record Name(int device, int number) {}

  private record Sender(int pid, int device, String address) {}

  private final int host;
  private final int most;
  private final Map<Integer, String> devices = new BoundedMap<>(DEVICES);
  private final Map<Long, Cgroup> cgroups = new HashMap<>();
  private final Map<Name, TrackedEnd> live = new LinkedHashMap<>();
  private final ArrayDeque<TrackedEnd> gone = new ArrayDeque<>();
  private final ShownAddresses addresses = new ShownAddresses(ADDRESSES);
  private List<HostRecord.Datagrams> datagrams = List.of();
  private @Nullable Instant begin;
  private Instant end = Instant.EPOCH;
  private @Nullable Instant listed;
  private boolean complete = true;
  private long clockLeast = Long.MAX_VALUE;
  private long clockMost = Long.MIN_VALUE;
  private long lostBefore = -1;
  private boolean hasLost;
  private long leftOut;

  /**
   * A log without samples.
   *
   * @param host the index of the host, which its ends carry
   * @param most how many ends are kept
   */
  public HostLog(int host, int most) {
    this.host = host;
    this.most = most;
  }

  /** Takes in the next sample. */
  public void add(Sample sample) {
    // The clock may be set back during the recording.
    if (begin == null || sample.time().isBefore(begin)) {
      begin = sample.time();
    }
    end = sample.time().isAfter(end) ? sample.time() : end;
    follow(sample);
    sample.devices().forEach(device -> devices.put(device.index(), device.label()));
    cgroups.clear();
    sample.cgroups().forEach(cgroup -> cgroups.put(cgroup.id(), cgroup));
    Inventory inventory = sample.inventory();
    boolean isListed = inventory.time().equals(Instant.EPOCH) || inventory.time().equals(listed);
    for (ControlCall call : sample.calls()) {
      if (!isListed && call.time().isAfter(inventory.time())) {
        list(sample);
        isListed = true;
      }
      if (!call.failed() && call.refusal().isEmpty() && call.objectId().isPresent()) {
        see(call, call.objectId().getAsInt());
      }
    }
    if (!isListed) {
      list(sample);
    }
  }

  /**
   * Notes how far the wall clock is ahead of the clock that nobody sets, and whether calls were
   * lost.
   */
  private void follow(Sample sample) {
    long ahead = Nanos.of(sample.time()) - Math.clamp(sample.nanos(), -MOST_NANOS, MOST_NANOS);
    clockLeast = Math.min(clockLeast, ahead);
    clockMost = Math.max(clockMost, ahead);
    long lost = sample.health().of(Figure.LOST_EVENTS);
    hasLost |= sample.callsLeftOut() > 0 || (lostBefore >= 0 && lost != lostBefore);
    lostBefore = lost;
  }

  private void see(ControlCall call, int number) {
    Name name = new Name(call.device(), number);
    switch (call.verb()) {
      case QP_CREATE -> {
        TrackedEnd there = live.get(name);
        if (there == null || !there.isMadeAt(call.time())) {
          if (there != null) {
            finish(name, there, call.time(), null);
          }
          there = start(name, call, null);
        }
        there.made(call, Cgroup.known(call.caller().cgroup(), cgroups));
      }
      case QP_MODIFY -> {
        if (call.detail() instanceof QueuePairChange change) {
          change(name, call, change);
        }
      }
      case QP_DESTROY -> {
        TrackedEnd there = live.get(name);
        QueuePairEnd why = call.detail() instanceof QueuePairEnd told ? told : null;
        if (there == null && why != null && why.peerQpn().isPresent()) {
          there = start(name, call, notThereBefore(name.device, call.time()));
        }
        if (there != null) {
          finish(name, there, call.time(), why);
        }
      }
      default -> {
        // Such a call says nothing about connections.
      }
    }
  }

  private void change(Name name, ControlCall call, QueuePairChange change) {
    TrackedEnd there = live.get(name);
    if (there == null) {
      there = start(name, call, notThereBefore(name.device, call.time()));
    } else if (there.isAnew(call, change)) {
      TrackedEnd next = there.successor(call.time());
      finish(name, there, call.time(), null);
      live.put(name, next);
      there = next;
    }
    there.change(call, change);
  }

  /**
   * The time of the last list, if it was before this time, and a queue pair of this device could
   * not have been missing from it; else null.
   */
  private @Nullable Instant notThereBefore(int device, Instant time) {
    return complete && devices.containsKey(device) && listed != null && listed.isBefore(time)
        ? listed
        : null;
  }

  private TrackedEnd start(Name name, ControlCall call, @Nullable Instant bornAfter) {
    return start(
        name,
        Cgroup.known(call.caller().cgroup(), cgroups),
        call.caller().kernel() ? 0 : call.caller().pid(),
        call.caller().comm(),
        call.time(),
        bornAfter);
  }

  private TrackedEnd start(
      Name name, Cgroup cgroup, int pid, String comm, Instant seen, @Nullable Instant bornAfter) {
    TrackedEnd end =
        new TrackedEnd(
            name.device, name.number, device(name.device), cgroup, pid, comm, seen, bornAfter);
    live.put(name, end);
    makeRoom();
    return end;
  }

  private String device(int index) {
    return devices.getOrDefault(index, Device.unnamed(index).name());
  }

  private void finish(Name name, TrackedEnd end, Instant time, @Nullable QueuePairEnd why) {
    live.remove(name);
    end.end(time, why);
    if (end.isOfInterest()) {
      gone.addLast(end);
      makeRoom();
    }
  }

  private void makeRoom() {
    while (live.size() + gone.size() > most && !gone.isEmpty()) {
      gone.removeFirst();
      leftOut++;
    }
    // The queue pairs of a sample are bounded, but calls alone may name any number.
    if (live.size() > most) {
      live.remove(live.keySet().iterator().next());
      leftOut++;
    }
  }

  private void list(Sample sample) {
    Inventory inventory = sample.inventory();
    Instant from = inventory.time();
    boolean areAllListed = inventory.hasAll(ResourceType.QP);
    boolean areAllSeen = sample.health().of(Figure.NAMESPACES_LEFT_OUT) == 0;
    Set<Integer> present = sample.devices().stream().map(Device::index).collect(Collectors.toSet());
    Set<Name> there = new HashSet<>();
    for (PeerConnection connection : PeerConnection.of(inventory, sample.facts())) {
      Name name = new Name(connection.device(), connection.pair().lqpn());
      there.add(name);
      if (connection.pair().type().hasOnePeer()) {
        list(name, connection, from, sample.time());
      }
    }
    if (areAllListed) {
      live.forEach((name, end) -> {
        // No list has the queue pairs of a device that has no name, or that may be in a namespace
        // that was not looked into; calls tell of them all the same. So their absence from a list
        // means nothing.
        boolean isListed =
            present.contains(name.device) || (areAllSeen && devices.containsKey(name.device));
        if (isListed && !there.contains(name)) {
          end.miss(from);
        }
      });
    }
    addresses.add(inventory, sample.facts());
    datagrams = datagrams(sample);
    listed = from;
    complete &= areAllListed && areAllSeen;
  }

  private void list(Name name, PeerConnection connection, Instant from, Instant until) {
    Cgroup cgroup = Cgroup.known(connection.cgroup(), cgroups);
    TrackedEnd end = live.get(name);
    boolean isGone = end != null && end.isMissing() && !end.isSame(connection);
    if (end != null && (isGone || end.isOther(connection))) {
      TrackedEnd before = end;
      end = null;
      finish(name, before, from, null);
      if (!isGone) {
        end = before.successor(from);
        live.put(name, end);
      }
    }
    if (end == null) {
      Instant bornAfter = notThereBefore(name.device, from);
      end = start(name, cgroup, connection.pid(), connection.owner(), from, bornAfter);
    }
    end.list(connection, cgroup, from, until);
  }

  /** The peers that the host's address handles lead to. */
  private List<HostRecord.Datagrams> datagrams(Sample sample) {
    Map<Sender, HostRecord.Datagrams> senders = new LinkedHashMap<>();
    for (DatagramPeer peer : DatagramPeer.of(sample.inventory(), sample.facts())) {
      HostRecord.Datagrams one =
          new HostRecord.Datagrams(
              peer, device(peer.device()), Cgroup.known(peer.cgroup(), cgroups), 1);
      senders.merge(
          new Sender(peer.pid(), peer.device(), one.peerAddress()),
          one,
          (before, _) ->
              new HostRecord.Datagrams(
                  before.example(), before.device(), before.cgroup(), before.count() + 1));
    }
    return List.copyOf(senders.values());
  }

  /**
   * Everything that was seen.
   *
   * @param name of the host
   * @param file the recording
   * @throws IllegalStateException if there was no sample
   */
  public HostRecord record(String name, String file) {
    if (begin == null) {
      throw new IllegalStateException("no sample yet");
    }
    List<ConnectionEnd> ends = new ArrayList<>();
    gone.forEach(end -> ends.add(end.view(host)));
    live.values().stream()
        .filter(TrackedEnd::isOfInterest)
        .sorted(
            Comparator.<TrackedEnd>comparingInt(end -> end.device)
                .thenComparingInt(end -> end.number))
        .forEach(end -> {
          end.settle();
          ends.add(end.view(host));
        });
    ends.forEach(end -> addresses.add(end.ownAddress(), end.connection().device()));
    return new HostRecord(
        name,
        file,
        begin,
        end,
        ends,
        datagrams,
        addresses.all(),
        Optional.ofNullable(listed),
        complete,
        leftOut,
        Duration.ofNanos(clockMost - clockLeast),
        hasLost);
  }
}
