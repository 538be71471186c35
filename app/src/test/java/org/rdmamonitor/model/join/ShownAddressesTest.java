// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/** Which addresses of a host show, and on which of its devices. */
class ShownAddressesTest {
  private final List<LiveObject> ids = new ArrayList<>();

  /** An id of the connection manager on a device. */
  private void bound(int device, String source) {
    ids.add(
        new LiveObject(
            ResourceType.CM_ID,
            device,
            ids.size(),
            42,
            "server",
            100,
            new LiveObject.Connection("LISTEN", "TCP", source, "", OptionalInt.empty())));
  }

  private Map<String, Set<Integer>> shown(int most) {
    ShownAddresses addresses = new ShownAddresses(most);
    addresses.add(new Inventory(Scenes.START, ids, List.of()), Map.of());
    return Map.copyOf(addresses.all());
  }

  @ParameterizedTest
  @CsvSource({
    "10.1.0.7:7471, ::ffff:10.1.0.7",
    "[fd00::7]:7471, fd00::7",
    "[FD00:0:0::7]:7471, fd00::7",
    "[::ffff:10.1.0.7]:7471, ::ffff:10.1.0.7",
    "[fe80::1]:7471, fe80::1"
  })
  void idsOfTheConnectionManagerAreBoundToAddressesOfBothFamilies(String source, String address) {
    bound(3, source);

    assertThat(shown(9)).containsExactly(entry(address, Set.of(3)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0.0.0.0:7471",
        "[::]:7471",
        "[]:7471",
        "127.0.0.1:7471",
        "[::1]:7471",
        "[fd00::7",
        "a:1"
      })
  void someAreBoundToNone(String source) {
    bound(3, source);

    assertThat(shown(9)).isEmpty();
  }

  @Test
  void severalDevicesMayShowOneAddressAndOneSeveral() {
    bound(3, "10.1.0.7:7471");
    bound(4, "10.1.0.7:7472");
    bound(4, "[fd00::7]:7471");

    assertThat(shown(9))
        .containsOnly(entry("::ffff:10.1.0.7", Set.of(3, 4)), entry("fd00::7", Set.of(4)));
  }

  @Test
  void theFirstOnesAreKept() {
    bound(3, "10.1.0.7:7471");
    bound(3, "10.1.0.8:7471");
    bound(4, "10.1.0.7:7471");

    assertThat(shown(1)).containsExactly(entry("::ffff:10.1.0.7", Set.of(3, 4)));
  }

  private static Map<String, Set<Integer>> shown(
      Inventory inventory, Map<Integer, DeviceFacts> facts) {
    ShownAddresses addresses = new ShownAddresses(9);
    addresses.add(inventory, facts);
    return Map.copyOf(addresses.all());
  }

  private static Address address(String own, int lid) {
    return new Address(
        lid == 0 ? Transport.ROCE_V2 : Transport.IB,
        1,
        lid == 0 ? OptionalInt.empty() : OptionalInt.of(lid),
        2,
        0,
        own.isEmpty()
            ? Optional.empty()
            : Optional.of(Route.between(own, "fd00::99", OptionalInt.empty())));
  }

  private static Map<Integer, DeviceFacts> port(int device, int lid) {
    DeviceFacts.Port port = new DeviceFacts.Port(1, "ACTIVE", "LinkUp", "", "", "", lid, Map.of());
    return Map.of(device, new DeviceFacts(Map.of(), List.of(port)));
  }

  private static Inventory connection(Address address) {
    LiveObject.QueuePair pair =
        Scenes.connected(QueuePairState.RTS, 17, 18)
            .with(
                QueuePairPath.leading(
                    Optional.of(QueuePairState.RTS),
                    Optional.empty(),
                    OptionalInt.of(18),
                    OptionalInt.of(1),
                    Optional.of(address),
                    OptionalInt.empty()));
    return new Inventory(
        Scenes.START,
        List.of(new LiveObject(ResourceType.QP, 3, 17, 42, "app", 100, pair)),
        List.of());
  }

  private static Inventory handle(Address address) {
    return new Inventory(
        Scenes.START,
        List.of(),
        List.of(),
        List.of(),
        List.of(new AddressHandle(1, 3, 1, 42, "app", 100, Scenes.START, address)),
        0);
  }

  @Test
  void connectionsShowTheirOwnAddress() {
    assertThat(shown(connection(address("fd00::7", 0)), Map.of()))
        .containsExactly(entry("fd00::7", Set.of(3)));
  }

  @Test
  void addressHandlesShowTheirOwnAddress() {
    assertThat(shown(handle(address("fd00::7", 0)), Map.of()))
        .containsExactly(entry("fd00::7", Set.of(3)));
  }

  /** A port of InfiniBand has several LIDs; a connection uses one of them. */
  @Test
  void portsShowTheirLidAndConnectionsAndHandlesTheirs() {
    Inventory none = new Inventory(Scenes.START, List.of(), List.of());

    assertThat(shown(none, port(3, 20))).containsExactly(entry("lid:20", Set.of(3)));
    assertThat(shown(none, port(3, 0))).as("a port without LIDs").isEmpty();
    assertThat(shown(connection(address("", 7)), port(3, 20)))
        .containsOnly(entry("lid:20", Set.of(3)), entry("lid:22", Set.of(3)));
    assertThat(shown(handle(address("", 7)), port(3, 20)))
        .containsOnly(entry("lid:20", Set.of(3)), entry("lid:22", Set.of(3)));
  }

  @Test
  void anAddressOfADeviceThatCannotBeToldIsThatOfTheHost() {
    ShownAddresses addresses = new ShownAddresses(9);
    addresses.add("fd00::7", Device.UNKNOWN_INDEX);
    addresses.add("", 3);
    addresses.add("::1", 3);

    assertThat(Map.copyOf(addresses.all())).containsExactly(entry("fd00::7", new TreeSet<>()));
    addresses.add("fd00::7", 4);
    assertThat(addresses.all().get("fd00::7")).containsExactly(4);
  }
}
