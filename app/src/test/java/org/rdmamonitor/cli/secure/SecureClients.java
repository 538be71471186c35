// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.Failure;
import picocli.CommandLine;

/**
 * Command lines of rdma-secure from standard input, one after the other in one JVM, which starts
 * slowly in emulation; for the lab. For each a line {@code EXIT-CODE MILLISECONDS COMMAND-LINE},
 * with the argument {@code print} after what the command itself prints.
 */
final class SecureClients {
  private SecureClients() {}

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Writer out =
        args.length > 0 && args[0].equals("print")
            ? new OutputStreamWriter(System.out, StandardCharsets.UTF_8)
            : Writer.nullWriter();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      long start = System.nanoTime();
      int exitCode = run(line.split(" ", -1), out);
      out.flush();
      System.out.printf("%d %d %s%n", exitCode, (System.nanoTime() - start) / 1_000_000, line);
    }
    System.exit(0);
  }

  private static int run(String[] arguments, Writer out) {
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    CommandLine commandLine =
        RdmaSecure.commandLine(
            SecureTools.ofThisHost(out, err, Clock.systemUTC(), () -> false), arguments);
    commandLine.setExecutionExceptionHandler((e, command, result) -> {
      if (SecureFailure.told(e) instanceof Failure failure) {
        failure.sentences().forEach(err::println);
        return failure.exitCode();
      }
      err.println(e);
      return ExitCode.RUNTIME;
    });
    return commandLine.execute(arguments);
  }
}
