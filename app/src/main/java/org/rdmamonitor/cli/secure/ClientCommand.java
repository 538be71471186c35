// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.Stop;
import org.rdmamonitor.cli.secure.PerftestResults.ResultFormat;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.secure.report.Unit;
import org.rdmamonitor.secure.session.Attachment;
import org.rdmamonitor.secure.session.ClientSession;
import org.rdmamonitor.secure.tls.ControlChannel;
import org.rdmamonitor.secure.tls.Credentials;
import org.rdmamonitor.secure.tls.SecureException;
import org.rdmamonitor.secure.tls.TlsClient;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Message.Request;
import org.rdmamonitor.secure.wire.Mtu;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures with a server. */
@Command(
    name = "client",
    description = "Measure bandwidth or latency with a server.",
    sortOptions = false)
final class ClientCommand implements Callable<Integer> {
  private final SecureTools tools;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "HOST",
      description = "The server's name or address, as its certificate has it.")
  private String host = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PORT",
      converter = SecureValues.Port.class,
      description = "As --port.")
  private @Nullable Integer portToo;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      converter = SecureValues.Port.class,
      description = "Its TCP port (default: 5555).")
  private @Nullable Integer port;

  @Mixin private KeyOptions keys = new KeyOptions();

  @Option(names = "--no-certificate", description = "Show no certificate.")
  private boolean anonymous;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Whom to trust (default: ca.pem in the directory of the keys).")
  private @Nullable Path authority;

  @Mixin private MeasureOptions measure = new MeasureOptions();

  @Option(
      names = "--clients",
      paramLabel = "N",
      converter = SecureValues.Clients.class,
      description = "Connections at once, each with its queue pairs (default: 1).")
  private int clients = 1;

  @Mixin private DeviceOptions device = new DeviceOptions();

  @Option(
      names = {"-H", "--report-histogram"},
      description = "Print the distribution of latencies too.")
  private boolean histogram;

  @Option(names = "--report_gbits", description = "Bandwidth in Gbit/s (default: MiB/s).")
  private boolean gigabits;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line, for each size.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  ClientCommand(SecureTools tools) {
    this.tools = tools;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Request request = measure.request(Mtu.MTU_4096);
    checkHistogram(request);
    int at = ServerPort.of(port, portToo, Objects.requireNonNull(spec));
    TlsClient tls = new TlsClient(credentials(), keys.settings());
    Verbs verbs = tools.verbsFor(device.choice());
    List<ControlChannel> channels = new ArrayList<>();
    try {
      for (int i = 0; i < clients; i++) {
        channels.add(connect(tls, at));
      }
      return run(
          verbs, measure.isUpToMtu() ? upToMtu(verbs, channels.getFirst()) : request, channels);
    } finally {
      channels.forEach(ControlChannel::close);
    }
  }

  private ControlChannel connect(TlsClient tls, int at) throws IOException {
    try {
      return tls.connect(host, at);
    } catch (SecureException e) {
      if (!anonymous && authority == null) {
        Credentials.ofClient(keys.directory()); // fails if it is these that are wrong
      }
      throw e;
    }
  }

  private int run(Verbs verbs, Request request, List<ControlChannel> channels)
      throws IOException, InterruptedException {
    ClientSession session =
        new ClientSession(verbs, device.choice(), device.tuning(), device.placement());
    Results results =
        new PerftestResults(
            tools.out(),
            request,
            device.tuning(),
            new ResultFormat(json, histogram, gigabits ? Unit.GIGABITS : Unit.MEBIBYTES, clients));
    if (!tools.isTerminal().getAsBoolean()) {
      return exitCode(run(new ClientRun(session, request, results, channels)));
    }
    try (Progress progress = new Progress(results, tools.err(), request)) {
      ClientRun run = new ClientRun(session, request, progress, channels);
      progress.start(run::operations);
      return exitCode(run(run));
    }
  }

  private long run(ClientRun run) throws IOException, InterruptedException {
    try (Stop _ = Stop.on(run::stop, tools.err(), SecureTools.LATE)) {
      return run.run();
    }
  }

  private static int exitCode(long rejected) throws SecureFailure {
    if (rejected > 0) {
      throw SecureFailure.wrongData(
          "%d messages were not what they had to be: the network, a device or a driver changes data"
              .formatted(rejected));
    }
    return ExitCode.OK;
  }

  private Request upToMtu(Verbs verbs, ControlChannel channel) {
    try (Attachment own =
        Attachment.open(
            verbs, device.choice(), channel.localAddress().getAddress(), Optional.empty())) {
      return measure.request(Mtu.valueOf(own.port().activeMtu().name()));
    }
  }

  private void checkHistogram(Request request) {
    if (histogram && (json || request.measure() != Measure.LATENCY)) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          json
              ? "--report-histogram does not go with --json"
              : "--report-histogram goes with --latency only");
    }
  }

  private Credentials credentials() throws IOException {
    if (anonymous) {
      return Credentials.withoutIdentity(
          authority == null ? keys.directory().resolve("ca.pem") : authority);
    }
    Path directory = keys.directory();
    return authority == null
        ? Credentials.ofClientUnproven(directory)
        : trusting(authority, directory);
  }

  /** A certificate of one authority, shown to a server of another. */
  private static Credentials trusting(Path authority, Path directory) throws IOException {
    return new Credentials(
        Credentials.withoutIdentity(authority).authorities(),
        Credentials.ofClientUnproven(directory).identity());
  }
}
