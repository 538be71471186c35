// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
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
}
