// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * A completion script for fish, of what picocli knows of a program. Which commands have been given
 * is found by their names, from left to right.
 */
final class FishCompletion {
  private final String program;
  private final String function;
  private final CommandLine commandLine;

  FishCompletion(String program, CommandLine commandLine) {
    this.program = program;
    this.function = program.replace('-', '_');
    this.commandLine = commandLine;
  }

  String script() {
    // By their path: " quota serve".
    Map<String, CommandSpec> commands = new LinkedHashMap<>();
    collect("", commandLine, commands);
    List<String> paths = commands.keySet().stream().skip(1).map(FishCompletion::quoted).toList();
    StringBuilder script =
        new StringBuilder(
            """
            # Completes %1$s in fish; made by %1$s completion fish.

            # True if the commands given so far are these.
            function __%2$s_at
                set -l path
                set -l words (commandline -opc)
                for word in $words[2..-1]
                    switch "$path $word"
                        case %3$s
                            set path "$path $word"
                    end
                end
                test "$path" = "$argv"
            end

            complete -c %1$s -e
            """
                .formatted(program, function, String.join(" ", paths)));
    commands.forEach((path, command) -> script.append(linesOf(path, command)));
    return script.toString();
  }

  private static void collect(
      String path, CommandLine commandLine, Map<String, CommandSpec> commands) {
    commands.put(path, commandLine.getCommandSpec());
    commandLine.getSubcommands().forEach((name, sub) -> collect(path + " " + name, sub, commands));
  }

  private String linesOf(String path, CommandSpec command) {
    List<String> lines = new ArrayList<>();
    String condition =
        "complete -c %s -n %s".formatted(program, quoted("__%s_at '%s'".formatted(function, path)));
    // Words that are no option: files, unless they are known.
    if (command.positionalParameters().stream().noneMatch(FishCompletion::isFile)) {
      lines.add("%s -f".formatted(condition));
    }
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      candidates(parameter).ifPresent(words -> lines.add("%s -a %s".formatted(condition, words)));
    }
    command
        .subcommands()
        .forEach((name, sub) ->
            lines.add(
                "%s -a %s -d %s"
                    .formatted(condition, name, purpose(sub.getCommandSpec().usageMessage()))));
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        lines.add(condition + names(option) + value(option) + " -d " + text(option.description()));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static String names(OptionSpec option) {
    StringBuilder names = new StringBuilder();
    for (String name : option.names()) {
      String dashless = name.replaceFirst("^--?", "");
      String kind = name.startsWith("--") ? "-l" : dashless.length() == 1 ? "-s" : "-o";
      names.append(' ').append(kind).append(' ').append(dashless);
    }
    return names.toString();
  }

  private static String value(OptionSpec option) {
    if (option.arity().max() == 0) {
      return "";
    }
    String known = candidates(option).map(words -> " -a " + words).orElse("");
    boolean required = option.arity().min() > 0;
    return isFile(option) ? " -r -F" : (required ? " -x" : " -f") + known;
  }

  private static Optional<String> candidates(ArgSpec argument) {
    if (argument.completionCandidates() == null) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>();
    argument.completionCandidates().forEach(words::add);
    return words.isEmpty() ? Optional.empty() : Optional.of(quoted(String.join(" ", words)));
  }

  private static boolean isFile(ArgSpec argument) {
    return argument.type() == Path.class || argument.auxiliaryTypes()[0] == Path.class;
  }

  private static String purpose(UsageMessageSpec usage) {
    return text(usage.header().length > 0 ? usage.header() : usage.description());
  }

  /** The first sentence. */
  private static String text(String... description) {
    String all = String.join(" ", description).replace("%n", " ").replace("%%", "%").strip();
    int end = all.indexOf(". ");
    String first = end < 0 ? all.replaceFirst("\\.$", "") : all.substring(0, end);
    // What picocli would fill in stands in brackets.
    return quoted(first.replaceAll("\\s*\\([^()]*\\$\\{[^()]*\\)", "").replaceAll("\\s+", " "));
  }

  private static String quoted(String words) {
    return "'" + words.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
