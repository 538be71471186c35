// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.1, 10.0.0.1, true",
    "10.0.0.1, 10.0.0.2, false",
    "10.0.0.1, ::ffff:10.0.0.1, true",
    "2001:db8:0:1::1, 2001:db8:0:1:ffff:ffff:ffff:ffff, true",
    "2001:db8:0:1::1, 2001:db8:0:2::1, false",
  })
  void addressesBelowTheSame64BitsAreOne(String one, String other, boolean isSame)
      throws UnknownHostException {
    assertThat(
            Origin.of(InetAddress.getByName(one)).equals(Origin.of(InetAddress.getByName(other))))
        .isEqualTo(isSame);
  }
}
