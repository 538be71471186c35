// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The commands of a program, of which those are made that a command line needs: picocli looks at
 * every option of a command when it is made, and all of them together take longer than the JVM
 * takes to start.
 */
public final class Commands {
  private static final Set<String> VERSION = Set.of("-V", "--version");
  private static final Set<String> HELP = Set.of("-h", "--help");
  private static final String HELP_COMMAND = "help";

  static {
    // What picocli looks for by name each time it makes a command: a class of another language, for
    // which the jar would be opened, and what reads types of java.time and java.sql, all of which
    // would be loaded. Options say themselves how such types are read.
    System.setProperty("picocli.disable.closures", "true");
    System.setProperty("picocli.converters.excludes", "java.[st].*");
  }

  private record Maker(Class<?> type, Supplier<?> supplier) {}

  private final String program;
  private final Supplier<?> main;
  private final Map<String, Maker> makers = new LinkedHashMap<>();

  /**
   * A program that has no commands yet.
   *
   * @param main makes what is run without one, with the options {@code -h} and {@code -V}
   */
  public Commands(String program, Supplier<?> main) {
    this.program = program;
    this.main = main;
  }

  /**
   * Adds a command, in the order of the help text.
   *
   * @param type has what that text says of it
   */
  public Commands with(String name, Class<?> type, Supplier<?> maker) {
    makers.put(name, new Maker(type, maker));
    return this;
  }

  /**
   * The program with what these arguments need: the command alone that the first one names; nothing
   * if only the version is asked for; for its help all commands, without their options; else all of
   * it, and a command that helps with the others.
   */
  public CommandLine commandLine(String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    Maker named = makers.get(first);
    if (named != null) {
      CommandLine alone = new CommandLine(CommandSpec.create().name(program));
      alone.addSubcommand(named.supplier().get());
      return alone;
    }
    if (arguments.length == 1 && VERSION.contains(first)) {
      return new CommandLine(
          CommandSpec.create()
              .name(program)
              .addOption(
                  OptionSpec.builder(VERSION.toArray(String[]::new)).versionHelp(true).build()));
    }
    CommandLine all = new CommandLine(main.get());
    if (arguments.length == 1 && HELP.contains(first)) {
      // One of them, by which picocli sees that there are any.
      all.addSubcommand(HELP_COMMAND, heading(HELP_COMMAND, HelpCommand.class));
      all.setHelpFactory(Headings::new);
    } else {
      makers.values().forEach(maker -> all.addSubcommand(maker.supplier().get()));
      all.addSubcommand(new HelpCommand());
    }
    return all;
  }

  private static CommandSpec heading(String name, Class<?> type) {
    Command command = Objects.requireNonNull(type.getAnnotation(Command.class));
    CommandSpec heading = CommandSpec.create().name(name);
    heading.usageMessage().header(command.header()).description(command.description());
    return heading;
  }

  /** The help text of the program, which has all commands by their headings. */
  private final class Headings extends Help {
    Headings(CommandSpec program, ColorScheme colors) {
      super(program, colors);
    }

    @Override
    public String commandList() {
      Map<String, Help> headings = new LinkedHashMap<>();
      makers.forEach((name, maker) ->
          headings.put(name, new Help(heading(name, maker.type()), colorScheme())));
      headings.putAll(subcommands());
      return commandList(headings);
    }

    /**
     * Without a layout of all options, which picocli makes before it sees that there is nothing.
     */
    @Override
    public String parameterList() {
      return commandSpec().positionalParameters().isEmpty() ? "" : super.parameterList();
    }
  }
}
