// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.PeerAddress;

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

  /** How many devices of a host are looked at; only made-up recordings have more. */
  private static final int DEVICES = 512;

  /** How certain it is that an end is at an address of its host. */
  private enum Presence {
    THERE,
    /**
     * It is not known which devices have the address, nor which address of this kind the end uses.
     */
    PERHAPS,
    ELSEWHERE
  }

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
  private final Map<Integer, Set<Integer>> devices = new HashMap<>();
  private final Map<Spot, List<ConnectionEnd>> spots = new HashMap<>();
  private final Map<Naming, List<ConnectionEnd>> namings = new HashMap<>();

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
    devices.computeIfAbsent(host, _ -> new TreeSet<>()).add(device);
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

  /** The hosts that have an address, by address. */
  Map<String, List<Integer>> owners() {
    return owners;
  }

  /** The hosts that have the address that an end names. */
  List<Integer> owners(ConnectionEnd end) {
    return end.isWithinHost()
        ? List.of(end.host())
        : owners.getOrDefault(end.peerAddress(), List.of());
  }

  /** The ends of a host that this end may name, and that name its number in turn. */
  List<ConnectionEnd> partners(ConnectionEnd end, int owner) {
    int number = end.peerNumber().orElse(0);
    return candidates(
            end,
            owner,
            device ->
                namings.getOrDefault(new Naming(owner, device, number, end.number()), List.of()))
        .ends();
  }

  /** The ends of a host that this end may name, whichever peer they name. */
  Candidates namesakes(ConnectionEnd end, int owner) {
    int number = end.peerNumber().orElse(0);
    return candidates(
        end, owner, device -> spots.getOrDefault(new Spot(owner, device, number), List.of()));
  }

  private Candidates candidates(
      ConnectionEnd end, int owner, IntFunction<List<ConnectionEnd>> ofDevice) {
    String address = end.peerAddress();
    List<ConnectionEnd> there = new ArrayList<>();
    List<ConnectionEnd> perhaps = new ArrayList<>();
    Set<Integer> perhapsDevices = new TreeSet<>();
    Set<Integer> all = devices.getOrDefault(owner, Set.of());
    boolean isComplete = all.size() <= DEVICES;
    for (int device : all.stream().limit(DEVICES).toList()) {
      if (!mayHave(owner, device, address)) {
        continue;
      }
      List<ConnectionEnd> ends = ofDevice.apply(device);
      isComplete &= ends.size() <= NAMESAKES;
      for (ConnectionEnd other : ends.reversed().stream().limit(NAMESAKES).toList()) {
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
    }
    if (perhapsDevices.size() <= 1) {
      there.addAll(perhaps);
    }
    return new Candidates(there, isComplete && perhapsDevices.size() <= 1);
  }

  /** Whether an end names another one, as far as is known. */
  boolean names(ConnectionEnd by, ConnectionEnd named) {
    return by.peerNumber().equals(OptionalInt.of(named.number()))
        && (by.peerAddress().isEmpty()
            || (owners(by).contains(named.host())
                && presence(named, by.peerAddress()) != Presence.ELSEWHERE));
  }

  /** The devices of a host that are known to have an address. */
  private Set<Integer> showing(int host, String address) {
    return hosts.get(host).addresses().getOrDefault(address, Set.of());
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
