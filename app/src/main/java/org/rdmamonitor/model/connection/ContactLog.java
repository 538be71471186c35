// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.PeerAddress;

/**
 * Whom programs talked to, collected from samples: from the queue pairs and address handles that
 * were listed, and from the calls that connected and destroyed queue pairs between two lists.
 * Kernel consumers are left out. Not safe for use by several threads.
 */
public final class ContactLog {
  /** How many contacts are kept; further ones are only counted. */
  public static final int MOST = 1 << 16;

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
          .ifPresent(peer -> add(call.caller().cgroup(), call.caller().comm(), peer, call.time()));
    }
    if (!sample.inventory().time().equals(listed)) {
      listed = sample.inventory().time();
      for (Peering peering : Peering.of(sample.inventory(), sample.facts())) {
        Instant since = peering.since().orElse(sample.time());
        peering
            .address()
            .ifPresent(
                address -> add(peering.cgroup(), peering.owner(), PeerAddress.of(address), since));
      }
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
