// SPDX-License-Identifier: MIT

import java.io.IOException;

/**
 * Runs a program that finds the JDK of the build in JAVA_HOME: Maven finds commands of the
 * toolchain, but does not tell others where it is.
 *
 * <p>Usage: WithJdk PROGRAM [ARGUMENT...]
 */
final class WithJdk {
  public static void main(String[] args) throws IOException, InterruptedException {
    ProcessBuilder program = new ProcessBuilder(args).inheritIO();
    program.environment().put("JAVA_HOME", System.getProperty("java.home"));
    System.exit(program.start().waitFor());
  }

  private WithJdk() {}
}
