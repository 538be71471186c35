// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.cli.litmus.NodeDevices;
import org.rdmamonitor.litmus.device.DeviceTestbeds;
import org.rdmamonitor.litmus.hosts.Budget;
import org.rdmamonitor.litmus.hosts.HostServer;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.journal.Journal;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.Listener;
import org.rdmamonitor.secure.tls.Listener.Limits;
import org.rdmamonitor.secure.tls.TlsServer;
import org.rdmamonitor.secure.tls.TlsSettings.ClientCertificates;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has this host take part in the tests of leaders, until it is stopped. */
@Command(
    name = "server",
    description = "Take part in the runs of others (run --hosts), until it is stopped.",
    sortOptions = false)
final class LitmusServerCommand implements Callable<Integer> {
  private final SecureTools tools;

  @Mixin private ListenOptions listen = new ListenOptions();

  @Mixin private KeyOptions keys = new KeyOptions();

  @Mixin private NodeDevices devices = new NodeDevices();

  @Option(
      names = "--max-memory",
      paramLabel = "SIZE",
      converter = SecureValues.ByteSize.class,
      description = "Memory that a test may have (default: 512M).")
  private long maxMemory = 512L << 20;

  @Option(
      names = {"-1", "--once"},
      description = "End when one leader was served.")
  private boolean once;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  LitmusServerCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    InetSocketAddress address = listen.address();
    TlsServer tls =
        new TlsServer(
            Credentials.ofServer(keys.directory()),
            keys.settings().with(ClientCertificates.REQUIRED));
    DeviceTestbeds testbeds = DeviceTestbeds.of(tools.verbsOfDevices(), devices.names());
    HostServer server = new HostServer(testbeds, new Budget(maxMemory));
    CountDownLatch over = new CountDownLatch(1);
    Journal journal =
        new Journal(tools.err(), Format.TEXT, tools.clock(), once ? over::countDown : () -> {});
    Listener.Handler handler = channel -> server.serve(new TlsPeer(channel, "the leader"));
    Limits limits = new Limits(1, Limits.DEFAULT.handshakes());
    try (Listener listener = Listener.start(tls, address, limits, handler, journal);
        Stop _ = Stop.on(() -> close(listener, journal), tools.err(), SecureTools.LATE)) {
      journal.listening(
          listener.address(), "litmus tests on " + String.join(", ", testbeds.devices()));
      over.await();
    }
    journal.stopped();
    return journal.failed() > 0 ? ExitCode.RUNTIME : ExitCode.OK;
  }

  private static void close(Listener listener, Journal journal) {
    listener.close();
    journal.stopped();
  }
}
