// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;

class LinksTest {
  private static final DeviceFacts ROCE = device(0);
  private static final DeviceFacts INFINIBAND = device(7);

  private static DeviceFacts device(int lid) {
    return new DeviceFacts(Map.of(), List.of(new Port(1, "", "", "", "", "", lid, Map.of())));
  }

  @Test
  void oneDeviceWithLidsIsEnough() {
    assertThat(Links.of(List.of(ROCE, INFINIBAND))).isEqualTo(Links.LIDS);
    assertThat(Links.of(List.of(ROCE, ROCE))).isEqualTo(Links.GIDS);
    assertThat(Links.of(List.of())).isEqualTo(Links.GIDS);
  }

  @Test
  void aDeviceWhosePortsCouldNotBeReadMayHaveLids() {
    assertThat(Links.of(List.of(ROCE, DeviceFacts.NONE))).isEqualTo(Links.UNKNOWN);
    assertThat(Links.of(List.of(DeviceFacts.NONE, INFINIBAND))).isEqualTo(Links.LIDS);
  }

  @Test
  void onlyWhereAddressesArePeersThereIsNoObstacle() {
    assertThat(Links.GIDS.obstacle()).isEmpty();
    assertThat(Links.LIDS.obstacle()).contains("LIDs");
    assertThat(Links.UNKNOWN.obstacle()).isNotEmpty();
  }
}
