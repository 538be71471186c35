// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.source.kernel.host.CgroupFinder.Answer;

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
  void aCarriageReturnEndsNoNameOfAProcesssCgroup(@TempDir Path proc) throws IOException {
    makeCgroup("job");
    long own = makeCgroup("job\rx");
    Files.createDirectory(proc.resolve("42"));
    Files.writeString(proc.resolve("42/cgroup"), "0::/job\rx\n");
    CgroupNames ofProc = new CgroupNames(Optional.of(root), id -> Answer.UNKNOWN, true, proc);

    assertThat(ofProc.idOf(42)).hasValue(own);
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
    assertThat(CgroupMount.find(mountInfo).map(CgroupMount::path))
        .contains(Path.of("/sys/fs/cgroup/unified tree"));
  }

  @Test
  void oneThatWasRemovedBeforeItsNameWasLearnedIsGoneOnceAWalkOfEverythingDidNotFindIt()
      throws IOException {
    long id = makeCgroup("short-lived");
    Files.delete(root.resolve("short-lived"));
    CgroupNames all =
        new CgroupNames(Optional.of(root), asked -> Answer.UNKNOWN, true, Path.of("/proc"));
    assertThat(all.isGone(id)).isFalse();
    all.learn(List.of(id));
    assertThat(all.isGone(id)).isTrue();
    names.learn(List.of(id));
    assertThat(names.isGone(id)).as("where not all is seen").isFalse();
  }

  @Test
  void oneThatWasRemovedIsGoneAtOnceWhereItsHandleTells() {
    CgroupNames handles =
        new CgroupNames(Optional.of(root), asked -> Answer.GONE, false, Path.of("/proc"));
    assertThat(handles.isGone(4711)).isTrue();
    assertThat(handles.isGone(Cgroup.KERNEL_ID)).isFalse();
    assertThat(handles.isGone(Cgroup.OVERFLOW_ID)).isFalse();
  }

  @Test
  void whatIsGoneIsAskedForOnce() {
    List<Long> asked = new ArrayList<>();
    CgroupNames handles =
        new CgroupNames(
            Optional.of(root),
            one -> {
              asked.add(one);
              return one == 7 ? Answer.at("/there") : Answer.GONE;
            },
            false,
            Path.of("/proc"));
    for (int i = 0; i < 2; i++) {
      assertThat(handles.isGone(7)).isFalse();
      assertThat(handles.isGone(8)).isTrue();
    }
    assertThat(asked).containsExactly(7L, 8L, 7L);
  }

  @Test
  void whereEachIsFoundByItselfNoTreeIsWalked() throws IOException {
    long id = makeCgroup("walked");
    List<Long> asked = new ArrayList<>();
    CgroupNames handles =
        new CgroupNames(
            Optional.of(root),
            one -> {
              asked.add(one);
              return one == 7 ? Answer.at("/found") : Answer.GONE;
            },
            true,
            Path.of("/proc"));
    handles.learn(List.of(id, 7L, 8L));
    handles.learnSoon(8);
    assertThat(handles.cgroup(7).path()).isEqualTo("/found");
    assertThat(handles.isKnown(id)).isFalse();
    assertThat(asked).as("again only after a second").containsExactly(id, 7L, 8L);
  }

  @Test
  void aThreadThatMustNotBeHeldUpHasTheTreeWalkedByAnother() throws Exception {
    long id = makeCgroup("soon");
    names.learnSoon(id);
    while (!names.isKnown(id)) {
      Thread.sleep(1);
      names.learnSoon(id);
    }
    assertThat(names.cgroup(id).path()).isEqualTo("/soon");
  }

  @Test
  void longNamesMakeRoomForOneAnother() {
    NameStore store = new NameStore();
    int length = 4000;
    for (long id = 0; id < 10_000; id++) {
      store.put(new Cgroup(id, "x".repeat(length)));
      store.put(new Cgroup(id, "y".repeat(length)));
    }
    assertThat(store.ids().size()).isBetween(1000, (int) (NameStore.MOST_CHARACTERS / length));
    assertThat(store.get(9_999)).isNotNull();
    assertThat(store.get(0)).isNull();
  }

  private long makeCgroup(String path) throws IOException {
    return inode(Files.createDirectories(root.resolve(path)));
  }

  private static long inode(Path path) throws IOException {
    return (Long) Files.getAttribute(path, "unix:ino");
  }
}
