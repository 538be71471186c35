// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

/** Names of signals (signal(7)), as they are numbered on x86-64 and arm64. */
public final class Signal {
  private static final String[] NAMES =
      ("HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP"
              + " TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS")
          .split(" ", -1);

  private Signal() {}

  /** {@code SIGKILL} for 9; {@code signal 40} for one without a name. */
  public static String name(int number) {
    return number >= 1 && number <= NAMES.length ? "SIG" + NAMES[number - 1] : "signal " + number;
  }
}
