// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;

/** The few system facts that Java has no call for. Safe for use by several threads. */
public final class SystemCalls {
  private SystemCalls() {}

  /** Bytes of a page of memory. */
  public static long pageSize() {
    return LibC.sysconf(LibC._SC_PAGESIZE());
  }

  /** The number of CPUs that may ever be online. */
  public static int possibleCpus() {
    return LibBpf.libbpf_num_possible_cpus();
  }

  /** The C library's words for an errno: {@code No such file or directory}. */
  public static String strerror(int errno) {
    return LibC.strerror(errno).getString(0);
  }

  /** The version of the libbpf that is loaded: {@code v1.1}. */
  public static String libbpfVersion() {
    return LibBpf.libbpf_version_string().getString(0);
  }
}
