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
 * Where the ends of all hosts are. An address leads to a device of a host, and a number is one of a
 * device: of several devices each may have a queue pair of the same number.
 */
final class EndIndex {
  /** Ends of one number on a device and of one peer's, one after the other, that are kept. */
  private static final int LIVES = 16;

  /** Ends of one number on a device, whatever their peers, that are looked through. */
  private static final int NAMESAKES = 256;

  /** Devices of a host that are looked at: more have only hosts that are made up. */
  private static final int DEVICES = 512;

  /** How sure it is that an end is at an address of its host. */
  private enum Presence {
    THERE,
    /** Neither which devices have the address is known, nor which one the end uses. */
    PERHAPS,
    ELSEWHERE
  }

  private record Spot(int host, int device, int number) {}

  private record Naming(int host, int device, int number, int peer) {}

  /**
   * The ends that somebody may mean.
   *
   * @param ends the latest of each device first
   * @param isComplete whether none besides is possible. Ends that are there perhaps are none of
   *     these if they are on more than one device: one of them would be taken by chance
   */
  record Candidates(List<ConnectionEnd> ends, boolean isComplete) {}

  private final List<HostRecord> hosts;
  private final Map<String, List<Integer>> owners = new HashMap<>();
  private final Map<Integer, Set<Integer>> devices = new HashMap<>();
  private final Map<Spot, List<ConnectionEnd>> spots = new HashMap<>();
  private final Map<Naming, List<ConnectionEnd>> namings = new HashMap<>();

  /** Of hosts, each of whose ends has its host's place in the list. */
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

  /** Which hosts have an address, by the address. */
  Map<String, List<Integer>> owners() {
    return owners;
  }

  /** The hosts that have the address which an end names. */
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

  /** The ends of a host that this end may name, whomever they name. */
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
            // A queue pair of the same number on another device.
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

  /** The devices of a host that have shown an address. */
  private Set<Integer> showing(int host, String address) {
    return hosts.get(host).addresses().getOrDefault(address, Set.of());
  }

  private boolean mayHave(int host, int device, String address) {
    Set<Integer> known = showing(host, address);
    return known.isEmpty() || device == Device.UNKNOWN_INDEX || known.contains(device);
  }

  /**
   * Where the devices that have the address are known, they decide: a device may have several
   * addresses, each of which leads to all its queue pairs.
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
