// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.Health.Hook;
import org.rdmamonitor.model.Health.Hook.State;
import org.rdmamonitor.nativelib.posix.NativeException;

class LibraryProbesTest {
  private static final int ENOENT = 2;
  private static final int EPERM = 1;

  @TempDir private Path directory;

  private final List<String> done = new ArrayList<>();

  private Runnable attach(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    switch (text) {
      case "old" -> throw new NativeException("attach", ENOENT);
      case "forbidden" -> throw new NativeException("attach", EPERM);
      default -> done.add("+" + text);
    }
    return () -> done.add("-" + text);
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  private void replace(Path file, String text) throws IOException {
    Files.move(
        Files.writeString(directory.resolve("new"), text),
        file,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private LibraryProbes probes(Path... files) {
    return new LibraryProbes(this::attach, List.of(files));
  }

  private static Hook hook(Path file, State state, String reason) {
    return new Hook("bad_completions", file.toString(), state, reason);
  }

  @Test
  void eachFileHasOneUntilTheEnd() throws IOException {
    Path one = file("one", "1");
    Path two = file("two", "2");
    LibraryProbes probes = probes(one, two);
    probes.follow();

    assertThat(done).containsExactly("+1", "+2");
    assertThat(probes.states())
        .containsExactly(hook(one, State.ATTACHED, ""), hook(two, State.ATTACHED, ""));
    probes.close();
    assertThat(done).containsExactly("+1", "+2", "-1", "-2");
  }

  @Test
  void oneOfSeveralNamesHasIt() throws IOException {
    Path file = file("file", "1");
    Path link = Files.createSymbolicLink(directory.resolve("link"), file);
    Path other = Files.createLink(directory.resolve("other"), file);
    LibraryProbes probes = probes(link, file, other);

    assertThat(done).containsExactly("+1");
    assertThat(probes.states()).containsExactly(hook(link, State.ATTACHED, ""));
  }

  @Test
  void aFileThatIsReplacedHasOneTooAndTheOldOneKeepsIts() throws IOException {
    Path file = file("file", "1");
    LibraryProbes probes = probes(file);
    replace(file, "2");
    probes.follow();
    probes.follow();

    assertThat(done).containsExactly("+1", "+2");
    assertThat(probes.states()).containsExactly(hook(file, State.ATTACHED, ""));
  }

  @Test
  void theOldestOfVeryManyLosesIts() throws IOException {
    Path file = file("file", "0");
    LibraryProbes probes = probes(file);
    for (int i = 1; i <= 8; i++) {
      // Another one is open, so that no inode is used again.
      Files.createLink(directory.resolve("kept" + i), file);
      replace(file, "" + i);
      probes.follow();
    }

    assertThat(done).hasSize(10).endsWith("+8", "-0");
  }

  @Test
  void aFileThatIsGoneMayComeBack() throws IOException {
    Path file = file("file", "1");
    LibraryProbes probes = probes(file);
    Files.move(file, directory.resolve("elsewhere"));
    probes.follow();

    assertThat(probes.states())
        .containsExactly(hook(file, State.UNAVAILABLE, "there is no file " + file));
    replace(file, "2");
    probes.follow();
    assertThat(done).containsExactly("+1", "+2");
    assertThat(probes.states()).containsExactly(hook(file, State.ATTACHED, ""));
  }

  @Test
  void itSaysWhyThereIsNone() throws IOException {
    Path old = file("old", "old");
    Path forbidden = file("forbidden", "forbidden");
    LibraryProbes probes = probes(old, forbidden);
    probes.follow();

    assertThat(done).isEmpty();
    assertThat(probes.states())
        .containsExactly(
            hook(old, State.UNAVAILABLE, old + " has no function rdma_intercept_bad_completion"),
            hook(
                forbidden, State.UNAVAILABLE, "a uprobe at " + forbidden + " needs CAP_SYS_ADMIN"));
  }
}
