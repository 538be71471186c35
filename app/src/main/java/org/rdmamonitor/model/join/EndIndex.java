// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairType;

/**
 * Finds ends of all hosts by address and number. An address leads to a device of a host, and a
 * number is unique on a device only: several devices of a host may each have a queue pair of the
 * same number.
 */
final class EndIndex {
  /**
   * How many ends are kept that had the same number on a device, and the same peer number, one
   * after the other.
   */
  private static final int LIVES = 16;

  /** How many ends of the same number on a device are looked through, whatever their peers. */
  private static final int NAMESAKES = 256;

  /** Ends that one may name, and that name it: more have only hosts that are made up. */
  private static final int PARTNERS = 64;

  /** Hosts, devices and ends that are looked at for one end, likewise. */
  private static final int LOOKS = 1024;

  /** How certain it is that an end is at an address of its host. */
  private enum Presence {
    THERE,
    /**
     * It is not known which devices have the address, nor which address of this kind the end uses.
     */
    PERHAPS,
    ELSEWHERE
  }

  private static final SortedSet<Integer> NO_DEVICES = Collections.emptySortedSet();

  private record OfHost(int host, int number) {}

  private record Spot(int host, int device, int number) {}

  private record Naming(int host, int device, int number, int peer) {}

  /**
   * The ends that another end may name.
   *
   * @param ends the latest of each device first
   * @param isComplete whether no other end is possible. Ends of which it is uncertain whether they
   *     are at the address are left out if they are on more than one device, since choosing one of
   *     them would be a guess
   */
  record Candidates(List<ConnectionEnd> ends, boolean isComplete) {}

  private final List<HostRecord> hosts;
  private final Map<String, List<Integer>> owners = new HashMap<>();
  private final Map<OfHost, SortedSet<Integer>> devices = new HashMap<>();
  private final Map<Spot, List<ConnectionEnd>> spots = new HashMap<>();
  private final Map<Naming, List<ConnectionEnd>> namings = new HashMap<>();
  private long looks;

  /** Indexes the ends of these hosts; an end's host is an index into the list. */
  EndIndex(List<HostRecord> hosts) {
    this.hosts = hosts;
    for (int host = 0; host < hosts.size(); host++) {
      for (String address : hosts.get(host).addresses().keySet()) {
        owners.computeIfAbsent(address, _ -> new ArrayList<>(1)).add(host);
      }
      hosts.get(host).ends().forEach(this::add);
    }
  }

  private void add(ConnectionEnd end) {
    int host = end.host();
    int device = end.connection().device();
    devices.computeIfAbsent(new OfHost(host, end.number()), _ -> new TreeSet<>()).add(device);
    spots.computeIfAbsent(new Spot(host, device, end.number()), _ -> new ArrayList<>(1)).add(end);
    if (end.peerNumber().isPresent()) {
      Naming naming = new Naming(host, device, end.number(), end.peerNumber().getAsInt());
      List<ConnectionEnd> lives = namings.computeIfAbsent(naming, _ -> new ArrayList<>(1));
      if (lives.size() == LIVES) {
        lives.removeFirst();
      }
      lives.add(end);
    }
  }

  /** How many hosts, devices and ends were looked at so far. */
  long looks() {
    return looks;
  }

  /** Which hosts have an address, by the address. */
  Map<String, List<Integer>> owners() {
    return owners;
  }

  /** The hosts that have the address that an end names. */
  List<Integer> owners(ConnectionEnd end) {
    return end.isWithinHost()
        ? List.of(end.host())
        : owners.getOrDefault(end.peerAddress(), List.of());
  }

  /**
   * The ends that this end may name, and that may name it in turn; empty if they are too many, so
   * that it is not clear which one it is.
   */
  @SuppressWarnings("ReferenceEquality") // each end is there once
  Optional<List<ConnectionEnd>> partners(ConnectionEnd end) {
    if (end.peerNumber().isEmpty() || end.peerAddress().isEmpty()) {
      return Optional.of(List.of());
    }
    int number = end.peerNumber().getAsInt();
    long until = looks + LOOKS;
    List<ConnectionEnd> partners = new ArrayList<>();
    for (int owner : owners(end)) {
      List<ConnectionEnd> ends =
          candidates(
                  end,
                  owner,
                  until,
                  device ->
                      namings.getOrDefault(
                          new Naming(owner, device, number, end.number()), List.of()))
              .ends();
      for (ConnectionEnd other : ends) {
        if (other != end && goTogether(end, other) && names(other, end)) {
          partners.add(other);
        }
      }
      if (looks >= until || partners.size() > PARTNERS) {
        return Optional.empty();
      }
    }
    return Optional.of(partners);
  }

