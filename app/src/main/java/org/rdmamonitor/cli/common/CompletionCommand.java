// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Writes a script with which a shell completes the commands and options of a program. */
@Command(
    name = "completion",
    description = "Print a completion script for bash, zsh or fish.",
    footer = {"", "  source <(${PARENT-COMMAND-NAME} completion)"},
    sortOptions = false)
public final class CompletionCommand implements Callable<Integer> {
  /** The shells that are known, in the words of the command line. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  private final Writer out;
  private final String program;
  private final Supplier<CommandLine> commandLine;

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  @Parameters(
      arity = "0..1",
      paramLabel = "SHELL",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}, which zsh reads too).",
      defaultValue = "bash")
  private Shell shell = Shell.bash;

  /**
   * The command of a program.
   *
   * @param program its name
   * @param commandLine with all commands
   */
  public CompletionCommand(Writer out, String program, Supplier<CommandLine> commandLine) {
    this.out = out;
    this.program = program;
    this.commandLine = commandLine;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine all = commandLine.get();
    out.write(
        switch (shell) {
          case bash -> AutoComplete.bash(program, all);
          case zsh -> forZsh(all);
          case fish -> new FishCompletion(program, all).script();
        });
    return ExitCode.OK;
  }

  /**
   * A file for zsh's $fpath: it defines what bash's script does, and completes at its first call.
   */
  private String forZsh(CommandLine all) {
    return "#compdef %1$s%n%2$s%n_bash_complete -o default -F _complete_%1$s%n"
        .formatted(program, AutoComplete.bash(program, all));
  }
}
