// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.HelpCommand;

/**
 * The commands of a program, of which those are made that a command line needs: picocli looks at
 * every option of a command when it is made, and all of them together take longer than the JVM
 * takes to start.
 */
public final class Commands {
  private static final Set<String> VERSION = Set.of("-V", "--version");

  private final Map<String, Supplier<?>> makers = new LinkedHashMap<>();

  /** Adds a command, in the order of the help text. */
  public Commands with(String name, Supplier<?> maker) {
    makers.put(name, maker);
    return this;
  }

  /**
   * Gives a program its commands: the one that the first argument names; none if only the version
   * is asked for; else all, and one that helps with them.
   */
  public void addTo(CommandLine program, String... arguments) {
    String first = arguments.length == 0 ? "" : arguments[0];
    Supplier<?> named = makers.get(first);
    if (named != null) {
      program.addSubcommand(named.get());
    } else if (arguments.length != 1 || !VERSION.contains(first)) {
      makers.values().forEach(maker -> program.addSubcommand(maker.get()));
      program.addSubcommand(new HelpCommand());
    }
  }
}
