// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.journal.Journal;
import org.rdmamonitor.secure.session.ConnectionListener;
import org.rdmamonitor.secure.session.ServerSession;
import org.rdmamonitor.secure.session.ServerSession.Terms;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.Listener;
import org.rdmamonitor.secure.tls.Listener.Limits;
import org.rdmamonitor.secure.tls.TlsServer;
import org.rdmamonitor.secure.tls.TlsSettings;
import org.rdmamonitor.secure.tls.TlsSettings.ClientCertificates;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves clients until it is stopped. */
@Command(
    name = "server",
    description = "Serve clients that have a certificate, until it is stopped.",
    sortOptions = false)
final class ServerCommand implements Callable<Integer> {
  private final SecureTools tools;

  @Parameters(
      arity = "0..1",
      paramLabel = "PORT",
      converter = SecureValues.ListenPort.class,
      description = "As --port.")
  private @Nullable Integer port;

  @Mixin private ListenOptions listen = new ListenOptions();

  @Mixin private KeyOptions keys = new KeyOptions();

  @Option(names = "--no-client-certificates", description = "Serve anybody who can connect.")
  private boolean anybody;

  @Option(
      names = "--max-clients",
      paramLabel = "N",
      converter = SecureValues.Clients.class,
      description = "Clients served at a time (default: 10).")
  private int maxClients = 10;

  @Option(
      names = "--max-memory",
      paramLabel = "SIZE",
      converter = SecureValues.ByteSize.class,
      description = "Memory that a client may have (default: 512M).")
  private long maxMemory = 512L << 20;

  @Option(
      names = "--max-qp",
      paramLabel = "N",
      converter = SecureValues.QueuePairs.class,
      description = "Queue pairs that a client may have (default: 64).")
  private int maxQueuePairs = 64;

  @Mixin private DeviceOptions device = new DeviceOptions();

  @Option(
      names = {"-1", "--once"},
      description = "End when one client was served.")
  private boolean once;

  @Option(
      names = "--log",
      paramLabel = "FORMAT",
      converter = SecureValues.Formats.class,
      completionCandidates = SecureValues.Formats.class,
      description = "What a line is: text (default) or json.")
  private Format log = Format.TEXT;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  ServerCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    InetSocketAddress address = listen.address(port);
    TlsServer tls = new TlsServer(Credentials.ofServer(keys.directory()), settings());
    Verbs verbs = tools.verbsFor(device.choice());
    CountDownLatch over = new CountDownLatch(1);
    Journal journal =
        new Journal(tools.out(), log, tools.clock(), once ? over::countDown : () -> {});
    Limits limits = new Limits(once ? 1 : maxClients, Limits.DEFAULT.handshakes());
    try (ConnectionListener connections = new ConnectionListener(verbs);
        Listener listener =
            Listener.start(tls, address, limits, serving(verbs, connections, journal), journal);
        Stop _ =
            Stop.on(() -> close(listener, connections, journal), tools.err(), SecureTools.LATE)) {
      journal.listening(listener.address(), terms(limits));
      over.await();
    }
    journal.stopped();
    return exitCode(journal);
  }

  private Terms terms() {
    return new Terms(
        device.choice(), maxMemory, maxQueuePairs, device.tuning(), device.placement());
  }

  private Listener.Handler serving(Verbs verbs, ConnectionListener connections, Journal journal) {
    ServerSession session = new ServerSession(verbs, terms(), connections);
    return channel -> session.serve(channel, journal);
  }

  private static void close(Listener listener, ConnectionListener connections, Journal journal) {
    listener.close();
    connections.close();
    journal.stopped();
  }

  private String terms(Limits limits) {
    return "up to %s, %s"
        .formatted(
            limits.clients() == 1 ? "1 client" : limits.clients() + " clients",
            anybody ? "anybody is served" : "each with a certificate of this authority");
  }

  private static int exitCode(Journal journal) {
    if (journal.failed() > 0) {
      return ExitCode.RUNTIME;
    }
    return journal.rejected() > 0 ? ExitCode.WRONG_DATA : ExitCode.OK;
  }

  private TlsSettings settings() {
    return keys.settings()
        .with(anybody ? ClientCertificates.NOT_ASKED_FOR : ClientCertificates.REQUIRED);
  }
}
