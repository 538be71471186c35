// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GidTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, ''",
    "0, 0000ffff0a4d0001, ::ffff:10.77.0.1",
    "fe80000000000000, 0202c9fffe000001, fe80::202:c9ff:fe00:1",
    "0, 1, ::1",
    "20010db800000000, 0, 2001:db8::",
    "2001000000010000, 0000000100000000, 2001:0:1::1:0:0",
    "2001000000010001, 0001000100010001, 2001:0:1:1:1:1:1:1",
    "2001000000000001, 0000000000000001, 2001:0:0:1::1",
    "1111222233334444, 5555666677778888, 1111:2222:3333:4444:5555:6666:7777:8888"
  })
  void gidsAreWrittenAsAddresses(String high, String low, String text) {
    assertThat(new Gid(Long.parseUnsignedLong(high, 16), Long.parseUnsignedLong(low, 16)).text())
        .isEqualTo(text);
  }

  @Test
  void whatIsWrittenIsReadAsTheSameAddress() throws UnknownHostException {
    Random random = new Random(7);
    for (int i = 0; i < 1000; i++) {
      long high = random.nextLong() & mask(random);
      long low = (random.nextLong() & mask(random)) | (1L << 32);
      byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
      assertThat(InetAddress.getByName(new Gid(high, low).text()).getAddress()).isEqualTo(bytes);
    }
  }

  /** Leaves out some groups of 16 bits. */
  private static long mask(Random random) {
    long mask = 0;
    for (int i = 0; i < 4; i++) {
      mask |= random.nextBoolean() ? 0xffffL << (16 * i) : 0;
    }
    return mask;
  }

  @ParameterizedTest
  @CsvSource({
    "fe80::1, LINK",
    "febf:ffff::1, LINK",
    "fec0::1, GLOBAL",
    "169.254.0.1, LINK",
    "169.255.0.1, GLOBAL",
    "9.255.255.255, GLOBAL",
    "10.0.0.0, PRIVATE",
    "10.255.255.255, PRIVATE",
    "11.0.0.0, GLOBAL",
    "172.15.255.255, GLOBAL",
    "172.16.0.0, PRIVATE",
    "172.31.255.255, PRIVATE",
    "172.32.0.0, GLOBAL",
    "192.167.255.255, GLOBAL",
    "192.168.0.0, PRIVATE",
    "192.169.0.0, GLOBAL",
    "100.63.255.255, GLOBAL",
    "100.64.0.0, PRIVATE",
    "100.127.255.255, PRIVATE",
    "100.128.0.0, GLOBAL",
    "fbff:ffff::1, GLOBAL",
    "fc00::1, PRIVATE",
    "fdff:ffff::1, PRIVATE",
    "fe00::1, GLOBAL",
    "2001:db8::1, GLOBAL"
  })
  void privateAddressesAreThoseOfOneHostInTheirNetworkOnly(String text, Gid.Scope scope) {
    assertThat(Gid.parse(text).orElseThrow().scope()).isEqualTo(scope);
  }
}
