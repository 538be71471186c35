// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.quota.KernelObjects;
import org.rdmamonitor.cli.quota.QuotaCommand;
import org.rdmamonitor.cli.quota.QuotaFailure;
import org.rdmamonitor.cli.quota.QuotaTools;
import org.rdmamonitor.cli.secure.Failure;
import org.rdmamonitor.cli.secure.RdmaSecure;
import org.rdmamonitor.cli.secure.SecureTools;
import org.rdmamonitor.policy.ThresholdsFileException;
import org.rdmamonitor.quota.server.CollectorException;
import org.rdmamonitor.recording.RecordingException;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.kernel.Examination;
import org.rdmamonitor.source.kernel.watch.KeptLimits;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands, and what becomes of their errors: sentences on standard error, an exit code. */
final class Program {
  private static final String MONITOR = "rdma-monitor";
  private static final String SECURE = "rdma-secure";

  private final Surroundings surroundings;
  private final String name;

  /** The program rdma-monitor. */
  Program(Surroundings surroundings) {
    this(surroundings, MONITOR);
  }

  private Program(Surroundings surroundings, String name) {
    this.surroundings = surroundings;
    this.name = name;
  }

  /** The program rdma-secure. */
  static Program secure(Surroundings surroundings) {
    return new Program(surroundings, SECURE);
  }

  int run(String... arguments) {
    CommandLine commandLine = commandLine();
    int exitCode;
    try {
      exitCode = commandLine.execute(arguments);
    } catch (OutOfMemoryError e) {
      complain(
          "out of memory (%d MiB): %s"
              .formatted(Runtime.getRuntime().maxMemory() >> 20, e.getMessage()));
      return ExitCode.RUNTIME;
    }
    try {
      surroundings.out().flush();
      // Help and version text is written by picocli, whose writer keeps errors to itself.
      if (commandLine.getOut().checkError() && exitCode == ExitCode.OK) {
        return unwritable("");
      }
    } catch (IOException e) {
      return exitCode == ExitCode.OK ? unwritable(": " + e.getMessage()) : exitCode;
    }
    return exitCode;
  }

  CommandLine commandLine() {
    CommandLine commandLine = name.equals(SECURE) ? securing() : monitoring();
    commandLine.setOut(new PrintWriter(surroundings.out()));
    commandLine.setErr(surroundings.err());
    // The default looks at System.console(), which is there even where output is redirected.
    commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    commandLine.setUsageHelpWidth(80);
    commandLine.setUsageHelpLongOptionsMaxWidth(26);
    commandLine.setParameterExceptionHandler((e, arguments) -> misused(e));
    commandLine.setExecutionExceptionHandler((e, command, result) -> failed(e));
    return commandLine;
  }

  private CommandLine securing() {
    CommandLine commandLine = RdmaSecure.commandLine(tools());
    commandLine.addSubcommand(new HelpCommand());
    commandLine.getCommandSpec().versionProvider(() -> Version.withoutLibbpf(SECURE));
    return commandLine;
  }

  private SecureTools tools() {
    return SecureTools.ofThisHost(
        surroundings.out(), surroundings.err(), surroundings.clock(), surroundings.isTerminal());
  }

  private CommandLine monitoring() {
    CommandLine commandLine = new CommandLine(new RdmaMonitor(surroundings));
    commandLine.addSubcommand(new Events(surroundings));
    commandLine.addSubcommand(new RecordCommand(surroundings));
    commandLine.addSubcommand(new Replay(surroundings));
    commandLine.addSubcommand(new Dump(surroundings));
    commandLine.addSubcommand(new Diff(surroundings));
    commandLine.addSubcommand(new CheckConfig(surroundings));
    commandLine.addSubcommand(new Explain(surroundings));
    commandLine.addSubcommand(new Doctor(surroundings, options -> Examination.of(options)));
    commandLine.addSubcommand(new Export(surroundings));
    commandLine.addSubcommand(new Release(surroundings, () -> KeptLimits.release()));
    commandLine.addSubcommand(QuotaCommand.commandLine(quotaTools()));
    commandLine.addSubcommand(new Completion(surroundings));
    commandLine.addSubcommand(new CommandLine(new Secure(surroundings)).setStopAtUnmatched(true));
    commandLine.addSubcommand(new HelpCommand());
    commandLine.getCommandSpec().versionProvider(new Version(surroundings.libbpf()));
    return commandLine;
  }

  private QuotaTools quotaTools() {
    return new QuotaTools(
        surroundings.out(),
        surroundings.err(),
        surroundings.environment(),
        surroundings.clock(),
        surroundings.isTerminal(),
        KernelObjects::new,
        new QuotaSamples(surroundings));
  }

  private int misused(ParameterException e) {
    PrintWriter err = surroundings.err();
    err.println(name + ": " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + e.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE;
  }

  private int failed(Exception e) {
    Optional<Failure> secure = Failure.of(e);
    if (secure.isPresent()) {
      complain(String.valueOf(secure.get().getMessage()));
      return secure.get().exitCode();
    }
    return switch (e) {
      case ThresholdsFileException wrong -> {
        wrong.errors().forEach(surroundings.err()::println);
        yield ExitCode.CONFIGURATION;
      }
      case PrerequisiteException missing -> {
        missing.missing().forEach(this::complain);
        yield ExitCode.PREREQUISITE;
      }
      case SourceException broken -> {
        complain(String.valueOf(broken.getMessage()));
        yield ExitCode.RUNTIME;
      }
      case RecordingException unusable -> {
        complain(String.valueOf(unusable.getMessage()));
        yield ExitCode.RUNTIME;
      }
      case CollectorException cannotBegin -> {
        complain(String.valueOf(cannotBegin.getMessage()));
        yield ExitCode.RUNTIME;
      }
      case QuotaFailure failure -> {
        failure.sentences().forEach(this::complain);
        yield failure.exitCode();
      }
      case ExportException unserved -> {
        complain(String.valueOf(unserved.getMessage()));
        yield ExitCode.RUNTIME;
      }
      case IOException unwritable -> unwritable(": " + unwritable.getMessage());
      default -> {
        complain("unexpected error, please report it:");
        e.printStackTrace(surroundings.err());
        yield ExitCode.RUNTIME;
      }
    };
  }

  private void complain(String sentence) {
    surroundings.err().println(name + ": " + sentence);
  }

  /** Standard output fails: quietly if nobody reads it any more. */
  private int unwritable(String why) {
    if (isReaderGone()) {
      return ExitCode.OK;
    }
    complain("standard output cannot be written" + why);
    return ExitCode.RUNTIME;
  }

  /**
   * Whether standard output is a pipe or a socket, which fail only so, or was closed when this
   * program was started: then a file that the JVM reads has its number. The error itself does not
   * tell: its text depends on the language.
   */
  private static boolean isReaderGone() {
    try {
      String target = Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
      return target.startsWith("pipe:") || target.startsWith("socket:") || isReadOnly();
    } catch (IOException closed) {
      return true;
    }
  }

  /** From the access mode among the flags of open(2), in octal digits (proc_pid_fdinfo(5)). */
  private static boolean isReadOnly() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/fdinfo/1")).stream()
        .anyMatch(line -> line.matches("flags:\\s+[0-7]*[04]"));
  }
}
