// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.PeerAddress;

/**
 * Whom programs talked to, collected from samples: by the queue pairs and address handles that were
 * listed, and by the calls that connected and destroyed queue pairs between two lists. Kernel
 * consumers are left out; of connections whose peers are not known it is counted how many there
 * are. Not safe for use by several threads.
 */
public final class ContactLog {
  /** How many contacts are kept; further ones are only counted. */
  public static final int MOST = 1 << 16;

  /** A queue pair of a cgroup. */
  private record Name(int device, int number, long cgroup) {}

  /** What one belongs to. */
  private record Owner(String cgroup, String comm) {}

  /**
   * Connections of a cgroup whose peers are not known.
   *
   * @param connections how many there were
   * @param programs whose they are
   */
  public record Unknown(long connections, SortedSet<String> programs) {
    public Unknown {
      programs = Collections.unmodifiableSortedSet(new TreeSet<>(programs));
    }
  }

  private final Map<Name, Owner> unknown = new LinkedHashMap<>();
  private final Map<Contact, Instant> first = new LinkedHashMap<>();
  private final Map<Long, String> paths = new BoundedMap<>(MOST);
  private Instant begin = Instant.MAX;
  private Instant end = Instant.MIN;
  private Instant listed = Inventory.NONE.time();
  private long leftOut;

  /** Takes in the next sample. */
  public void add(Sample sample) {
    begin = sample.time().isBefore(begin) ? sample.time() : begin;
    end = sample.time().isAfter(end) ? sample.time() : end;
    for (Cgroup cgroup : sample.cgroups()) {
      if (!cgroup.path().isEmpty()) {
        paths.put(cgroup.id(), cgroup.path());
      }
    }
    for (ControlCall call : sample.calls()) {
      CalledPeer.of(call, sample.facts().getOrDefault(call.device(), DeviceFacts.NONE))
          .ifPresent(peer -> {
            add(call.caller().cgroup(), call.caller().comm(), peer, call.time());
            if (call.detail() instanceof QueuePairEnd && call.objectId().isPresent()) {
              // It was of this peer all the time.
              unknown.remove(
                  new Name(call.device(), call.objectId().getAsInt(), call.caller().cgroup()));
            }
          });
    }
    if (!sample.inventory().time().equals(listed)) {
      listed = sample.inventory().time();
      for (Peering peering : Peering.of(sample.inventory(), sample.facts())) {
        Instant since = peering.since().orElse(sample.time());
        peering
            .address()
            .ifPresent(
                address -> add(peering.cgroup(), peering.owner(), PeerAddress.of(address), since));
        if (peering instanceof PeerConnection connection) {
          addUnknown(connection);
        }
      }
    }
  }

  private void addUnknown(PeerConnection connection) {
    Name name = new Name(connection.device(), connection.pair().lqpn(), connection.cgroup());
    if (connection.isAddressManaged()) {
      // It was of this peer all the time, only that the device's ports were not known yet.
      unknown.remove(name);
    }
    if (connection.cgroup() == Cgroup.KERNEL_ID
        || !connection.isConnected()
        || connection.address().filter(to -> !PeerAddress.of(to).isUnknown()).isPresent()) {
      return;
    }
    if (unknown.size() < MOST || unknown.containsKey(name)) {
      unknown.put(name, new Owner(paths.getOrDefault(connection.cgroup(), ""), connection.owner()));
    } else {
      leftOut++;
    }
  }

  private void add(long cgroup, String comm, PeerAddress peer, Instant time) {
    if (cgroup == Cgroup.KERNEL_ID || peer.isUnknown()) {
      return;
    }
    Contact contact = new Contact(paths.getOrDefault(cgroup, ""), comm, peer);
    if (first.size() < MOST || first.containsKey(contact)) {
      first.merge(contact, time, (one, other) -> one.isBefore(other) ? one : other);
    } else {
      leftOut++;
    }
  }

  /** The contacts, and when each was first seen, in that order. */
  public Map<Contact, Instant> contacts() {
    return new LinkedHashMap<>(first);
  }

  /**
   * The connections that are none of these, since it is not known where they lead, by the path of
   * their cgroup; empty for cgroups that are not known.
   */
  public SortedMap<String, Unknown> unknown() {
    SortedMap<String, List<String>> comms = new TreeMap<>();
    unknown
        .values()
        .forEach(of -> comms.computeIfAbsent(of.cgroup, _ -> new ArrayList<>()).add(of.comm));
    SortedMap<String, Unknown> byCgroup = new TreeMap<>();
    comms.forEach((cgroup, of) -> byCgroup.put(cgroup, new Unknown(of.size(), new TreeSet<>(of))));
    return byCgroup;
  }

  /** The time of the earliest sample; {@link Instant#MAX} if there was none. */
  public Instant begin() {
    return begin;
  }

  /** That of the latest. */
  public Instant end() {
    return end;
  }

  /** How often a contact found no room. */
  public long leftOut() {
    return leftOut;
  }

  /** How many contacts belong to cgroups that are not known. */
  public long ofUnknownCgroups() {
    return contacts().keySet().stream().filter(contact -> contact.cgroup().isEmpty()).count();
  }
}
