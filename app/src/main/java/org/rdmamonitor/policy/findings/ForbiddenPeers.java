// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.CalledPeer;
import org.rdmamonitor.model.connection.DatagramPeer;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.connection.Peering;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * N1: queue pairs and address handles that lead to peers outside of {@link PeerPolicy}: from before
 * it was set, or around the gate. What stands is in the list; what came and went between two lists
 * is known by the calls that connected and ended it; and what the connection manager exchanged with
 * a peer, which needs no queue pair, by its events. Kernel consumers are not looked at. Keeps what
 * one sample shows.
 */
final class ForbiddenPeers implements Detector {
  private static final int MOST_KILLED = 1 << 10;

  /** Who talks to whom, and which policy forbids it. */
  private record Contact(String process, String peer, String policy) {}

  /** A queue pair or an address handle, by its number. */
  private record Channel(boolean isHandle, int device, int number) {}

  /** Who has the ways to a peer, what the first of them is, and all of them. */
  private record PeerUse(Party party, String example, Set<Channel> all) {
    PeerUse(Party party, String example) {
      this(party, example, new HashSet<>());
    }
  }

  private final Map<Contact, PeerUse> called = new LinkedHashMap<>();

  /** What no queue pair has to show for it. */
  private final Map<Contact, PeerUse> exchanged = new LinkedHashMap<>();

  /** The latest processes that were killed for a peer; rule R15 reports them. */
  private final Set<String> killed = Collections.newSetFromMap(new BoundedMap<>(MOST_KILLED));

  private final Map<Long, Map<String, PeerPolicy>> policies = new HashMap<>();

  @Override
  public FindingLimit on() {
    return FindingLimit.N1;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (!input.limitsPeers()) {
      return;
    }
    if (call.refusal().filter(ForbiddenPeers::isKillForPeer).isPresent()) {
      killed.add(process(call));
    }
    DeviceFacts device = input.sample().facts().getOrDefault(call.device(), DeviceFacts.NONE);
    CalledPeer.of(call, device)
        .ifPresent(peer ->
            forbidding(call.caller().cgroup(), peer, input)
                .ifPresent(policy ->
                    called
                        .computeIfAbsent(
                            new Contact(process(call), peer.text(), policy),
                            _ -> new PeerUse(input.party(call.caller()), what(call, input)))
                        .all
                        .add(new Channel(false, call.device(), call.objectId().orElse(-1)))));
  }

  @Override
  public void see(AsyncEvent event, DetectorInput input) {
    if (!input.limitsPeers()) {
      return;
    }
    CalledPeer.of(event, Optional.ofNullable(input.sample().facts().get(event.device())))
        .ifPresent(peer -> {
          AsyncEvent.Owner owner = event.owner().orElseThrow();
          String process = DetectorInput.process(owner.comm(), owner.pid());
          forbidding(owner.cgroup(), peer, input)
              .ifPresent(policy ->
                  exchanged.putIfAbsent(
                      new Contact(process, peer.text(), policy),
                      new PeerUse(
                          input.party(owner.pid(), owner.cgroup()),
                          "the connection manager exchanged messages with it (%s on %s)"
                              .formatted(event.name(), input.device(event.device())))));
        });
  }

  private static boolean isKillForPeer(Refusal refusal) {
    return refusal.outcome() == CallOutcome.KILLED && refusal.measure().isOfPeers();
  }

  private static String process(ControlCall call) {
    return DetectorInput.process(call.caller().comm(), call.caller().pid());
  }

  /** The first policy that holds for a cgroup and forbids a peer; empty if all permit it. */
  private Optional<String> forbidding(long cgroup, PeerAddress peer, DetectorInput input) {
    return policies
        .computeIfAbsent(cgroup, id -> input.peerPolicies(input.cgroup(id)))
        .entrySet()
        .stream()
        .filter(policy -> !policy.getValue().permits(peer))
        .findFirst()
        .map(policy -> policy.getKey() + " " + PeerPolicy.NAME);
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Map<Contact, PeerUse> ways = new LinkedHashMap<>();
    if (input.limitsPeers() && input.isNewlyListed()) {
      input.peerings().forEach(peering -> addStanding(ways, peering, input));
    }
    // After those that still exist, which make the better examples.
    called.forEach((contact, of) -> {
      if (!killed.contains(contact.process)) {
        ways.computeIfAbsent(contact, _ -> new PeerUse(of.party, of.example)).all.addAll(of.all);
      }
    });
    List<Detection> found = new ArrayList<>();
    exchanged.forEach((contact, of) -> {
      if (!ways.containsKey(contact) && !killed.contains(contact.process)) {
        // A subject of its own, so that it takes the place of no connection that was found.
        found.add(detection(Severity.WARNING, " by RDMA-CM to ", contact, of, ""));
      }
    });
    called.clear();
    exchanged.clear();
    policies.clear();
    ways.forEach((contact, of) ->
        found.add(
            detection(
                Severity.CRITICAL,
                " to ",
                contact,
                of,
                "; %s to it".formatted(Words.count(of.all.size(), "way")))));
    return found;
  }

  private static Detection detection(
      Severity severity, String way, Contact contact, PeerUse of, String more) {
    return FindingRule.N1.found(
        severity,
        contact.process + way + contact.peer,
        of.party,
        "%s; outside of %s%s".formatted(of.example, contact.policy, more));
  }

  private void addStanding(Map<Contact, PeerUse> ways, Peering peering, DetectorInput input) {
    if (peering.cgroup() == Cgroup.KERNEL_ID || peering.address().isEmpty()) {
      return;
    }
    PeerAddress peer = PeerAddress.of(peering.address().get());
    forbidding(peering.cgroup(), peer, input)
        .ifPresent(policy ->
            ways.computeIfAbsent(
                    new Contact(
                        DetectorInput.process(peering.owner(), peering.pid()), peer.text(), policy),
                    _ ->
                        new PeerUse(
                            input.party(peering.pid(), peering.cgroup()), what(peering, input)))
                .all
                .add(way(peering)));
  }

  private static Channel way(Peering peering) {
    return switch (peering) {
      case PeerConnection connection ->
          new Channel(false, connection.device(), connection.object().id());
      case DatagramPeer(AddressHandle handle, _, _) ->
          new Channel(true, handle.device(), handle.number());
    };
  }

  private static String what(ControlCall call, DetectorInput input) {
    return "%s on %s, %s"
        .formatted(
            call.objectId().isPresent()
                ? "queue pair " + Integer.toUnsignedString(call.objectId().getAsInt())
                : "a queue pair",
            input.device(call.device()),
            call.detail() instanceof QueuePairEnd ? "until it ended" : "as a call connected it");
  }

  private static String what(Peering peering, DetectorInput input) {
    String device = input.device(peering.device());
    return switch (peering) {
      case PeerConnection connection ->
          "queue pair %d on %s%s%s"
              .formatted(
                  connection.pair().lqpn(),
                  device,
                  connection.state().map(QueuePairState::name).map(s -> ", " + s).orElse(""),
                  connection.isAddressManaged() ? ", by its RDMA-CM id" : "");
      case DatagramPeer(AddressHandle handle, _, _) ->
          "address handle in protection domain %d on %s".formatted(handle.pdn(), device);
    };
  }
}
