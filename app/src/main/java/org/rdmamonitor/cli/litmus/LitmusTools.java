// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rdmamonitor.litmus.device.DeviceTestbeds;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.text.Printable;

/**
 * What the process gives to the commands.
 *
 * @param out standard output
 * @param err standard error
 * @param nanoTime as {@link System#nanoTime}
 * @param testbeds of the devices of these names, or of all; throws VerbsException where there are
 *     none
 * @param hosts other hosts to run tests on
 */
public record LitmusTools(
    Writer out,
    PrintWriter err,
    LongSupplier nanoTime,
    Function<List<String>, Testbed.Maker> testbeds,
    Supplier<OtherHosts> hosts) {
  /**
   * Of this host's devices.
   *
   * @param verbs loads the library, when it is needed
   * @param hosts makes the options that name others
   */
  public static LitmusTools ofThisHost(
      Writer out, PrintWriter err, Supplier<Verbs> verbs, Supplier<OtherHosts> hosts) {
    return new LitmusTools(
        out, err, System::nanoTime, names -> DeviceTestbeds.of(verbs.get(), names), hosts);
  }

  /** A line on standard error; names and words of files in it cannot command the terminal. */
  void complain(String message) {
    err.println(Printable.of(message));
  }

  /** The same of what an exception says; returns the exit code. */
  int complain(Exception e, int exitCode) {
    complain(String.valueOf(e.getMessage()));
    return exitCode;
  }
}
