// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
      makers.forEach((name, maker) -> all.addSubcommand(name, heading(name, maker.type())));
      all.addSubcommand("help", heading("help", HelpCommand.class));
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
}
