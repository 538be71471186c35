// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said before any port is opened: the library is missing here. */
class EthernetCommandTest {
  @TempDir private Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private void file(String path, String text) throws IOException {
    Path file = root.resolve("sys/class/net").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text + "\n");
  }

  private void netdev(String name, int number) throws IOException {
    file(name + "/type", "1");
    file(name + "/address", "02:00:00:00:00:0" + number);
    file(name + "/mtu", "1500");
  }

  @BeforeEach
  void interfaces() throws IOException {
    netdev("eth0", 1);
    netdev("vf0", 2);
    netdev("macvlan0", 3);
    file("vf0/device/physfn/x", "");
    file("eth0/upper_macvlan0/x", "");
    file("macvlan0/lower_eth0/x", "");
  }

  /** Gives the sentence of the failure; empty if there was none. */
  private String run(String... arguments) {
    EthernetTools tools =
        new EthernetTools(out, new PrintWriter(err, true), root, root.resolve("library.so"));
    CommandLine commands = EthernetCommand.commandLine(tools);
    String[] failure = {""};
    commands.setExecutionExceptionHandler((e, _, _) -> {
      failure[0] = (e instanceof EthernetFailure f ? f.exitCode() + " " : "? ") + e.getMessage();
      return 1;
    });
    commands.setErr(new PrintWriter(err));
    commands.execute(arguments);
    return failure[0];
  }

  @Test
  void aVirtualFunctionIsNamedWithWhatItsHostHasToAllow() {
    assertThat(run("reflect", "vf0", "--mac", "02:00:00:00:00:09"))
        .startsWith("4 The Ethernet library ");
    assertThat(err.toString())
        .isEqualTo(
            "rdma-secure: vf0 is a virtual function, whose host may let only 02:00:00:00:00:02 send"
                + " and receive: 'ip link set dev PF vf N mac 02:00:00:00:00:09', or 'trust on"
                + " spoofchk off'\n");
  }

  @Test
  void withItsOwnAddressAVirtualFunctionNeedsNothing() {
    run("reflect", "vf0");
    run("reflect", "eth0", "--mac", "02:00:00:00:00:09");

    assertThat(err.toString()).isEmpty();
  }

  @Test
  void devicesTellOfVirtualFunctions() {
    run("devices");

    assertThat(out.toString())
        .contains("vf0 is a virtual function: its host lets only its own address send")
        .contains("(02:00:00:00:00:02)")
        .contains("trust on spoofchk off")
        .doesNotContain("eth0 is a virtual function");
  }

  @Test
  void anAddressOfTheSameLinkIsRefused() {
    assertThat(run("create", "--host-if", "eth0", "--mac", "02:00:00:00:00:01"))
        .startsWith("2 02:00:00:00:00:01 is the address of eth0 itself:");
    assertThat(run("create", "--host-if", "eth0", "--mac", "02:00:00:00:00:03"))
        .isEqualTo(
            "2 02:00:00:00:00:03 is the address of macvlan0, which is on the same link as eth0:"
                + " both would answer. It needs --take-over");
    assertThat(run("create", "--host-if", "eth0", "--mac", "02:00:00:00:00:03", "--take-over"))
        .startsWith("4 The Ethernet library ");
    assertThat(run("create", "--host-if", "eth0", "--mac", "02:00:00:00:00:02"))
        .as("of another link")
        .startsWith("4 The Ethernet library ");
  }

  @Test
  void kindsOfPacketsHaveToFit() {
    assertThat(send("--protocol", "udp,tcp")).isEqualTo("2 packets need --from-ip and --to-ip");
    assertThat(send("--protocol", "udp", "--from-ip", "1.2.3.4,::1", "--to-ip", "::2"))
        .isEqualTo("2 --from-ip and --to-ip have to be both IPv4, or both IPv6");
    assertThat(send("--protocol", "udp", "--from-ip", "1.2.3.4,1.2.3.5", "--to-ip", "1.2.3.6"))
        .isEqualTo("2 there may be one address of IPv4 and one of IPv6 each way");
    assertThat(
            send(
                "--protocol",
                "udp,tcp,raw",
                "--from-ip",
                "1.2.3.4,::1",
                "--to-ip",
                "::2,1.2.3.5",
                "--flows",
                "4"))
        .isEqualTo("2 there are 5 kinds of packets, and so at least as many --flows");
    assertThat(send("--from-port", "65534", "--flows", "3"))
        .isEqualTo(
            "2 3 flows from port 65534 on go beyond port 65535: --from-port is at most 65533");
    assertThat(
            send(
                "--protocol",
                "udp,tcp",
                "--from-ip",
                "1.2.3.4,::1",
                "--to-ip",
                "::2,1.2.3.5",
                "-s",
                "89"))
        .isEqualTo("2 a frame of 89 bytes has no room for its headers and a number: at least 90");
  }

  private String send(String... options) {
    String[] all = new String[options.length + 4];
    System.arraycopy(new String[] {"send", "eth0", "--to", "02:00:00:00:00:0a"}, 0, all, 0, 4);
    System.arraycopy(options, 0, all, 4, options.length);
    return run(all);
  }

  @Test
  void anInterfaceIsCalledWhatItCanBe() {
    for (String good : List.of("mine", "rdma-%d", "%d", "a.b", "...", "fifteen-letters")) {
      assertThat(run("create", "--host-if", "eth0", "--name", good)).as(good).startsWith("4 ");
    }
    assertThat(err.toString()).isEmpty();
    List<String> wrong =
        List.of(
            "",
            ".",
            "..",
            "a/b",
            "a b",
            "a:b",
            "a%sb",
            "%d%d",
            "a\nb",
            "sixteen-letters-",
            "éééééééé");
    for (String bad : wrong) {
      run("create", "--host-if", "eth0", "--name", bad);

      assertThat(err.toString()).as(bad).contains("' is no name of an interface: up to 15 bytes");
      err.getBuffer().setLength(0);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsNotStandardOutput() {
    assertThat(CaptureCommand.unwritable("x", new FileAlreadyExistsException("x")))
        .hasMessage("x cannot be written: it is there already");
    assertThat(CaptureCommand.unwritable("y/x", new NoSuchFileException("y/x")))
        .hasMessage("y/x cannot be written: there is no such directory");
    assertThat(CaptureCommand.unwritable("x", new FileSystemException("x", null, "Is a directory")))
        .hasMessage("x cannot be written: Is a directory");
    assertThat(CaptureCommand.unwritable("x", new IOException("No space left on device")))
        .hasMessage("x cannot be written: No space left on device");
  }

  @Test
  void anInterfaceOfTheStackNeedsAnMtu() {
    assertThat(run("create", "--host-if", "eth0", "--max-pktlen", "81"))
        .startsWith("2 frames are too short");
    assertThat(run("create", "--host-if", "eth0", "--max-pktlen", "82")).startsWith("4 ");
  }
}