  private static boolean goTogether(ConnectionEnd one, ConnectionEnd other) {
    QueuePairType type = other.connection().pair().type();
    return switch (one.connection().pair().type()) {
      case RC -> type == QueuePairType.RC || type == QueuePairType.UNKNOWN;
      case UC -> type == QueuePairType.UC || type == QueuePairType.UNKNOWN;
      case XRC_INI -> type == QueuePairType.XRC_TGT || type == QueuePairType.UNKNOWN;
      case XRC_TGT -> type == QueuePairType.XRC_INI || type == QueuePairType.UNKNOWN;
      case UNKNOWN -> true;
      case SMI, GSI, UD, RAW_IPV6, RAW_ETHERTYPE, RAW_PACKET, DRIVER -> false;
    };
  }

  /** The ends of a host that this end may name, whichever peer they name. */
  Candidates namesakes(ConnectionEnd end, int owner) {
    int number = end.peerNumber().orElse(0);
    return candidates(
        end,
        owner,
        looks + LOOKS,
        device -> spots.getOrDefault(new Spot(owner, device, number), List.of()));
  }

  /** Not complete either if there was no end of looking. */
  private Candidates candidates(
      ConnectionEnd end, int owner, long until, IntFunction<List<ConnectionEnd>> ofDevice) {
    String address = end.peerAddress();
    List<ConnectionEnd> there = new ArrayList<>();
    List<ConnectionEnd> perhaps = new ArrayList<>();
    Set<Integer> perhapsDevices = new TreeSet<>();
    boolean isComplete = true;
    looks++;
    for (int device : devices(owner, end.peerNumber().orElse(0), address)) {
      looks++;
      List<ConnectionEnd> ends =
          mayHave(owner, device, address) ? ofDevice.apply(device) : List.of();
      isComplete &= ends.size() <= NAMESAKES;
      for (ConnectionEnd other : ends.reversed().stream().limit(NAMESAKES).toList()) {
        looks++;
        switch (presence(other, address)) {
          case THERE -> there.add(other);
          case PERHAPS -> {
            perhaps.add(other);
            perhapsDevices.add(device);
          }
          case ELSEWHERE -> {
            // It is a queue pair of the same number on another device.
          }
        }
      }
      if (looks >= until) {
        isComplete = false;
        break;
      }
    }
    if (perhapsDevices.size() <= 1) {
      there.addAll(perhaps);
    }
    return new Candidates(there, isComplete && perhapsDevices.size() <= 1);
  }

  /** The devices of a host on which a queue pair of this number may have this address. */
  private SortedSet<Integer> devices(int owner, int number, String address) {
    SortedSet<Integer> having = devices.getOrDefault(new OfHost(owner, number), NO_DEVICES);
    SortedSet<Integer> shown = showing(owner, address);
    boolean isDecided = !shown.isEmpty() && !having.contains(Device.UNKNOWN_INDEX);
    return isDecided && shown.size() < having.size() ? shown : having;
  }

  /** Whether an end names another one, as far as is known. */
  boolean names(ConnectionEnd by, ConnectionEnd named) {
    return by.peerNumber().equals(OptionalInt.of(named.number()))
        && (by.peerAddress().isEmpty()
            || (isOwner(named.host(), by)
                && presence(named, by.peerAddress()) != Presence.ELSEWHERE));
  }

  /** Whether it is one of the hosts that have the address which an end names. */
  private boolean isOwner(int host, ConnectionEnd end) {
    return end.isWithinHost()
        ? end.host() == host
        : hosts.get(host).addresses().containsKey(end.peerAddress());
  }

  /** The devices of a host that have shown an address. */
  private SortedSet<Integer> showing(int host, String address) {
    return hosts.get(host).addresses().getOrDefault(address, NO_DEVICES);
  }

  private boolean mayHave(int host, int device, String address) {
    Set<Integer> known = showing(host, address);
    return known.isEmpty() || device == Device.UNKNOWN_INDEX || known.contains(device);
  }

  /**
   * Whether an end is at an address. If it is known which devices have the address, only the end's
   * device matters, and not which address the end itself uses: each address of a device leads to
   * all queue pairs of the device.
   */
  private Presence presence(ConnectionEnd end, String address) {
    String own = end.ownAddress();
    int device = end.connection().device();
    Set<Integer> known = showing(end.host(), address);
    if (own.equals(address) || known.contains(device)) {
      return Presence.THERE;
    }
    boolean mayBe = known.isEmpty() || device == Device.UNKNOWN_INDEX;
    boolean isOwnOfAnotherKind = own.isEmpty() || isLid(own) != isLid(address);
    return mayBe && isOwnOfAnotherKind ? Presence.PERHAPS : Presence.ELSEWHERE;
  }

  private static boolean isLid(String address) {
    return address.startsWith(PeerAddress.LID_PREFIX);
  }
}
