// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.secure.group.GroupClient;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.TlsClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Joins a server as a member. */
@Command(
    name = "client",
    description = "Join a server as a member; it says what all do.",
    sortOptions = false)
final class BarrierClientCommand implements Callable<Integer> {
  private final SecureTools tools;

  @Parameters(
      paramLabel = "HOST",
      description = "The server's name or address, as its certificate has it.")
  private String host = "";

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      converter = SecureValues.Port.class,
      description = "Its TCP port (default: 5555).")
  private int port = 5555;

  @Mixin private KeyOptions keys = new KeyOptions();

  @Mixin private ConnectionDevice device = new ConnectionDevice();

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  BarrierClientCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException {
    TlsClient tls = new TlsClient(Credentials.ofClient(keys.directory()), keys.settings());
    Verbs verbs = tools.verbsFor(device.choice());
    try (Stop stop = Stop.asking(tools.err(), SecureTools.LATE);
        ControlChannel channel = tls.connect(host, port);
        BarrierMember member = new BarrierMember(verbs, device.choice())) {
      GroupClient client = new GroupClient(channel, member);
      stop.by(client::stop);
      client.run();
      return BarrierDevice.print(tools.out(), member, "server " + host, json);
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    }
  }
}
