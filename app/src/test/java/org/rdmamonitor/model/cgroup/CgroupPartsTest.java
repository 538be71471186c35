// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CgroupPartsTest {
  private static CgroupParts parts(String path, int trustedLevels) {
    return CgroupParts.of(new Cgroup(1, path, trustedLevels, GivenNames.NONE));
  }

  private static List<String> host(String path) {
    return parts(path, Cgroup.ALL_LEVELS).host();
  }

  @ParameterizedTest
  @CsvSource({
    "/opt-my\\x2dapp.mount, opt-my-app.mount",
    "/\\x2d, -",
    "/gr\\xc3\\xb6\\xc3\\x9fe.service, gr\u00f6\u00dfe.service",
    "/a\\x2da\\x2Db, a-a-b",
    "/gr\u00f6\u00dfe\\x2d, gr\u00f6\u00dfe-",
    "/odd\\x2, odd\\x2",
    "/odd\\x2., odd\\x2.",
    "/odd\\x2g, odd\\x2g",
    "/odd\\xg2, odd\\xg2",
    "/odd\\y2d\\x41, odd\\y2dA",
  })
  void anEscapeOfSystemdIsAByteOfUtf8(String path, String part) {
    assertThat(host(path)).containsExactly(part);
  }

  @Test
  void whoseNameAPartIsDependsOnWhoMayMakeIt() {
    assertThat(parts("//a//b/", Cgroup.ALL_LEVELS))
        .isEqualTo(new CgroupParts(List.of("a", "b"), List.of()));
    assertThat(parts("/a/b", 1)).isEqualTo(new CgroupParts(List.of("a"), List.of("b")));
    assertThat(parts("/a/b", 0)).isEqualTo(new CgroupParts(List.of(), List.of("a", "b")));
    assertThat(parts("/user.slice/user@7.service/x/y", 3))
        .isEqualTo(new CgroupParts(List.of("user.slice", "user@7.service"), List.of("x", "y")));
  }
}
