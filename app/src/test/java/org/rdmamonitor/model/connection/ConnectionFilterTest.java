// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;

/** Of the scene's connections each condition leaves those that meet it. */
class ConnectionFilterTest {
  private static final OptionalInt ANY = OptionalInt.empty();
  private static final Optional<String> ALL = Optional.empty();

  private final Sample scene = Scenes.connections();
  private final Map<Integer, Device> devices =
      scene.devices().stream().collect(Collectors.toMap(Device::index, Function.identity()));
  private final Map<Long, Cgroup> cgroups =
      scene.cgroups().stream().collect(Collectors.toMap(Cgroup::id, Function.identity()));

  /** Queue pairs by their number, address handles by their protection domain. */
  private List<String> accepted(ConnectionFilter filter) {
    List<String> accepted = new ArrayList<>();
    for (Peering peering : Peering.of(scene.inventory(), scene.facts())) {
      String device = devices.get(peering.device()).name();
      if (filter.accepts(peering, device, Cgroup.known(peering.cgroup(), cgroups))) {
        accepted.add(
            switch (peering) {
              case PeerConnection connection -> "QP " + connection.pair().lqpn();
              case DatagramPeer peer -> "AH " + peer.handle().pdn();
            });
      }
    }
    return accepted;
  }

  private static ConnectionFilter of(
      OptionalInt number, Set<QueuePairType> types, Set<QueuePairState> states, boolean connected) {
    return new ConnectionFilter(ALL, ANY, ALL, ALL, number, types, states, connected);
  }

  private static ConnectionFilter toPeer(String peer) {
    return new ConnectionFilter(ALL, ANY, ALL, Optional.of(peer), ANY, Set.of(), Set.of(), false);
  }

  private static ConnectionFilter of(
      Optional<String> device, OptionalInt pid, Optional<String> cgroup) {
    return new ConnectionFilter(device, pid, cgroup, ALL, ANY, Set.of(), Set.of(), false);
  }

  @Test
  void whereNoConditionIsSetAllAreWanted() {
    assertThat(accepted(of(ALL, ANY, ALL)))
        .containsExactlyInAnyOrder(
            "QP 17", "QP 18", "QP 19", "QP 20", "QP 21", "QP 22", "QP 33", "QP 1", "AH 1", "AH 8",
            "AH 6");
  }

  @Test
  void whoseTheyAre() {
    assertThat(accepted(of(ALL, OptionalInt.of(43), ALL))).containsExactly("QP 18");
    assertThat(accepted(of(ALL, OptionalInt.of(45), ALL))).containsExactly("AH 6");
    String first = devices.get(scene.inventory().objects().getFirst().device()).name();
    assertThat(accepted(of(Optional.of(first), ANY, ALL)))
        .contains("QP 17")
        .doesNotContain("QP 33");
    assertThat(accepted(of(Optional.of("another"), ANY, ALL))).isEmpty();
    String cgroup = cgroups.get(scene.inventory().objects().getFirst().cgroup()).path();
    assertThat(accepted(of(ALL, ANY, Optional.of(cgroup))))
        .contains("QP 17")
        .doesNotContain("QP 1");
    assertThat(accepted(of(ALL, ANY, Optional.of("/another")))).isEmpty();
  }

  @Test
  void whomTheyLeadTo() {
    assertThat(accepted(toPeer("::ffff:10.77.0.2")))
        .containsExactlyInAnyOrder("QP 17", "QP 18", "QP 22", "AH 1", "AH 6");
    assertThat(accepted(toPeer("lid:7"))).containsExactlyInAnyOrder("QP 33", "AH 8");
    assertThat(accepted(toPeer("lid:5"))).as("its own").isEmpty();
    assertThat(accepted(of(ANY, Set.of(), Set.of(), true)))
        .contains("QP 17", "QP 33", "AH 1")
        .doesNotContain("QP 19", "QP 21", "QP 1");
  }

  @Test
  void theNumberOfEitherEnd() {
    assertThat(accepted(of(OptionalInt.of(17), Set.of(), Set.of(), false)))
        .containsExactlyInAnyOrder("QP 17", "QP 18");
    assertThat(accepted(of(OptionalInt.of(4711), Set.of(), Set.of(), false)))
        .containsExactly("QP 20");
    assertThat(accepted(of(OptionalInt.of(0), Set.of(), Set.of(), false))).isEmpty();
  }

  @Test
  void anAddressHandleCountsAsADatagramWithoutAState() {
    assertThat(accepted(of(ANY, Set.of(QueuePairType.UD), Set.of(), false)))
        .containsExactlyInAnyOrder("QP 21", "AH 1", "AH 8", "AH 6");
    assertThat(accepted(of(ANY, Set.of(QueuePairType.RC), Set.of(QueuePairState.ERR), false)))
        .containsExactly("QP 22");
    assertThat(accepted(of(ANY, Set.of(QueuePairType.UD), Set.of(QueuePairState.RTS), false)))
        .containsExactly("QP 21");
    assertThat(accepted(of(ANY, Set.of(), Set.of(QueuePairState.ERR, QueuePairState.INIT), false)))
        .containsExactlyInAnyOrder("QP 19", "QP 22");
  }
}
