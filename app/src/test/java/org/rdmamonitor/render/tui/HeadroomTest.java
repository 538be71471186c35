// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.render.tui.canvas.Style;

class HeadroomTest {
  @Test
  void theFullestDeviceCounts() {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.tenants(10));
    ledger.snapshot();
    ledger.add(Scenes.tenants(12));
    Snapshot snapshot = ledger.snapshot();

    // 700 and 16 and 1, and 3 more a second; mlx5_0 has 594 of 262144.
    assertThat(Headroom.least(snapshot, ResourceType.QP))
        .hasValue(new Headroom("rxe0", 753, 1024, 3));
    assertThat(Headroom.least(snapshot, ResourceType.CM_ID)).isEmpty();
  }

  @Test
  void itTellsWhenADeviceWillBeFull() {
    assertThat(new Headroom("x", 900, 1000, 5).fullIn()).hasValue(Duration.ofSeconds(20));
    assertThat(new Headroom("x", 1000, 1000, 5).fullIn()).hasValue(Duration.ZERO);
    assertThat(new Headroom("x", 900, 1000, 0).fullIn()).isEmpty();
    assertThat(new Headroom("x", 900, 1000, -1).fullIn()).isEmpty();
    assertThat(new Headroom("x", 0, Long.MAX_VALUE, 1e-3).fullIn()).isEmpty();
  }

  @Test
  void itWarnsInTime() {
    assertThat(new Headroom("x", 10, 100, 0).style()).isEqualTo(Style.GRAPH);
    assertThat(new Headroom("x", 80, 100, 0).style()).isEqualTo(Style.WARNING);
    assertThat(new Headroom("x", 95, 100, 0).style()).isEqualTo(Style.CRITICAL);
    assertThat(new Headroom("x", 10, 100, 2).style()).isEqualTo(Style.CRITICAL);
  }
}
