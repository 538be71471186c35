// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

/**
 * What differs between the processors that Linux runs on: the bindings have the values of x86-64,
 * and whatever differs on another processor is asked for here. Values are those of the kernel's
 * headers for each (arch/arm64/include/uapi/asm/fcntl.h, include/uapi/linux/eventpoll.h);
 * ProcessorTest compares those of this processor with its C compiler's. Immutable.
 */
public enum Processor {
  X86_64("amd64", 0x1_0000, true, "__ia32_compat_sys_ioctl"),
  ARM64("aarch64", 0x4000, false, "__arm64_compat_sys_ioctl"),
  /** Any other 64-bit processor: the most common values. */
  OTHER("", 0x1_0000, false, "");

  private static final Processor CURRENT = named(System.getProperty("os.arch"));

  private final String javaName;
  private final int openDirectory;
  private final boolean hasPackedEvents;
  private final String compatIoctl;

  Processor(String javaName, int openDirectory, boolean hasPackedEvents, String compatIoctl) {
    this.javaName = javaName;
    this.openDirectory = openDirectory;
    this.hasPackedEvents = hasPackedEvents;
    this.compatIoctl = compatIoctl;
  }

  /** The processor of this process. */
  public static Processor current() {
    return CURRENT;
  }

  /** The processor that the JVM calls by this name ({@code os.arch}). */
  static Processor named(String name) {
    for (Processor processor : values()) {
      if (processor != OTHER && processor.javaName.equals(name)) {
        return processor;
      }
    }
    return OTHER;
  }

  /** O_DIRECTORY of open(2). */
  int openDirectory() {
    return openDirectory;
  }

  /** Bytes of a struct epoll_event, which is packed on x86-64 alone. */
  int eventBytes() {
    return hasPackedEvents ? 12 : 16;
  }

  /** The offset of the data in it. */
  int eventDataOffset() {
    return hasPackedEvents ? 4 : 8;
  }

  /** The kernel's function for ioctl() of 32-bit programs; empty where its name is not known. */
  public String compatIoctl() {
    return compatIoctl;
  }

  /**
   * Whether all processors see stores in one order that agrees with each processor's program order
   * (x86-TSO). The architecture of arm64 promises less (Arm ARM, B2.3).
   */
  public boolean hasTotalStoreOrder() {
    return this == X86_64;
  }

  /** As the JVM calls it, for messages: {@code aarch64}. */
  public static String title() {
    return System.getProperty("os.arch");
  }
}
