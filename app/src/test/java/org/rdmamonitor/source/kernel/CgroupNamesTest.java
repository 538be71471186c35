// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.Cgroup;

/** On an ordinary directory tree: a cgroup's id is its inode number there too. */
class CgroupNamesTest {
  @TempDir Path root;
  private CgroupNames names;

  @BeforeEach
  void open() {
    names = new CgroupNames(Optional.of(root));
  }

  @Test
  void aCgroupIsNamedByItsPathBelowTheMountPoint() throws IOException {
    long id = makeCgroup("system.slice/foo.service");
    names.learn(List.of(id));
    assertThat(names.cgroup(id)).isEqualTo(new Cgroup(id, "/system.slice/foo.service"));
  }

  @Test
  void theRootIsKnownFromTheStart() throws IOException {
    assertThat(names.cgroup(inode(root)).path()).isEqualTo("/");
  }

  @Test
  void whatStandsInForCgroupsHasItsOwnNames() {
    assertThat(names.cgroup(Cgroup.KERNEL_ID)).isEqualTo(Cgroup.KERNEL);
    assertThat(names.cgroup(Cgroup.OVERFLOW_ID)).isEqualTo(Cgroup.OVERFLOW);
  }

  @Test
  void anUnknownCgroupHasNoPath() {
    names.learn(List.of(12345678901L));
    assertThat(names.cgroup(12345678901L)).isEqualTo(Cgroup.withoutPath(12345678901L));
  }

  @Test
  void aRemovedCgroupKeepsItsNameAndIsGone() throws IOException {
    long id = makeCgroup("job");
    names.learn(List.of(id));
    assertThat(names.isGone(id)).isFalse();
    Files.delete(root.resolve("job"));
    assertThat(names.isGone(id)).isTrue();
    assertThat(names.cgroup(id).path()).isEqualTo("/job");
  }

  @Test
  void namesOfRemovedCgroupsThatNobodyUsesAreDropped() throws IOException {
    long used = makeCgroup("used");
    long unused = makeCgroup("unused");
    names.learn(List.of(used, unused));
    Files.delete(root.resolve("used"));
    Files.delete(root.resolve("unused"));
    names.keepOnly(Set.of(used));
    assertThat(names.cgroup(used).path()).isEqualTo("/used");
    assertThat(names.cgroup(unused).path()).isEmpty();
  }

  @Test
  void withoutAUnifiedHierarchyNothingIsNamedAndNothingFails() {
    CgroupNames none = new CgroupNames(Optional.empty());
    none.learn(List.of(7L));
    assertThat(none.cgroup(7).path()).isEmpty();
    assertThat(none.idOf(1)).isEmpty();
  }

  @Test
  void theMountPointOfTheUnifiedHierarchyIsFound() throws IOException {
    Path mountInfo = root.resolve("mountinfo");
    Files.writeString(
        mountInfo,
        """
        22 1 0:20 / /sys rw,nosuid - sysfs sysfs rw
        30 22 0:26 / /sys/fs/cgroup/unified\\040tree rw - cgroup2 cgroup2 rw,nsdelegate
        """);
    assertThat(CgroupNames.mountPoint(mountInfo)).contains(Path.of("/sys/fs/cgroup/unified tree"));
  }

  private long makeCgroup(String path) throws IOException {
    return inode(Files.createDirectories(root.resolve(path)));
  }

  private static long inode(Path path) throws IOException {
    return (Long) Files.getAttribute(path, "unix:ino");
  }
}
