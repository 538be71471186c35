// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.source.kernel.host.CgroupFinder.Answer;

/** What a monitor in a container makes of paths that begin at the container. */
class CgroupNamespaceTest {
  private static final String OWN = "30 22 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup ro\n";
  private static final String HOSTS =
      "40 22 0:26 /../../.. /host/sys/fs/cgroup ro - cgroup2 cgroup2 rw,nsdelegate\n";
  private static final CgroupNamespace DEEP = new CgroupNamespace(3, OptionalLong.of(7));

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "/, /kubepods/pod1/own",
    "/child, /kubepods/pod1/own/child",
    "/../other, /kubepods/pod1/other",
    "/../../pod2/web, /kubepods/pod2/web",
    "/../.., /kubepods",
    "/../../.., /",
    "/../../../system.slice, /system.slice",
    "/..beginning, /kubepods/pod1/own/..beginning"
  })
  void aPathThatIsToldBecomesOneOfTheHost(String told, String path) {
    assertThat(DEEP.below(told, id -> id == 7 ? "/kubepods/pod1/own" : "")).contains(path);
  }

  @Test
  void withoutItsOwnCgroupOnlyWhatGoesUpToTheTopIsKnown() {
    CgroupNamespace unknown = new CgroupNamespace(3, OptionalLong.empty());
    assertThat(unknown.below("/../../../system.slice", id -> "/a/b/c")).contains("/system.slice");
    assertThat(unknown.below("/../other", id -> "/a/b/c")).isEmpty();
    assertThat(DEEP.below("/../other", id -> "")).as("its path is not found").isEmpty();
    assertThat(DEEP.below("/../other", id -> "/a/b")).as("it was moved").isEmpty();
    assertThat(DEEP.below("/../../../../other", id -> "/a/b/c")).as("above the mount").isEmpty();
  }

  @Test
  void whereTheMountIsTheNamespacesOwnWhatIsBesideItIsUnknown() {
    assertThat(CgroupNamespace.OF_MOUNT.below("/a", id -> "")).contains("/a");
    assertThat(CgroupNamespace.OF_MOUNT.below("/../b", id -> "")).isEmpty();
  }

  @Test
  void ofTwoMountsTheHostsIsTakenAndTheOtherTellsWhereTheNamespaceBegins() throws IOException {
    Path host = Path.of("/host/sys/fs/cgroup");
    Path own = Path.of("/sys/fs/cgroup");
    Map<Path, Long> inodes = Map.of(host, CgroupMount.TOPMOST, own, 4711L);
    Path mountInfo = Files.writeString(directory.resolve("mountinfo"), OWN + HOSTS);

    assertThat(CgroupMount.find(mountInfo, path -> inodes.getOrDefault(path, 0L)))
        .contains(new CgroupMount(host, new CgroupNamespace(3, OptionalLong.of(4711))));
  }

  @Test
  void aContainerThatSeesOnlyItselfHasPathsOfItsOwn() throws IOException {
    Path mountInfo = Files.writeString(directory.resolve("mountinfo"), OWN);

    assertThat(CgroupMount.find(mountInfo, path -> 4711L))
        .contains(new CgroupMount(Path.of("/sys/fs/cgroup"), CgroupNamespace.OF_MOUNT));
  }

  @Test
  void ownersOfObjectsAreFoundFromWithinAContainer() throws IOException {
    Path tree = directory.resolve("cgroup");
    Path own = Files.createDirectories(tree.resolve("kubepods/pod1/own"));
    Path web = Files.createDirectories(tree.resolve("kubepods/pod2/web"));
    Files.createDirectories(directory.resolve("proc/42"));
    Files.writeString(directory.resolve("proc/42/cgroup"), "0::/../../pod2/web\n");
    CgroupNames names =
        new CgroupNames(
            Optional.of(tree),
            new CgroupNamespace(3, OptionalLong.of(CgroupNames.inode(own))),
            id -> Answer.UNKNOWN,
            true,
            directory.resolve("proc"));

    assertThat(names.idOf(42)).hasValue(CgroupNames.inode(web));
    assertThat(names.cgroup(CgroupNames.inode(web)).path()).isEqualTo("/kubepods/pod2/web");
  }
}
