// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionsTest {
  /** A socket address: family in the order of the processor, the rest in that of the network. */
  private static byte[] socketAddress(int family, int length, int port, long... words) {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
    bytes.putShort((short) family).order(ByteOrder.BIG_ENDIAN).putShort((short) port);
    if (family == 2) {
      bytes.putInt((int) words[0]);
    } else if (family == 10) {
      bytes.putInt(0);
      if (length >= 24) {
        bytes.putLong(words[0]).putLong(words[1]);
      }
    }
    return bytes.array();
  }

  @Test
  void addressesAreWrittenWithTheirPorts() {
    assertThat(Connections.address(socketAddress(2, 16, 7471, 0x0a4d0001L)))
        .isEqualTo("10.77.0.1:7471");
    assertThat(Connections.address(socketAddress(10, 28, 65535, 0xfe80L << 48, 1)))
        .isEqualTo("[fe80::1]:65535");
  }

  @Test
  void whatIsNoAddressIsEmpty() {
    assertThat(Connections.address(new byte[0])).isEmpty();
    assertThat(Connections.address(socketAddress(10, 16, 1, 1, 0))).isEmpty();
    assertThat(Connections.address(socketAddress(27, 48, 1))).isEmpty(); // AF_IB
  }

  @ParameterizedTest
  @CsvSource({"0, IDLE", "5, CONNECT", "8, LISTEN", "10, DESTROYING", "11, UNKNOWN", "-1, UNKNOWN"})
  void statesHaveTheKernelsNames(int number, String name) {
    assertThat(Connections.state(number)).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource({"0x106, TCP", "0x111, UDP", "0x13f, IB", "0x2, IPoIB", "0, ---"})
  void portSpacesAreNamedAsRdmaDoes(String number, String name) {
    assertThat(Connections.portSpace(Integer.decode(number))).isEqualTo(name);
  }
}
