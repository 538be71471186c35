// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class TcpMeshTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int MEMBERS = 3;
  private static final long TOKEN = 0x0123456789abcdefL;

  @Test
  void membersFindEachOtherAndStrangersTakeNoPlace() throws Exception {
    List<ServerSocket> doors = new ArrayList<>();
    List<Optional<InetSocketAddress>> addresses = new ArrayList<>();
    for (int i = 0; i < MEMBERS; i++) {
      ServerSocket door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
      doors.add(door);
      addresses.add(Optional.of((InetSocketAddress) door.getLocalSocketAddress()));
    }
    try (Socket stranger =
        new Socket(InetAddress.getLoopbackAddress(), doors.get(0).getLocalPort())) {
      stranger.getOutputStream().write(new byte[12]); // a wrong token
      List<FutureTask<Integer>> members = new ArrayList<>();
      for (int i = 0; i < MEMBERS; i++) {
        int self = i;
        FutureTask<Integer> member =
            new FutureTask<>(() -> {
              try (TcpMesh mesh = TcpMesh.connect(doors.get(self), self, addresses, TOKEN, LONG)) {
                for (int round = 0; round < 100; round++) {
                  mesh.await();
                }
              }
              return self;
            });
        Thread.ofPlatform().daemon().start(member);
        members.add(member);
      }

      for (int i = 0; i < MEMBERS; i++) {
        assertThat(members.get(i).get()).isEqualTo(i);
      }
      assertThat(stranger.getInputStream().read()).isNegative();
    }
    for (ServerSocket door : doors) {
      door.close();
    }
  }

  @Test
  void whoIsLateOrGoneIsNamed() throws Exception {
    List<TcpMesh> meshes = TcpMesh.local(MEMBERS, Duration.ofMillis(50));
    assertThatThrownBy(() -> meshes.getFirst().await())
        .isInstanceOf(TimeoutException.class)
        .hasMessage("member 1 sent nothing over TCP");
    meshes.get(2).close();
    assertThatThrownBy(() -> meshes.get(1).await())
        .satisfiesAnyOf(
            e -> assertThat(e).isInstanceOf(EOFException.class).hasMessageContaining("member 2"),
            e -> assertThat(e).isInstanceOf(SocketException.class));
    meshes.forEach(TcpMesh::close);
  }
}
