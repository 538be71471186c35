// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.ethernet;

import java.io.Serial;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.posix.SystemCalls;

/** Frames cannot be received and sent, or cannot any more; the message is a sentence. */
public final class EthernetException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final int errno;

  /** The library is missing, or of another version. */
  EthernetException(String sentence) {
    super(sentence);
    this.errno = 0;
  }

  /**
   * A failure that the library reports.
   *
   * @param why empty if it reports nothing but the number
   * @param errno positive
   */
  EthernetException(String why, int errno) {
    super(why.isEmpty() ? SystemCalls.strerror(errno) : why);
    this.errno = errno;
  }

  /** Whether this host or process lacks something: the library, a privilege, the interface. */
  public boolean isPrerequisite() {
    return errno == 0
        || errno == LibC.EPERM()
        || errno == LibC.EACCES()
        || errno == LibC.ENODEV()
        || errno == LibC.ENOENT()
        || errno == LibC.EOPNOTSUPP();
  }

  /** Whether the interface was removed. */
  public boolean isGone() {
    return errno == LibC.ENODEV();
  }
}
