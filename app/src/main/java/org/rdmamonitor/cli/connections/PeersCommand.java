// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.connections;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.recordings.Playback;
import org.rdmamonitor.model.connection.ContactLog;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.policy.peers.PeerDryRun;
import org.rdmamonitor.recording.RecordingReader;
import org.rdmamonitor.render.json.PeersJson;
import org.rdmamonitor.render.text.PeersText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Whom programs talked to in a recording, and what a policy makes of it. */
@Command(
    name = "peers",
    description = {
      "Tell whom programs talked to in a recording, as PEERS of a configuration file;",
      "or, with -c, which of that the PEERS of a file would have refused.",
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-monitor peers night.rec >>config.txt",
      "  rdma-monitor peers night.rec -c config.txt"
    },
    sortOptions = false)
public final class PeersCommand implements Callable<Integer> {
  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "RECORDING", description = "What 'record' has written.")
  private @Nullable Path recording;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "The PEERS to try.")
  private @Nullable Path config;

  @Option(
      names = {"-j", "--json"},
      description = "One line of JSON.")
  private boolean json;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  /** The command, in a process. */
  public PeersCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    Optional<Settings> tried = config == null ? Optional.empty() : Optional.of(settings(config));
    ContactLog log = log(Objects.requireNonNull(recording));
    if (tried.isPresent()) {
      PeerDryRun run = PeerDryRun.of(log, tried.get());
      context.out().write(json ? PeersJson.dryRun(log, run) + "\n" : PeersText.dryRun(log, run));
    } else {
      context.out().write(json ? PeersJson.advice(log) + "\n" : PeersText.advice(log));
    }
    return ExitCode.OK;
  }

  private Settings settings(Path file) throws ThresholdsFileException {
    Settings settings = ThresholdsFile.read(context.directory().resolve(file), file.toString());
    if (!settings.limitsPeers()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), file + ": has no PEERS to try");
    }
    return settings;
  }

  private ContactLog log(Path file) {
    ContactLog log = new ContactLog();
    try (RecordingReader reader = RecordingReader.open(context.directory().resolve(file))) {
      Playback.readAll(reader, file, context.err(), log::add);
    }
    return log;
  }
}
