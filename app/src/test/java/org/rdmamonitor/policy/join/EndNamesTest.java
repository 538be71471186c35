// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionEnd.Life;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

class EndNamesTest {
  private static ConnectionEnd end(int pid, String owner, Cgroup cgroup) {
    QueuePair pair = Scenes.connected(QueuePairState.RTS, 17, 18);
    LiveObject object = new LiveObject(ResourceType.QP, 1, 17, pid, owner, cgroup.id(), pair);
    return new ConnectionEnd(
        0,
        "mlx5_0",
        cgroup,
        OptionalInt.empty(),
        new PeerConnection(object, pair, Optional.empty(), OptionalInt.empty()),
        new Life(
            Optional.empty(), Optional.empty(), Scenes.START, Optional.empty(), Optional.empty()));
  }

  @Test
  void anEndIsThatOfItsWorkloadOrElseOfItsProcess() {
    Cgroup plain = new Cgroup(100, "/a");
    Cgroup pod = new Cgroup(101, "/kubepods/pod" + "a".repeat(32));

    assertThat(EndNames.owner(end(42, "app", plain))).isEqualTo("app[42]");
    assertThat(EndNames.owner(end(0, "", plain))).isEqualTo("a process that is not known");
    assertThat(EndNames.owner(end(0, "nvme_rdma", Cgroup.KERNEL)))
        .isEqualTo("nvme_rdma in the kernel");
    assertThat(EndNames.owner(end(42, "app", pod))).startsWith("pod aaaa");
    assertThat(EndNames.pair(end(42, "app", plain))).isEqualTo("queue pair 17 of app[42]");
  }

  @ParameterizedTest
  @CsvSource({
    "::ffff:10.1.0.7, 10.1.0.7",
    "::ffff:a01:7, ::ffff:a01:7",
    "fe80::1, fe80::1",
    "lid:7, lid 7",
    "'', an address that is not known"
  })
  void anAddressIsWrittenAsPeopleDo(String address, String text) {
    assertThat(EndNames.address(address)).isEqualTo(text);
  }
}
