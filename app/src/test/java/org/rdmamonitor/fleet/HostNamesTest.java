// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HostNamesTest {
  @Test
  void aHostIsCalledByItsInstanceAndIfOthersHaveItByItsJobToo() {
    HostId alone = new HostId("rdma-monitor-pods", "n1:19879");
    HostId one = new HostId("rdma-monitor-pods", "n2:19879");
    HostId other = new HostId("rdma-monitor-nodes", "n2:19879");
    List<FleetHost> hosts =
        Stream.of(alone, one, other)
            .map(id -> new FleetHost(id, HostState.UP, "", "", Optional.empty(), FigureSet.NONE))
            .toList();

    HostNames names =
        HostNames.of(new FleetSnapshot(Instant.EPOCH, "http://server", hosts, List.of()));

    assertThat(names.of(alone)).isEqualTo("n1:19879");
    assertThat(names.of(one)).isEqualTo("n2:19879 rdma-monitor-pods");
    assertThat(names.of(other)).isEqualTo("n2:19879 rdma-monitor-nodes");
  }
}
