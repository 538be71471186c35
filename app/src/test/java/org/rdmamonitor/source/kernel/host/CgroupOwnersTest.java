// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.cgroup.Cgroup;

class CgroupOwnersTest {
  private static final Set<String> BOBS = Set.of("/a/bob", "/a/bob/x");

  @TempDir private Path top;

  @ParameterizedTest
  @CsvSource({
    "/, 2147483647",
    "/a, 2147483647",
    "/a/b/c, 2147483647",
    "/a/bob, 2147483647",
    "/a/bob/x, 2",
    "/a/bob/x/y/z, 2",
  })
  void whatIsBelowAnothersCgroupIsNamedByOthers(String path, int levels) {
    assertThat(CgroupOwners.trustedLevels(path, above -> !BOBS.contains(above))).isEqualTo(levels);
  }

  @Test
  void nothingBelowIsLookedAt() {
    List<String> looked = new ArrayList<>();
    CgroupOwners.trustedLevels(
        "/a/bob/x/y",
        above -> {
          looked.add(above);
          return !BOBS.contains(above);
        });
    assertThat(looked).containsExactly("/a", "/a/bob");
  }

  @Test
  void ownersAndRightsAreThoseOfDirectories() throws IOException {
    Path middle = Files.createDirectories(top.resolve("a/m/b")).getParent();
    assertThat(CgroupOwners.trustedLevels(top, "/a/m/b")).isEqualTo(Cgroup.ALL_LEVELS);

    Files.setPosixFilePermissions(middle, PosixFilePermissions.fromString("rwxr-xrwx"));
    assertThat(CgroupOwners.trustedLevels(top, "/a/m/b")).isEqualTo(2);
    assertThat(CgroupOwners.trustedLevels(top, "/a/m")).isEqualTo(Cgroup.ALL_LEVELS);
  }

  @Test
  void whatIsGoneCouldBeAnybodys() throws IOException {
    Files.createDirectories(top.resolve("a"));
    assertThat(CgroupOwners.trustedLevels(top, "/a/gone/b")).isEqualTo(2);
  }

  @Test
  void aCgroupIsLearnedWithThat() throws IOException {
    Path bobs = Files.createDirectories(top.resolve("a/bob/x")).getParent();
    Files.setPosixFilePermissions(bobs, PosixFilePermissions.fromString("rwxrwxrwx"));
    CgroupNames names =
        new CgroupNames(Optional.of(top), id -> CgroupFinder.Answer.at("/a/bob/x"), true, top);

    names.learn(List.of(7L));
    assertThat(names.cgroup(7).trustedLevels()).isEqualTo(2);
  }
}
