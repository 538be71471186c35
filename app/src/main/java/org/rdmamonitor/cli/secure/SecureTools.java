// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Clock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.rdmamonitor.cli.common.Distribution;
import org.rdmamonitor.cli.ethernet.EthernetTools;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsUnavailableException;
import org.rdmamonitor.secure.devices.Commands;
import org.rdmamonitor.secure.devices.Machine;
import org.rdmamonitor.secure.devices.ThisMachine;
import org.rdmamonitor.secure.session.DeviceChoice;

/**
 * What the commands are given.
 *
 * @param out standard output, for data
 * @param err standard error, for all else
 * @param verbs loads the verbs library; throws VerbsUnavailableException where it cannot
 * @param machine looks at the host; throws the same
 * @param commands runs other programs
 * @param root of the host's file system
 * @param clock with the local time zone
 * @param isTerminal whether a person reads standard output
 */
public record SecureTools(
    Writer out,
    PrintWriter err,
    Supplier<Verbs> verbs,
    Supplier<Machine> machine,
    Commands commands,
    Path root,
    Clock clock,
    BooleanSupplier isTerminal) {
  /** What is said when a signal ends it before all is closed. */
  static final String LATE =
      "rdma-secure: stopped before everything was freed; the kernel does the rest";

  /** Of the host that this runs on; nothing native is loaded before it is called for. */
  public static SecureTools ofThisHost(
      Writer out, PrintWriter err, Clock clock, BooleanSupplier isTerminal) {
    Supplier<Verbs> verbs = () -> Verbs.load(Distribution.verbsLibrary());
    return new SecureTools(
        out,
        err,
        verbs,
        () -> new ThisMachine(verbs.get()),
        Commands.REAL,
        Path.of("/"),
        clock,
        isTerminal);
  }

  /** What the commands about Ethernet frames are given. */
  EthernetTools ethernet() {
    return new EthernetTools(out, err, root, Distribution.ethernetLibrary());
  }

  /**
   * The verbs library, of a host that has a device.
   *
   * @throws VerbsUnavailableException if there is no library, or no device
   */
  Verbs verbsOfDevices() {
    Verbs library = verbs.get();
    if (library.devices().isEmpty()) {
      throw library.unusable();
    }
    return library;
  }

  /**
   * The same, where a device is wanted whose queue pairs can be connected.
   *
   * @throws VerbsUnavailableException if the one that is wanted, or each that there is, is of iWARP
   */
  Verbs verbsFor(DeviceChoice choice) {
    Verbs library = verbsOfDevices();
    library.connectable(choice.device().stream().toList());
    return library;
  }
}
