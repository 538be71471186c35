// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.io.Serial;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.posix.SystemCalls;

/** A verb failed: the message says what was tried, why it failed, and what to do where known. */
public class VerbsException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int errno;

  VerbsException(String sentence) {
    super(sentence);
    this.errno = 0;
  }

  /**
   * A failure with an errno.
   *
   * @param tried what was tried, to be followed by the error: {@code open rxe0}
   * @param errno positive
   */
  VerbsException(String tried, int errno) {
    this(tried, errno, remedy(errno));
  }

  /**
   * A failure of which more is known than its errno.
   *
   * @param remedy a sentence, or empty
   */
  VerbsException(String tried, int errno, String remedy) {
    super(
        "%s: %s%s"
            .formatted(tried, SystemCalls.strerror(errno), remedy.isEmpty() ? "" : ". " + remedy));
    this.errno = errno;
  }

  /** The positive errno; 0 where there was none. */
  public final int errno() {
    return errno;
  }

  /** Whether the device, its driver or the kernel has no such operation. */
  public final boolean isUnsupported() {
    return isUnsupported(errno);
  }

  private static boolean isUnsupported(int errno) {
    return errno == LibC.EOPNOTSUPP() || errno == LibC.ENOSYS() || errno == LibC.EPROTONOSUPPORT();
  }

  static void check(String tried, int status) {
    if (status != 0) {
      throw new VerbsException(tried, Math.abs(status));
    }
  }

  private static String remedy(int errno) {
    if (isUnsupported(errno)) {
      return "It is not supported by this device.";
    }
    if (errno == LibC.EACCES()) {
      return "Look at the permissions of /dev/infiniband/uverbs*.";
    }
    if (errno == LibC.EBUSY()) {
      return "It is still in use.";
    }
    if (errno == LibC.EIO() || errno == LibC.ENODEV()) {
      return "Look whether the device was removed (rdma link).";
    }
    return "";
  }
}
