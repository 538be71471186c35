// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.source.kernel.host.CgroupFinder.Answer;

/** On cgroups of this host, where this process may make some and open them by handle. */
class CgroupHandlesTest {
  private Path top;
  private CgroupFinder finder;

  @BeforeEach
  void make() throws IOException {
    Optional<Path> mount = CgroupMount.find(Path.of("/proc/self/mountinfo")).map(CgroupMount::path);
    Optional<CgroupFinder> found = mount.flatMap(CgroupHandles::of);
    assumeTrue(found.isPresent() && Files.isWritable(mount.get()), "no cgroups to be made here");
    finder = found.get();
    top = mount.get().resolve("rdma-monitor-test-" + ProcessHandle.current().pid());
    try {
      Files.createDirectory(top);
    } catch (IOException e) {
      assumeTrue(false, e.toString());
    }
  }

  /** Also of what is too deep for a path. */
  @AfterEach
  void remove() throws Exception {
    if (top != null && Files.exists(top)) {
      shell("find \"$1\" -depth -type d -delete");
    }
  }

  private void shell(String script) throws Exception {
    new ProcessBuilder("sh", "-c", script, "sh", top.toString()).inheritIO().start().waitFor();
  }

  private String name() {
    return "/" + top.getFileName();
  }

  @Test
  void aCgroupIsFoundByItsIdUntilItIsRemoved() throws IOException {
    long id = CgroupNames.inode(top);
    assertThat(finder.find(id)).isEqualTo(Answer.at(name()));
    Files.delete(top);
    assertThat(finder.find(id)).isEqualTo(Answer.GONE);
  }

  @Test
  void namesAreTakenAsTheyAre() throws IOException {
    for (String name : new String[] {"%FF", "%C3%A9", "x%20(deleted)", "%1B%5B2J", "%5Cx2d"}) {
      Path directory = Files.createDirectory(Path.of(URI.create(top.toUri() + name)));
      Answer answer = finder.find(CgroupNames.inode(directory));
      assertThat(answer.state()).isEqualTo(CgroupFinder.State.THERE);
      assertThat(answer.path()).startsWith(name() + "/").hasSizeGreaterThan(name().length() + 1);
    }
    assertThat(finder.find(CgroupNames.inode(Path.of(URI.create(top.toUri() + "%FF")))).path())
        .isEqualTo(name() + "/\uefff");
    assertThat(finder.find(CgroupNames.inode(top.resolve("x (deleted)"))).path())
        .isEqualTo(name() + "/x (deleted)");
  }

  @Test
  void oneThatIsTooDeepForAPathIsNamedByOneAboveIt() throws Exception {
    shell(
        """
        cd -P "$1" && name=$(printf '%0250d' 0)
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18; do
          mkdir "$name" && cd -P "$name" || exit 1
        done
        stat -c %i . >/tmp/"${1##*/}"
        """);
    Path file = Path.of("/tmp").resolve(top.getFileName());
    long id = Long.parseLong(Files.readString(file).strip());
    Files.delete(file);
    Answer answer = finder.find(id);
    assertThat(answer.state()).isEqualTo(CgroupFinder.State.THERE);
    assertThat(answer.path()).startsWith(name() + "/000").endsWith("/[" + id + "]");
    assertThat(answer.path().length()).isBetween(3500, 4120);
  }

  @Test
  void elsewhereThereIsNone() {
    assertThat(CgroupHandles.of(Path.of("/proc"))).isEmpty();
  }
}
