// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.nativelib.generated.LibC;

/** Pages of a process that wants whoever looks for them to open something else. */
class SharedPageTest {
  private static final int SELF = (int) ProcessHandle.current().pid();
  private static final String NAME = "page-of-a-test";
  private static final int BYTES = SharedPage.WORDS * Long.BYTES;
  private static final int SEALS = LibC.F_SEAL_SHRINK() | LibC.F_SEAL_GROW() | LibC.F_SEAL_SEAL();

  /** Long enough for a thread that was woken up to show that; it is not woken up. */
  private static final Duration MOMENT = Duration.ofMillis(300);

  @TempDir Path directory;
  private final List<Integer> files = new ArrayList<>();

  @AfterEach
  void close() {
    files.forEach(LibC::close);
  }

  @Test
  void onlyWhatNobodyCanShortenIsAPage() throws IOException {
    memory(BYTES, 0);
    memory(BYTES, LibC.F_SEAL_SHRINK());
    memory(2 * BYTES, SEALS);
    memory(0, SEALS);
    assertThat(found()).isZero();

    memory(BYTES, SEALS);
    assertThat(found()).isEqualTo(1);
    try (SharedPage page = SharedPage.create(NAME)) {
      page.set(3, 42);
      assertThat(found()).isEqualTo(2);
    }
  }

  @Test
  void aPageThatIsOpenManyTimesIsFoundOnce() {
    int page = memory(BYTES, SEALS);
    int before = descriptors();
    for (int i = 0; i < 500; i++) {
      files.add(duplicate(page));
    }
    List<SharedPage> pages = SharedPage.openIn(SELF, NAME).toList();
    int opened = descriptors() - before - 500;
    pages.forEach(SharedPage::close);

    assertThat(pages).hasSize(1);
    assertThat(opened).isEqualTo(1);
    assertThat(descriptors() - before).isEqualTo(500);
  }

  /**
   * A process in a file system of its own that has another file by the page's name: whoever opens
   * that for real may be made to wait, or gets a controlling terminal. A FIFO tells who opens it:
   * then its other end is opened too.
   */
  @Test
  void whatHasThePagesNameAndIsNoneIsNotOpened() throws Exception {
    Path fifo = directory.resolve("fifo");
    assumeTrue(succeeds("mkfifo", fifo.toString()), "there is no mkfifo");
    try (Impostor impostor = new Impostor(fifo, Files.createDirectory(directory.resolve("root")))) {
      Thread writer = Thread.ofPlatform().daemon().start(() -> openForWriting(fifo));
      while (writer.getState() != Thread.State.RUNNABLE) {
        Thread.onSpinWait();
      }
      assertThat(Files.readSymbolicLink(Path.of("/proc/" + impostor.pid() + "/fd/7")))
          .hasToString("/memfd:" + NAME + " (deleted)");
      List<SharedPage> pages = SharedPage.openIn(impostor.pid(), NAME).toList();

      assertThat(pages).isEmpty();
      assertThat(writer.join(MOMENT)).as("somebody has opened the FIFO").isFalse();
      Files.newInputStream(fifo).close();
      writer.join();
    }
  }

  private static void openForWriting(Path fifo) {
    try {
      Files.newOutputStream(fifo).close();
    } catch (IOException e) {
      // The other end has gone again.
    }
  }

  /** Has the FIFO open for writing, by the name of a page. */
  private static final class Impostor implements AutoCloseable {
    private static final String SCRIPT =
        """
        mount -t tmpfs none "$1" && mkdir "$1/old" && f="$1/memfd:$3 (deleted)" &&
          : >"$f" && mount --bind "$2" "$f" && exec 7>"$f" && cd "$1" && pivot_root . old &&
          echo ready && read -r end
        """;

    private final Process process;
    private volatile InputStream reader = InputStream.nullInputStream();

    Impostor(Path fifo, Path root) throws IOException, InterruptedException {
      process =
          new ProcessBuilder(
                  "unshare",
                  "-Urm",
                  "sh",
                  "-c",
                  SCRIPT,
                  "sh",
                  root.toString(),
                  fifo.toString(),
                  NAME)
              .redirectErrorStream(true)
              .start();
      // Opening for writing waits for a reader; who is refused a file system never comes so far.
      Thread opener = Thread.ofPlatform().daemon().start(() -> hold(fifo));
      BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
      String line = out.readLine();
      assumeTrue("ready".equals(line), "no file system of one's own: " + line);
      // Which has it open, and may be about to say so.
      opener.join();
      reader.close();
    }

    private void hold(Path fifo) {
      try {
        reader = Files.newInputStream(fifo);
      } catch (IOException e) {
        // Then nothing is ready.
      }
    }

    int pid() {
      return (int) process.pid();
    }

    @Override
    public void close() {
      try (OutputStream in = process.getOutputStream()) {
        in.write('\n');
      } catch (IOException e) {
        // It has ended.
      }
      process.onExit().join();
    }
  }

  private static boolean succeeds(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).start().waitFor() == 0;
  }

  private static long found() {
    List<SharedPage> pages = SharedPage.openIn(SELF, NAME).toList();
    pages.forEach(SharedPage::close);
    return pages.size();
  }

  /** A file in memory by the page's name. */
  private int memory(int size, int seals) {
    try (Arena arena = Arena.ofConfined()) {
      int fd =
          LibC.memfd_create(
              arena.allocateFrom(NAME), LibC.MFD_CLOEXEC() | LibC.MFD_ALLOW_SEALING());
      files.add(fd);
      if (size > 0) {
        assertThat(LibC.write(fd, arena.allocate(size), size)).isEqualTo(size);
      }
      if (seals != 0) {
        assertThat(LibC.fcntl.makeInvoker(LibC.C_INT).apply(fd, LibC.F_ADD_SEALS(), seals))
            .isZero();
      }
      return fd;
    }
  }

  private static int duplicate(int fd) {
    try (Arena arena = Arena.ofConfined()) {
      return LibC.open
          .makeInvoker()
          .apply(arena.allocateFrom("/proc/self/fd/" + fd), LibC.O_RDWR() | LibC.O_CLOEXEC());
    }
  }

  private static int descriptors() {
    try (var all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      int count = 0;
      for (Path ignored : all) {
        count++;
      }
      return count;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
