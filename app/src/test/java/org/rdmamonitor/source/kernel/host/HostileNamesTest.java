// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of cgroups are chosen by those who are watched. */
class HostileNamesTest {
  private Path root;

  @BeforeEach
  void make() throws IOException {
    root = Files.createTempDirectory("hostile-names");
  }

  /** Also of what is too deep for a path. */
  @AfterEach
  void remove() throws Exception {
    run("rm -rf \"$1\"");
  }

  private void run(String script) throws Exception {
    int status =
        new ProcessBuilder("sh", "-c", script, "sh", root.toString()).inheritIO().start().waitFor();
    assertThat(status).isZero();
  }

  @Test
  void aMountWhoseNameIsNoTextHidesNoOther() throws IOException {
    Path mountInfo = root.resolve("mountinfo");
    Files.write(
        mountInfo,
        """
        29 22 0:25 / /mnt rw - tmpfs \u00ff\u00fe rw
        30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw
        """
            .getBytes(StandardCharsets.ISO_8859_1));
    assertThat(CgroupMount.find(mountInfo).map(CgroupMount::path))
        .contains(Path.of("/sys/fs/cgroup"));
  }

  @Test
  void aMountThatOnlyLooksLikeTheHierarchyIsNotTakenForIt() throws IOException {
    Path mountInfo = root.resolve("mountinfo");
    Files.writeString(
        mountInfo,
        """
        28 22 0:25 / /mnt rw - fuse a rw,x - cgroup2 cgroup2
        29 22 0:26 /tenant /home/tenant/cgroup rw - cgroup2 cgroup2 rw
        30 22 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw
        """);
    assertThat(CgroupMount.find(mountInfo).map(CgroupMount::path))
        .contains(Path.of("/sys/fs/cgroup"));
  }

  @Test
  void aPathThatIsTooLongHidesNoneBehindIt() throws Exception {
    run(
        """
        cd -P "$1" && mkdir before && name=$(printf '%0250d' 0) &&
          for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            mkdir "$name" && cd -P "$name" || exit 1
          done
        cd -P "$1" && mkdir zz-behind aa-behind m-behind
        """);
    CgroupNames names = new CgroupNames(Optional.of(root));
    Map<Long, String> paths = new HashMap<>();
    for (String name : List.of("before", "zz-behind", "aa-behind", "m-behind")) {
      paths.put(inode(root.resolve(name)), "/" + name);
    }
    // At once: after a walk that took long, the next is not made soon.
    names.learn(paths.keySet());
    paths.forEach((id, path) -> assertThat(names.cgroup(id).path()).isEqualTo(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"%FF", "%C3", "%EE%BE%80%FF", "a%0Ab", "%1B%5B2J", "x%20(deleted)", "%C3%A9"})
  void aCgroupOfAnyNameIsKnownAndFoundAgain(String name) throws IOException {
    Path directory = Files.createDirectory(at(name));
    long id = inode(directory);
    CgroupNames names = new CgroupNames(Optional.of(root));
    names.learn(List.of(id));
    String path = names.cgroup(id).path();
    assertThat(path).isNotEmpty();
    assertThat(names.idOf(path)).hasValue(id);
    assertThat(names.isGone(id)).isFalse();
    Files.delete(directory);
    assertThat(names.isGone(id)).isTrue();
  }

  @Test
  void namesThatDifferInWhatIsNoTextDiffer() throws IOException {
    CgroupNames names = new CgroupNames(Optional.of(root));
    long one = inode(Files.createDirectory(at("%FE")));
    long other = inode(Files.createDirectory(at("%FF")));
    names.learn(List.of(one, other));
    assertThat(names.cgroup(one).path()).isNotEqualTo(names.cgroup(other).path());
  }

  /** The names that a JVM takes from the locale are no matter here. */
  @ParameterizedTest
  @ValueSource(strings = {"C", "C.UTF-8", "POSIX"})
  void theLocaleDoesNotMatter(String locale) throws Exception {
    Files.createDirectory(at("%C3%A9"));
    Files.createDirectory(at("%FF"));
    ProcessBuilder child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                InLocale.class.getName(),
                root.toString())
            .redirectErrorStream(true);
    child.environment().put("LC_ALL", locale);
    Process process = child.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    assertThat(out).isEqualTo("/\\u00e9 1\n");
  }

  /** In a JVM of another locale. */
  static final class InLocale {
    private InLocale() {}

    public static void main(String[] arguments) throws IOException {
      Path root = Path.of(arguments[0]);
      CgroupNames names = new CgroupNames(Optional.of(root));
      int others = 0;
      String named = "";
      List<Long> ids = new ArrayList<>();
      try (var all = Files.newDirectoryStream(root)) {
        for (Path directory : all) {
          ids.add(inode(directory));
        }
      }
      // At once: after a walk that took long there is none for a while.
      names.learn(ids);
      for (long id : ids) {
        String path = names.cgroup(id).path();
        if (names.isGone(id) || names.idOf(path).orElse(-1) != id) {
          throw new IllegalStateException("not found again");
        }
        if (path.equals("/\u00e9")) {
          named = "/\\u00e9 ";
        } else {
          others++;
        }
      }
      System.out.print(named + others + "\n");
    }
  }

  private Path at(String encoded) {
    return Path.of(URI.create(root.toUri() + encoded));
  }

  private static long inode(Path path) throws IOException {
    return (Long) Files.getAttribute(path, "unix:ino");
  }
}
