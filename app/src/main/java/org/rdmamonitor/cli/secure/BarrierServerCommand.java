// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.secure.group.GroupServer;
import org.rdmamonitor.secure.journal.Format;
import org.rdmamonitor.secure.journal.Journal;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.Listener;
import org.rdmamonitor.secure.tls.Listener.Limits;
import org.rdmamonitor.secure.tls.TlsServer;
import org.rdmamonitor.secure.tls.TlsSettings.ClientCertificates;
import org.rdmamonitor.sst.measure.BarrierPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The member that the others join. */
@Command(
    name = "server",
    description = "Be the first member; wait for the others, and measure with them.",
    sortOptions = false)
final class BarrierServerCommand implements Callable<Integer> {
  private final SecureTools tools;

  @Mixin private BarrierOptions options = new BarrierOptions();

  @Mixin private ListenOptions listen = new ListenOptions();

  @Mixin private KeyOptions keys = new KeyOptions();

  @Mixin private ConnectionDevice device = new ConnectionDevice();

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  BarrierServerCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    TlsServer tls =
        new TlsServer(
            Credentials.ofServer(keys.directory()),
            keys.settings().with(ClientCertificates.REQUIRED));
    InetSocketAddress address = listen.address();
    Verbs verbs = tools.verbsFor(device.choice());
    BarrierPlan plan = options.plan();
    Journal journal = new Journal(tools.err(), Format.TEXT, tools.clock(), () -> {});
    Limits limits = new Limits(plan.members() - 1, Limits.DEFAULT.handshakes());
    try (Stop stop = Stop.asking(tools.err(), SecureTools.LATE);
        BarrierMember member = new BarrierMember(verbs, device.choice())) {
      GroupServer group = new GroupServer(BarrierMember.role(plan, options.isCompared()), member);
      try (Listener listener = Listener.start(tls, address, limits, group::serve, journal)) {
        stop.by(end(member));
        journal.listening(
            listener.address(), "waiting for %d more members".formatted(plan.members() - 1));
        group.run();
      }
      return BarrierDevice.print(tools.out(), member, "the server", json);
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }

  private static Runnable end(BarrierMember member) {
    Thread own = Thread.currentThread();
    return () -> {
      member.stop();
      own.interrupt();
    };
  }
}
