// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rdmamonitor.cli.common.Commands;
import org.rdmamonitor.cli.common.CompletionCommand;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.Failure;
import org.rdmamonitor.cli.connections.ConnectionsCommand;
import org.rdmamonitor.cli.connections.JoinCommand;
import org.rdmamonitor.cli.connections.PeersCommand;
import org.rdmamonitor.cli.events.EventsCommand;
import org.rdmamonitor.cli.fleet.FleetCommand;
import org.rdmamonitor.cli.monitor.ExportCommand;
import org.rdmamonitor.cli.monitor.RdmaMonitor;
import org.rdmamonitor.cli.monitor.RecordCommand;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.Version;
import org.rdmamonitor.cli.quota.KernelObjects;
import org.rdmamonitor.cli.quota.QuotaCommand;
import org.rdmamonitor.cli.quota.QuotaTools;
import org.rdmamonitor.cli.recordings.DiffCommand;
import org.rdmamonitor.cli.recordings.DumpCommand;
import org.rdmamonitor.cli.recordings.ReplayCommand;
import org.rdmamonitor.cli.secure.RdmaSecure;
import org.rdmamonitor.cli.secure.SecureFailure;
import org.rdmamonitor.cli.secure.SecureTools;
import org.rdmamonitor.fleet.prometheus.PrometheusException;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.quota.server.CollectorException;
import org.rdmamonitor.quota.server.CollectorSettings;
import org.rdmamonitor.recording.RecordingException;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.kernel.Examination;
import org.rdmamonitor.source.kernel.watch.KeptLimits;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Has all commands, and turns their errors into sentences on standard error and an exit code. */
final class Program {
  private static final String MONITOR = "rdma-monitor";
  private static final String SECURE = "rdma-secure";

  private final ProcessContext context;
  private final String name;

  /** The program rdma-monitor. */
  Program(ProcessContext context) {
    this(context, MONITOR);
  }

  private Program(ProcessContext context, String name) {
    this.context = context;
    this.name = name;
  }

  /** The program rdma-secure. */
  static Program secure(ProcessContext context) {
    return new Program(context, SECURE);
  }

  int run(String... arguments) {
    CommandLine commandLine = commandLine(arguments);
    int exitCode;
    try {
      exitCode = commandLine.execute(arguments);
    } catch (OutOfMemoryError e) {
      complain(
          "out of memory (%s): %s"
              .formatted(Bytes.mebibytes(Runtime.getRuntime().maxMemory()), e.getMessage()));
      return ExitCode.RUNTIME;
    }
    try {
      context.out().flush();
      // picocli writes help and version texts, and its writer keeps errors to itself.
      if (commandLine.getOut().checkError() && exitCode == ExitCode.OK) {
        return unwritable("");
      }
    } catch (IOException e) {
      return exitCode == ExitCode.OK ? unwritable(": " + e.getMessage()) : exitCode;
    }
    return exitCode;
  }

  /** The program with the commands that these arguments need; with all if there are none. */
  CommandLine commandLine(String... arguments) {
    CommandLine commandLine = name.equals(SECURE) ? securing(arguments) : monitoring(arguments);
    commandLine.setOut(new PrintWriter(context.out()));
    commandLine.setErr(context.err());
    // The default looks at System.console(), which exists even if output is redirected.
    commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    // A word that begins with @ is a file name, since litmus check takes lists of files that way.
    commandLine.setExpandAtFiles(false);
    commandLine.setUsageHelpWidth(80);
    commandLine.setUsageHelpLongOptionsMaxWidth(26);
    commandLine.setParameterExceptionHandler((e, words) -> misused(e));
    commandLine.setExecutionExceptionHandler((e, command, result) -> failed(e));
    return commandLine;
  }

  private CommandLine securing(String... arguments) {
    CommandLine commandLine = RdmaSecure.commandLine(tools(), arguments);
    commandLine.getCommandSpec().versionProvider(() -> Version.withoutLibbpf(SECURE));
    return commandLine;
  }

  private SecureTools tools() {
    return SecureTools.ofThisHost(
        context.out(), context.err(), context.clock(), context.isTerminal());
  }

