// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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

    assertThatCode(() -> SafeDirectory.check(sticky)).doesNotThrowAnyException();
    assertThatCode(() -> SafeDirectory.check(inIt)).doesNotThrowAnyException();
  }

  @Test
  void whereOthersReplaceFilesIsNotSafeNorWhatIsInIt() throws IOException {
    Path open = make("open", 0777);
    Path inIt = make("open/own", 0755);
    Path group = make("group", 0775);
    Path link = Files.createSymbolicLink(directory.resolve("link"), inIt);

    for (Path unsafe : new Path[] {open, inIt, link}) {
      assertThatExceptionOfType(CollectorException.class)
          .isThrownBy(() -> SafeDirectory.check(unsafe))
          .withMessage(open.toRealPath() + " can be written to by others than its owner");
    }
    assertThatExceptionOfType(CollectorException.class)
        .isThrownBy(() -> SafeDirectory.check(group));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx------"));
    assertThatCode(() -> SafeDirectory.check(link)).doesNotThrowAnyException();
  }
}
