// SPDX-License-Identifier: MIT
package org.rdmamonitor.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SafeDirectoryTest {
  @TempDir Path directory;

  private Path make(String name, int mode) throws IOException {
    Path result = Files.createDirectories(directory.resolve(name));
    Files.setAttribute(result, "unix:mode", mode);
    return result;
  }

  @Test
  void whereNobodyElseWritesOrNobodyReplacesAnothersFilesIsSafe() throws IOException {
    Path sticky = make("sticky", 01777);
    Path inIt = make("sticky/own", 0755);

    assertThat(SafeDirectory.complaint(sticky)).isEmpty();
    assertThat(SafeDirectory.complaint(inIt)).isEmpty();
  }

  @Test
  void whereOthersReplaceFilesIsNotSafeNorWhatIsInIt() throws IOException {
    Path open = make("open", 0777);
    Path inIt = make("open/own", 0755);
    Path group = make("group", 0775);
    Path link = Files.createSymbolicLink(directory.resolve("link"), inIt);

    for (Path unsafe : new Path[] {open, inIt, link}) {
      assertThat(SafeDirectory.complaint(unsafe))
          .contains(open.toRealPath() + " can be written to by others than its owner");
    }
    assertThat(SafeDirectory.complaint(group)).isPresent();
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx------"));
    assertThat(SafeDirectory.complaint(link)).isEmpty();
  }

  @Test
  void onlyPlainFilesThatOthersCannotWriteToAreTaken() throws IOException {
    Path plain = Files.writeString(directory.resolve("plain"), "");
    Files.setAttribute(plain, "unix:mode", 0100644);
    Path open = Files.writeString(directory.resolve("open"), "");
    Files.setAttribute(open, "unix:mode", 0100646);
    Path link = Files.createSymbolicLink(directory.resolve("link"), plain);

    assertThat(SafeDirectory.complaintOfFile(plain)).isEmpty();
    assertThat(SafeDirectory.complaintOfFile(open))
        .contains("can be written to by others than its owner");
    assertThat(SafeDirectory.complaintOfFile(link)).contains("is no plain file");
    assertThat(SafeDirectory.complaintOfFile(directory)).contains("is no plain file");
  }

  @Test
  void directoriesAreMadeForAllToReadAndThoseThatAreThereStayAsTheyAre() throws IOException {
    Path there = make("there", 0700);
    Path made = there.resolve("a/b");

    SafeDirectory.make(made);
    SafeDirectory.make(made);

    assertThat(Files.getAttribute(there, "unix:mode")).isEqualTo(040700);
    assertThat(Files.getAttribute(there.resolve("a"), "unix:mode")).isEqualTo(040755);
    assertThat(Files.getAttribute(made, "unix:mode")).isEqualTo(040755);
  }
}
