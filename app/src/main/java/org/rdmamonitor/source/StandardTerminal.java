// SPDX-License-Identifier: MIT
package org.rdmamonitor.source;

import org.rdmamonitor.nativelib.posix.TerminalWindow;

/** The terminal that standard output goes to. */
public final class StandardTerminal {
  private static final int STANDARD_OUTPUT = 1;

  private StandardTerminal() {}

  /** Its present columns and rows; zeros if they are not known. */
  public static int[] size() {
    return TerminalWindow.size(STANDARD_OUTPUT);
  }
}
