// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkNamespacesTest {
  @TempDir private Path root;

  private void process(String pid, String target) throws IOException {
    Path directory = Files.createDirectories(root.resolve("proc/" + pid + "/ns"));
    Files.createSymbolicLink(directory.resolve("net"), Path.of(target));
  }

  private List<NetworkNamespace> others() {
    return new NetworkNamespaces(root).others().namespaces();
  }

  @Test
  void eachIsFoundOnceAndThatOfThisProcessNot() throws IOException {
    process("self", "net:[100]");
    process("1", "net:[100]");
    process("20", "net:[200]");
    process("21", "net:[200]");
    process("22", "net:[300]");
    process("23", "mnt:[400]");
    Files.createDirectories(root.resolve("proc/24"));

    assertThat(others()).extracting(NetworkNamespace::inode).containsExactlyInAnyOrder(200L, 300L);
    assertThat(others()).extracting(NetworkNamespace::name).contains("200", "300");
    assertThat(others())
        .extracting(NetworkNamespace::file)
        .contains(root.resolve("proc/22/ns/net"));
  }

  @Test
  void oneWithANameHasThat() throws IOException {
    Files.createDirectories(root.resolve("run/netns"));
    Path named = Files.createFile(root.resolve("run/netns/pod"));
    long inode = (long) Files.getAttribute(named, "unix:ino");
    // Stands in for the file system of namespaces, which the files in this directory are on too.
    Path own = Files.createFile(root.resolve("own"));
    process("self", own.toString());
    process("20", "net:[%d]".formatted(inode));

    assertThat(others()).containsExactly(new NetworkNamespace(inode, named, "pod"));
  }

  @Test
  void aFileOnWhichNoNamespaceIsMountedIsNone() throws IOException {
    Files.createDirectories(root.resolve("run/netns"));
    Files.createFile(root.resolve("run/netns/stale"));
    process("self", "net:[100]");

    assertThat(others()).isEmpty();
  }

  @Test
  void aHostWithoutAnythingHasNone() {
    assertThat(new NetworkNamespaces(root).others())
        .isEqualTo(new NetworkNamespaces.Listing(List.of(), true));
  }

  @Test
  void oneThatHasEndedIsPassedOver() throws IOException {
    Path file = Files.createFile(root.resolve("another"));
    long inode = (long) Files.getAttribute(file, "unix:ino");
    List<NetworkNamespace> gone =
        List.of(
            new NetworkNamespace(1, root.resolve("gone"), "gone"),
            new NetworkNamespace(inode + 1, file, "another"));
    List<String> seen = new ArrayList<>();

    NamespaceVisit.each(gone, there -> seen.add("there"), refused -> seen.add("refused"));
    assertThat(seen).isEmpty();
  }

  @Test
  void whatCannotBeEnteredIsRefused() throws IOException {
    Path file = Files.createFile(root.resolve("no namespace"));
    long inode = (long) Files.getAttribute(file, "unix:ino");
    NetworkNamespace none = new NetworkNamespace(inode, file, "none");
    List<NetworkNamespace> seen = new ArrayList<>();

    NamespaceVisit.each(List.of(none), there -> {}, seen::add);
    assertThat(seen).containsExactly(none);
  }
}
