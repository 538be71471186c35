// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.bpf;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.libbpf_print_fn_t;

/**
 * Keeps what libbpf would print to stderr, so that an error can quote its last lines. Safe for use
 * by several threads.
 */
final class LibbpfLog {
  private static final int LINES = 40;
  private static final int LINE_BYTES = 2048;
  private static final Deque<String> KEPT = new ArrayDeque<>();
  private static boolean installed;

  private LibbpfLog() {}

  static synchronized void install() {
    if (!installed) {
      LibBpf.libbpf_set_print(libbpf_print_fn_t.allocate(LibbpfLog::print, Arena.global()));
      installed = true;
    }
  }

  static synchronized void clear() {
    KEPT.clear();
  }

  /** The last warnings, oldest first. */
  static synchronized List<String> lines() {
    return List.copyOf(KEPT);
  }

  /**
   * Called by libbpf. An exception must not leave it: that would end the JVM. On the supported
   * processors a va_list argument arrives as a pointer, which vsnprintf takes as it is.
   */
  @SuppressWarnings("CatchingUnchecked")
  private static int print(int level, MemorySegment format, MemorySegment arguments) {
    if (level > LibBpf.LIBBPF_WARN()) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text = arena.allocate(LINE_BYTES);
      LibC.vsnprintf(text, LINE_BYTES, format, arguments);
      keep(text.getString(0).strip());
    } catch (RuntimeException e) {
      keep("(libbpf message lost: " + e + ")");
    }
    return 0;
  }

  private static synchronized void keep(String message) {
    message.lines().forEach(KEPT::addLast);
    while (KEPT.size() > LINES) {
      KEPT.removeFirst();
    }
  }
}
