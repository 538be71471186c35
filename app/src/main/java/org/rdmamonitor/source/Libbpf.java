// SPDX-License-Identifier: MIT
package org.rdmamonitor.source;

import java.util.Optional;
import org.rdmamonitor.nativelib.posix.SystemCalls;

/** The library that loads BPF objects. */
public final class Libbpf {
  private Libbpf() {}

  /** Its version, {@code v1.1}; empty where it is not installed. */
  public static Optional<String> version() {
    try {
      return Optional.of(SystemCalls.libbpfVersion());
    } catch (LinkageError absent) {
      return Optional.empty();
    }
  }
}
