// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.winsize;

/** The window of a terminal (ioctl_tty(2)). Safe for use by several threads. */
public final class TerminalWindow {
  /** Loaded when a terminal is first asked for. */
  private static final class Ioctl {
    static final LibC.ioctl WITH_POINTER = LibC.ioctl.makeInvoker(LibC.C_POINTER);
  }

  private TerminalWindow() {}

  /**
   * The columns and rows of a terminal, as the kernel keeps them; the terminal is not asked.
   *
   * @param descriptor of an open file
   * @return two numbers; zeros where the file is no terminal or its size is not known
   */
  public static int[] size(int descriptor) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment window = winsize.allocate(arena);
      int result = Ioctl.WITH_POINTER.apply(descriptor, LibC.TIOCGWINSZ(), window);
      return result < 0
          ? new int[] {0, 0}
          : new int[] {
            Short.toUnsignedInt(winsize.ws_col(window)), Short.toUnsignedInt(winsize.ws_row(window))
          };
    }
  }
}
