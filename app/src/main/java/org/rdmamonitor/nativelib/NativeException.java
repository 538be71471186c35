// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.io.Serial;

/** A system or library call failed: the message says what was tried, and why it failed. */
public final class NativeException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int errno;

  /**
   * A failure with an errno.
   *
   * @param tried what was tried, to be followed by the error: {@code load rdma_monitor.bpf.o}
   * @param errno positive
   */
  public NativeException(String tried, int errno) {
    super("%s: %s".formatted(tried, SystemCalls.strerror(errno)));
    this.errno = errno;
  }

  /** The positive errno. */
  public int errno() {
    return errno;
  }
}
