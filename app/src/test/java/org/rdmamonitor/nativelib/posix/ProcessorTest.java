// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.nativelib.generated.LibC;

class ProcessorTest {
  /** Flags of open() are the ones that differ, so all that are used are held to the headers. */
  private static final String PROGRAM =
      """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <stddef.h>
      #include <stdio.h>
      #include <sys/epoll.h>
      #include <sys/syscall.h>

      int main(void)
      {
        printf("O_DIRECTORY %d\\n", O_DIRECTORY);
        printf("O_CLOEXEC %d\\n", O_CLOEXEC);
        printf("O_NONBLOCK %d\\n", O_NONBLOCK);
        printf("O_PATH %d\\n", O_PATH);
        printf("O_RDWR %d\\n", O_RDWR);
        printf("SYS_pidfd_open %d\\n", SYS_pidfd_open);
        printf("event %zu\\n", sizeof(struct epoll_event));
        printf("event.data %zu\\n", offsetof(struct epoll_event, data));
      }
      """;

  @TempDir private Path directory;

  private String run(String... command) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    String text = Files.readString(output);
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }

  @Test
  void hasWhatTheCompilerOfThisProcessorHas() throws IOException, InterruptedException {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(":"))
            .anyMatch(entry -> Files.isExecutable(Path.of(entry, "gcc"))),
        "gcc is not installed");
    Path source = Files.writeString(directory.resolve("facts.c"), PROGRAM);
    Path program = directory.resolve("facts");
    run("gcc", "-o", program.toString(), source.toString());

    Map<String, Integer> facts = new TreeMap<>();
    run(program.toString())
        .lines()
        .map(line -> line.split(" "))
        .forEach(words -> facts.put(words[0], Integer.valueOf(words[1])));

    Processor here = Processor.current();
    assertThat(facts)
        .isEqualTo(
            Map.of(
                "O_DIRECTORY", here.openDirectory(),
                "O_CLOEXEC", LibC.O_CLOEXEC(),
                "O_NONBLOCK", LibC.O_NONBLOCK(),
                "O_PATH", LibC.O_PATH(),
                "O_RDWR", LibC.O_RDWR(),
                "SYS_pidfd_open", LibC.SYS_pidfd_open(),
                "event", here.eventBytes(),
                "event.data", here.eventDataOffset()));
  }

  @Test
  void isNamedAsTheJvmNamesIt() {
    assertThat(Processor.named("amd64")).isEqualTo(Processor.X86_64);
    assertThat(Processor.named("aarch64")).isEqualTo(Processor.ARM64);
    assertThat(Processor.named("riscv64")).isEqualTo(Processor.OTHER);
    assertThat(Processor.named("")).isEqualTo(Processor.OTHER);
  }

  @Test
  void theBindingsHaveTheFlagsOfX86() {
    assertThat(Processor.X86_64.openDirectory()).isEqualTo(LibC.O_DIRECTORY());
  }

  @Test
  void onlyX86HasTheOrderOfTheModel() {
    assertThat(Arrays.stream(Processor.values()).filter(Processor::hasTotalStoreOrder))
        .containsExactly(Processor.X86_64);
  }
}
