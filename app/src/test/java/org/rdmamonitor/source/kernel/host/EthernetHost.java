// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A host's files, as far as programs look at them that tell each other of Ethernet interfaces. */
final class EthernetHost {
  static final String NAMESPACE = "4026531836";

  final Path root;
  final Path directory;

  EthernetHost(Path root) throws IOException {
    this.root = root;
    this.directory = root.resolve(EthernetFiles.DIRECTORY);
    process(1, 1, 'S');
  }

  /** A process, in the place of another of its pid. */
  void process(int pid, long started, char state) throws IOException {
    Path of = Files.createDirectories(root.resolve("proc/" + pid + "/ns"));
    Files.writeString(
        of.resolveSibling("stat"),
        "%d (a) b) (c) %s%s %d 0".formatted(pid, state, " 0".repeat(18), started));
    Files.deleteIfExists(of.resolve("pid"));
    Files.createSymbolicLink(of.resolve("pid"), Path.of("pid:[" + NAMESPACE + "]"));
  }

  /** Who this process is. */
  void self(int pid) throws IOException {
    Path self = root.resolve("proc/self");
    Files.deleteIfExists(self);
    Files.createSymbolicLink(self, Path.of(Integer.toString(pid)));
  }

  /** What kill -9 leaves of a process. */
  void gone(int pid) throws IOException {
    Files.delete(root.resolve("proc/" + pid + "/stat"));
  }
}
