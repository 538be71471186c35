// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.source.SourceException;

class KeptLimitsTest {
  @TempDir Path directory;

  @Test
  void whereNothingWasEverKeptThereIsNothingToRelease() {
    assertThat(KeptLimits.release(directory.resolve("absent"))).isZero();
  }

  @Test
  void eachMonitorHasADirectoryForItsOwnerAlone() throws IOException {
    Path root = directory.resolve("kept");
    Pins first = new Pins(root);
    new Pins(root);

    assertThat(Pins.all(root))
        .hasSize(2)
        .allSatisfy(kept -> {
          assertThat(kept.getFileName().toString()).startsWith(ProcessHandle.current().pid() + "-");
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
              .isEqualTo("rwx------");
        });
    first.remove();
    assertThat(Pins.all(root)).hasSize(1);
  }

  @Test
  void releaseRemovesWhatAllHaveKept() throws IOException {
    Path root = directory.resolve("kept");
    new Pins(root);
    new Pins(root);
    for (Path kept : Pins.all(root)) {
      Files.createFile(kept.resolve("000000-kprobe_rdma_restrack_add"));
      Files.createFile(kept.resolve("000001-gate_lsm"));
    }

    assertThat(KeptLimits.release(root)).isEqualTo(2);
    assertThat(Pins.all(root)).isEmpty();
    assertThat(KeptLimits.release(root)).isZero();
  }

  @Test
  void whereNobodyMayLookNothingIsSeen() throws IOException {
    Path notADirectory = Files.createFile(directory.resolve("file"));

    assertThat(Pins.seen(notADirectory)).isEmpty();
    assertThatThrownBy(() -> KeptLimits.release(notADirectory))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith("cannot remove what was kept: ");
  }

  @Test
  void whatHasGoneMeanwhileIsNoMatter() {
    Path root = directory.resolve("kept");
    Pins pins = new Pins(root);
    KeptLimits.release(root);

    pins.remove();
    assertThat(Pins.all(root)).isEmpty();
  }
}
