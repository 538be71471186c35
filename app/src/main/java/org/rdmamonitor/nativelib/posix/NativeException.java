// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.io.Serial;
import org.rdmamonitor.nativelib.generated.LibC;

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

  /** Whether privileges are missing. */
  public boolean isForbidden() {
    return errno == LibC.EACCES() || errno == LibC.EPERM();
  }

  /** Whether this process may not do it at all, as opposed to not with these arguments. */
  public boolean isNotPermitted() {
    return errno == LibC.EPERM();
  }

  /** Whether there is a socket at which nobody listens. */
  public boolean isConnectionRefused() {
    return errno == LibC.ECONNREFUSED();
  }

  /** Whether the object of the call does not exist, or is not of the expected kind. */
  public boolean isAbsent() {
    return errno == LibC.ENOENT() || errno == LibC.EINVAL();
  }

  /** Whether the object of a handle no longer exists. */
  public boolean isStale() {
    return errno == LibC.ESTALE();
  }
}
