// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.journal.Journal;
import org.rdmamonitor.secure.seal.Direction;
import org.rdmamonitor.secure.seal.MessageOrder;
import org.rdmamonitor.secure.seal.Opener;
import org.rdmamonitor.secure.seal.Seal;
import org.rdmamonitor.secure.seal.SealException;
import org.rdmamonitor.secure.seal.SealKeys;
import org.rdmamonitor.secure.seal.Sealer;
import org.rdmamonitor.secure.session.SizeReport;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.Listener;
import org.rdmamonitor.secure.tls.TlsClient;
import org.rdmamonitor.secure.tls.TlsServer;
import org.rdmamonitor.secure.tls.TlsSettings;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Offer;
import org.rdmamonitor.secure.wire.Message.Request;

/**
 * The training run of rdma-secure's AOT cache, as {@link MonitorTraining} is rdma-monitor's: all
 * that needs no device, with keys and a server of its own on this host's loopback address. No
 * device is opened, even where there is one.
 */
public final class SecureTraining {
  /** Those of this program: of sessions, transfers and ports too, which cannot run here. */
  private static final String CLASSES =
      "cli/SecureMain|cli/secure/.*|cli/litmus/.*|cli/ethernet/.*|secure/.*|litmus/.*|sst/.*"
          + "|ethernet/.*|nativelib/verbs/.*|nativelib/ethernet/.*"
          + "|nativelib/generated/(RdmaVerbs|rv_|ibv_|Ethernet|et_).*";

  private SecureTraining() {}

  /**
   * Runs the commands, all without privileges.
   *
   * @throws IOException if this host has no loopback address, or no room for keys
   */
  public static void main(String... args) throws IOException {
    JarClasses.load(CLASSES);
    for (String command : List.of("", "keygen", "server", "client", "check-devices")) {
      secure((command + " --help").strip().split(" "));
    }
    secure("--version");
    secure("litmus", "check", "--help");
    secure("barrier", "local", "--help");
    // Long enough for the cache to know which methods are worth compiling.
    secure("litmus", "certify", "barrier", "--members", "2", "--rounds", "2", "--no-reduction");
    secure("check-devices", "--loopback", "none"); // loads the library, and finds no such device
    ethernet();
    Path directory = Files.createTempDirectory("rdma-secure-training");
    try {
      Path keys = directory.resolve("keys");
      secure("keygen", keys.toString());
      connect(keys);
    } finally {
      delete(directory);
    }
    SecureSamples.print();
  }

  /** Lists interfaces, and asks for ports on one that cannot be there: its name is too long. */
  private static void ethernet() {
    String none = "no-such-interface";
    secure("ethernet", "--help");
    secure("ethernet", "devices");
    secure("ethernet", "devices", "--json");
    secure("ethernet", "create", "--host-if", none);
    secure("ethernet", "send", none, "--to", "02:00:00:00:00:01", "-s", "imix", "-n", "1");
    secure("ethernet", "reflect", none);
    secure("ethernet", "capture", none, "-w", "/dev/null", "-n", "1");
  }

  private static void secure(String... arguments) {
    Program.secure(ProcessContext.ofThisProcess()).run(arguments);
  }

  private static void connect(Path keys) throws IOException {
    Journal journal =
        new Journal(
            new StringWriter(), Format.JSON, ProcessContext.ofThisProcess().clock(), () -> {});
    TlsServer server = new TlsServer(Credentials.ofServer(keys), TlsSettings.DEFAULT);
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (Listener listener =
        Listener.start(
            server, any, Listener.Limits.DEFAULT, channel -> serve(channel, journal), journal)) {
      int port = listener.address().getPort();
      journal.listening(listener.address(), "anything");
      client(keys, port);
      // Ends where a device is needed, or is turned away by the server.
      secure("client", "localhost", "-p", Integer.toString(port), "-k", keys.toString());
    }
  }

  private static void client(Path keys, int port) throws IOException {
    TlsClient client = new TlsClient(Credentials.ofClient(keys), TlsSettings.DEFAULT);
    try (ControlChannel channel = client.connect("localhost", port)) {
      Request request = SecureSamples.request();
      channel.send(request);
      request.check(channel.receive(Offer.class));
      seal(channel);
      channel.send(new Bye());
      channel.receive(Bye.class);
    }
  }

  private static void serve(ControlChannel channel, Journal journal) throws IOException {
    Request request = channel.receive(Request.class);
    channel.send(SecureSamples.offer());
    SizeReport report =
        new SizeReport(
            Optional.of(SecureSamples.bandwidth()),
            Optional.empty(),
            SecureSamples.bandwidth().toResult());
    journal.done(channel, request, report);
    channel.receive(Bye.class);
    channel.send(new Bye());
  }

  private static void seal(ControlChannel channel) throws IOException {
    SealKeys keys = new SealKeys(channel::exportKey);
    ByteBuffer sealed = ByteBuffer.allocateDirect(Seal.OVERHEAD_BYTES + Long.BYTES);
    ByteBuffer contents = ByteBuffer.allocateDirect(Long.BYTES);
    try (Sealer sealer = new Sealer(keys.key(Direction.CLIENT_TO_SERVER, 0));
        Opener opener = new Opener(keys.key(Direction.CLIENT_TO_SERVER, 0), MessageOrder.STRICT)) {
      sealer.seal(contents, sealed);
      opener.open(sealed.flip(), contents.clear());
    } catch (SealException e) {
      throw new IllegalStateException("its own seal does not open", e);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
