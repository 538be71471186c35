// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetCount;

/** Files that are not as rdma-secure writes them. */
class EthernetFilesTest {
  private static final String GOOD =
      """
      rdma-ethernet counters 1
      time 2026-11-25T04:43:44Z
      interface mine
      host_interface eth0
      device rxe0
      mode packet
      mac 02:00:00:00:00:0a
      port received 3 of_a_later_version 7
      queue 0 received 3
      of_a_later_version x
      end
      """;
  private static final Instant TIME = Instant.parse("2026-11-25T04:43:44Z");

  @TempDir private Path root;
  private EthernetHost host;

  @BeforeEach
  void aHost() throws IOException {
    host = new EthernetHost(root);
    host.process(7, 8, 'S');
    host.self(7);
    Files.createDirectories(host.directory);
  }

  private Ethernet read() {
    EthernetFiles files = new EthernetFiles(root, Clock.fixed(TIME, ZoneOffset.UTC));
    return assertTimeoutPreemptively(Hanging.LIMIT, files::read);
  }

  private Path file() {
    return host.directory.resolve(EthernetHost.NAMESPACE + "-7-8");
  }

  private void write(byte[] text) throws IOException {
    Files.write(file(), text);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r--r--"));
  }

  private void write(String text) throws IOException {
    write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void isLeftOut(String why) {
    Ethernet ethernet = read();
    assertThat(ethernet.interfaces()).isEmpty();
    assertThat(ethernet.leftOut()).isEqualTo(1);
    assertThat(ethernet.trouble()).contains(why);
  }

  @Test
  void whatALaterVersionTellsBesidesIsPassedOver() throws IOException {
    write(GOOD);

    assertThat(read().interfaces().getFirst().port()).isEqualTo(Map.of(EthernetCount.RECEIVED, 3L));
  }

  @ParameterizedTest
  @CsvSource({
    "rdma-ethernet counters 1, rdma-ethernet counters 2, does not begin with",
    "'end\n', '', is cut off",
    "received 3, received, is wrong in line 8",
    "received 3, received -3, is wrong in line 8",
    "received 3, received 9999999999999999999, is wrong in line 8",
    "received 3, received 0x3, is wrong in line 8",
    "queue 0, queue 1, is wrong in line 9",
    "queue 0, queue, is wrong in line 9",
    "interface mine, interface a b, is wrong in line 3",
    "interface mine, interface %zz, is wrong in line 3",
    "interface mine, interface %, is wrong in line 3",
    "interface mine, interface 0123456789abcdef, of more than 15 bytes",
    "interface mine, interface a%2fb, with a / or NUL",
    "interface mine, interface %00, with a / or NUL",
    "interface mine, interface %ff, that is no text",
    "interface mine, host_interface mine, is wrong in line 4",
    "host_interface eth0, 'host_interface ', names no host_interface",
    "mode packet, mode <script>, is wrong in line 6",
    "mode packet, mode A, has no mode",
    "02:00:00:00:00:0a, 02:00, has no mac",
    "2026-11-25T04:43:44Z, today, has no time",
    "of_a_later_version x, \u00ff\u00fe, is wrong in line 10",
  })
  void aFileThatIsWrongIsLeftOutAndToldOf(String right, String wrong, String why)
      throws IOException {
    write(GOOD.replaceFirst(Pattern.quote(right), wrong == null ? "" : wrong));

    isLeftOut(why);
  }

  @Test
  void anEmptyFileAndOneOfZeroesAreLeftOut() throws IOException {
    write("");
    isLeftOut("does not begin with");
    write(new byte[1000]);
    isLeftOut("does not begin with");
  }

  @Test
  void aFileMayNotBeLarge() throws IOException {
    write(GOOD.replace("end\n", "x y\n".repeat(20_000) + "end\n"));

    isLeftOut("has more than 32768 bytes");
  }

  @Test
  void moreQueuesThanAPortHasAreNotTaken() throws IOException {
    StringBuilder queues = new StringBuilder();
    for (int i = 1; i < 17; i++) {
      queues.append("queue ").append(i).append(" received 1\n");
    }
    write(GOOD.replace("of_a_later_version x\n", queues));

    isLeftOut("is wrong in line 25");
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path good = Files.writeString(root.resolve("good"), GOOD);
    Files.createSymbolicLink(file(), good);

    isLeftOut("is no plain file");
  }

  @Test
  void aDirectoryIsNotRead() throws IOException {
    Files.createDirectory(file());

    isLeftOut("is no plain file");
  }

  @Test
  void aFifoIsNotOpened() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", file().toString()).start().waitFor()).isZero();

    isLeftOut("is no plain file");
  }

  @Test
  void whatOthersMayHaveWrittenIsNotTaken() throws IOException {
    write(GOOD);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-r--"));

    isLeftOut("can be written to by others than its owner");
  }

  @Test
  void aDirectoryThatOthersMayWriteToIsNotRead() throws IOException {
    write(GOOD);
    Files.setPosixFilePermissions(host.directory, PosixFilePermissions.fromString("rwxrwxrwx"));

    isLeftOut("ethernet can be written to by others than its owner");
  }

  @Test
  void otherFilesAreToldOfAndHideNoGoodOne() throws IOException {
    write(GOOD);
    Files.writeString(host.directory.resolve("a".repeat(200)), "");
    Files.writeString(host.directory.resolve("\u001b[2J"), "");
    Files.writeString(host.directory.resolve(EthernetHost.NAMESPACE + "-7-8.new"), "half");

    Ethernet ethernet = read();
    assertThat(ethernet.interfaces()).hasSize(1);
    assertThat(ethernet.leftOut()).isEqualTo(2);
    assertThat(ethernet.trouble()).hasSizeLessThan(120);
  }

  @Test
  void thereMayBeSoManyInterfacesAndFilesAndNoMore() throws IOException {
    for (int pid = 1000; pid < 1000 + EthernetFiles.MOST_INTERFACES + 2; pid++) {
      host.process(pid, 8, 'S');
      Path file = host.directory.resolve(EthernetHost.NAMESPACE + "-" + pid + "-8");
      Files.writeString(file, GOOD);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }
    Ethernet ethernet = read();
    assertThat(ethernet.interfaces()).hasSize(EthernetFiles.MOST_INTERFACES);
    assertThat(ethernet.leftOut()).isEqualTo(2);
    assertThat(ethernet.trouble()).isEqualTo("there are more than 64 interfaces");

    for (int i = 0; i < EthernetFiles.MOST_FILES; i++) {
      Files.createFile(host.directory.resolve(EthernetHost.NAMESPACE + "-9-" + i));
    }
    assertThat(read().trouble()).contains("there are more than");
  }

  @Test
  void whereNothingWasToldNothingIsLeftOut() throws IOException {
    assertThat(read()).isEqualTo(Ethernet.NONE);
    Files.delete(host.directory);
    assertThat(read()).isEqualTo(Ethernet.NONE);
  }
}