  private CommandLine monitoring(String... arguments) {
    CommandLine commandLine =
        new Commands(MONITOR, () -> new RdmaMonitor(context))
            .with("events", EventsCommand.class, () -> new EventsCommand(context))
            .with("connections", ConnectionsCommand.class, () -> new ConnectionsCommand(context))
            .with("peers", PeersCommand.class, () -> new PeersCommand(context))
            .with("join", JoinCommand.class, () -> new JoinCommand(context))
            .with("record", RecordCommand.class, () -> new RecordCommand(context))
            .with("replay", ReplayCommand.class, () -> new ReplayCommand(context))
            .with("dump", DumpCommand.class, () -> new DumpCommand(context))
            .with("diff", DiffCommand.class, () -> new DiffCommand(context))
            .with("check-config", CheckConfigCommand.class, () -> new CheckConfigCommand(context))
            .with("explain", ExplainCommand.class, () -> new ExplainCommand(context))
            .with("doctor", DoctorCommand.class, this::doctor)
            .with("export", ExportCommand.class, () -> new ExportCommand(context))
            .with("fleet", FleetCommand.class, () -> new FleetCommand(context))
            .with(
                "release",
                ReleaseCommand.class,
                () -> new ReleaseCommand(context, () -> KeptLimits.release()))
            .with("quota", QuotaCommand.class, () -> QuotaCommand.commandLine(quotaTools()))
            .with("completion", CompletionCommand.class, this::completion)
            .with("secure", SecureCommand.class, this::secure)
            .commandLine(arguments);
    commandLine.getCommandSpec().versionProvider(new Version(context.libbpf()));
    // A view has the same name as a command, and a file may have.
    commandLine.setAllowSubcommandsAsOptionParameters(true);
    return commandLine;
  }

  private CommandLine secure() {
    return new CommandLine(new SecureCommand(context)).setStopAtUnmatched(true);
  }

  private CompletionCommand completion() {
    return new CompletionCommand(context.out(), MONITOR, () -> new Program(context).commandLine());
  }

  private DoctorCommand doctor() {
    return new DoctorCommand(
        context, options -> Examination.of(options, CollectorSettings.SOCKET.toString()));
  }

  private QuotaTools quotaTools() {
    return new QuotaTools(
        context.out(),
        context.err(),
        context.environment(),
        context.clock(),
        context.isTerminal(),
        KernelObjects::new,
        new QuotaSamples(context));
  }

  private int misused(ParameterException e) {
    PrintWriter err = context.err();
    complain(String.valueOf(e.getMessage()));
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE;
  }

  private int failed(Exception e) {
    // What streams throw when the reader of a pipe has gone. It comes often, and its exact class
    // tells it apart at once.
    if (e.getClass() == IOException.class) {
      return unwritable(": " + e.getMessage());
    }
    return switch (SecureFailure.told(e)) {
      case Failure failure -> complain(failure.exitCode(), failure.sentences());
      case PrerequisiteException missing -> complain(ExitCode.PREREQUISITE, missing.missing());
      case ThresholdsFileException wrong -> list(wrong.errors());
      case HttpConfigException wrong -> list(wrong.errors());
      case HttpSetupException wrong ->
          complain(ExitCode.CONFIGURATION, List.of(String.valueOf(wrong.getMessage())));
      case PrometheusException _, SourceException _, RecordingException _, CollectorException _ ->
          complain(ExitCode.RUNTIME, List.of(String.valueOf(e.getMessage())));
      case IOException unwritable -> unwritable(": " + unwritable.getMessage());
      default -> unexpected(e);
    };
  }

  /** Prints errors of files; each begins with its file. */
  private int list(List<String> errors) {
    errors.forEach(context.err()::println);
    return ExitCode.CONFIGURATION;
  }

  private int unexpected(Exception e) {
    complain("unexpected error, please report it:");
    StringWriter trace = new StringWriter();
    e.printStackTrace(new PrintWriter(trace));
    String lines = trace.toString().replace("\t", "    ");
    lines.lines().map(Printable::of).forEach(context.err()::println);
    return ExitCode.RUNTIME;
  }

  private int complain(int exitCode, List<String> sentences) {
    sentences.forEach(this::complain);
    return exitCode;
  }

  /**
   * Makes the sentence printable, so that what it quotes from the command line or a file cannot
   * control the terminal.
   */
  private void complain(String sentence) {
    context.err().println(name + ": " + Printable.of(sentence));
  }

  /** Standard output cannot be written; says nothing if nobody reads it any more. */
  private int unwritable(String why) {
    if (isReaderGone()) {
      return ExitCode.OK;
    }
    complain("standard output cannot be written" + why);
    return ExitCode.RUNTIME;
  }

  /**
   * Whether standard output is a pipe or a socket, which only fail because the reader is gone, or
   * was closed when this program was started, in which case its number now belongs to a file that
   * the JVM reads. The error itself does not tell, because its text depends on the language.
   */
  private static boolean isReaderGone() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:") || isReadOnly();
    } catch (IOException closed) {
      return true;
    }
  }

  /**
   * Whether the access mode is read-only, by the flags of open(2), which are octal
   * (proc_pid_fdinfo(5)).
   */
  private static boolean isReadOnly() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/fdinfo/1")).stream()
        .anyMatch(line -> line.matches("flags:\\s+[0-7]*[04]"));
  }
}
