// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** Where {@link HostMemory} comes from. */
public enum MemoryKind {
  /** Ordinary pages. */
  PLAIN("memory"),
  /** Huge pages of the default size, which the administrator has set aside. */
  HUGE_PAGES("memory of huge pages"),
  /**
   * Ordinary memory as a dma-buf ({@code /dev/udmabuf}), registered as that of another device is:
   * for trials of what such registrations do.
   */
  DMA_BUF("dma-buf");

  private final String title;

  MemoryKind(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  int number() {
    return switch (this) {
      case PLAIN -> throw new IllegalStateException("ordinary memory is not mapped");
      case HUGE_PAGES -> RdmaVerbs.RV_HUGE_PAGES();
      case DMA_BUF -> RdmaVerbs.RV_DMABUF();
    };
  }

  /** What to do where it cannot be had, a sentence; empty where that is not known. */
  String remedy(int errno) {
    return switch (this) {
      case PLAIN -> "";
      case HUGE_PAGES ->
          errno == LibC.ENOMEM()
              ? "Not enough huge pages are free (grep Huge /proc/meminfo): set some aside, as with"
                  + " sysctl vm.nr_hugepages=64."
              : "";
      case DMA_BUF -> dmaBufRemedy(errno);
    };
  }

  private static String dmaBufRemedy(int errno) {
    if (errno == LibC.ENOENT() || errno == LibC.ENODEV() || errno == LibC.ENXIO()) {
      return "The kernel has no /dev/udmabuf: load its module (modprobe udmabuf).";
    }
    if (errno == LibC.EACCES() || errno == LibC.EPERM()) {
      return "Look at the permissions of /dev/udmabuf.";
    }
    if (errno == LibC.EINVAL()) {
      return "It may be larger than /sys/module/udmabuf/parameters/size_limit_mb allows.";
    }
    return "";
  }
}
